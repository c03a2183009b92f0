"""The page's script, which `index.html` names: brings the setup form, the camera and the tools together.

Which files a server needs, what "host" is, and how to test one: ../README.md
"""

from pyodide.ffi import to_js
from pyscript import document, window
from transom import InnerOptions, PermissionRequirement, Visibility, current_session, serve, served_origin

from camera import Picture
from form import ask
from page_camera import PageCamera
from server import make_server

CAMERA = PermissionRequirement(
    name="camera",
    phase=("setup", "transport"),  # in the form, and while a host is connected
    required=False,
    purpose="To show you a preview in the setup, and to take a picture when a tool asks for one.",
)


def show(picture: Picture) -> None:
    shown = document.getElementById("picture")
    window.URL.revokeObjectURL(shown.src)
    shown.src = window.URL.createObjectURL(window.Blob.new(to_js([to_js(picture.data)]), type="image/jpeg"))
    shown.alt = "The last picture" if picture.source == "camera" else "A drawn test picture"
    shown.hidden = False
    document.getElementById("note").textContent = picture.note
    document.getElementById("last").dataset.source = picture.source


def device() -> str:
    return current_session().storage.get("device", "")


# Where the browser keeps nothing, a choice would be gone in the next visit: any camera is taken, and there is no form.
is_kept = document.documentElement.dataset.storage == "persistent"

options = InnerOptions(
    permissions=(CAMERA,),
    setup=ask if is_kept else None,
    shows_setup=is_kept,
    visibility=Visibility(requirement="optional", description="Shows the last picture that was taken."),
)
await serve(make_server(PageCamera(device, show)), allow=[await served_origin("host")], options=options)
