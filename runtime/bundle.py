"""Runs in Pyodide, in Node: a tree of pure-Python packages as one zip, with bytecode and, for tracebacks, sources."""

import importlib.util
import io
import marshal
import zipfile
from pathlib import Path

UNCHECKED = 0b01  # a hash-based .pyc that is not compared with its source
EPOCH = (1980, 1, 1, 0, 0, 0)


def _bytecode(source: bytes, filename: str) -> bytes:
    code = compile(source, filename, "exec", dont_inherit=True)
    flags = UNCHECKED.to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + flags + importlib.util.source_hash(source) + marshal.dumps(code)


def bundle(tree: str, place: str) -> bytes:
    """The zip of a tree; `place` is where it will be in the page, which tracebacks name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sorted(Path(tree).rglob("*")):
            if path.is_dir():
                continue
            name = path.relative_to(tree).as_posix()
            data = path.read_bytes()
            archive.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
            if path.suffix == ".py":
                code = _bytecode(data, f"{place}/{name}")
                archive.writestr(zipfile.ZipInfo(name + "c", EPOCH), code, zipfile.ZIP_DEFLATED)
    return out.getvalue()
