"""Checking cables that were moved: the network before, each move, and the network after.

Nothing is shared with what searches. Both networks are built from their specs; the moves must
make the one of the other, inside the limits that were asked for; and each bound over all ways to
move cables is derived anew.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import (
    fraction_in,
    integer_in,
    object_in,
    only_fields,
    same,
    text_in,
)
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.synthesis.verify.ceilings import ceiling, lowered
from alphacut.solver.synthesis.verify.every import EVERY, check_every
from alphacut.solver.synthesis.verify.halves import half

Json = Mapping[str, Any]
ONE_CUT = "one cut, and the cables that it may gain"
Line = tuple[int, int, int]  # a, h and groups


class Recabling:
    """A document on moved cables, whose network before and after are built.

    Raises
    ------
    DocumentError, Refused
        If a part cannot be read, or is false.
    """

    def __init__(self, written: Json) -> None:
        question = object_in(written["question"], "question")
        self._most = _at_least_one(question, "moves")
        self._reach = _at_least_one(question, "reach")
        self._closed = closed_positions(question)
        start = object_in(written.get("start"), "start")
        only_fields(start, ("topology", "value", "side"), "start")
        self._topology = object_in(start.get("topology"), "start.topology")
        for name in ("failed", "capacities"):
            if self._topology.get(name) is not None:
                raise Refused(f"start.topology.{name} is no part of a network to be moved")
        self.before = rebuilt(self._topology)
        self.after = rebuilt(written["topology"])
        self._place = _places(self.before)
        self._check_design(written)
        self._check_moves(written.get("moves"))
        self._start = start

    def check_start(self, alpha: Fraction) -> Fraction:
        """Check the cut of the network before the moves, and return what it severs."""
        side = half(self._start.get("side"), self.before.switches)
        value = _severed(self.before, side, alpha)
        if text_in(self._start, "value") != str(value):
            raise Refused(f"start.value is {shown(self._start['value'])}; its cut severs {value}")
        return value

    def upper(self, told: Json, alpha: Fraction) -> Fraction:
        """Derive anew what no way to move cables surpasses."""
        fields = ("alpha", "value", "reason", "intercept", "slope", "segments", "side", "cuts")
        only_fields(told, fields, "upper")
        if fraction_in(told, "alpha") != alpha or text_in(told, "alpha") != str(alpha):
            raise Refused(f"upper.alpha is {shown(told['alpha'])}, where {alpha} was asked for")
        if text_in(told, "reason") == EVERY:
            if "side" in told:
                raise Refused("upper.side belongs to a bound by one cut alone")
            return check_every(told, alpha, (*self._dragonfly(), 1))
        if "cuts" in told:
            raise Refused("upper.cuts belong to a bound by a cut of every arrangement alone")
        line: tuple[Fraction | int, Fraction | int]
        if text_in(told, "reason") == ONE_CUT:
            if told.get("segments", 0) is not None:
                raise Refused("upper: one cut has no segments")
            line = self._after_moves(half(told.get("side"), self.before.switches))
            value = line[0] + line[1] * alpha
        else:
            if "side" in told:
                raise Refused("upper.side belongs to a bound by one cut alone")
            shape = self._dragonfly()
            segments = None if told.get("segments", 0) is None else integer_in(told, "segments")
            line = ceiling(told["reason"], segments, *shape)
            value = lowered(line[0] + line[1] * alpha, alpha, *shape)
        for name, right in (("intercept", line[0]), ("slope", line[1]), ("value", value)):
            if text_in(told, name) != str(right):
                raise Refused(f"upper.{name} is {shown(told[name])}, and follows as {right}")
        return Fraction(value)

    def _dragonfly(self) -> Line:
        told = self._topology
        if told.get("family") != "dragonfly" or told.get("trunking") != 1 or told.get("local"):
            raise Refused("upper: its reason is about dragonflies with one link between groups")
        return integer_in(told, "a"), integer_in(told, "h"), integer_in(told, "groups")

    def _after_moves(self, side: set[int]) -> tuple[int, int]:
        """Return (intercept, slope) of a cut that gains all the cables that it may."""
        network, groups = self.before, self.before.groups
        met = {(group, switch in side) for switch, group in enumerate(groups)}
        divided = {group for group in groups if (group, True) in met and (group, False) in met}
        intercept = slope = spare = 0
        for u, v, name, times in network.links:
            each = network.class_by_name[name]
            if (u in side) != (v in side):
                intercept += times * each.base
                slope += times * each.slope
            elif groups[u] != groups[v] and (groups[u] in divided or groups[v] in divided):
                spare += times
        cable = network.class_by_name[self._name]
        gained = spare if self._most is None else min(spare, self._most)
        return intercept + gained * cable.base, slope + gained * cable.slope

    def _check_design(self, written: Json) -> None:
        """Check that only cables between groups differ, and that no switch has too many."""
        before, after = self.before, self.after
        for name in ("switches", "groups", "hosts", "names"):
            if getattr(before, name) != getattr(after, name):
                raise Refused(f"topology: {name} are not those of start.topology")
        inside, crossing = _divided(before)
        inside_after, crossing_after = _divided(after)
        if inside != inside_after:
            raise Refused("topology: links inside groups are not those of start.topology")
        classes = {name for _, _, name in (*crossing, *crossing_after)}
        if len(classes) != 1:
            raise Refused("start.topology: links between groups are not of one class")
        self._name = classes.pop()
        if before.class_by_name[self._name] != after.class_by_name.get(self._name):
            raise Refused("topology: the cables are of another class than before")
        design = object_in(written["design"], "design")
        only_fields(design, ("spec",), "design")
        try:
            spec = json.loads(text_in(design, "spec"))
        except ValueError as error:
            raise DocumentError("design.spec is no JSON") from error
        if not same(spec, written["topology"]):
            raise Refused("design.spec is another network than the topology")
        self._crossing = Counter({(u, v): n for (u, v, _), n in crossing.items()})
        self._crossing_after = Counter({(u, v): n for (u, v, _), n in crossing_after.items()})
        self._check_ports()

    def _check_ports(self) -> None:
        """Check that a switch has at most the cables that it has ports for."""
        used, now = _ends(self._crossing), _ends(self._crossing_after)
        h = self._topology["h"] if self._topology["family"] == "dragonfly" else 0
        for switch, count in now.items():
            most = max(used[switch], h)
            if count > most:
                raise Refused(f"switch {switch} has {count} cables, at most {most}")
            if count and self._place[switch] in self._closed:
                raise Refused(f"switch {switch} has cables at a closed position")

    def _check_moves(self, told: object) -> None:
        """Check that the moves, and they alone, make the network after of the one before."""
        if not isinstance(told, list):
            raise DocumentError("moves is not a list")
        if self._most is not None and len(told) > self._most:
            raise Refused(f"moves are {len(told)}, at most {self._most} were allowed")
        left = self._crossing.copy()
        taken: Counter[tuple[int, int]] = Counter()
        for move in told:
            self._move(move, left, taken)
        if +left != self._crossing_after:
            raise Refused("moves do not make the topology of start.topology")

    def _move(
        self,
        move: object,
        left: Counter[tuple[int, int]],
        taken: Counter[tuple[int, int]],
    ) -> None:
        switches = self.before.switches
        if not (isinstance(move, list) and len(move) == 4 and all(type(x) is int for x in move)):
            raise DocumentError(f"a move is {shown(move)}, not four switches")
        if not all(0 <= each < switches for each in move):
            raise Refused(f"a move is {shown(move)}: it names a switch that there is not")
        u, v, w, x = move
        for end, new in ((u, w), (v, x)):
            if self.before.groups[end] != self.before.groups[new]:
                raise Refused(f"a move takes an end from switch {end} to another group")
            if self._reach is not None and abs(self._place[end] - self._place[new]) > self._reach:
                raise Refused(f"a move takes an end from switch {end} to {new}, beyond the reach")
        old = (min(u, v), max(u, v))
        if old == (min(w, x), max(w, x)):
            raise Refused("a move changes nothing")
        if taken[old] >= self._crossing[old]:
            raise Refused(f"moves take more cables between {u} and {v} than there are")
        taken[old] += 1
        left[old] -= 1
        left[min(w, x), max(w, x)] += 1


def closed_positions(question: Json) -> set[int]:
    """Return the positions that have no global ports."""
    if "closed" not in question:
        return set()
    listed = question["closed"]
    if not isinstance(listed, list) or not all(type(x) is int and x >= 0 for x in listed):
        raise DocumentError("question.closed is no list of positions")
    if not listed or len(set(listed)) < len(listed):
        raise Refused("question.closed must name positions, each once")
    return set(listed)


def _at_least_one(question: Json, name: str) -> int | None:
    if name not in question:
        return None
    value = integer_in(question, name)
    if value < 1:
        raise Refused(f"question.{name} is {value}, below 1")
    return value


def _places(network: Network) -> list[int]:
    """Return where each switch comes among those of its group."""
    met: Counter[int] = Counter()
    found = []
    for group in network.groups:
        found.append(met[group])
        met[group] += 1
    return found


def _divided(network: Network) -> tuple[Counter[Any], Counter[Any]]:
    """Count the links inside groups and between them, by ends and class."""
    inside: Counter[Any] = Counter()
    crossing: Counter[Any] = Counter()
    for u, v, name, times in network.links:
        apart = network.groups[u] != network.groups[v]
        each = network.class_by_name[name]
        if apart:
            crossing[u, v, name] += times
        else:
            inside[u, v, each.base, each.slope] += times
    return inside, crossing


def _ends(pairs: Mapping[tuple[int, int], int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for pair, times in pairs.items():
        for switch in pair:
            found[switch] += times
    return found


def _severed(network: Network, side: set[int], alpha: Fraction) -> Fraction:
    total = Fraction(0)
    for u, v, name, times in network.links:
        if (u in side) != (v in side):
            each = network.class_by_name[name]
            total += times * (each.base + each.slope * alpha)
    return total
