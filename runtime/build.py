"""Builds the runtime into dist/: vendored files, the Python packages and the memory snapshot, named by a hash."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import zstandard
from packaging.utils import parse_wheel_filename

from runtime.pins import RUNTIME, WHEELS_LOCK, check, load_pins
from runtime.vendor import download_wheels, find_node, locked_wheels, node_modules, run

LIBRARY = RUNTIME.parent / "shared" / "transom"
PIECES = tuple(RUNTIME.parent / "shared" / name for name in ("transom_client", "transom_page"))
"""What pages of our own are made of."""

DIST = RUNTIME / "dist"
ENTRIES = ("page.js", "page.css")
KEEP_BUILDS = 2
FILE_LIST = "files.json"
LEFT_OVER_SECONDS = 3600
COMPRESSED_SUFFIXES = {".js", ".mjs", ".css", ".json", ".bin", ".wasm"}
ZSTD_LEVEL = 12
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PRELOADED = (
    "page.js",
    "boot.js",
    "files.js",
    "image.js",
    "manifest.js",
    "module.js",
    "border.js",
    "slices.js",
    "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs",
    "card.js",
    "config.js",
    "exercise.js",
    "status.js",
    "storage.js",
    "pyscript/core.js",
)
SIZED = ("snapshot.bin", "site.zip", "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip")
LIBRARIES = {
    "dompurify": {"dist/purify.es.mjs": "purify.js"},
    "jedison": {"dist/esm/jedison.js": "jedison.js"},
    "mermaid": {
        "dist/mermaid.esm.min.mjs": "mermaid/mermaid.esm.min.mjs",
        "dist/chunks/mermaid.esm.min": "mermaid/chunks/mermaid.esm.min",
    },
    "@speed-highlight/core": {"dist": "highlight"},
    "@sqlite.org/sqlite-wasm": {
        "dist/index.mjs": "sqlite/index.mjs",
        "dist/sqlite3.wasm": "sqlite/sqlite3.wasm",
    },
    "uplot": {"dist/uPlot.esm.js": "uplot.js", "dist/uPlot.min.css": "uplot.css"},
}
"""What pages load when they need it: from where in its package, to where in `lib/`."""
SITE_ZIP = "/lib/site.zip"
NOT_BUNDLED = {"tests", "test", "benchmarks", "__pycache__"}

Step = Callable[[str], None]


@dataclass(frozen=True)
class Native:
    """A wheel's extension module: its dotted name, where Python imports it from, and its file in the build."""

    module: str
    path: str
    file: str


def _inputs() -> Iterator[Path]:
    """Every file that decides what a build is."""
    yield from (WHEELS_LOCK, RUNTIME / "pins.toml", RUNTIME / "package-lock.json")
    yield from (RUNTIME / name for name in ("build.py", "bundle.py", "entry.js", "snapshot.mjs"))
    for folder in (RUNTIME / "web", RUNTIME / "python", LIBRARY, *PIECES):
        yield from (p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)


def input_hash() -> str:
    """The name of the build that the present inputs make."""
    digest = hashlib.sha256()
    for path in sorted(_inputs()):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(RUNTIME.parent).as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:16]


def is_current() -> bool:
    """Whether dist/ is what the inputs make; its entry is written last, so what it names is whole."""
    name = input_hash()
    if not all(path.exists() for path in (DIST / name, *(DIST / entry for entry in ENTRIES))):
        return False
    return (DIST / ENTRIES[0]).read_text(encoding="utf-8") == _entry(name) and _is_whole(DIST / name)


def _list_files(folder: Path) -> None:
    """Write down which files a build has, and how long they are."""
    sizes = {p.relative_to(folder).as_posix(): p.stat().st_size for p in folder.rglob("*") if p.is_file()}
    (folder / FILE_LIST).write_text(json.dumps(sizes), encoding="utf-8")


def _is_whole(folder: Path) -> bool:
    """Whether every file of a build is still there, at its length."""
    try:
        sizes = json.loads((folder / FILE_LIST).read_text(encoding="utf-8"))
        return all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError):
        return False


def _entry(name: str) -> str:
    text = (RUNTIME / "entry.js").read_text(encoding="utf-8").replace("__BUILD__", name)
    return text.replace("__MODULES__", json.dumps(PRELOADED))


def build(step: Step = print) -> Path:
    """Build if an input has changed; the folder of the build."""
    name = input_hash()
    if is_current():
        return DIST / name
    DIST.mkdir(parents=True, exist_ok=True)
    for leftover in DIST.glob("building-*"):
        if time.time() - leftover.stat().st_mtime > LEFT_OVER_SECONDS:  # a younger one may be another start's
            shutil.rmtree(leftover, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="building-", dir=DIST) as temporary:
        folder = Path(temporary) / name
        _fill(folder, Path(temporary), step)
        _list_files(folder)
        _publish(folder, name)
    return DIST / name


def _fill(folder: Path, scratch: Path, step: Step) -> None:
    pins = load_pins()
    step("Fetching the npm packages")
    modules = node_modules()
    step("Fetching the Python packages")
    wheels = download_wheels(pins)
    check(pins, wheels, modules / "pyodide" / "pyodide-lock.json")

    step("Putting the files together")
    shutil.copytree(RUNTIME / "web", folder)
    for script in LIBRARY.glob("*.js"):
        shutil.copy2(script, folder / script.name)
    _copy_packages(modules, folder)
    tree = scratch / "tree"
    extras = {name: scratch / "optional" / name for name in sorted(pins.optional)}
    natives = _unpack(wheels, tree, folder, extras)
    shutil.copytree(RUNTIME / "python", tree, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    _write_pyscript(modules, tree)
    for package in (LIBRARY, *PIECES):
        shutil.copytree(package, tree / package.name, ignore=shutil.ignore_patterns("__pycache__", "*.js"))
    lock_info = json.loads((modules / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    (folder / "packages").mkdir()
    trees = [
        {"tree": str(tree), "file": "site.zip", "place": SITE_ZIP},
        *({"tree": str(extras[n]), "file": f"packages/{n}.zip", "place": f"/lib/{n}.zip"} for n in extras),
    ]
    plan = {"natives": [vars(native) for native in natives], "lockInfo": lock_info, "trees": trees}
    plan_file = scratch / "plan.json"
    plan_file.write_text(json.dumps(plan), encoding="utf-8")

    step("Compiling the Python packages and taking the memory snapshot")
    run([find_node(), str(RUNTIME / "snapshot.mjs"), str(folder), str(plan_file)], RUNTIME, "The snapshot failed.")
    manifest = {
        "files": {file: (folder / file).stat().st_size for file in SIZED},
        "natives": plan["natives"],
        "lockInfo": lock_info,
        "packages": sorted({*locked_wheels(), *pins.stand_ins, "transom"} - pins.optional),
        "optional": sorted(pins.optional),
    }
    lines = [f"export const {key} = {json.dumps(value, separators=(',', ':'))};" for key, value in manifest.items()]
    (folder / "manifest.js").write_text("\n".join(lines) + "\n", encoding="utf-8")

    step("Compressing")
    compress(folder)


def _copy_packages(modules: Path, folder: Path) -> None:
    (folder / "pyodide").mkdir()
    for name in PYODIDE_FILES:
        shutil.copy2(modules / "pyodide" / name, folder / "pyodide" / name)
    no_maps = shutil.ignore_patterns("*.map", "service-worker.js")
    shutil.copytree(modules / "@pyscript" / "core" / "dist", folder / "pyscript", ignore=no_maps)
    fake = folder / "fake-indexeddb"
    shutil.copytree(modules / "fake-indexeddb" / "build" / "esm", fake / "build" / "esm", ignore=no_maps)
    (fake / "auto").mkdir()
    shutil.copy2(modules / "fake-indexeddb" / "auto" / "index.mjs", fake / "auto" / "index.mjs")
    _copy_libraries(modules, folder / "lib")
    for package in ("@pyscript/core", "fake-indexeddb", *LIBRARIES):
        if (terms := modules / package / "LICENSE").exists():  # SQLite is in the public domain
            shutil.copy2(terms, folder / f"LICENSE-{package.lstrip('@').replace('/', '-')}.txt")


def _copy_libraries(modules: Path, target: Path) -> None:
    target.mkdir()
    for package, parts in LIBRARIES.items():
        for source, name in parts.items():
            path = modules / package / source
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, target / name, ignore=shutil.ignore_patterns("*.map", "*.d.ts", "node"))
            else:
                shutil.copy2(path, target / name)


def _write_pyscript(modules: Path, tree: Path) -> None:
    """PyScript's own Python package, which it would write and compile in each page."""
    source = (modules / "@pyscript" / "core" / "src" / "stdlib" / "pyscript.js").read_text(encoding="utf-8")
    files = json.loads(source[source.index("export default") + len("export default") :].strip().rstrip(";"))

    def write(folder: Path, entries: dict[str, object]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in entries.items():
            if isinstance(content, str):
                (folder / name).write_text(content, encoding="utf-8", newline="\n")
            else:
                write(folder / name, content)  # type: ignore[arg-type]

    write(tree, files)


def _unpack(wheels: Iterable[Path], tree: Path, folder: Path, extras: Mapping[str, Path]) -> list[Native]:
    """Pure Python into the tree, or the one that a wheel has for itself; native libraries beside the page's files."""
    natives: list[Native] = []
    for wheel in wheels:
        target = extras.get(parse_wheel_filename(wheel.name)[0], tree)
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                path = PurePosixPath(name)
                if path.suffix == ".so":
                    module = ".".join([*path.parent.parts, path.name.split(".")[0]])
                    native = Native(module, f"/lib/natives/{module}.so", f"{module}.wasm")
                    (folder / native.file).write_bytes(archive.read(name))
                    natives.append(native)
                elif not name.endswith("/") and path.suffix != ".pyi" and not NOT_BUNDLED & set(path.parts):
                    archive.extract(name, target)
    return natives


def compress(folder: Path) -> None:
    """Beside each file that is worth it, the same as .zst and .gz: a server sends what the client takes."""

    def one(path: Path) -> None:
        data = path.read_bytes()
        compressor = zstandard.ZstdCompressor(level=ZSTD_LEVEL, write_checksum=True)
        path.with_name(path.name + ".zst").write_bytes(compressor.compress(data))
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(data, 6, mtime=0))

    files = [p for p in folder.rglob("*") if p.suffix in COMPRESSED_SUFFIXES and p.stat().st_size > 1000]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(one, sorted(files, key=lambda p: -p.stat().st_size)))


def _publish(folder: Path, name: str) -> None:
    """Move the whole build to its place, then let the entries name it."""
    target = DIST / name
    if target.exists():
        shutil.rmtree(target)
    folder.replace(target)
    _write(DIST / "page.css", (target / "page.css").read_text(encoding="utf-8"))
    _write(DIST / "page.js", _entry(name))
    builds = sorted((p for p in DIST.iterdir() if p.is_dir() and p.name != name), key=lambda p: p.stat().st_mtime)
    for old in [p for p in builds if not p.name.startswith("building-")][: -(KEEP_BUILDS - 1) or None]:
        shutil.rmtree(old, ignore_errors=True)  # another server may have it open


def _write(path: Path, text: str) -> None:
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text, encoding="utf-8", newline="\n")
    temporary.replace(path)
