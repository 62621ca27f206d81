"""The answer about a mechanism: its routes, whether they can deadlock, and what links carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.routing.explicit_routes import Listed
from alphacut.solver.routing.graph import Cycle, order_or_cycle
from alphacut.solver.routing.witness import witness

if TYPE_CHECKING:
    from alphacut.solver.routing.demand import Demand
    from alphacut.solver.routing.loads import Loads
    from alphacut.solver.routing.routes import Mechanism, Route

FREE, POSSIBLE, NOT_SHOWN = "free", "possible", "not shown"


@dataclass(frozen=True, kw_only=True)
class Step:
    """One dependency of a cycle, and a route that makes it."""

    channel: int  # the next one is that of the next step
    route: Route  # takes this channel, and right after it the next one


@dataclass(frozen=True, kw_only=True)
class Escape:
    """An escape subset and its extended dependencies."""

    channels: int
    dependencies: int


@dataclass(frozen=True, kw_only=True)
class Deadlock:
    """Whether packets can wait for each other for ever, and what shows it."""

    verdict: str  # "free", "possible" or "not shown"
    channels: int
    dependencies: int
    order: tuple[int, ...] | None = None  # if free: channels; each dependency leads further on
    cycle: tuple[Step, ...] | None = None  # otherwise
    shortest: bool = False  # whether no cycle is shorter
    escape: Escape | None = None  # of adaptive routes that have an escape subset


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What was asked about a mechanism."""

    hops: tuple[int, ...]  # number of routes by their hops, from 0 hops on
    deadlock: Deadlock
    load: tuple[Demand, Loads] | None = None  # what was sent, and what links carry of it


def answer(mechanism: Mechanism, demand: Demand | None = None) -> Answer:
    """Find out whether routes can deadlock, and what links carry."""
    return Answer(
        hops=mechanism.histogram(),
        deadlock=deadlock(mechanism),
        load=(demand, mechanism.loads(demand)) if demand else None,
    )


def deadlock(mechanism: Mechanism) -> Deadlock:
    """Prove that routes are free from deadlock, or find a cycle of dependencies.

    References
    ----------
    Dally and Seitz, 1987; for adaptive routes Duato, 1995.
    """
    count, rows = mechanism.channels.count, mechanism.dependencies()
    found = order_or_cycle(count, rows)
    if not isinstance(found, Cycle):
        return Deadlock(
            verdict=FREE, channels=count, dependencies=len(rows), order=tuple(found.tolist())
        )
    if isinstance(mechanism, Listed) and mechanism.escape is not None:
        return _by_escape(mechanism, len(rows), found)
    verdict = NOT_SHOWN if mechanism.adaptive else POSSIBLE
    return _with_cycle(mechanism, verdict, len(rows), found)


def _with_cycle(mechanism: Mechanism, verdict: str, dependencies: int, cycle: Cycle) -> Deadlock:
    after = (*cycle.channels[1:], cycle.channels[0])
    steps = tuple(
        Step(channel=one, route=witness(mechanism, one, other))
        for one, other in zip(cycle.channels, after, strict=True)
    )
    return Deadlock(
        verdict=verdict,
        channels=mechanism.channels.count,
        dependencies=dependencies,
        cycle=steps,
        shortest=cycle.shortest,
    )


def _by_escape(routes: Listed, dependencies: int, cycle: Cycle) -> Deadlock:
    assert routes.escape is not None
    subset = set(routes.escape.tolist())
    rows = routes.choices().extended(subset)
    found = order_or_cycle(routes.channels.count, rows)
    if isinstance(found, Cycle):
        return _with_cycle(routes, NOT_SHOWN, dependencies, cycle)
    inside = np.isin(found, routes.escape)
    return Deadlock(
        verdict=FREE,
        channels=routes.channels.count,
        dependencies=dependencies,
        order=tuple(found[inside].tolist()),
        escape=Escape(channels=len(subset), dependencies=len(rows)),
    )
