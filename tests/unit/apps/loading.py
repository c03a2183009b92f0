"""Imports the modules of an app under CPython, as its page does: by their plain names, from its own folder."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

from mcp_types import Tool

from devserver.origins import ROOT

APPS = ROOT / "apps"


def load_app(name: str, module: str = "server") -> ModuleType:
    """A module of an app, imported anew with what it imports from there; other apps have modules of the same names."""
    folder = APPS / name
    own = {path.stem for path in folder.glob("*.py")}
    before = {stem: sys.modules.pop(stem) for stem in own if stem in sys.modules}
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(module)
    finally:
        sys.path.remove(str(folder))
        for stem in own:
            sys.modules.pop(stem, None)
        sys.modules.update(before)


def says_what_it_does(tool: Tool) -> bool:
    """Whether a host learns of a tool what to ask the person before a call."""
    hints = tool.annotations
    return hints is not None and None not in (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint)
