"""The page's script: brings the setup form, the camera and the tools together."""

from pyodide.ffi import to_js
from pyscript import document, window
from transom import InnerOptions, PermissionRequirement, Visibility, current_session, serve, served_origin

from form import ask
from pictures import Picture
from server import make_server
from station import Station

CAMERA = PermissionRequirement(
    name="camera",
    phase=("setup", "transport"),
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


options = InnerOptions(
    permissions=(CAMERA,),
    setup=ask,
    visibility=Visibility(requirement="optional", description="Shows the last picture that was taken."),
)
await serve(make_server(Station(device, show)), allow=[await served_origin("host")], options=options)
