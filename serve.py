"""The one entry: `python3 serve.py` sets everything up and serves; `python3 serve.py --help` lists the rest.

Runs on a bare Python: it makes .venv, installs what is pinned in requirements/, and goes on inside, in devserver/.
"""

import hashlib
import os
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)
NEEDS_DEV = {"test", "bench"}


class SetupError(Exception):
    """Set-up can't go on; the text says what to do."""


def lock_of(group):
    """What has to be installed for a group of commands, as a hash."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {VENV}".encode())
    for path in (ROOT / "requirements" / f"{group}.txt", ROOT / "pyproject.toml"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def advice(output):
    """What a person can do, from what pip printed."""
    if "No space left on device" in output:
        return "The disk is full: free some space, and start again."
    if "THESE PACKAGES DO NOT MATCH THE HASHES" in output:
        return "A package is not the one that was pinned: check the package index that pip is set up with."
    if "Connection" in output or "Temporary failure" in output or "No matching distribution" in output:
        return "The package index can't be reached: check the network or the proxy, and start again."
    return "Start again; if it stays, delete .venv first."


def run(command, doing):
    """Run a program with its output kept back; a line says what it does, and how long it took."""
    print(f"{doing} ...", file=sys.stderr, flush=True)
    started = time.monotonic()
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", cwd=ROOT
    )
    if result.returncode:
        tail = "\n".join(result.stdout.strip().splitlines()[-15:])
        raise SetupError(f"{doing} failed. {advice(result.stdout)}\n\n{tail}")
    print(f"  done in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)


def make_venv():
    if PYTHON.exists() and subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return
    print("Making .venv ...", file=sys.stderr, flush=True)
    try:
        venv.EnvBuilder(with_pip=True, clear=True).create(VENV)
    except (OSError, subprocess.CalledProcessError) as error:
        if isinstance(error, OSError) and error.errno == 28:
            raise SetupError("The disk is full: free some space, and start again.") from error
        raise SetupError(
            "This Python can't make a virtual environment. On Debian and Ubuntu: `apt install python3-venv`; "
            f"elsewhere, install Python from python.org. Then start again. ({error})"
        ) from error


def set_up(group):
    """Everything that a group of commands needs, in .venv. The stamp comes last: what was interrupted is done again."""
    stamp = VENV / f"transom-{group}.stamp"
    lock = lock_of(group)
    if stamp.exists() and stamp.read_text() == lock:
        return
    make_venv()
    stamp.unlink(missing_ok=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    requirements = ROOT / "requirements" / f"{group}.txt"
    run([*pip, "--require-hashes", "-r", requirements], "Installing the Python packages")
    run([*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT], "Installing Transom")
    stamp.write_text(lock)


def hand_over(arguments):
    """Go on inside .venv."""
    command = [str(PYTHON), "-m", "devserver", *arguments]
    os.environ["PYTHONPATH"] = os.pathsep.join(p for p in (str(ROOT), os.environ.get("PYTHONPATH")) if p)
    if os.name == "posix":
        os.execv(command[0], command)  # noqa: S606
    with subprocess.Popen(command) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:  # the child has it as well, and ends by itself
                continue


def main(arguments):
    if sys.version_info < OLDEST:
        print(f"Transom needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}.")
        return 1
    try:
        set_up("dev" if NEEDS_DEV & set(arguments[:1]) else "serve")
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The next start goes on from here.")
        return 130
    return hand_over(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
