"""Why a camera can't be used, in words for people: each says what to do."""

from __future__ import annotations


class NoCamera(Exception):
    """The camera can't be used. The words are for people."""


TEST_PICTURE = "This is a drawn test picture."
ADVICE = {
    "NotFoundError": "No camera is connected. Connect one.",
    "OverconstrainedError": "The camera that was chosen is not connected. Connect it, or set the server up again.",
    "NotReadableError": "Another program uses the camera, or it does not work. Close that program.",
    "AbortError": "The camera stopped. Connect it again.",
    "SecurityError": "The browser's settings forbid the use of a camera on this page. Change them for this page.",
    "TypeError": "The browser lets pages use a camera over https or on localhost only. Open the page there.",
}
"""By the name of the browser's error."""

NOT_ALLOWED_BY_HOST = "The host does not let this page use the camera. Allow it where the host lists its permissions."
NOT_ALLOWED = "The use of the camera was not allowed. Allow it in the browser's address bar, for this page."
NOT_ALLOWED_BY_SYSTEM = "The system does not let the browser use the camera. Allow it in the system's privacy settings."
NO_PICTURE = "The camera is on, and gives no picture. Connect it again, or choose another one in the setup."
UNANSWERED = "Nobody has allowed the camera yet. Answer the browser's question on this page, then try again."
CANNOT_READ = "The browser failed to look for barcodes. Try again, or use take_snapshot and read the picture yourself."
UNPLUGGED = "The camera was disconnected. Connect it again, or choose another one."


def advice(name: str, message: str, *, is_allowed_by_host: bool) -> str:
    """What to say of an error of the browser, and what to do."""
    if name == "NotAllowedError":
        if not is_allowed_by_host:
            return NOT_ALLOWED_BY_HOST
        return NOT_ALLOWED_BY_SYSTEM if "system" in message.lower() else NOT_ALLOWED
    return ADVICE.get(name, f"The camera can't be used ({name}). Connect it again.")
