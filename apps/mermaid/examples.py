"""Texts to begin with, by the name that the page has for them."""

from __future__ import annotations

EXAMPLES = {
    "flowchart": """flowchart TD
  idea[An idea] --> draft(A draft)
  draft --> good{Is it good?}
  good -- yes --> book[[A book]]
  good -- not yet --> draft
""",
    "sequence": """sequenceDiagram
  participant H as Host
  participant P as This page
  H->>P: draw(code)
  P->>P: Mermaid draws
  P-->>H: kind and size
  Note over P: A person edits the text
  P-->>H: diagram://current has changed
""",
    "state": """stateDiagram-v2
  [*] --> Loading
  Loading --> Ready: Python is up
  Ready --> Drawing: the text changes
  Drawing --> Ready: drawn
  Drawing --> Failed: an error in a line
  Failed --> Drawing: mended
""",
    "pie": """pie showData
  title Where a boot goes
  "Fetching" : 40
  "Memory image" : 35
  "The page's script" : 25
""",
    "gantt": """gantt
  title A week of bread
  dateFormat YYYY-MM-DD
  section Dough
    Feed the starter :a, 2026-11-16, 1d
    Mix and fold     :b, after a, 1d
  section Oven
    Bake             :c, after b, 1d
    Eat              :d, after c, 3d
""",
}
