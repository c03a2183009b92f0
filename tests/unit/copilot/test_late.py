"""A model whose code comes later: in pieces, once, and as if it had always been there."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest

from assistant.conversation import Turn
from assistant.late import LateModel, in_order
from assistant.model import Model, Server

from .servers import Shelf, question

pytestmark = pytest.mark.anyio

MODULES = {
    "__init__": '"""A model."""',
    "answering": "from slow_model.words import WORDS\nfrom slow_model.numbers import NUMBER\n",
    "numbers": "import slow_model.words\nNUMBER = 1\n",
    "words": "def late():\n    from slow_model.answering import WORDS\n\nWORDS = 'ready'\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    folder = tmp_path / "slow_model"
    folder.mkdir()
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder.name
    for name in [name for name in sys.modules if name.partition(".")[0] == folder.name]:
        del sys.modules[name]


class Ready:
    name = "Ready"

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncIterator[str]:
        yield sys.modules["slow_model.answering"].WORDS


async def test_it_answers_once_its_code_is_there_and_that_is_loaded_once(package: str) -> None:
    made: list[Model] = []

    def make() -> Model:
        made.append(Ready())
        return made[-1]

    late = LateModel("Late", package, make)
    assert "slow_model.answering" not in sys.modules
    for _ in range(2):
        assert [word async for word in late.answer(question("Well?"), Shelf())] == ["ready"]
    assert len(made) == 1
    assert late.load().done()


async def test_after_a_load_that_failed_the_next_question_tries_again(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = LateModel("Late", package, Ready)
    with monkeypatch.context() as broken:
        broken.setitem(sys.modules, "slow_model.numbers", None)
        with pytest.raises(ImportError, match="numbers"):
            [word async for word in late.answer(question("Well?"), Shelf())]
    assert [word async for word in late.answer(question("Well?"), Shelf())] == ["ready"]


async def test_modules_come_after_those_that_they_import(package: str) -> None:
    assert in_order(package) == ["slow_model.words", "slow_model.numbers", "slow_model.answering"]


def test_the_planner_comes_in_small_pieces_all_of_it() -> None:
    order = in_order("assistant.planner")
    folder = Path(sys.modules["assistant.late"].__file__ or "").parent
    modules = (path.relative_to(folder.parent).with_suffix("") for path in (folder / "planner").rglob("[!_]*.py"))
    assert sorted(order) == sorted(".".join(path.parts) for path in modules)
    imports = re.compile(r"^from (assistant\.planner\.[\w.]+) import", re.MULTILINE)
    for at, name in enumerate(order):
        path = folder.parent.joinpath(*name.split(".")).with_suffix(".py")
        needed = imports.findall(path.read_text(encoding="utf-8"))
        assert set(needed) <= set(order[:at]), name
