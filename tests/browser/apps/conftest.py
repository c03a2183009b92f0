from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest

from devserver.origins import ROOT

from ...conftest import Site
from ..host.conftest import newcomer, person

__all__ = ["newcomer", "person"]


@pytest.fixture
def app(site: Site) -> Callable[[str], str]:
    """The URL of an app, served for this test."""

    def serve(name: str) -> str:
        shutil.copytree(ROOT / "apps" / name, site.root / "apps" / name, ignore=shutil.ignore_patterns("__pycache__"))
        return site.url(name)

    return serve
