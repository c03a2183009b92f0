"""The handshakes as state machines, without I/O: an event goes in, a list of actions comes out."""

from transom.handshake.inner_setup import InnerSetup
from transom.handshake.inner_transport import InnerTransport
from transom.handshake.outer_setup import OuterSetup
from transom.handshake.outer_transport import OuterTransport

__all__ = ["InnerSetup", "InnerTransport", "OuterSetup", "OuterTransport"]
