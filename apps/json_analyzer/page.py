"""The page's script, which `index.html` names: brings the setup form, the browser's storage and the tools together.

Which files a server needs, what "host" is, and how to test one: ../README.md
"""

from pyscript import window
from transom import current_session, serve, served_origin

from examples import example_file
from form import ask
from library import Library, Which
from server import NO_DOCUMENT, make_server
from shelf import PageFile, find

# With ?example in the address there is nothing to choose, and nothing that the browser has to keep
is_example = window.URLSearchParams.new(window.location.search).has("example")


async def find_file(which: Which) -> PageFile | None:
    if is_example:
        return PageFile(await example_file(which))
    return await find(current_session().session_id, which)


def miss(which: Which) -> None:
    if which == "first":
        current_session().require_setup(NO_DOCUMENT)


await serve(
    make_server(Library(find_file, miss)),
    allow=[await served_origin("host")],
    setup=None if is_example else ask,
)
