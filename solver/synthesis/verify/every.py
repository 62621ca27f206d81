"""A cut of every arrangement of a small shape: all of them walked through, group after group.

Nothing here is shared with `solver.synthesis.every`, which writes the cuts. Groups are given their
links in turn; where a cut severs too little whatever the other groups do, none of what follows is
looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.fields import fraction_in, text_in
from alphacut.solver.common.limits import current
from alphacut.solver.synthesis.verify.halves import half

EVERY = "a cut of every arrangement"
MOST_CUTS = 10_000
MOST_CELLS = 1 << 26  # of the tables of ends: groups, words, other groups and cuts
EACH = 1 << 12  # cells that are compared in the time of a node
BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]


def check_every(
    told: Mapping[str, Any], alpha: Fraction, shape: tuple[int, int, int, int]
) -> Fraction:
    """Return the bound of a record of `upper`, once every arrangement has a cut that is no more.

    Parameters
    ----------
    shape
        Switches of a group, global ports of a switch, groups, and links between two groups.

    Raises
    ------
    Refused
        If an arrangement has none.
    BeyondLimit
        If there are more of them than may be looked at, told before much memory is taken.
    """
    a, h, groups, trunking = shape
    for name in ("intercept", "slope", "segments"):
        if told.get(name, 0) is not None:
            raise Refused(f"upper.{name} is no part of a bound by a cut of every arrangement")
    if trunking > 1:
        raise Refused("upper: its reason is about dragonflies with one link between groups")
    value, written = fraction_in(told, "value"), told.get("cuts")
    if text_in(told, "value") != str(value):
        raise Refused(f"upper.value is {shown(told['value'])}, in lowest terms {value}")
    if not isinstance(written, list) or not 0 < len(written) <= MOST_CUTS:
        raise DocumentError(f"upper.cuts is no list of at most {MOST_CUTS:,} sides")
    if a * groups > 200 or groups - 1 > 40:
        raise BeyondLimit("nodes", "upper: more arrangements to look at than allowed")
    sides = np.zeros((len(written), a * groups), bool)
    for row, side in zip(sides, written, strict=True):
        row[list(half(side, a * groups))] = True
    _Walk(sides.reshape(-1, groups, a), alpha, value, h).go_through()
    return value


class _Walk:
    """Arrangements of a shape, group after group, with what each cut severs so far.

    A group's word says at which of its positions the link to each other group ends. Positions can
    be renamed, in each group alone, so that they come first in the order of their numbers; and the
    groups after the first, so that the numbers of the first word never fall.
    """

    def __init__(self, sides: BoolArray, alpha: Fraction, value: Fraction, h: int) -> None:
        """Take cuts, of shape (cuts, groups, positions)."""
        self._h = h
        cuts, self._groups, self._a = sides.shape
        inside = sides.sum(axis=2)
        local = (inside * (self._a - inside)).sum(axis=1)
        # a cut severs at most the value if it severs at most so many global links
        self._room = np.array([(value - int(each)) // alpha for each in local], dtype=np.int64)
        whole = (inside == 0) | (inside == self._a)
        # links to groups from some number on that a cut may sever
        self._open = np.zeros((self._groups + 1, cuts), np.int64)
        for later in range(self._groups - 1, 0, -1):
            uncut = whole[:, later, None] & whole[:, :later]
            uncut &= sides[:, later, :1] == sides[:, :later, 0]
            self._open[later] = self._open[later + 1] + (~uncut).sum(axis=1)
        self._left = current().nodes
        self._most_words = MOST_CELLS // (cuts * self._groups**2)
        first, others = self._words(falling=False), self._words(falling=True)
        # of each group: (words, other groups, cuts), whether the link's end is inside
        self._ends = [
            sides[:, group, others if group else first].transpose(1, 2, 0)
            for group in range(self._groups)
        ]
        self._given: list[BoolArray] = []  # of each group so far, those of its word

    def _words(self, *, falling: bool) -> IntArray:
        """List the words of a group, after the first one or, where none falls, of the first."""
        found: list[tuple[int, ...]] = [()]
        for _ in range(self._groups - 1):
            longer = []
            for word in found:
                new = max(word, default=-1) + 1
                least = 0 if falling or not word else word[-1]
                longer += [
                    (*word, letter)
                    for letter in range(least, min(new + 1, self._a))
                    if word.count(letter) < self._h
                ]
            found = longer
            if len(found) > self._most_words:
                raise BeyondLimit("nodes", "upper: more arrangements to look at than allowed")
        return np.array(found)

    def go_through(self) -> None:
        """Refuse the first arrangement of which every cut severs more than the value."""
        self._after(np.zeros(len(self._room), np.int64))

    def _after(self, severed: IntArray) -> None:
        """Give the next group each of its words in turn.

        Parameters
        ----------
        severed
            Global links that each cut severs among the groups so far.
        """
        group = len(self._given)
        ends = self._ends[group]
        self._left -= 1 + ends.size // EACH
        if self._left < 0:
            raise BeyondLimit("nodes", "upper: more arrangements to look at than allowed")
        after = np.repeat(severed[None], len(ends), axis=0)  # (words, cuts)
        for other, earlier in enumerate(self._given):
            after += ends[:, other] != earlier[group - 1]
        open_ = (after + self._open[group + 1] > self._room).all(axis=1)
        if group == self._groups - 1:
            if open_.any():
                raise Refused("upper: an arrangement has no cut in upper.cuts of at most the value")
            return
        for word in np.flatnonzero(open_):
            self._given.append(ends[word])
            self._after(after[word])
            self._given.pop()
