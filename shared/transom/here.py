"""The page that this code runs in, where it runs in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transom.errors import NotInBrowser

if TYPE_CHECKING:
    from transom.browser import BrowserPage


def this_page(name: str) -> BrowserPage:
    """The browser, for what is called `name`. Imported late: under CPython there is none, and tests bring their own."""
    try:
        from transom.browser import BrowserPage
    except ImportError as error:
        raise NotInBrowser(name) from error
    return BrowserPage()
