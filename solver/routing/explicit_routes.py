"""Routes listed hop by hop: those of dimension order, of users' files and of forwarding tables."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.adaptive import Choices
from alphacut.solver.routing.loads import Loads, check_range
from alphacut.solver.routing.routes import Route

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.solver.routing.channels import Channels, Numbers
    from alphacut.solver.routing.demand import Demand

MOST_HOPS = 40_000_000  # of all routes together


@dataclass(frozen=True, kw_only=True)
class Listed:
    """All routes of a network, in order of source and target.

    Where packets choose anew at every switch (`adaptive`), they may go on by any hop that some
    route to their target makes there.
    """

    channels: Channels
    sources: Numbers  # (R,) switch where each route begins
    targets: Numbers  # (R,) switch where it ends
    weights: Numbers  # (R,) share of each among those of its pair; 0: packets of no host take it
    starts: Numbers  # (R + 1,) where the hops of each begin
    hops: Numbers  # channels
    adaptive: bool = False
    escape: Numbers | None = None  # channels of the escape subset, of adaptive routes

    def __post_init__(self) -> None:
        if len(self.hops) > MOST_HOPS:
            raise QuestionError(
                "mechanism", f"its routes have more than {MOST_HOPS:,} hops together"
            )

    def dependencies(self) -> Numbers:
        """Return each dependency once."""
        first, last = self.starts[:-1], self.starts[1:]
        follows = np.ones(len(self.hops), dtype=np.bool_)
        follows[first[first < last]] = False
        at = np.flatnonzero(follows)
        if self.adaptive:
            return self.choices().dependencies()
        keys = np.unique(self.hops[at - 1] * self.channels.count + self.hops[at])
        return np.stack(np.divmod(keys, self.channels.count), axis=1)

    def choices(self) -> Choices:
        """Return the hops that packets may choose among at each switch."""
        return Choices.of(self.channels, self.sources, self.targets, self.starts, self.hops)

    def histogram(self) -> tuple[int, ...]:
        """Count the routes by their hops."""
        return tuple(np.bincount(np.diff(self.starts)).tolist())

    @cached_property
    def _pair_sums(self) -> tuple[Numbers, Numbers]:
        """Return the pair of each route, numbered, and the sum of the weights of each pair."""
        key = self.sources * self.channels.links.switches + self.targets
        _, pair = np.unique(key, return_inverse=True)
        sums = np.bincount(pair, weights=self.weights).astype(np.int64)
        return pair, np.maximum(sums, 1)

    def loads(self, demand: Demand) -> Loads:
        """Compute what each directed link carries; adaptive packets as their routes are listed."""
        pair, sums = self._pair_sums
        unit = math.lcm(*(int(each) for each in np.unique(sums)))
        check_range(demand.rates, unit, int(np.diff(self.starts).max(initial=1)))
        shares = demand.rates[self.sources, self.targets] * self.weights * (unit // sums[pair])
        link = np.searchsorted(self.channels.first, self.hops, side="right") - 1
        load = np.zeros(self.channels.links.count, dtype=np.int64)
        np.add.at(load, link, np.repeat(shares, np.diff(self.starts)))
        return Loads(
            links=self.channels.links, load=load, unit=demand.unit / unit, sent=demand.sent
        )

    def routes(self, source: int, target: int) -> Iterator[Route]:
        """Yield the routes of a pair."""
        pair, sums = self._pair_sums
        for at in self._by_pair.get((source, target), []):
            yield Route(
                source=source,
                target=target,
                channels=tuple(self.hops[self.starts[at] : self.starts[at + 1]].tolist()),
                share=Fraction(int(self.weights[at]), int(sums[pair[at]])),
            )

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs that have routes."""
        yield from self._by_pair

    @cached_property
    def _by_pair(self) -> dict[tuple[int, int], list[int]]:
        found: dict[tuple[int, int], list[int]] = {}
        ends = zip(self.sources.tolist(), self.targets.tolist(), strict=True)
        for at, pair in enumerate(ends):
            found.setdefault(pair, []).append(at)
        return found


def listed(
    channels: Channels,
    rows: list[tuple[int, int, int, tuple[int, ...]]],
    *,
    adaptive: bool = False,
    escape: Numbers | None = None,
) -> Listed:
    """Put together routes given as source, target, weight and channels; alike ones are added up."""
    merged: dict[tuple[int, int, tuple[int, ...]], int] = {}
    for source, target, weight, hops in rows:
        merged[source, target, hops] = merged.get((source, target, hops), 0) + weight
    ordered = sorted(merged)
    lengths = [len(hops) for _, _, hops in ordered]
    return Listed(
        channels=channels,
        sources=np.array([source for source, _, _ in ordered], dtype=np.int64),
        targets=np.array([target for _, target, _ in ordered], dtype=np.int64),
        weights=np.array([merged[key] for key in ordered], dtype=np.int64),
        starts=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        hops=np.array([hop for _, _, hops in ordered for hop in hops], dtype=np.int64),
        adaptive=adaptive,
        escape=escape,
    )


def check_pairs(routes: Listed, hosts: Numbers, field: str = "mechanism") -> None:
    """Refuse routes that leave out a pair of different switches with hosts."""
    n = routes.channels.links.switches
    there = np.zeros((n, n), dtype=np.bool_)
    carries = routes.weights > 0
    there[routes.sources[carries], routes.targets[carries]] = True
    needed = np.flatnonzero(hosts)
    missing = np.argwhere(~there[np.ix_(needed, needed)] & ~np.eye(len(needed), dtype=np.bool_))
    if len(missing):
        source, target = needed[missing[0]].tolist()
        raise QuestionError(field, f"no route leads from switch {source} to switch {target}")
