"""How packets get their routes when they leave their hosts, as tables for compiled loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from alphacut.solver.common.compiled import compiled
from alphacut.solver.routing.explicit_routes import Listed
from alphacut.solver.routing.phases import View, choices, wanted_colour
from alphacut.solver.routing.two_phase import Legwise

if TYPE_CHECKING:
    from alphacut.solver.routing.channels import Numbers
    from alphacut.solver.routing.routes import Mechanism

LEGS, LISTED = 0, 1
MOST_LINKS = 64  # between two groups


class Ways(NamedTuple):
    """The routes of a mechanism: of legs, or listed."""

    kind: int  # LEGS or LISTED
    legs: int  # 1 or 2
    first: View
    last: View  # the second leg, or the first one again
    any_vc: bool  # whether routers choose the virtual channel
    starts: Numbers  # (n·n + 1,) listed routes of each pair, at source·n + target
    totals: Numbers  # (R,) running sums of their weights within the pair
    route_starts: Numbers  # (R + 1,)
    hops: Numbers  # channels
    link_of: Numbers  # (channels,) directed link of each channel
    longest: int  # hops


def ways_of(mechanism: Mechanism, *, any_vc: bool = False) -> Ways:
    """Put the routes of a mechanism into tables."""
    channels = mechanism.channels
    link_of = np.repeat(np.arange(channels.links.count), np.diff(channels.first))
    nothing = np.zeros(1, dtype=np.int64)
    if isinstance(mechanism, Legwise):
        views = mechanism.views
        return Ways(
            LEGS, len(views), views[0], views[-1], any_vc, nothing, nothing, nothing, nothing,
            link_of, 3 * len(views),
        )  # fmt: skip
    assert isinstance(mechanism, Listed)
    n = channels.links.switches
    key = mechanism.sources * n + mechanism.targets
    starts = np.searchsorted(key, np.arange(n * n + 1))
    sums = np.cumsum(mechanism.weights)
    before = np.concatenate([[0], sums])[starts[key]]
    longest = int(np.diff(mechanism.starts).max(initial=1))
    return Ways(
        LISTED, 1, _no_view(), _no_view(), any_vc, starts, sums - before, mechanism.starts,
        mechanism.hops, link_of, longest,
    )  # fmt: skip


def _no_view() -> View:
    one, two, three = (np.zeros((1,) * d, dtype=np.int64) for d in (1, 2, 3))
    return View(one, one, one, one, two, two, one, one, one, one, one, three, one, True)


@compiled
def draw_route(w: Ways, source: int, target: int, links: Numbers, vcs: Numbers) -> int:
    """Draw a route by its share; fill in its links and virtual channels, and return its hops.

    A virtual channel of -1 is chosen by the router.
    """
    if w.kind == LISTED:
        return _draw_listed(w, source, target, links, vcs)
    v = w.first
    if v.group[source] == v.group[target]:
        links[0] = v.local[source, v.position[target]]
        vcs[0] = -1 if w.any_vc else 0
        return 1
    if w.legs == 1:
        return _draw_leg(v, source, target, links, vcs, 0, w.any_vc)[0]
    while True:
        middle = np.random.randint(len(v.group))
        if v.group[middle] in (v.group[source], v.group[target]):
            continue
        if v.whole and (
            v.wanted[v.colour[source], v.colour[middle], 0] < 0
            or w.last.wanted[v.colour[middle], v.colour[target], 0] < 0
        ):
            continue
        count, at = _draw_leg(v, source, middle, links, vcs, 0, w.any_vc)
        return _draw_leg(w.last, at, target, links, vcs, count, w.any_vc)[0]


@compiled
def _draw_leg(
    v: View, x: int, y: int, links: Numbers, vcs: Numbers, count: int, any_vc: bool
) -> tuple[int, int]:
    found = np.empty(MOST_LINKS, np.int64)
    many = choices(v, x, v.group[y], wanted_colour(v, x, y), found)
    link = found[np.random.randint(many)]
    if v.tails[link] != x:
        links[count] = v.local[x, v.position[v.tails[link]]]
        vcs[count] = -1 if any_vc else v.vcs[0]
        count += 1
    links[count] = link
    vcs[count] = -1 if any_vc else v.vcs[1]
    count += 1
    at = v.heads[link]
    if v.whole and at != y:
        links[count] = v.local[at, v.position[y]]
        vcs[count] = -1 if any_vc else v.vcs[2]
        count += 1
        at = y
    return count, at


@compiled
def _draw_listed(w: Ways, source: int, target: int, links: Numbers, vcs: Numbers) -> int:
    n = int(np.sqrt(len(w.starts) - 1))
    begin, end = w.starts[source * n + target], w.starts[source * n + target + 1]
    at = begin
    if end - begin > 1:
        drawn = np.random.randint(w.totals[end - 1])
        while w.totals[at] <= drawn:
            at += 1
    count = 0
    for k in range(w.route_starts[at], w.route_starts[at + 1]):
        links[count] = w.link_of[w.hops[k]]
        vcs[count] = -1 if w.any_vc else _vc(w, w.hops[k])
        count += 1
    return count


@compiled
def _vc(w: Ways, channel: int) -> int:
    vc = 0
    while channel - vc - 1 >= 0 and w.link_of[channel - vc - 1] == w.link_of[channel]:
        vc += 1
    return vc
