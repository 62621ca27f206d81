"""A route that takes two channels, one right after the other."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.routing.explicit_routes import Listed
from alphacut.solver.routing.two_phase import Legwise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.solver.routing.routes import Mechanism, Route


def witness(mechanism: Mechanism, one: int, other: int) -> Route:
    """Return a route that takes channel `one`, and right after it channel `other`.

    The pair must be one of the dependencies of the mechanism.
    """
    if isinstance(mechanism, Listed):
        if mechanism.adaptive:
            return mechanism.choices().witness(one, other)
        return _listed(mechanism, one, other)
    assert isinstance(mechanism, Legwise)
    for source, target in _likely_pairs(mechanism, one, other):
        for route in mechanism.routes(source, target):
            if (one, other) in pairwise(route.channels):
                return route
    raise AssertionError("no route makes this dependency")


def _listed(routes: Listed, one: int, other: int) -> Route:
    at = np.flatnonzero((routes.hops[:-1] == one) & (routes.hops[1:] == other))
    for place in at.tolist():
        number = int(np.searchsorted(routes.starts, place, side="right")) - 1
        if place + 1 < routes.starts[number + 1]:
            pair = int(routes.sources[number]), int(routes.targets[number])
            return next(
                route for route in routes.routes(*pair) if (one, other) in pairwise(route.channels)
            )
    raise AssertionError("no route makes this dependency")


def _likely_pairs(mechanism: Legwise, one: int, other: int) -> Iterator[tuple[int, int]]:
    """Yield all pairs of different switches, those of the groups where the channels are first."""
    groups, links = mechanism.groups, mechanism.groups.links
    begin = links.tails[mechanism.channels.link_of(one)[0]]
    end = links.heads[mechanism.channels.link_of(other)[0]]
    sources, targets = _near(mechanism, int(begin)), _near(mechanism, int(end))
    for source_group, target_group in product(sources, targets):
        members = groups.members[source_group].tolist(), groups.members[target_group].tolist()
        yield from ((x, y) for x, y in product(*members) if x != y)


def _near(mechanism: Legwise, switch: int) -> list[int]:
    """Return all groups, that of a switch first."""
    own = int(mechanism.groups.group[switch])
    return [own, *(each for each in range(mechanism.groups.count) if each != own)]
