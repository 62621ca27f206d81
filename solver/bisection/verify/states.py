"""Leaves of the relaxation over states of blocks: exact but for one semidefinite matrix.

With the rotation's average over all blocks b, twice the slope of a bisection is
a sum of tables over pairs of blocks. Multiples of what is known to be zero or not
negative are subtracted from them, and what remains is at least its least entry
for every pair of blocks. All of this is done in integers. That the two integer
matrices of a leaf are semidefinite is shown by a Cholesky factorisation in
floating point, of a matrix that was lowered by more than rounding can be worth.

References
----------
Rump, Verification of positive definiteness, BIT 46 (2006), for the bound on
rounding errors.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.bisection.verify.counts import Limit
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import WIDEST, Frame, IntArray
from solver.bisection.verify.read import integer, integers, listed, triples

LARGEST = 1 << 44  # of any multiplier; sums of all stay below 2**62
MOST_TRIPLES = 10_000
Triple = tuple[list[int], list[int], bool, int]  # offsets, sets, whether covering, multiplier

MOST_DIGITS = 2 + (2 << (WIDEST - 1)) // 4


@dataclass(frozen=True)
class Known:
    """What is known in a leaf besides balance: functions of states with their sums over blocks."""

    chosen: IntArray  # the states that a block can have
    functions: IntArray  # (functional × chosen states)
    totals: tuple[int, ...]

    @classmethod
    def of(cls, frame: Frame, level: int, counts: Sequence[int] | None) -> Known:
        """Return the numbers of blocks in each class, or else the intercept."""
        if counts is None:
            everything = np.arange(frame.states)
            return cls(everything, frame.intercepts[None, :], (level,))
        present = [q for q, number in enumerate(counts) if number]
        chosen = np.nonzero(np.isin(frame.classes, present))[0]
        functions = np.array([frame.classes[chosen] == q for q in present], dtype=np.int64)
        return cls(chosen, functions, tuple(counts[q] for q in present))


@dataclass(frozen=True)
class Remainder:
    """What is left of twice the slope, in units of 1/scale."""

    pairs: IntArray  # (offset up to half, 2, states, states): equal and opposite signs
    single: IntArray  # (states)
    constant: int

    def least(self, order: int) -> int:
        """Return what the whole is at least."""
        pairs = sum(int(table.min()) for table in self.pairs)
        return order * (pairs + int(self.single.min())) + self.constant


@dataclass(frozen=True, kw_only=True)
class Multiples:
    """What a leaf over states subtracts from twice the slope, in units of 1/scale."""

    scale: int
    even: IntArray  # (offset × states × states), as all tables over the possible states
    odd: IntArray
    shifts: tuple[int, int]  # multiples of the identity, even and odd
    potentials: IntArray  # (offset from 1 × states)
    known: IntArray  # (functional × states)
    totals: tuple[int, ...]  # by functional
    balance: IntArray  # (states)
    triples: tuple[Triple, ...]
    counts: tuple[tuple[int, int, int], ...]  # index, multipliers of both limits

    @classmethod
    def read(cls, frame: Frame, known: Known, written: Mapping[str, Any]) -> Multiples:
        """Read the member "states" of a leaf, or refuse."""
        scale = integer(written.get("scale"), "scale", least=1)
        if scale > 1 << 30:
            raise Refused("a leaf's scale is too large")
        order, size, functionals = frame.order, len(known.chosen), len(known.totals)
        even_shift, odd_shift = integers(written.get("shifts"), "shifts", length=2, least=0)
        return cls(
            scale=scale,
            even=_tables(written, "even", order, size),
            odd=_tables(written, "odd", order, size),
            shifts=(even_shift, odd_shift),
            potentials=unpacked(written.get("potentials"), (order - 1, size)),
            known=unpacked(written.get("known"), (functionals, size)),
            totals=tuple(integers(written.get("totals"), "totals", length=functionals)),
            balance=unpacked(written.get("balance"), (1, size))[0],
            triples=tuple(_triples(written, order)),
            counts=tuple(triples(written, "counts")),
        )


def slope_bound(
    frame: Frame, known: Known, limits: Sequence[Limit], written: Mapping[str, Any]
) -> tuple[int, int]:
    """Return a numerator and a denominator that the slope of every bisection is at least.

    Parameters
    ----------
    limits
        On numbers of separated pairs, along the leaf's path.
    written
        The leaf's member "states".
    """
    multiples = Multiples.read(frame, known, written)
    numerator = least_slope(frame, known, limits, multiples)
    for tables, shift in zip((multiples.even, multiples.odd), multiples.shifts, strict=True):
        if not semidefinite(tables, shift):
            raise Refused("a leaf's tables are not seen to be semidefinite")
    return numerator, 2 * multiples.scale


def least_slope(frame: Frame, known: Known, limits: Sequence[Limit], multiples: Multiples) -> int:
    """Return a bound on the slope times twice the scale, if the tables are semidefinite."""
    remainder = reduced(frame, known, limits, multiples)
    return remainder.least(frame.order) - frame.order * sum(multiples.shifts)


def reduced(frame: Frame, known: Known, limits: Sequence[Limit], multiples: Multiples) -> Remainder:
    """Subtract everything in a leaf from twice the slope.

    The tables are subtracted as they are; whether they are semidefinite, and
    what their shifts cost, is not looked at here.
    """
    sums = _Tables(frame, known)
    sums.links(frame.links("slope"), multiples.scale)
    sums.table(multiples.even, odd=False)
    sums.table(multiples.odd, odd=True)
    sums.potentials(multiples.potentials)
    sums.products(multiples.known)
    sums.totals(multiples.totals)
    sums.balance(multiples.balance)
    for offsets, masks, covering, value in multiples.triples:
        sets = [_indicator(mask, known.chosen, frame.states) for mask in masks]
        sums.triple(offsets, sets, covering, value)
    for index, low, high in multiples.counts:
        if not 0 <= index < len(limits):
            raise Refused(f"a leaf names count {index}, which its path does not limit")
        sums.count(limits[index], low, high)
    return sums.remainder()


class _Tables:
    """The tables of all offsets, from which multiples are subtracted."""

    def __init__(self, frame: Frame, known: Known) -> None:
        self._frame, self._known = frame, known
        self._signs = frame.signs[known.chosen]
        self._weight = frame.balance_of[known.chosen]
        size = len(known.chosen)
        self._pairs = np.zeros((frame.order, 2, size, size), dtype=np.int64)
        self._single = np.zeros(size, dtype=np.int64)
        self._constant = 0
        self._budget = 1 << 60  # what all additions together may come to

    def _spend(self, *values: int) -> None:
        for value in values:
            if abs(value) > LARGEST:
                raise Refused("a multiplier is too large")
            self._budget -= abs(value)
        if self._budget < 0:
            raise Refused("the multipliers of a leaf are too large together")

    def links(self, joined: IntArray, multiplier: int) -> None:
        """Add pairs of switches that are on different sides."""
        capacity = int(np.abs(joined).sum())
        self._spend(capacity * multiplier)
        signs = self._signs
        products = np.einsum("sj,djk,tk->dst", signs, joined, signs)
        total = joined.sum(axis=(1, 2))[:, None, None]
        # Σ capacity·(1 - x·y)/2, with the opposite sign for the second table
        self._pairs[1:, 0] += multiplier * ((total - products) // 2)[1:]
        self._pairs[1:, 1] += multiplier * ((total + products) // 2)[1:]
        self._single += multiplier * ((total - products) // 2)[0].diagonal()

    def table(self, tables: IntArray, *, odd: bool) -> None:
        """Subtract a semidefinite form of the even or odd indicators."""
        self._spend(int(np.abs(tables).max(initial=0)))
        self._pairs[1:, 0] -= tables[1:]
        self._pairs[1:, 1] += tables[1:] if odd else -tables[1:]
        self._single -= np.diagonal(tables[0])

    def potentials(self, values: IntArray) -> None:
        """Subtract functions of a block's state at each offset: the other block has one state."""
        self._spend(int(np.abs(values).max(initial=0)) * len(values))
        self._pairs[1:] -= values[:, None, :, None]
        self._single += values.sum(axis=0)

    def products(self, values: IntArray) -> None:
        """Subtract (sum over blocks - total) of what is known, times functions of a state."""
        for function, total, value in zip(
            self._known.functions, self._known.totals, values, strict=True
        ):
            largest = int(np.abs(value).max(initial=0))
            self._spend(largest * (int(np.abs(function).max(initial=0)) + abs(total)))
            self._pairs[1:] -= np.outer(value, function)
            self._single -= value * function - total * value

    def totals(self, values: Sequence[int]) -> None:
        """Subtract (sum over blocks - total) of what is known."""
        for function, total, value in zip(
            self._known.functions, self._known.totals, values, strict=True
        ):
            self._spend(value * int(np.abs(function).max(initial=0)))
            self._single -= value * function
            self._constant += value * total

    def balance(self, values: IntArray) -> None:
        """Subtract the weights with their signs, which add up to zero, times odd functions."""
        largest = int(np.abs(values).max(initial=0)) * int(np.abs(self._weight).max(initial=0))
        self._spend(largest)
        product = np.outer(values, self._weight)
        self._pairs[1:, 0] -= product
        self._pairs[1:, 1] += product
        self._single -= values * self._weight

    def triple(
        self, offsets: Sequence[int], sets: Sequence[IntArray], covering: bool, value: int
    ) -> None:
        """Subtract twice an inequality of three sets of signed states (2 × states)."""
        self._spend(6 * value)
        for i, j, sign in ((0, 1, 1), (0, 2, 1), (1, 2, 1 if covering else -1)):
            first, second = sets[i], sets[j]
            offset = (offsets[j] - offsets[i]) % self._frame.order
            equal = np.outer(first[0], second[0]) + np.outer(first[1], second[1])
            opposite = np.outer(first[0], second[1]) + np.outer(first[1], second[0])
            # with covering the joint frequencies have a plus sign, else A·B and A·C a minus sign
            factor = -value if covering else value * sign
            self._pairs[offset, 0] += factor * equal
            self._pairs[offset, 1] += factor * opposite
        if covering:
            self._single += value * (sum(each[0] + each[1] for each in sets))
            self._constant -= 2 * value * self._frame.order
        else:
            self._single -= value * (sets[0][0] + sets[0][1])

    def count(self, limit: Limit, low: int, high: int) -> None:
        """Subtract the limits of a number of separated pairs, twice."""
        joined = self._frame.between((first, second, 1) for first, second in limit.members)
        self.links(joined, high - low)
        self._constant += 2 * (low * limit.low - high * limit.high)

    def remainder(self) -> Remainder:
        """Add each offset and its opposite, which belong to the same pairs of blocks."""
        half = self._frame.order // 2
        opposite = np.swapaxes(self._pairs[:half:-1], 2, 3)
        return Remainder(self._pairs[1 : half + 1] + opposite, self._single, self._constant)


def semidefinite(tables: IntArray, shift: int) -> bool:
    """Tell whether a matrix of integer tables, plus a multiple of the identity, is shown to be so.

    If the floating-point factorisation of A - c·I runs to its end, where c is at
    least γ/(1 - γ)·trace(A) with γ = (n + 1)·u/(1 - (n + 1)·u), then A is
    positive semidefinite. Every entry here is an integer below 2**53, so A
    itself is exact; c is taken 16 times as large, to cover its own rounding and
    that of the diagonal.
    """
    order, size = len(tables), tables.shape[1]
    if int(np.abs(tables).max(initial=0)) + shift >= 1 << 52:
        raise Refused("the entries of a semidefinite table are too large")
    index = (np.arange(order)[None, :] - np.arange(order)[:, None]) % order
    matrix = tables[index].transpose(0, 2, 1, 3).reshape(order * size, order * size)
    if not np.array_equal(matrix, matrix.T):
        return False
    shifted = matrix.astype(np.float64)
    n = len(shifted)
    trace = float(np.abs(np.diagonal(shifted)).sum()) + n * float(shift)
    lowered = float(shift) - 16.0 * (n + 1) * 2.0**-53 * trace - 2.0**-20
    shifted[np.arange(n), np.arange(n)] += lowered
    try:
        np.linalg.cholesky(shifted)
    except np.linalg.LinAlgError:
        return False
    return True


# ---- reading -----------------------------------------------------------------


def unpacked(written: object, shape: tuple[int, ...]) -> IntArray:
    """Read a packed table of integers of a known shape, or refuse."""
    if not isinstance(written, str):
        raise Refused("a packed table is not a string")
    number = int(np.prod(shape))
    try:
        reader = zlib.decompressobj()
        content = reader.decompress(base64.b64decode(written, validate=True), 8 * number + 1)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise Refused("a packed table cannot be read") from error
    if len(content) != 8 * number:
        raise Refused("a packed table has another size")
    planes: NDArray[np.uint8] = np.frombuffer(content, dtype=np.uint8).reshape(8, number)
    values = np.ascontiguousarray(planes.T).view("<i8").reshape(shape).astype(np.int64)
    if (number and int(values.max()) > LARGEST) or (number and int(values.min()) < -LARGEST):
        raise Refused("a packed table has entries that are too large")
    return np.asarray(values, dtype=np.int64)


def _tables(written: Mapping[str, Any], name: str, order: int, size: int) -> IntArray:
    """Read tables up to half of all offsets; the others are their transposes."""
    half = unpacked(written.get(name), (order // 2 + 1, size, size))
    others = np.swapaxes(half[1:], 1, 2)[::-1]
    return np.concatenate([half, others])


def _triples(written: Mapping[str, Any], order: int) -> list[Triple]:
    found = []
    entries = listed(written, "triples")
    if len(entries) > MOST_TRIPLES:
        raise Refused("a leaf has too many triples")
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 4 or not isinstance(entry[1], list):
            raise Refused("a triple is not offsets, sets, kind and multiplier")
        offsets = integers(entry[0], "a triple's offsets", length=3, least=0)
        if len({offset % order for offset in offsets}) != 3:
            raise Refused("a triple's offsets are not different")
        masks = [_mask(mask) for mask in entry[1]]
        if len(masks) != 3 or entry[2] not in (0, 1):
            raise Refused("a triple is not of three sets and a kind")
        value = integer(entry[3], "a triple's multiplier", least=0)
        found.append((offsets, masks, bool(entry[2]), value))
    return found


def _mask(written: object) -> int:
    if not isinstance(written, str) or len(written) > MOST_DIGITS:
        raise Refused("a set of states is not a hexadecimal string")
    try:
        found = int(written, 16)
    except ValueError as error:
        raise Refused("a set of states is not a hexadecimal string") from error
    if found < 0:
        raise Refused("a set of states is negative")
    return found


def _indicator(mask: int, chosen: IntArray, states: int) -> IntArray:
    """Return which chosen states are in a set, with the sign 1 and with the sign -1."""
    length = max(2 * states, mask.bit_length())
    content = np.frombuffer(mask.to_bytes(-(-length // 8), "little"), dtype=np.uint8)
    bits = np.unpackbits(content, bitorder="little").astype(np.int64)
    return np.stack([bits[chosen], bits[states + chosen]])
