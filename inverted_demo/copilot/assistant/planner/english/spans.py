"""What stands within quotation marks."""

from __future__ import annotations

import re

QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|`([^`]+)`|(?<!\w)\'([^\']+)\'(?!\w)')


def quotes(text: str) -> list[str]:
    """What is within quotation marks, without them."""
    return [next(part for part in match.groups() if part) for match in QUOTED.finditer(text)]
