"""Protocol versions: ranges of them, and the agreement on one."""

from __future__ import annotations

from dataclasses import dataclass

from semver import Version

PROTOCOL_VERSION = "1.0"
"""Written exactly so: other implementations compare the text."""


def parse_version(text: str) -> Version:
    """A semantic version; `1.0` is `1.0.0`. A `ValueError` if it is none."""
    return Version.parse(text, optional_minor_and_patch=True)


def same_version(one: str, other: str) -> bool:
    try:
        return parse_version(one) == parse_version(other)
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class VersionRange:
    """The versions from `lowest` to `highest`, as texts."""

    lowest: str = PROTOCOL_VERSION
    highest: str = PROTOCOL_VERSION

    def __post_init__(self) -> None:
        if parse_version(self.lowest) > parse_version(self.highest):
            raise ValueError(f"Version {self.lowest} is above {self.highest}.")

    @classmethod
    def of(cls, lowest: str, highest: str) -> VersionRange | None:
        """The range, or `None` if these are no versions, or in the wrong order."""
        try:
            return cls(lowest, highest)
        except ValueError:
            return None

    def __contains__(self, version: str) -> bool:
        try:
            return parse_version(self.lowest) <= parse_version(version) <= parse_version(self.highest)
        except ValueError:
            return False

    def agree(self, other: VersionRange) -> str | None:
        """The highest version that is in both, in our spelling where it is one of ours."""
        highest = min(other.highest, self.highest, key=parse_version)
        if highest not in self or highest not in other:
            return None
        return next((own for own in (self.highest, self.lowest) if same_version(own, highest)), highest)

    def __str__(self) -> str:
        return self.highest if self.lowest == self.highest else f"{self.lowest} to {self.highest}"


OUR_VERSIONS = VersionRange()
