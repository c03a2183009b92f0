"""Permissions that a server may ask for: which exist, and what the person's decisions come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from transom.protocol import PermissionRequirement, Phase

GRANTABLE = frozenset(
    {
        "accelerometer",
        "ambient-light-sensor",
        "autoplay",
        "bluetooth",
        "camera",
        "clipboard-read",
        "clipboard-write",
        "display-capture",
        "encrypted-media",
        "fullscreen",
        "gamepad",
        "geolocation",
        "gyroscope",
        "hid",
        "idle-detection",
        "language-model",
        "local-fonts",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "picture-in-picture",
        "publickey-credentials-create",
        "publickey-credentials-get",
        "screen-wake-lock",
        "serial",
        "storage-access",
        "usb",
        "web-share",
        "window-management",
        "xr-spatial-tracking",
    }
)
"""The names of the Permissions Policy. Any other name can't be granted, and never reaches an attribute."""

Decisions = Mapping[str, bool]
"""What the person has said, by name."""


def undecided(requirements: Iterable[PermissionRequirement], decisions: Decisions) -> tuple[PermissionRequirement, ...]:
    """Those that the person has to be asked for."""
    return tuple(need for need in requirements if need.name in GRANTABLE and need.name not in decisions)


def granted(requirements: Iterable[PermissionRequirement], decisions: Decisions, phase: Phase) -> frozenset[str]:
    """Those that the page gets in `phase`: asked for there, known, and allowed."""
    return frozenset(
        need.name
        for need in requirements
        if phase in need.phase and need.name in GRANTABLE and decisions.get(need.name, False)
    )


def denied(requirements: Iterable[PermissionRequirement], decisions: Decisions) -> tuple[str, ...]:
    """Those that the server can't do without, and does not get."""
    return tuple(
        need.name
        for need in requirements
        if need.required and not (need.name in GRANTABLE and decisions.get(need.name, False))
    )


def policy(names: Iterable[str], origin: str) -> str:
    """An iframe's `allow` attribute: these permissions, for that origin alone."""
    target = "*" if origin == "null" else origin
    return "; ".join(f"{name} {target}" for name in sorted(set(names) & GRANTABLE))
