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


async def served_origin(role: str) -> str:
    """The origin that the server of this page gives to a role, such as `host`, or to an app. For `allow`."""
    return await this_page("served_origin").served_origin(role)
