"""What can go wrong, as one tree.

TransomError
├── NotInBrowser          a page's API was called where there is no page
├── HandshakeError        two pages did not get together
│   ├── NoAnswer          nobody answered in time
│   ├── SpeaksOtherwise   somebody answered, but not in this protocol
│   ├── NobodyAbove       the page was opened by itself, not by a host
│   ├── VersionMismatch   no protocol version that both support
│   ├── OriginNotAllowed  the window above is not in the allow list
│   ├── PageUnreachable   the page could not be loaded
│   ├── PageFailed        the page was loaded, and could not start
│   ├── PopupBlocked      the browser opened no window
│   └── Refused           the other side refused, and said why
├── SetupError            a server was not set up
│   ├── SetupCancelled    by the person, on either side
│   ├── SetupTimedOut     the form was not finished in time
│   ├── PermissionsDenied a required permission was not granted
│   └── SetupFailed       the server's setup reported an error
├── SessionEnded          a session is over: every pending call fails with this
│   ├── ClosedHere        this side closed it
│   ├── PeerClosed        the other side said goodbye
│   ├── PeerReloaded      the other page was loaded again
│   ├── PeerNavigated     the other window shows a page of another origin
│   ├── PeerRemoved       the other window is gone
│   ├── PeerCrashed       the other page's process is gone
│   ├── PeerSilent        the other side does not take part in the session any more
│   └── SetupRequired     the server has to be set up first
└── MessageRefused        one message was not sent; the session lives
    ├── NotJson           it has a value that JSON does not know
    ├── MessageTooLarge   it is beyond the limit
    └── Overloaded        too much is under way already
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

SetupCode = Literal[
    "USER_CANCELLED",
    "AUTH_FAILED",
    "TIMEOUT",
    "CONFIG_ERROR",
    "VERSION_MISMATCH",
    "INSUFFICIENT_PERMISSIONS",
]


class TransomError(Exception):
    """Base of all errors of this library. `code` is the same word on the wire and in logs."""

    code: ClassVar[str] = "ERROR"


class NotInBrowser(TransomError):
    code = "NOT_IN_BROWSER"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} runs in a page, and this is not one. To test a server without a browser, "
            "connect to it in the same process: `async with mcp.Client(server) as client`."
        )


class HandshakeError(TransomError):
    code = "HANDSHAKE_FAILED"


class NoAnswer(HandshakeError):
    code = "NO_ANSWER"

    def __init__(self, who: str, seconds: float, advice: str) -> None:
        self.seconds = seconds
        super().__init__(f"{who} did not answer within {seconds:g} seconds. {advice}")


class SpeaksOtherwise(HandshakeError):
    code = "SPEAKS_OTHERWISE"

    def __init__(self, who: str, seconds: float) -> None:
        super().__init__(
            f"{who} sent messages, but none of the MCP postMessage transport's within {seconds:g} seconds. "
            "Check that the address is that of a page which speaks this protocol."
        )


class NobodyAbove(HandshakeError):
    """The page was opened by itself, not by a host."""

    code = "NOBODY_ABOVE"

    def __init__(self) -> None:
        super().__init__("No page has opened this one. Add its address to an MCP host.")


class VersionMismatch(HandshakeError):
    code = "VERSION_MISMATCH"

    def __init__(self, ours: str, theirs: str) -> None:
        self.ours = ours
        self.theirs = theirs
        super().__init__(
            f"This side supports protocol version {ours}, the other side {theirs}. Update the older of the two."
        )


class OriginNotAllowed(HandshakeError):
    code = "ORIGIN_NOT_ALLOWED"

    def __init__(self, origin: str, allowed: Iterable[str]) -> None:
        self.origin = origin
        super().__init__(
            f"The page above is from {origin}, which is not in the allow list ({', '.join(allowed) or 'empty'}). "
            "If it may use this page, add exactly that origin to `allow`."
        )


class PageUnreachable(HandshakeError):
    code = "PAGE_UNREACHABLE"

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(f"{url} could not be loaded. Check the address, and that its server is running.")


class PageFailed(HandshakeError):
    code = "PAGE_FAILED"

    def __init__(self) -> None:
        super().__init__("The page was loaded, but its Python stopped with an error. Look at the page: it says which.")


class PopupBlocked(HandshakeError):
    code = "POPUP_BLOCKED"

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(
            f"The browser opened no window for {url}. Allow pop-ups for this page, and open it by a click or a key."
        )


class Refused(HandshakeError):
    """`reason` is the code that the other side gave."""

    code = "REFUSED"

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(f"The other side refused the connection: {message} ({reason})")


class SetupError(TransomError):
    code = "CONFIG_ERROR"


class SetupCancelled(SetupError):
    code = "USER_CANCELLED"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or "The setup was cancelled. Nothing was changed; start it again when you like.")


class SetupTimedOut(SetupError):
    code = "TIMEOUT"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"The setup was not finished within {seconds:g} seconds. Start it again.")


class PermissionsDenied(SetupError):
    code = "INSUFFICIENT_PERMISSIONS"

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        super().__init__(f"The server can't work without: {', '.join(self.names)}. Set it up again to allow that.")


class SetupFailed(SetupError):
    """`reason` is the code that the server gave."""

    def __init__(self, reason: SetupCode, message: str) -> None:
        self.reason: SetupCode = reason
        super().__init__(message or f"The server could not be set up ({reason}).")


class SessionEnded(TransomError):
    code = "SESSION_ENDED"


class ClosedHere(SessionEnded):
    code = "CLOSED_HERE"

    def __init__(self) -> None:
        super().__init__("The session was closed on this side.")


class PeerClosed(SessionEnded):
    code = "PEER_CLOSED"

    def __init__(self, message: str = "") -> None:
        super().__init__(
            f"The other side closed the session. {f'{message} ' if message else ''}Connect again to go on."
        )


class PeerReloaded(SessionEnded):
    code = "PEER_RELOADED"

    def __init__(self) -> None:
        super().__init__("The page on the other side was loaded again, which ends the session. Connect again to go on.")


class PeerNavigated(SessionEnded):
    code = "PEER_NAVIGATED"

    def __init__(self, expected: str, origin: str) -> None:
        self.expected = expected
        self.origin = origin
        super().__init__(
            f"The page was expected to be from {expected}, but its window now shows one from {origin}. "
            f"If that is the right one, use its own address."
        )


class PeerRemoved(SessionEnded):
    code = "PEER_REMOVED"

    def __init__(self) -> None:
        super().__init__("The window of the other side was closed or removed. Connect again to go on.")


class PeerCrashed(SessionEnded):
    code = "PEER_CRASHED"

    def __init__(self) -> None:
        super().__init__("The page on the other side crashed. Connect again: that loads it anew.")


class PeerSilent(SessionEnded):
    code = "PEER_SILENT"

    def __init__(self) -> None:
        super().__init__("The other side did not confirm the session. Reload it, and connect again.")


class SetupRequired(SessionEnded):
    """`reason` is the code that the server gave."""

    code = "SETUP_REQUIRED"

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(f"The server has to be set up first: {message}")


class MessageRefused(TransomError):
    code = "MESSAGE_REFUSED"


class NotJson(MessageRefused):
    code = "NOT_JSON"

    def __init__(self, what: str) -> None:
        super().__init__(f"A message was not sent: {what}. Send values that JSON knows.")


class MessageTooLarge(MessageRefused):
    code = "MESSAGE_TOO_LARGE"

    def __init__(self, chars: int, limit: int) -> None:
        self.chars = chars
        self.limit = limit
        super().__init__(f"A message of {chars} characters was refused: {limit} is the limit. Send it in parts.")


class Overloaded(MessageRefused):
    code = "OVERLOADED"

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} Wait for some of it to finish, then try again.")
