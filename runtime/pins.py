"""The pinned versions of what runs in the page, and the check that they go together."""

from __future__ import annotations

import email.parser
import json
import tomllib
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

RUNTIME = Path(__file__).parent
WHEELS_LOCK = RUNTIME / "wheels.txt"


class PinError(Exception):
    """The pinned versions don't go together."""


@dataclass(frozen=True)
class Pins:
    python: str
    platform: str
    npm: Mapping[str, str]
    wheels: Mapping[str, str]
    optional: frozenset[str]
    stand_ins: frozenset[str]

    @property
    def python_tag(self) -> str:
        """`cp314`, from `3.14.2`."""
        major, minor, _ = self.python.split(".")
        return f"cp{major}{minor}"

    @property
    def markers(self) -> dict[str, str]:
        """The environment of the page, for evaluating the markers of requirements."""
        major, minor, _ = self.python.split(".")
        return {
            "implementation_name": "cpython",
            "implementation_version": self.python,
            "os_name": "posix",
            "platform_machine": "wasm32",
            "platform_python_implementation": "CPython",
            "platform_system": "Emscripten",
            "python_full_version": self.python,
            "python_version": f"{major}.{minor}",
            "sys_platform": "emscripten",
        }


def load_pins(path: Path = RUNTIME / "pins.toml") -> Pins:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Pins(
        python=data["python"]["version"],
        platform=data["python"]["platform"],
        npm=data["npm"],
        wheels=data["wheels"],
        optional=frozenset(data["optional"]["names"]),
        stand_ins=frozenset(data["stand-ins"]["names"]),
    )


def metadata_of(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        return email.parser.BytesParser().parsebytes(archive.read(name))


def requirements_of(wheel: Path, pins: Pins, extras: Iterable[str] = ()) -> list[Requirement]:
    """What a wheel needs in the page."""
    wanted = []
    for text in metadata_of(wheel).get_all("Requires-Dist") or []:
        requirement = Requirement(text)
        if requirement.marker is None or any(
            requirement.marker.evaluate({**pins.markers, "extra": extra}) for extra in ("", *extras)
        ):
            wanted.append(requirement)
    return wanted


def check(pins: Pins, wheels: Iterable[Path], pyodide_lock: Path) -> None:
    """Raise `PinError` unless every wheel fits this Pyodide and finds what it needs among the others."""
    info = json.loads(pyodide_lock.read_text(encoding="utf-8"))["info"]
    platform = f"pyemscripten_{info['abi_version']}_{info['arch']}"
    if (info["python"], platform) != (pins.python, pins.platform):
        raise PinError(
            f"Pyodide {pins.npm['pyodide']} has Python {info['python']} on {platform}, but pins.toml says "
            f"{pins.python} on {pins.platform}."
        )
    wheels = list(wheels)
    versions = {}
    for wheel in wheels:
        name, version, _, tags = parse_wheel_filename(wheel.name)
        if not any(tag.platform in ("any", pins.platform) for tag in tags):
            raise PinError(f"{wheel.name} is not for the browser ({pins.platform}).")
        versions[name] = version
    for wheel in wheels:
        for need in requirements_of(wheel, pins):
            name = canonicalize_name(need.name)
            if name in pins.stand_ins:
                continue
            if name not in versions:
                raise PinError(f"{wheel.name} needs {need}, which is not in wheels.txt.")
            if versions[name] not in need.specifier:
                raise PinError(f"{wheel.name} needs {need}, but wheels.txt has {name} {versions[name]}.")
