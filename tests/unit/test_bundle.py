"""The bundle of pure-Python packages: a zip that Python imports from, with bytecode that is not checked again."""

from __future__ import annotations

import importlib.util
import io
import traceback
import zipfile
import zipimport
from pathlib import Path

import pytest

from runtime.bundle import UNCHECKED, bundle

PLACE = "/lib/site.zip"
SOURCES = {
    "alpha.py": "def fail():\n    raise ValueError('why')\n",
    "beta/__init__.py": "NAME = 'beta'\n",
    "beta/data.json": "{}\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "tree"


def test_every_file_is_in_the_bundle_and_every_module_also_as_bytecode(tree: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(bundle(str(tree), PLACE))) as archive:
        assert archive.namelist() == [
            "alpha.py",
            "alpha.pyc",
            "beta/__init__.py",
            "beta/__init__.pyc",
            "beta/data.json",
        ]
        assert {name: archive.read(name).decode() for name in SOURCES} == SOURCES


def test_bytecode_is_for_this_python_and_not_compared_with_its_source(tree: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(bundle(str(tree), PLACE))) as archive:
        code = archive.read("alpha.pyc")
    assert code[:4] == importlib.util.MAGIC_NUMBER
    assert int.from_bytes(code[4:8], "little") == UNCHECKED
    assert code[8:16] == importlib.util.source_hash(SOURCES["alpha.py"].encode())


def test_python_imports_from_the_bundle_and_tracebacks_name_the_pages_path(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "site.zip").write_bytes(bundle(str(tree), PLACE))
    importer = zipimport.zipimporter(str(tmp_path / "site.zip"))
    spec = importer.find_spec("alpha")
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    importer.exec_module(module)
    with pytest.raises(ValueError, match="why") as raised:
        module.fail()
    assert traceback.extract_tb(raised.value.__traceback__)[-1].filename == f"{PLACE}/alpha.py"


def test_the_same_files_make_the_same_bundle(tree: Path, tmp_path: Path) -> None:
    first = bundle(str(tree), PLACE)
    copy = tmp_path / "copy"
    for name in reversed(SOURCES):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(SOURCES[name], encoding="utf-8")
    assert bundle(str(copy), PLACE) == first
