"""Finite fields of up to a few hundred elements, by tables."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True, kw_only=True)
class Field:
    """The field of q elements 0..q-1, whose digits in base p are coefficients."""

    q: int  # its order
    add: tuple[tuple[int, ...], ...]  # x + y
    powers: tuple[int, ...]  # of a primitive element: its powers 0 to q - 2

    def multiply(self, x: int, y: int) -> int:
        """Return x·y."""
        if not x or not y:
            return 0
        return self.powers[(self.powers.index(x) + self.powers.index(y)) % (self.q - 1)]


def prime_power(q: int) -> tuple[int, int] | None:
    """Return (p, m) with q = p**m and p prime, or None."""
    p = next((divisor for divisor in range(2, int(q**0.5) + 1) if q % divisor == 0), q)
    rest, m = q, 0
    while p > 1 and rest % p == 0:
        rest, m = rest // p, m + 1
    return (p, m) if rest == 1 and m else None


def field(q: int) -> Field:
    """Make the field of q elements, a prime power.

    Multiplication by x modulo a monic polynomial of degree m has the period
    q - 1 exactly if the polynomial is primitive; the first one is taken. For a
    prime q the polynomial is x - g, and x a primitive root g.
    """
    found = prime_power(q)
    if found is None:
        raise ValueError(f"there is no field of {q} elements")
    p, m = found
    digits = [tuple(number // p**place % p for place in range(m)) for number in range(q)]
    number = {word: position for position, word in enumerate(digits)}
    add = tuple(
        tuple(number[tuple((s + t) % p for s, t in zip(x, y, strict=True))] for y in digits)
        for x in digits
    )
    for tail in product(range(p), repeat=m):
        powers = _powers(tail, p, q)
        if tail[0] and len(set(powers)) == q - 1:
            return Field(q=q, add=add, powers=tuple(number[word] for word in powers))
    raise AssertionError("every finite field has a primitive polynomial")


def _powers(tail: tuple[int, ...], p: int, q: int) -> list[tuple[int, ...]]:
    """Return 1, x, x², … (q - 1 of them) modulo x**m = tail."""
    m = len(tail)
    word = (1,) + (0,) * (m - 1)
    found = []
    for _ in range(q - 1):
        found.append(word)
        shifted = (0, *word[:-1])
        word = tuple((s + word[-1] * t) % p for s, t in zip(shifted, tail, strict=True))
    return found
