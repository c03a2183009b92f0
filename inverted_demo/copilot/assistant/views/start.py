"""Brings the page together: the session with the page above, the conversation, the model, and what is kept."""

from __future__ import annotations

from pyscript import window
from transom import TransomError, connect_out, served_origin
from transom.errors import NobodyAbove
from transom_page.dom import find, listen

from assistant.choice import Models
from assistant.late import LateModel
from assistant.memory import Memory
from assistant.model import Model
from assistant.views.copilot import Copilot
from assistant.views.focus import keep_focus
from assistant.views.web import LocalStorage, post, tab
from assistant.views.web_model import browser_model


async def start() -> None:
    """Be the copilot of the page above until the session ends."""
    dashboard = await served_origin("dashboard")
    find("#dashboard-link")._dom_element.href = dashboard
    kept = LocalStorage()
    planner = LateModel("Built-in planner", "assistant.planner", make_planner)
    models = Models(kept, planner, post, browser_model())
    copilot = Copilot(models, connected=lambda: planner.load() if models.chosen() is planner else None)
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


def make_planner() -> Model:
    from assistant.planner.planner import Planner

    return Planner()
