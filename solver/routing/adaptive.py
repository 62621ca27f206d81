"""Adaptive routes: packets choose at every switch; an escape subset can show them deadlock-free.

References
----------
Duato, A necessary and sufficient condition for deadlock-free adaptive routing in wormhole
networks, 1995: an escape subset that reaches every target from everywhere, and whose extended
channel dependency graph (direct dependencies, and those through other channels) has no cycle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.routes import Route

if TYPE_CHECKING:
    from alphacut.solver.routing.channels import Channels, Numbers

Steps = dict[int, set[int]]  # channels that leave each switch


@dataclass(frozen=True, kw_only=True)
class Choices:
    """The hops that packets may take at each switch, for each target."""

    channels: Channels
    tails: Numbers  # (channels,) switch that each leaves
    heads: Numbers  # (channels,) switch that it enters
    by_target: dict[int, tuple[Steps, set[int]]]  # steps, and the switches where packets begin

    @classmethod
    def of(
        cls, channels: Channels, sources: Numbers, targets: Numbers, starts: Numbers, hops: Numbers
    ) -> Choices:
        """Collect the hops of all routes, which are given as in `Listed`."""
        links = channels.links
        link = np.repeat(np.arange(links.count), np.diff(channels.first))
        tails, heads = links.tails[link], links.heads[link]
        by_target: dict[int, tuple[Steps, set[int]]] = {}
        for at, (source, target) in enumerate(zip(sources.tolist(), targets.tolist(), strict=True)):
            steps, begin = by_target.setdefault(target, ({}, set()))
            begin.add(source)
            for hop in hops[starts[at] : starts[at + 1]].tolist():
                steps.setdefault(int(tails[hop]), set()).add(hop)
        return cls(channels=channels, tails=tails, heads=heads, by_target=by_target)

    def _reached(self, target: int) -> tuple[Steps, set[int]]:
        """Return the steps to a target, and all channels that packets to it can come over."""
        steps, sources = self.by_target[target]
        seen: set[int] = set()
        todo = [hop for source in sources for hop in steps.get(source, ())]
        while todo:
            hop = todo.pop()
            if hop in seen:
                continue
            seen.add(hop)
            if self.heads[hop] != target:
                todo.extend(steps.get(int(self.heads[hop]), ()))
        return steps, seen

    def dependencies(self) -> Numbers:
        """Return each direct dependency once."""
        found: set[tuple[int, int]] = set()
        for target in self.by_target:
            steps, seen = self._reached(target)
            for hop in seen:
                if self.heads[hop] != target:
                    found.update((hop, after) for after in steps.get(int(self.heads[hop]), ()))
        return _rows(found)

    def extended(self, escape: set[int]) -> Numbers:
        """Return the dependencies among escape channels, direct and through other channels.

        Raises
        ------
        QuestionError
            If some packet finds no escape channel at a switch.
        """
        found: set[tuple[int, int]] = set()
        for target in self.by_target:
            steps, seen = self._reached(target)
            self._check_escape(target, steps, seen, escape)
            for hop in seen & escape:
                found.update((hop, after) for after in self._next(hop, target, steps, escape))
        return _rows(found)

    def witness(self, one: int, other: int) -> Route:
        """Return a route that takes one channel and right after it another, a dependency."""
        for target in sorted(self.by_target):
            steps, seen = self._reached(target)
            after = int(self.heads[one])
            if after != target and one in seen and other in steps.get(after, ()):
                before = self._path_to(one, target)
                onward = self._path_from(other, target)
                return Route(
                    source=int(self.tails[before[0]]),
                    target=target,
                    channels=(*before, *onward),
                    share=Fraction(0),
                )
        raise AssertionError("no route makes this dependency")

    def _path_to(self, channel: int, target: int) -> list[int]:
        """Return a shortest way from where packets begin to a channel, with it."""
        steps, sources = self.by_target[target]
        begin = [hop for source in sorted(sources) for hop in sorted(steps.get(source, ()))]
        return self._path(begin, target, lambda hop: hop == channel)

    def _path_from(self, channel: int, target: int) -> list[int]:
        """Return a shortest way to the target that begins with a channel."""
        return self._path([channel], target, lambda hop: bool(self.heads[hop] == target))

    def _path(self, todo: list[int], target: int, ends: Callable[[int], bool]) -> list[int]:
        steps, _ = self.by_target[target]
        before: dict[int, int] = dict.fromkeys(todo, -1)
        for hop in todo:  # grows while it is gone through
            if ends(hop):
                path = [hop]
                while before[path[0]] >= 0:
                    path.insert(0, before[path[0]])
                return path
            if self.heads[hop] != target:
                for after in sorted(steps.get(int(self.heads[hop]), ())):
                    if after not in before:
                        before[after] = hop
                        todo.append(after)
        raise AssertionError("no way leads there")

    def _check_escape(self, target: int, steps: Steps, seen: set[int], escape: set[int]) -> None:
        places = self.by_target[target][1] | {int(self.heads[hop]) for hop in seen}
        for place in sorted(places - {target}):
            at, been = place, set()
            while at != target:
                hops = steps.get(at, set()) & escape
                if not hops or at in been:
                    raise QuestionError(
                        "escape",
                        f"no route of escape channels leads from switch {place} to switch {target}",
                    )
                been.add(at)
                at = int(self.heads[min(hops)])

    def _next(self, hop: int, target: int, steps: Steps, escape: set[int]) -> set[int]:
        """Return the escape channels that may follow one, with any others in between."""
        found: set[int] = set()
        seen, todo = set(), [int(self.heads[hop])]
        while todo:
            place = todo.pop()
            if place in seen or place == target:
                continue
            seen.add(place)
            for after in steps.get(place, ()):
                if after in escape:
                    found.add(after)
                else:
                    todo.append(int(self.heads[after]))
        return found


def _rows(found: set[tuple[int, int]]) -> Numbers:
    return np.array(sorted(found), dtype=np.int64).reshape(-1, 2)
