"""The pinned versions: that the lock files agree, and that a mismatch is noticed."""

from __future__ import annotations

import json
import re
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from runtime.pins import RUNTIME, WHEELS_LOCK, PinError, Pins, check, load_pins, requirements_of
from runtime.vendor import locked_wheels

ROOT = RUNTIME.parent
PINS = Pins(
    python="3.14.2",
    platform="pyemscripten_2026_0_wasm32",
    npm={"pyodide": "314.0.7"},
    wheels={"app": "1.0"},
    optional=frozenset(),
    stand_ins=frozenset({"rpds-py"}),
)
npm_folders = pytest.mark.parametrize("folder", ["runtime", "tests"])
requirement_files = pytest.mark.parametrize("group", ["serve", "dev"])

AddWheel = Callable[..., Path]


def read_json(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture
def add_wheel(tmp_path: Path) -> AddWheel:
    """Write a wheel that has nothing but its metadata."""

    def write(name: str, version: str, *needs: str, tag: str = "py3-none-any") -> Path:
        stem = f"{name.replace('-', '_')}-{version}"
        lines = [
            "Metadata-Version: 2.4",
            f"Name: {name}",
            f"Version: {version}",
            *(f"Requires-Dist: {n}" for n in needs),
        ]
        path = tmp_path / f"{stem}-{tag}.whl"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(f"{stem}.dist-info/METADATA", "\n".join(lines) + "\n\nA description.\n")
        return path

    return write


def pyodide_lock(folder: Path, *, python: str = PINS.python, abi: str = "2026_0", arch: str = "wasm32") -> Path:
    path = folder / "pyodide-lock.json"
    path.write_text(json.dumps({"info": {"python": python, "abi_version": abi, "arch": arch}}), encoding="utf-8")
    return path


def test_package_json_has_the_npm_packages_that_are_pinned() -> None:
    assert read_json(RUNTIME / "package.json")["dependencies"] == load_pins().npm


@npm_folders
def test_the_npm_lock_has_what_package_json_names(folder: str) -> None:
    wanted = read_json(ROOT / folder / "package.json")["dependencies"]
    packages = read_json(ROOT / folder / "package-lock.json")["packages"]
    assert packages[""]["dependencies"] == wanted
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted


@npm_folders
def test_every_npm_package_is_locked_by_hash_and_none_by_host(folder: str) -> None:
    text = (ROOT / folder / "package-lock.json").read_text(encoding="utf-8")
    packages = {name: package for name, package in json.loads(text)["packages"].items() if name}
    assert packages
    assert [name for name, package in packages.items() if not package["integrity"].startswith("sha512-")] == []
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert not re.search(r"://[^\"]*(registry|npmjs|yarnpkg|\.tgz)", text)


def test_the_wheels_that_are_pinned_are_locked_in_that_version() -> None:
    locked = {name: version for name, (version, _) in locked_wheels().items()}
    assert {name: locked.get(name) for name in load_pins().wheels} == load_pins().wheels


def test_every_line_of_the_wheel_lock_has_a_version_and_a_hash() -> None:
    lines = WHEELS_LOCK.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if not line.startswith("#")]) == len(locked_wheels())


def test_no_stand_in_is_locked_as_a_wheel() -> None:
    assert not load_pins().stand_ins & set(locked_wheels())


def test_every_stand_in_is_there() -> None:
    modules = {"cryptography": "cryptography/__init__.py", "rpds-py": "rpds.py"}
    assert {name for name, file in modules.items() if (RUNTIME / "python" / file).exists()} == load_pins().stand_ins


@requirement_files
def test_every_requirement_has_one_version_and_hashes_and_names_no_index(group: str) -> None:
    text = (ROOT / "requirements" / f"{group}.txt").read_text(encoding="utf-8")
    joined = [line.strip() for line in text.replace("\\\n", " ").splitlines()]
    requirements = [line for line in joined if line and not line.startswith("#")]
    assert requirements
    pattern = re.compile(r"[A-Za-z0-9._-]+(\[[a-z,-]+\])?==[^ ;*]+( ; [^#]+?)?(\s+--hash=sha256:[0-9a-f]{64})+")
    assert [line for line in requirements if not pattern.fullmatch(line)] == []
    assert "://" not in text
    assert "index-url" not in text


def test_the_pinned_mcp_is_one_that_the_library_takes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (mcp,) = [need for need in map(Requirement, project["dependencies"]) if need.name == "mcp"]
    assert load_pins().wheels["mcp"] in mcp.specifier


def test_wheels_that_fit_pass(add_wheel: AddWheel, tmp_path: Path) -> None:
    wheels = [
        add_wheel("app", "1.0", "Core_Part==2.5", "rpds-py>=1", 'colorama; sys_platform == "win32"'),
        add_wheel("core-part", "2.5", tag="cp314-cp314-pyemscripten_2026_0_wasm32"),
    ]
    check(PINS, wheels, pyodide_lock(tmp_path))


def test_two_wheels_that_do_not_match_are_named_with_both_versions(add_wheel: AddWheel, tmp_path: Path) -> None:
    wheels = [add_wheel("pydantic", "2.14.3", "pydantic-core==2.50.4"), add_wheel("pydantic-core", "2.50.3")]
    with pytest.raises(PinError) as raised:
        check(PINS, wheels, pyodide_lock(tmp_path))
    assert str(raised.value) == (
        "pydantic-2.14.3-py3-none-any.whl needs pydantic-core==2.50.4, but wheels.txt has pydantic-core 2.50.3."
    )


def test_wheels_are_compared_when_they_come_one_by_one(add_wheel: AddWheel, tmp_path: Path) -> None:
    wheels = [add_wheel("pydantic", "2.14.3", "pydantic-core==2.50.4"), add_wheel("pydantic-core", "2.50.3")]
    with pytest.raises(PinError, match=r"pydantic-core==2\.50\.4"):
        check(PINS, iter(wheels), pyodide_lock(tmp_path))


def test_a_missing_wheel_is_named_with_the_one_that_needs_it(add_wheel: AddWheel, tmp_path: Path) -> None:
    with pytest.raises(PinError) as raised:
        check(PINS, [add_wheel("app", "1.0", "anyio>=4.10")], pyodide_lock(tmp_path))
    assert str(raised.value) == "app-1.0-py3-none-any.whl needs anyio>=4.10, which is not in wheels.txt."


@pytest.mark.parametrize(
    "tag", ["cp314-cp314-manylinux_2_28_x86_64", "cp314-cp314-pyemscripten_2025_0_wasm32", "cp313-cp313-win_amd64"]
)
def test_a_wheel_for_another_platform_is_refused(add_wheel: AddWheel, tmp_path: Path, tag: str) -> None:
    with pytest.raises(PinError) as raised:
        check(PINS, [add_wheel("app", "1.0", tag=tag)], pyodide_lock(tmp_path))
    assert str(raised.value) == f"app-1.0-{tag}.whl is not for the browser (pyemscripten_2026_0_wasm32)."


@pytest.mark.parametrize(
    ("found", "named"),
    [
        ({"python": "3.14.3"}, "Python 3.14.3 on pyemscripten_2026_0_wasm32"),
        ({"abi": "2026_1"}, "Python 3.14.2 on pyemscripten_2026_1_wasm32"),
        ({"arch": "wasm64"}, "Python 3.14.2 on pyemscripten_2026_0_wasm64"),
    ],
)
def test_another_python_in_pyodide_is_refused(tmp_path: Path, found: dict[str, str], named: str) -> None:
    with pytest.raises(PinError) as raised:
        check(PINS, [], pyodide_lock(tmp_path, **found))
    expected = "but pins.toml says 3.14.2 on pyemscripten_2026_0_wasm32."
    assert str(raised.value) == f"Pyodide 314.0.7 has {named}, {expected}"


@pytest.mark.parametrize(
    ("marker", "needed"),
    [
        ('sys_platform == "emscripten"', True),
        ('sys_platform != "emscripten"', False),
        ('sys_platform == "linux"', False),
        ('platform_system == "Emscripten" and platform_machine == "wasm32"', True),
        ('os_name == "nt"', False),
        ('python_version >= "3.14"', True),
        ('python_version < "3.14"', False),
        ('python_full_version == "3.14.2"', True),
        ('implementation_name == "cpython" and platform_python_implementation == "CPython"', True),
        ('extra == "more"', False),
    ],
)
def test_markers_are_those_of_the_page(add_wheel: AddWheel, marker: str, needed: bool) -> None:
    names = [need.name for need in requirements_of(add_wheel("app", "1.0", "always", f"maybe; {marker}"), PINS)]
    assert names == (["always", "maybe"] if needed else ["always"])


def test_an_extra_adds_what_it_needs_in_the_page(add_wheel: AddWheel) -> None:
    wheel = add_wheel(
        "app",
        "1.0",
        "always>=1",
        'one; extra == "one"',
        'elsewhere; extra == "one" and sys_platform == "win32"',
        'two; extra == "two"',
    )

    def names(*extras: str) -> list[str]:
        return [need.name for need in requirements_of(wheel, PINS, extras)]

    assert names() == ["always"]
    assert names("one") == ["always", "one"]
    assert names("one", "two") == ["always", "one", "two"]


def test_a_wheel_without_requirements_needs_nothing(add_wheel: AddWheel) -> None:
    assert requirements_of(add_wheel("app", "1.0"), PINS) == []


def test_the_python_tag_is_made_of_the_version() -> None:
    assert PINS.python_tag == "cp314"
