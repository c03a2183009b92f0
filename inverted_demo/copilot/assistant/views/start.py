"""Brings the page together: the session with the page above, the conversation, the model, and what is kept."""

from __future__ import annotations

from pyscript import window
from transom import TransomError, connect_out, served_origin
from transom.errors import NobodyAbove
from transom_client.models.web import language_model, post
from transom_page.dom import find, listen, set_attributes

from assistant.kinds import copilot_models
from assistant.matcher import Matcher
from assistant.memory import Memory
from assistant.views.copilot import Copilot
from assistant.views.focus import keep_focus
from assistant.views.web import LocalStorage, tab


async def start() -> None:
    """Be the copilot of the page above until the session ends."""
    if window.parent == window:  # within an application, that one names it
        set_attributes(find("html"), data_own_window="")
    dashboard = await served_origin("dashboard")
    find("#dashboard-link")._dom_element.href = dashboard
    kept = LocalStorage()
    matcher = Matcher()
    models = copilot_models(kept, matcher, post, language_model())
    copilot = Copilot(models, matcher)
    keep_focus()
    listen(window, "pagehide", lambda event: copilot.save())
    try:
        async with connect_out([dashboard]) as session:
            copilot.remember(Memory(kept, session.origin, tab()))
            await copilot.follow(session)
    except NobodyAbove:
        return  # the page says so by itself
    except TransomError as error:
        copilot.fail(str(error))
