"""`python3 serve.py bench copilot`: how well the copilot's built-in matcher answers, beside a keyword matcher."""

from __future__ import annotations

import sys

from devserver.origins import ROOT

for _folder in ("dashboard", "copilot"):
    _path = str(ROOT / "inverted_demo" / _folder)
    if _path not in sys.path:  # the pages' packages are imported as their pages import them
        sys.path.append(_path)
