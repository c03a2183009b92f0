"""Builds of the runtime: what names them, when one is current, and that an interrupted one does no harm."""

from __future__ import annotations

import gzip
import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from runtime import build as building
from runtime.build import build, input_hash, is_current

INPUTS = {
    "runtime/wheels.txt": "mcp==2.3.0",
    "runtime/pins.toml": "[npm]",
    "runtime/package-lock.json": "{}",
    "runtime/build.py": "# builds",
    "runtime/bundle.py": "# bundles",
    "runtime/entry.js": 'const base = "./__BUILD__/"; const files = __MODULES__;\n',
    "runtime/snapshot.mjs": "// takes",
    "runtime/web/page.js": "// page",
    "runtime/web/page.css": "body {}",
    "runtime/web/parts/card.js": "// card",
    "runtime/python/rpds.py": "# rpds",
    "runtime/python/cryptography/__init__.py": "",
    "shared/transom/__init__.py": "# transom",
    "shared/transom/apps/view.py": "# view",
    "shared/transom_client/models/sse.py": "# sse",
    "shared/transom_page/dom.py": "# dom",
}
NO_INPUTS = (
    "README.md",
    "runtime/README.md",
    "runtime/update.py",
    "runtime/dist/page.js",
    "runtime/vendor/wheels/mcp.whl",
    "runtime/node_modules/pyodide/pyodide.mjs",
    "runtime/web/__pycache__/x.pyc",
    "runtime/python/__pycache__/rpds.cpython-314.pyc",
    "shared/transom/apps/__pycache__/view.cpython-314.pyc",
    "shared/other.py",
)

Write = Callable[[str, str], None]


class Interrupted(Exception):
    """Stands for whatever ends a build in its midst."""


def silent(text: str) -> None: ...


def fill_from_web(folder: Path, scratch: Path, step: Callable[[str], None]) -> None:
    """A build without Node and npm: the page's files, and one that the build makes."""
    shutil.copytree(building.RUNTIME / "web", folder)
    (folder / "snapshot.bin").write_bytes(b"memory")
    (scratch / "tree").mkdir()


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project, which is built in place of this one."""
    root = tmp_path / "project"
    for name, text in INPUTS.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    use(root, monkeypatch)
    monkeypatch.setattr(building, "_fill", fill_from_web)
    return root


def use(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "RUNTIME", root / "runtime")
    monkeypatch.setattr(building, "WHEELS_LOCK", root / "runtime" / "wheels.txt")
    monkeypatch.setattr(building, "LIBRARY", root / "shared" / "transom")
    monkeypatch.setattr(building, "PIECES", (root / "shared" / "transom_client", root / "shared" / "transom_page"))
    monkeypatch.setattr(building, "DIST", root / "runtime" / "dist")


@pytest.fixture
def dist(root: Path) -> Path:
    return root / "runtime" / "dist"


def change(root: Path, text: str = "// changed") -> None:
    """Change an input, so that another build is due."""
    (root / "runtime" / "web" / "page.js").write_text(text, encoding="utf-8")


def builds(dist: Path) -> set[str]:
    return {path.name for path in dist.iterdir() if path.is_dir()}


@pytest.mark.parametrize("name", INPUTS)
def test_a_change_of_any_input_makes_another_build(root: Path, name: str) -> None:
    before = input_hash()
    (root / name).write_text(INPUTS[name][:-1] + "~", encoding="utf-8")
    assert input_hash() != before


@pytest.mark.parametrize(
    "folder",
    [
        "runtime/web",
        "runtime/python/cryptography",
        "shared/transom",
        "shared/transom_client/models",
        "shared/transom_page",
    ],
)
def test_a_file_that_is_added_renamed_or_removed_makes_another_build(root: Path, folder: str) -> None:
    hashes = [input_hash()]
    (root / folder / "more.txt").write_text("", encoding="utf-8")
    hashes.append(input_hash())
    (root / folder / "more.txt").rename(root / folder / "else.txt")
    hashes.append(input_hash())
    assert len(set(hashes)) == 3
    (root / folder / "else.txt").unlink()
    assert input_hash() == hashes[0]


def test_a_file_that_holds_what_were_two_makes_another_build(root: Path) -> None:
    first, second = root / "runtime" / "web" / "x.js", root / "runtime" / "web" / "y.js"
    first.write_text("1", encoding="utf-8")
    second.write_text("2", encoding="utf-8")
    before = input_hash()
    second.unlink()
    first.write_text("1runtime/web/y.js\x002", encoding="utf-8")
    assert input_hash() != before


@pytest.mark.parametrize("name", NO_INPUTS)
def test_a_file_that_is_no_input_makes_no_other_build(root: Path, name: str) -> None:
    before = input_hash()
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text("new", encoding="utf-8")
    assert input_hash() == before


def test_a_build_is_named_by_what_is_in_its_inputs_not_by_time_or_place(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = input_hash()
    for name in INPUTS:
        os.utime(root / name, (1, 1))
    assert input_hash() == before
    use(shutil.copytree(root, tmp_path / "elsewhere"), monkeypatch)
    assert input_hash() == before


def test_nothing_is_current_before_the_first_build(root: Path) -> None:
    assert not is_current()


def test_a_build_is_current_until_an_input_changes(root: Path) -> None:
    build(silent)
    assert is_current()
    change(root)
    assert not is_current()
    build(silent)
    assert is_current()
    change(root, INPUTS["runtime/web/page.js"])
    assert not is_current()


def test_what_is_missing_from_dist_is_built_again(root: Path, dist: Path) -> None:
    for name in ("page.js", "page.css", input_hash()):
        build(silent)
        assert is_current()
        path = dist / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        assert not is_current()
    folder = build(silent)
    assert is_current()
    assert (folder / "snapshot.bin").read_bytes() == b"memory"


def test_an_entry_that_names_another_build_is_not_current(root: Path, dist: Path) -> None:
    name = build(silent).name
    entry = (dist / "page.js").read_text(encoding="utf-8")
    assert name in entry
    (dist / "page.js").write_text(entry.replace(name, "0" * 16), encoding="utf-8")
    assert not is_current()


def test_a_changed_entry_is_put_right(root: Path, dist: Path) -> None:
    build(silent)
    entry = (dist / "page.js").read_text(encoding="utf-8")
    (dist / "page.js").write_text(entry + "// changed", encoding="utf-8")
    build(silent)
    assert (dist / "page.js").read_text(encoding="utf-8") == entry


def test_what_is_current_is_not_built_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = build(silent)

    def fail(*arguments: object) -> None:
        raise Interrupted

    monkeypatch.setattr(building, "_fill", fail)
    assert build(silent) == folder
    change(root)
    with pytest.raises(Interrupted):
        build(silent)


def test_the_entry_names_the_build_and_what_to_preload(root: Path, dist: Path) -> None:
    folder = build(silent)
    assert folder == dist / input_hash()
    entry = (dist / "page.js").read_text(encoding="utf-8")
    assert f'"./{folder.name}/"' in entry
    assert '"boot.js"' in entry
    assert "__" not in entry
    assert (dist / "page.css").read_bytes() == (folder / "page.css").read_bytes() == b"body {}"


def test_every_file_that_is_preloaded_is_in_the_sources_or_made_by_the_build() -> None:
    made_or_fetched = {name for name in building.PRELOADED if name == "manifest.js" or "/" in name}
    folders = (Path(building.__file__).parent / "web", building.LIBRARY)
    own = [name for name in building.PRELOADED if name not in made_or_fetched]
    assert [name for name in own if not any((folder / name).exists() for folder in folders)] == []


def interrupt_at(monkeypatch: pytest.MonkeyPatch, method: str, count: int) -> None:
    """End the program in the midst of the `count`th call of a method of `Path`; the next calls work again."""
    original = getattr(Path, method)
    calls: list[Path] = []

    def interrupted(self: Path, argument: str | Path, **options: str) -> object:
        calls.append(self)
        if len(calls) == count:
            if isinstance(argument, str):
                original(self, argument[: len(argument) // 2], **options)
            raise Interrupted
        return original(self, argument, **options)

    monkeypatch.setattr(Path, method, interrupted)


@pytest.mark.parametrize(
    ("method", "count"), [("replace", 1), ("replace", 2), ("replace", 3), ("write_text", 1), ("write_text", 2)]
)
def test_the_former_build_stays_in_use_wherever_the_next_one_is_interrupted(
    root: Path, dist: Path, monkeypatch: pytest.MonkeyPatch, method: str, count: int
) -> None:
    former = build(silent)
    entry = (dist / "page.js").read_bytes()
    change(root)
    interrupt_at(monkeypatch, method, count)
    with pytest.raises(Interrupted):
        build(silent)
    assert (dist / "page.js").read_bytes() == entry
    assert (dist / "page.css").read_bytes() == b"body {}"
    assert (former / "snapshot.bin").exists()
    assert not is_current()

    folder = build(silent)
    assert is_current()
    assert sorted(path.name for path in folder.iterdir()) == [
        "files.json",
        "page.css",
        "page.js",
        "parts",
        "snapshot.bin",
    ]


def test_the_entry_is_the_last_that_is_put_in_place(root: Path, dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original, moved = Path.replace, []

    def watched(self: Path, target: Path) -> Path:
        moved.append(target.name)
        if target.name == "page.js":
            assert (dist / input_hash() / "snapshot.bin").exists()
        return original(self, target)

    monkeypatch.setattr(Path, "replace", watched)
    build(silent)
    assert moved == [input_hash(), "page.css", "page.js"]


def test_what_an_interrupted_build_left_is_not_current_and_is_removed(root: Path, dist: Path) -> None:
    name = input_hash()
    (dist / "building-abc" / name).mkdir(parents=True)
    (dist / "building-abc" / name / "page.js").write_text("// half", encoding="utf-8")
    assert not is_current()
    build(silent)
    assert builds(dist) == {name, "building-abc"}, "it may be another start's"
    os.utime(dist / "building-abc", (0, 0))
    change(root)
    build(silent)
    assert builds(dist) == {name, input_hash()}


@pytest.mark.parametrize("damage", [b"mem", None], ids=["cut", "missing"])
def test_a_build_that_lost_a_part_is_built_again(root: Path, damage: bytes | None) -> None:
    path = build(silent) / "snapshot.bin"
    path.unlink() if damage is None else path.write_bytes(damage)
    assert not is_current()
    assert (build(silent) / "snapshot.bin").read_bytes() == b"memory"
    assert is_current()


def test_a_failed_build_leaves_nothing_behind(root: Path, dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(folder: Path, scratch: Path, step: Callable[[str], None]) -> None:
        fill_from_web(folder, scratch, step)
        raise Interrupted

    monkeypatch.setattr(building, "_fill", fail)
    with pytest.raises(Interrupted):
        build(silent)
    assert list(dist.iterdir()) == []


def test_a_damaged_build_of_the_same_name_is_replaced(root: Path, dist: Path) -> None:
    damaged = dist / input_hash()
    damaged.mkdir(parents=True)
    (damaged / "rest.js").write_text("// rest", encoding="utf-8")
    assert build(silent) == damaged
    assert not (damaged / "rest.js").exists()
    assert (damaged / "snapshot.bin").exists()


def test_the_newest_build_before_the_current_one_is_kept_and_older_ones_removed(root: Path, dist: Path) -> None:
    for number, name in enumerate(["oldest", "newest", "middle"]):
        (dist / name).mkdir(parents=True)
        seconds = {"oldest": 1_000, "newest": 3_000, "middle": 2_000}[name]
        os.utime(dist / name, (seconds, seconds + number))
    folder = build(silent)
    assert builds(dist) == {"newest", folder.name}


def test_pages_of_the_build_before_still_find_their_files(root: Path, dist: Path) -> None:
    first = build(silent)
    change(root)
    second = build(silent)
    assert builds(dist) == {first.name, second.name}
    change(root, "// changed again")
    os.utime(first, (1, 1))
    third = build(silent)
    assert builds(dist) == {second.name, third.name}


def test_a_step_is_told_for_each_part_of_the_build(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    monkeypatch.setattr(building, "_fill", lambda folder, scratch, step: (step("A step"), folder.mkdir(), _css(folder)))
    build(steps.append)
    assert steps == ["A step"]


def _css(folder: Path) -> None:
    (folder / "page.css").write_text("", encoding="utf-8")


def test_large_text_and_binaries_are_compressed_both_ways(tmp_path: Path) -> None:
    content = b"abc" * 1000
    for name in ("page.js", "deep/core.mjs", "snapshot.bin", "small.js", "site.zip", "LICENSE.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content if name != "small.js" else b"small")
    building.compress(tmp_path)
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.suffix in (".zst", ".gz")}
    compressed = ["deep/core.mjs", "page.js", "snapshot.bin"]
    assert made == {name + suffix for name in compressed for suffix in (".zst", ".gz")}
    for name in compressed:
        assert gzip.decompress((tmp_path / f"{name}.gz").read_bytes()) == content
        assert zstandard.decompress((tmp_path / f"{name}.zst").read_bytes()) == content
        assert (tmp_path / name).read_bytes() == content


def test_wheels_are_split_into_python_native_libraries_and_what_is_optional(tmp_path: Path) -> None:
    library = "pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so"
    names = [library, "pydantic_core/__init__.py", "pydantic_core/_pydantic_core.pyi", "pydantic_core/tests/test_a.py"]
    with zipfile.ZipFile(tmp_path / "core-1-py3-none-any.whl", "w") as archive:
        for name in (*names, "pydantic_core/data.json", "core-1.dist-info/METADATA"):
            archive.writestr(name, name)
    tree, folder = tmp_path / "tree", tmp_path / "folder"
    folder.mkdir()
    with zipfile.ZipFile(tmp_path / "odd_one-2-py3-none-any.whl", "w") as archive:
        archive.writestr("odd.py", "odd")
    wheels = [tmp_path / "core-1-py3-none-any.whl", tmp_path / "odd_one-2-py3-none-any.whl"]
    natives = building._unpack(wheels, tree, folder, {"odd-one": tmp_path / "odd"})
    assert (tmp_path / "odd" / "odd.py").read_text(encoding="utf-8") == "odd"
    module = "pydantic_core._pydantic_core"
    assert natives == [building.Native(module, f"/lib/natives/{module}.so", f"{module}.wasm")]
    assert (folder / f"{module}.wasm").read_text(encoding="utf-8") == library
    assert {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()} == {
        "pydantic_core/__init__.py",
        "pydantic_core/data.json",
        "core-1.dist-info/METADATA",
    }
