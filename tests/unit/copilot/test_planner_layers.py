"""The packages of the planner, each on top of those before it."""

from __future__ import annotations

import re
from pathlib import Path

import assistant.planner as planner

FOLDER = Path(planner.__file__).parent
IMPORTS = re.compile(r"^(?:from|import) assistant\.planner\.(\w+)", re.MULTILINE)


def layers() -> list[str]:
    """As the package's own text lists them."""
    return re.findall(r"^([a-z]+)  +\S", planner.__doc__ or "", re.MULTILINE)


def test_every_module_is_in_a_package_that_the_list_names() -> None:
    there = {path.name.removesuffix(".py") for path in FOLDER.glob("[!_]*") if path.suffix in ("", ".py")}
    assert there == set(layers())


def test_a_package_imports_only_from_those_above_it() -> None:
    order = layers()
    wrong = [
        f"{path.relative_to(FOLDER)} imports {name}"
        for path in FOLDER.rglob("*.py")
        for name in IMPORTS.findall(path.read_text(encoding="utf-8"))
        if order.index(name) > order.index(path.relative_to(FOLDER).parts[0].removesuffix(".py"))
    ]
    assert not wrong
