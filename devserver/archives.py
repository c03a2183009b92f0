"""A folder as one archive: a page with many modules asks for them in one request."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

EARLIEST = (1980, 1, 1, 0, 0, 0)


class Archives:
    """Zip archives of folders, made when they are asked for and kept until a file changes."""

    def __init__(self) -> None:
        self._made: dict[Path, tuple[object, bytes]] = {}

    def of(self, folder: Path) -> bytes:
        files = members(folder)
        state = [(name, stat.st_mtime_ns, stat.st_size) for name, path in files for stat in (path.stat(),)]
        if folder not in self._made or self._made[folder][0] != state:
            self._made[folder] = state, pack(files)
        return self._made[folder][1]


def members(folder: Path) -> list[tuple[str, Path]]:
    """The folder's files by the names that the archive has for them, sorted; nothing hidden, nothing from elsewhere."""
    root = folder.resolve()
    found: list[tuple[str, Path]] = []
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if any(is_private(part) for part in name.parts) or not path.resolve().is_relative_to(root):
            continue
        if path.is_file():
            found.append((name.as_posix(), path))
    return found


def is_private(part: str) -> bool:
    """Whether a part of a path is not for pages: hidden, or what Python compiled for itself."""
    return part.startswith((".", "__pycache__"))


def pack(files: list[tuple[str, Path]]) -> bytes:
    """Stored as they are: it comes from this machine, and the page unpacks it before anything else."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, path in files:
            archive.writestr(zipfile.ZipInfo(name, EARLIEST), path.read_bytes())
    return packed.getvalue()
