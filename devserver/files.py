"""Serves a folder's files: right types, right caching, and the compressed form where the client takes it."""

from __future__ import annotations

import os
import stat
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path, PurePath

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from devserver.archives import Archives, is_private

MEDIA_TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".py": "text/x-python",
    ".so": "application/octet-stream",
    ".svg": "image/svg+xml",
    ".toml": "application/toml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".whl": "application/zip",
    ".zip": "application/zip",
}
ENCODINGS = (("zstd", ".zst"), ("gzip", ".gz"))

SOURCE_HEADERS = {"cache-control": "no-store", "cross-origin-resource-policy": "same-origin"}
"""An author's file: as it is now. Nobody but its own origin reads it."""

PAGE_HEADERS = {**SOURCE_HEADERS, "cross-origin-resource-policy": "cross-origin"}
"""A page: any host may ask whether it is there, as on other servers. Scripts see nothing of what it says."""

UNFRAMED_HEADERS = {"content-security-policy": "frame-ancestors 'none'"}
"""An outer page: in somebody's frame, its questions to the person could be covered and clicked."""

PUBLIC_HEADERS = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
"""What an opaque frame may load as well: the runtime, which is the same for everyone."""


class BigFileResponse(FileResponse):
    chunk_size = 1024 * 1024


def _accepts(header: str, encoding: str) -> bool:
    """Whether an Accept-Encoding header takes an encoding."""
    for part in header.lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() == encoding:
            return quality.strip().replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class Files(StaticFiles, ABC):
    """A folder's files, and for each the headers that its kind has."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        if any(is_private(part) for part in PurePath(path).parts if part != "."):
            return "", None
        return super().lookup_path(path)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path = Path(full_path)
        headers = self.headers_of(path)
        media_type = MEDIA_TYPES.get(path.suffix.lower())
        served, encoding = self.encoded(path, Headers(scope=scope))
        if encoding:
            headers["content-encoding"] = encoding
            stat_result = served.stat()
        response = BigFileResponse(served, status_code, headers, media_type, stat_result=stat_result)
        if status_code == 200 and self.is_not_modified(response.headers, Headers(scope=scope)):
            unchanged = NotModifiedResponse(response.headers)
            unchanged.headers.update(self.headers_of(path))  # a browser lets them replace those that it has kept
            return unchanged
        return response

    @abstractmethod
    def headers_of(self, path: Path) -> dict[str, str]: ...

    def encoded(self, path: Path, request: Headers) -> tuple[Path, str | None]:
        return path, None


class Sources(Files):
    """The files of a page, never cached; `modules.zip` is the folder `modules`, unless there is such a file."""

    def __init__(self, folder: Path, *, may_be_framed: bool = True) -> None:
        super().__init__(folder)
        self._page_headers = PAGE_HEADERS if may_be_framed else {**PAGE_HEADERS, **UNFRAMED_HEADERS}
        self._archives = Archives()

    async def get_response(self, path: str, scope: Scope) -> Response:
        folder = self._archived(path) if scope["method"] in ("GET", "HEAD") else None
        if folder is None:
            return await super().get_response(path, scope)
        archive = await to_thread.run_sync(self._archives.of, folder)
        return Response(archive, headers=SOURCE_HEADERS, media_type=MEDIA_TYPES[".zip"])

    def _archived(self, path: str) -> Path | None:
        """The folder whose archive a path asks for."""
        if PurePath(path).suffix != ".zip":
            return None
        with suppress(OSError, ValueError):
            if not self.lookup_path(path)[0]:
                folder, found = self.lookup_path(path.removesuffix(".zip"))
                return Path(folder) if found and stat.S_ISDIR(found.st_mode) else None
        return None

    def headers_of(self, path: Path) -> dict[str, str]:
        return dict(self._page_headers if path.suffix.lower() == ".html" else SOURCE_HEADERS)


class Runtime(Files):
    """The built runtime: what a hash names is kept for good, the entries that name it are asked for each time."""

    def __init__(self, dist: Path) -> None:
        super().__init__(dist)
        self._dist = dist.resolve()

    def headers_of(self, path: Path) -> dict[str, str]:
        hashed = path.parent != self._dist
        caching = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return {**PUBLIC_HEADERS, "cache-control": caching, "vary": "accept-encoding"}

    def encoded(self, path: Path, request: Headers) -> tuple[Path, str | None]:
        if "range" not in request:
            for encoding, suffix in ENCODINGS:
                compressed = path.with_name(path.name + suffix)
                if _accepts(request.get("accept-encoding", ""), encoding) and compressed.exists():
                    return compressed, encoding
        return path, None
