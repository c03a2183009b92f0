"""The digits of pi: all at once, or one after the other."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator

from mpmath.libmp import numeral

SPARE_DIGITS = 10
DIGITS_OF_A_TERM = 14
SHORT_TERMS = 100

Fraction = tuple[int, int, int]
"""A part of the series: the product of its factors, its denominator, its sum times that."""


def all_at_once(count: int) -> Generator[None, None, str]:
    """So many digits after the point, cut off and not rounded, by Chudnovsky's series.

    Yields between its long steps, so that it can be stopped. The longest are single operations on whole numbers: how
    long they take limits the count.
    """
    digits = count + SPARE_DIGITS
    root = math.isqrt(10005 * 100**digits)
    yield
    _, denominator, total = yield from _sum(0, digits // DIGITS_OF_A_TERM + 2)
    product = 426880 * root * denominator
    yield
    pi = product // total
    yield
    text = numeral(pi, size=digits)
    return f"{text[0]}.{text[1 : count + 1]}"


def _sum(first: int, end: int) -> Generator[None, None, Fraction]:
    """The terms from the first to the end, by halves: so that the long numbers are multiplied by each other."""
    if end - first == 1:
        return _term(first)
    middle = (first + end) // 2
    factors, denominator, total = yield from _sum(first, middle)
    later_factors, later_denominator, later_total = yield from _sum(middle, end)
    if end - first > SHORT_TERMS:
        yield
    total = total * later_denominator + factors * later_total
    return factors * later_factors, denominator * later_denominator, total


def _term(number: int) -> Fraction:
    if number == 0:
        return 1, 1, 13591409
    factors = -(6 * number - 5) * (2 * number - 1) * (6 * number - 1)
    return factors, number**3 * 640320**3 // 24, factors * (13591409 + 545140134 * number)


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
