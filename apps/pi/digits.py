"""The digits of pi: all at once, or one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import mpmath


def all_at_once(count: int) -> str:
    """So many digits after the point, cut off and not rounded. By mpmath, which uses Chudnovsky's series."""
    spare = 10
    with mpmath.workdps(count + spare):
        return mpmath.nstr(+mpmath.pi, count + spare, strip_zeros=False)[: count + 2]


def one_by_one() -> Iterator[str]:
    """Digit after digit, without an end: Gibbons's spigot over Gosper's series. Each takes longer than the one before.

    J. Gibbons, "Unbounded Spigot Algorithms for the Digits of Pi", American Mathematical Monthly 113 (2006).
    """
    q, r, t, term = 1, 180, 60, 2
    while True:
        scale = 3 * (3 * term + 1) * (3 * term + 2)
        digit = (q * (27 * term - 12) + 5 * r) // (5 * t)
        yield str(digit)
        q, r, t = (
            10 * q * term * (2 * term - 1),
            10 * scale * (q * (5 * term - 2) + r - digit * t),
            t * scale,
        )
        term += 1
