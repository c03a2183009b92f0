"""The page's script, which `index.html` names: brings the page, its notebook and the tools together.

Which files a server needs, what "host" is, and how to test one: ../README.md
"""

from transom import serve, served_origin

from notebook import Notebook
from screen import Hands, Screen
from server import make_server

screen = Screen()
notebook = Notebook(screen)
await notebook.load_example()
Hands(notebook, screen)
await serve(
    make_server(notebook),
    allow=[await served_origin("host")],
    visibility="required",
    description="Shows the table and its plots.",
)
