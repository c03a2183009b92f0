"""The commands of `python3 serve.py`, inside .venv."""

from __future__ import annotations

import argparse
import sys

from devserver.console import say, steps
from devserver.origins import DEFAULT_PORT, LAST_PORT, NoFreePorts
from runtime.pins import PinError
from runtime.vendor import VendorError


def _port(text: str) -> int:
    port = int(text) if text.isdecimal() else 0
    if not 1 <= port <= LAST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to {LAST_PORT}, not {text!r}")
    return port


def _serve_parser(prog: str = "serve.py") -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Set everything up, serve all pages, each on an origin of its own, and open the browser.",
        epilog="Other commands: `serve.py test` (the whole suite), `serve.py bench NAME [--json]`, `serve.py update` "
        "(new versions of what is vendored).",
    )
    parser.add_argument("--port", type=_port, default=DEFAULT_PORT, help="the first of a block of ports (%(default)s)")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (%(default)s)")
    parser.add_argument("--no-open", action="store_true", help="don't open the browser")
    return parser


def _serve(arguments: list[str]) -> int:
    options = _serve_parser().parse_args(arguments)
    from devserver.serve import serve

    return serve(options.host, options.port, open_browser=not options.no_open)


def _test(arguments: list[str]) -> int:
    from devserver.check import run_suite

    return run_suite(arguments)


def _bench(arguments: list[str]) -> int:
    from benchmarks import main
    from devserver.browsers import NoBrowser

    try:
        return main(arguments)
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 1


def _update(arguments: list[str]) -> int:
    argparse.ArgumentParser(
        prog="serve.py update", description="Resolve pins.toml and write the lock files."
    ).parse_args(arguments)
    from runtime.update import main

    with steps() as step:
        return main(step)


COMMANDS = {"test": _test, "bench": _bench, "update": _update}


def main(arguments: list[str]) -> int:
    try:
        if arguments and arguments[0] in COMMANDS:
            return COMMANDS[arguments[0]](arguments[1:])
        return _serve(arguments)
    except (NoFreePorts, PinError, VendorError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno == 28:
            print("The disk is full: free some space, and start again.", file=sys.stderr)
            return 1
        raise
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
