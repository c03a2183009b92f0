"""What all unit tests share: Hypothesis without time limits, so that a busy machine fails no test."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("unit", deadline=None, max_examples=50)
settings.load_profile("unit")
