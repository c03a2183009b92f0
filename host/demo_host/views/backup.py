"""The list of servers as a file and back, each with a question."""

from __future__ import annotations

from transom_page.dialogs import ask
from transom_page.dom import h

from ..state.backup import MAX_CHARS, Backup, BackupError, export_servers, known, merge, read_backup
from ..state.servers import Servers
from . import page

MAX_BYTES = 4 * MAX_CHARS
"""Of a file: a character takes four at most."""
SESSIONS_NOTE = (
    "A server knows this host by its session id, and finds your data with it. Whoever has such a file can pose as this "
    "host: leave the ids out unless the file stays with you. A server without one is set up again."
)
PERMISSIONS_NOTE = "Permissions are never in the file. Each host asks for them itself."


async def ask_for_export(servers: Servers) -> str | None:
    """The file's text; `None` when the person does not want it."""
    if not servers.entries:
        await ask(
            "There is nothing to export", h("p", "The list has no servers yet."), [("", "Close")], testid="export"
        )
        return None
    sessions = h("input", type="checkbox", aria_describedby="sessions-note", testid="export-sessions")
    body = h(
        "div",
        h("p", "The addresses and names of your servers, as JSON."),
        h("p", h("label", sessions, " With session ids")),
        h("p", SESSIONS_NOTE, class_="note", id="sessions-note"),
        h("p", PERMISSIONS_NOTE, class_="note"),
    )
    answer = await ask("Export the list of servers", body, [("export", "Export"), ("", "Cancel")], testid="export")
    if answer != "export":
        return None
    return export_servers(servers.entries, with_sessions=bool(sessions._dom_element.checked))


async def ask_for_import(servers: Servers, base: str) -> str | None:
    """Let the person choose a file and take its servers; what came of it in words. `base` is the host's own address."""
    try:
        picked = await page.pick_file(MAX_BYTES)
    except ValueError as error:
        return await _refuse(str(error))
    if picked is None:
        return None
    name, text = picked
    try:
        backup = read_backup(text, base)
    except BackupError as error:
        return await _refuse(f"{name}: {error}")
    on_same = await _ask_about_known(servers, backup)
    if on_same is None:
        return None
    return str(merge(servers, backup, "replace" if on_same == "replace" else "keep"))


async def _refuse(why: str) -> None:
    """Over the settings, say, which would cover a message at the edge of the page."""
    await ask("Nothing was imported", h("p", why), [("", "Close")], testid="import")


async def _ask_about_known(servers: Servers, backup: Backup) -> str | None:
    present = known(servers, backup)
    if not present:
        return "keep"
    count = "One of its servers is" if len(present) == 1 else f"{len(present)} of its servers are"
    which = h("ul", *(h("li", saved.url, class_="origin") for saved in present), class_="ask-list")
    answers = [("keep", "Keep mine"), ("replace", "Take those of the file"), ("cancel", "Cancel the import")]
    answer = await ask(f"{count} in your list already", which, answers, testid="import")
    return None if answer == "cancel" else answer
