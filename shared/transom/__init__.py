"""MCP for browser frames.

An inner page calls `serve`, or `connect_out` if it is the client; an outer page makes an `OuterFrame`, sets it up and
connects.
"""

from importlib.metadata import PackageNotFoundError, version

from transom.channel import Limits
from transom.errors import (
    HandshakeError,
    MessageRefused,
    OriginNotAllowed,
    PageUnreachable,
    PermissionsDenied,
    PopupBlocked,
    SessionEnded,
    SetupCancelled,
    SetupError,
    SetupFailed,
    SetupRequired,
    SetupTimedOut,
    TransomError,
)
from transom.here import served_origin
from transom.inner import InnerOptions, PageSession, SetupDone, connect_out, current_session, serve
from transom.outer import OuterFrame, SetupResult, new_session_id
from transom.protocol import PermissionRequirement, Visibility
from transom.session import SessionTransport, reason_of
from transom.traffic import Inspector, Traffic

try:
    __version__ = version("transom")
except PackageNotFoundError:
    __version__ = "0+unknown"

__all__ = [
    "HandshakeError",
    "InnerOptions",
    "Inspector",
    "Limits",
    "MessageRefused",
    "OriginNotAllowed",
    "OuterFrame",
    "PageSession",
    "PageUnreachable",
    "PermissionRequirement",
    "PermissionsDenied",
    "PopupBlocked",
    "SessionEnded",
    "SessionTransport",
    "SetupCancelled",
    "SetupDone",
    "SetupError",
    "SetupFailed",
    "SetupRequired",
    "SetupResult",
    "SetupTimedOut",
    "Traffic",
    "TransomError",
    "Visibility",
    "connect_out",
    "current_session",
    "new_session_id",
    "reason_of",
    "serve",
    "served_origin",
]
