"""The one entry, serve.py: what it sets up and when, what a person reads when it can't, and how it goes on in .venv."""

from __future__ import annotations

import ast
import errno
import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import pytest

from devserver import __main__ as commands
from devserver.origins import ROOT, NoFreePorts
from runtime.pins import PinError
from runtime.vendor import VendorError
from tests.unit.loading import load

posix_only = pytest.mark.skipif(os.name == "nt", reason="the stand-in for .venv's Python is a shell script")
FULL = "The disk is full: free some space, and start again."


@dataclass
class Project:
    """A copy of serve.py in a folder of its own. The Python of its .venv only writes down what it is asked for."""

    folder: Path
    serve: ModuleType

    @property
    def calls(self) -> list[str]:
        path = self.folder / "calls.txt"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def python(self, script: str) -> None:
        """What .venv's Python does after it has written down its arguments."""
        program = self.folder / ".venv" / "bin" / "python"
        program.write_text(f'#!/bin/sh\necho "$@" >> "{self.folder}/calls.txt"\n{script}\n', encoding="utf-8")
        program.chmod(0o755)

    def stamp(self, group: str) -> Path:
        return self.folder / ".venv" / f"transom-{group}.stamp"

    def set_up_already(self, group: str) -> None:
        self.stamp(group).write_text(self.serve.lock_of(group), encoding="utf-8")

    def start(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(self.folder / "serve.py"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.folder.parent)


def fail(*arguments: object, **options: object) -> NoReturn:
    raise AssertionError(f"not to be called: {arguments}")


@pytest.fixture(autouse=True)
def nothing_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("devserver.serve.serve", fail)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    folder = tmp_path / "project"
    (folder / "requirements").mkdir(parents=True)
    (folder / ".venv" / "bin").mkdir(parents=True)
    for group in ("serve", "dev"):
        (folder / "requirements" / f"{group}.txt").write_text(f"# {group}\n", encoding="utf-8")
    (folder / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    shutil.copy(ROOT / "serve.py", folder)
    project = Project(folder, load(folder / "serve.py", "serve_entry"))
    project.python("exit 0")
    monkeypatch.setattr(project.serve, "hand_over", fail)  # it would put another program in the place of this one
    return project


def test_a_python_that_is_too_old_reads_the_file_and_is_told(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ast.parse((ROOT / "serve.py").read_text(encoding="utf-8"), feature_version=(3, 7))
    monkeypatch.setattr(project.serve, "OLDEST", (99, 1))
    assert project.serve.main([]) == 1
    version = sys.version.split()[0]
    assert capsys.readouterr().out == f"Transom needs Python 99.1 or newer; this is {version}.\n"
    assert project.calls == []


def test_the_oldest_python_is_the_one_that_the_package_names() -> None:
    oldest = ".".join(map(str, load(ROOT / "serve.py", "serve_entry").OLDEST))
    assert f'requires-python = ">={oldest}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


NETWORK = "The package index can't be reached: check the network or the proxy, and start again."
HASHES = "A package is not the one that was pinned: check the package index that pip is set up with."
ANYTHING = "Start again; if it stays, delete .venv first."


@pytest.mark.parametrize(
    ("output", "advice"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", FULL),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", HASHES),
        ("NewConnectionError(...): Failed to establish a new connection", NETWORK),
        ("Connection timed out", NETWORK),
        ("[Errno -3] Temporary failure in name resolution", NETWORK),
        ("ERROR: No matching distribution found for anyio==4.16.0", NETWORK),
        ("Traceback: something else", ANYTHING),
        ("", ANYTHING),
    ],
)
def test_advice_is_about_what_pip_said(project: Project, output: str, advice: str) -> None:
    assert project.serve.advice(output) == advice


@pytest.mark.parametrize("changed", ["requirements/serve.txt", "pyproject.toml"])
def test_the_lock_changes_with_what_has_to_be_installed(project: Project, changed: str) -> None:
    before = project.serve.lock_of("serve")
    assert project.serve.lock_of("serve") == before
    (project.folder / changed).write_text("changed", encoding="utf-8")
    assert project.serve.lock_of("serve") != before


def test_the_lock_of_one_group_is_not_that_of_another(project: Project) -> None:
    before = project.serve.lock_of("serve")
    assert project.serve.lock_of("dev") != before
    (project.folder / "requirements" / "dev.txt").write_text("changed", encoding="utf-8")
    (project.folder / "README.md").write_text("changed", encoding="utf-8")
    assert project.serve.lock_of("serve") == before


def test_the_lock_changes_with_the_version_of_python_and_the_place_of_the_project(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks = {project.serve.lock_of("serve")}
    moved = shutil.copytree(project.folder, tmp_path / "moved")
    locks.add(load(moved / "serve.py", "moved_serve_entry").lock_of("serve"))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version_info", (3, 99, 0))
        locks.add(project.serve.lock_of("serve"))
    assert len(locks) == 3


@posix_only
@pytest.mark.parametrize("group", ["serve", "dev"])
def test_set_up_installs_the_requirements_and_the_library_once(
    project: Project, group: str, capsys: pytest.CaptureFixture[str]
) -> None:
    project.serve.set_up(group)
    asked, requirements, library = project.calls
    assert asked == "-m pip --version"
    assert requirements.endswith(f"--require-hashes -r {project.folder}/requirements/{group}.txt")
    assert library.endswith(f"--no-deps --no-build-isolation --editable {project.folder}")
    assert project.stamp(group).read_text(encoding="utf-8") == project.serve.lock_of(group)
    assert capsys.readouterr().err.splitlines() == [
        "Installing the Python packages ...",
        "  done in 0 s",
        "Installing Transom ...",
        "  done in 0 s",
    ]
    project.serve.set_up(group)
    assert len(project.calls) == 3


def test_set_up_does_nothing_when_the_stamp_is_that_of_the_lock(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project.set_up_already("serve")
    for name in ("run", "make_venv"):
        monkeypatch.setattr(project.serve, name, fail)
    project.serve.set_up("serve")
    assert capsys.readouterr().out == ""
    assert project.calls == []


@posix_only
@pytest.mark.parametrize(
    ("failing", "doing"),
    [("*--require-hashes*", "Installing the Python packages"), ("*--editable*", "Installing Transom")],
)
def test_a_failed_set_up_leaves_no_stamp_and_is_done_again(project: Project, failing: str, doing: str) -> None:
    """Also none of an earlier one: its packages may be gone."""
    project.stamp("serve").write_text("of other requirements", encoding="utf-8")
    lines = "seq 1 30; echo 'No space left on device' >&2"
    project.python(f'case "$*" in {failing}) {lines}; exit 2;; esac')
    with pytest.raises(project.serve.SetupError) as raised:
        project.serve.set_up("serve")
    end = "\n".join(map(str, range(17, 31)))
    assert str(raised.value) == f"{doing} failed. {FULL}\n\n{end}\nNo space left on device"
    assert not project.stamp("serve").exists()

    project.python("exit 0")
    project.serve.set_up("serve")
    assert project.stamp("serve").exists()


def test_an_interrupted_set_up_leaves_no_stamp(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*arguments: object) -> NoReturn:
        raise KeyboardInterrupt

    project.stamp("serve").write_text("of other requirements", encoding="utf-8")
    monkeypatch.setattr(project.serve, "make_venv", lambda: None)
    monkeypatch.setattr(project.serve, "run", interrupt)
    assert project.serve.main([]) == 130
    assert capsys.readouterr().out == "\nStopped. The next start goes on from here.\n"
    assert not project.stamp("serve").exists()


@posix_only
def test_a_venv_that_works_is_kept(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venv.EnvBuilder, "create", fail)
    project.serve.make_venv()


@posix_only
@pytest.mark.parametrize("broken", ["exit 1", None], ids=["without-pip", "absent"])
def test_a_venv_that_does_not_work_is_made_anew(
    project: Project, monkeypatch: pytest.MonkeyPatch, broken: str | None
) -> None:
    made: list[tuple[bool, bool, Path]] = []
    monkeypatch.setattr(
        venv.EnvBuilder, "create", lambda self, folder: made.append((self.with_pip, self.clear, Path(folder)))
    )
    project.python(broken or "")
    if broken is None:
        (project.folder / ".venv" / "bin" / "python").unlink()
    project.serve.make_venv()
    assert made == [(True, True, project.folder / ".venv")]


def test_a_python_that_can_not_make_a_venv_is_told_what_to_install(
    project: Project,
) -> None:
    shutil.rmtree(project.folder / ".venv")
    (project.folder / ".venv").write_text("no folder", encoding="utf-8")
    with pytest.raises(project.serve.SetupError) as raised:
        project.serve.make_venv()
    text = str(raised.value)
    assert text.startswith(
        "This Python can't make a virtual environment. On Debian and Ubuntu: `apt install python3-venv`; elsewhere, "
        "install Python from python.org. Then start again. ("
    )
    assert ".venv" in text.rpartition("(")[2]


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (subprocess.CalledProcessError(1, ["python", "-m", "ensurepip"]), "apt install python3-venv"),
        (PermissionError(errno.EACCES, "Permission denied"), "Permission denied"),
        (OSError(errno.ENOSPC, "No space left on device"), FULL),
    ],
)
def test_a_venv_that_fails_is_said_in_a_sentence_without_a_traceback(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    expected: str,
) -> None:
    def create(self: venv.EnvBuilder, folder: Path) -> NoReturn:
        raise error

    shutil.rmtree(project.folder / ".venv")
    monkeypatch.setattr(venv.EnvBuilder, "create", create)
    assert project.serve.main([]) == 1
    assert expected in capsys.readouterr().err


@posix_only
def test_it_goes_on_in_the_venv_with_its_arguments(project: Project) -> None:
    project.set_up_already("serve")
    project.python('echo "path: $PYTHONPATH"; exit 7')
    ran = project.start("--port", "9000", "--host", "two words")
    assert (ran.returncode, ran.stderr) == (7, "")
    assert project.calls == ["-m devserver --port 9000 --host two words"]
    assert ran.stdout.split(":")[1].strip() == str(project.folder)


@posix_only
@pytest.mark.parametrize(
    ("command", "group"), [("test", "dev"), ("bench", "dev"), ("update", "serve"), (None, "serve")]
)
def test_a_command_needs_its_own_group(project: Project, command: str | None, group: str) -> None:
    arguments = [command] if command else []
    project.set_up_already(group)
    project.python('case "$*" in *install*) echo Connection refused; exit 1;; esac')
    assert project.start(*arguments).returncode == 0

    project.stamp(group).rename(project.stamp("other"))
    ran = project.start(*arguments)
    assert ran.returncode == 1
    assert ran.stderr.endswith(f"Installing the Python packages failed. {NETWORK}\n\nConnection refused\n")
    assert f"{project.folder}/requirements/{group}.txt" in project.calls[-1]


@pytest.mark.parametrize(
    "port", ["0", "65536", "-1", "99999999999", "abc", "", "8700.5", "8_700", "0x10", " 8700", "+8700", "1e3", "²"]
)
def test_a_bad_port_is_refused_with_a_sentence(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        commands.main([f"--port={port}"])
    assert raised.value.code == 2
    *usage, error = capsys.readouterr().err.splitlines()
    assert error == f"serve.py: error: argument --port: a port is a number from 1 to 65535, not {port!r}"
    assert usage[0].startswith("usage: serve.py ")


def test_what_is_no_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        commands.main(["serv"])
    assert raised.value.code == 2
    assert "unrecognized arguments: serv" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "served"),
    [
        ([], ("127.0.0.1", 8700, True)),
        (["--port", "1"], ("127.0.0.1", 1, True)),
        (["--port", "65535", "--no-open"], ("127.0.0.1", 65535, False)),
        (["--host", "0.0.0.0"], ("0.0.0.0", 8700, True)),
    ],
)
def test_arguments_say_where_to_serve(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], served: tuple[str, int, bool]
) -> None:
    calls: list[tuple[Any, ...]] = []

    def serve(address: str, port: int, *, open_browser: bool) -> int:
        calls.append((address, port, open_browser))
        return 5

    monkeypatch.setattr("devserver.serve.serve", serve)
    assert commands.main(arguments) == 5
    assert calls == [served]


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        commands.main(["--help"])
    assert raised.value.code == 0
    shown = capsys.readouterr().out
    assert [command for command in commands.COMMANDS if f"serve.py {command}" not in shown] == []


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (NoFreePorts("No block is free."), 1, "No block is free.\n"),
        (PinError("They don't match."), 1, "They don't match.\n"),
        (VendorError("npm failed."), 1, "npm failed.\n"),
        (OSError(errno.ENOSPC, "No space left on device"), 1, f"{FULL}\n"),
    ],
)
def test_what_a_person_can_act_on_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, code: int, text: str
) -> None:
    def command(arguments: list[str]) -> NoReturn:
        raise error

    monkeypatch.setitem(commands.COMMANDS, "update", command)
    assert commands.main(["update"]) == code
    assert capsys.readouterr().err == text


def test_ctrl_c_ends_a_command_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def command(arguments: list[str]) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setitem(commands.COMMANDS, "update", command)
    assert commands.main(["update"]) == 130
    assert capsys.readouterr() == ("\nStopped.\n", "")


def test_an_error_of_ours_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def command(arguments: list[str]) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setitem(commands.COMMANDS, "update", command)
    with pytest.raises(PermissionError):
        commands.main(["update"])
