"""The hostile cases, and what is expected of each. Every one has a test that names it in its `case` marker."""

from __future__ import annotations

CASES: dict[str, dict[str, str]] = {
    "Identity and origin": {
        "message from a wrong origin": "drop",
        "look-alike origins": "drop: compared exactly",
        "right origin, wrong window": "drop",
        "right window, wrong origin": "drop, and fail",
        "no window, or a closed one": "drop",
        "synthetic event": "drop",
        "opaque peer": "refuse, unless declared: then that window, by a port",
        'origin "*"': "needs a second word, logged once",
        "invalid configured origin": "ValueError when built",
        "allow list changed later": "no effect",
        "host embedded by an attacker": "refuse parents that are not listed",
        "our page in an attacker's popup": "drop both",
    },
    "Handshake and session": {
        "second handshake from elsewhere": "drop",
        "new handshake from the same window": "fail; a new session",
        "reply to no handshake, or too late": "drop",
        "guessed session id": "drop; 128 random bits",
        "peer never answers": "time-out that names the origin",
        "peer speaks something else": "a clear error, no hang",
        "MCP messages before the handshake": "drop before ACCEPTED, keep after it",
    },
    "Lifecycle": {
        "iframe navigates away": "nothing reaches it; fail",
        "iframe reloads in a call": "raise at once",
        "iframe removed": "raise at once; later sends raise",
        "process crashes": "fail",
        "host closes while the child answers": "task cancelled, proxies destroyed",
        "port handed on": "no more rights than its origin had",
        "hidden tab": "tolerated",
    },
    "Message shape": {
        "ambient noise": "silent drop",
        "malformed payload": "drop; -32600 to a usable id",
        "request with an unusable id": "reject",
        "not one kind of message": "reject",
        "prototype pollution": "plain keys",
        "cloneable, but no JSON": "error before sending; drop",
        "not cloneable": "that call fails",
        "HTML in names and errors": "shown as text",
    },
    "Volume": {
        "giant message": "drop, an error to its id, memory as before",
        "flood of requests": "bounded, an overload error, no stall",
        "slow consumer": "a cap and an error",
        "forged goodbye or failure": "only from the pinned peer",
    },
}
