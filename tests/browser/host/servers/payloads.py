"""Texts that do harm where they are taken for anything but text: one that runs leaves its place in `window.pwned`."""

from __future__ import annotations

SCRIPT_URL = "javascript:window.pwned='url'"
DATA_URL = "data:text/html,<script>opener.pwned='data'</script>"
BIDI = "invoice\u202efdp.exe\u202c \u2066hidden\u2069 zero\u200bwidth"
LONG = "W" * 10_000
MANY_LINES = "line\n" * 2_000


def hostile(place: str) -> str:
    """Begins with its place, by which a test finds it."""
    run = f"window.pwned='{place}'"
    return f'{place} "><img src=x onerror="{run}"><script>{run}</script><svg onload="{run}">'


def hostile_markdown(place: str) -> str:
    """Markdown that a careless reader turns into scripts, or into requests to other machines."""
    return "\n\n".join(
        (
            hostile(place),
            f"[click]({SCRIPT_URL}) [sly](  JaVaScRiPt:window.pwned='sly') [data]({DATA_URL})",
            f"<{SCRIPT_URL}> [reference][bad] [file](file:///etc/passwd) [vb](vbscript:pwned)",
            "![remote](https://tracker.example/pixel.png) ![script](javascript:window.pwned='image')",
            '<a href="javascript:window.pwned=1" onclick="window.pwned=1">raw</a><iframe srcdoc="<script>'
            "parent.pwned='frame'</script>\"></iframe><style>body{display:none}</style><base href=//evil.example>",
            f"```html\n{hostile(place + ' code')}\n```",
            f"`{hostile(place + ' inline')}`",
            f"| {hostile(place + ' cell')} |\n| --- |\n| {BIDI} |",
            f'[bad]: {SCRIPT_URL} "title" onmouseover=pwned',
        )
    )
