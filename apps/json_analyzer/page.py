"""The page's script: brings the setup form, the browser's storage and the tools together."""

from transom import current_session, serve, served_origin

from form import ask
from library import Library, Which
from server import NO_DOCUMENT, make_server
from shelf import PageFile, find


async def find_file(which: Which) -> PageFile | None:
    session = current_session()
    file = await find(session.session_id, which)
    if file is None and which == "first":
        session.require_setup(NO_DOCUMENT)
    return file


await serve(make_server(Library(find_file)), allow=[await served_origin("host")], setup=ask)
