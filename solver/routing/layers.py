"""Routes on layers of virtual channels, of which none has a cycle of dependencies (LASH).

References
----------
Skeie, Lysne and Theiss, Layered shortest path (LASH) routing in irregular system area networks,
2002.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.compiled import compiled
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import MOST_VCS, Links

if TYPE_CHECKING:
    from alphacut.solver.routing.channels import Numbers


def layers_of(links: Links, hops: Numbers, starts: Numbers, vcs: int | None) -> Numbers:
    """Put each route on the first virtual channel on which it closes no cycle.

    Parameters
    ----------
    hops, starts
        Directed links of all routes, and where each begins.
    vcs
        How many virtual channels there are; None: as many as a link may have.

    Raises
    ------
    QuestionError
        If these do not do.
    """
    out, first = links.leaving
    most = min(vcs or MOST_VCS, MOST_VCS)
    layer, stuck = _layered(links.tails, links.heads, out, first, hops, starts, most)
    if stuck >= 0:
        raise QuestionError(
            "vcs",
            f"shortest routes need more than {most} virtual channels here; give more, or take "
            "up-down, which needs one",
        )
    return np.asarray(layer)


@compiled
def _layered(  # noqa: C901
    tails: Numbers,
    heads: Numbers,
    out: Numbers,
    first: Numbers,
    hops: Numbers,
    starts: Numbers,
    most: int,
) -> tuple[Numbers, int]:
    """Return the layer of each route, and the first route that has none, or -1.

    Layers are acyclic: a dependency that is new is added unless the link that comes first is
    reached from the one that comes after it.
    """
    links = len(tails)
    place = np.empty(links, np.int64)  # of each link among those that leave its tail
    widest = 0
    for switch in range(len(first) - 1):
        widest = max(widest, first[switch + 1] - first[switch])
        for step in range(first[switch], first[switch + 1]):
            place[out[step]] = step - first[switch]
    follows = np.zeros((most, links, widest), np.bool_)
    layer = np.zeros(len(starts) - 1, np.int64)
    seen, stack = np.zeros(links, np.int64), np.empty(links, np.int64)
    search = 0
    for route in range(len(starts) - 1):
        begin, end = starts[route], starts[route + 1]
        found = -1
        for level in range(most):
            added = np.zeros(max(0, end - begin - 1), np.bool_)
            fits = True
            for each in range(begin, end - 1):
                one, two = hops[each], hops[each + 1]
                if follows[level, one, place[two]]:
                    continue
                search += 1
                seen[two] = search
                stack[0], count = two, 1
                while count and fits:
                    count -= 1
                    link = stack[count]
                    if link == one:
                        fits = False
                    switch = heads[link]
                    for step in range(first[switch], first[switch + 1]):
                        after = out[step]
                        if follows[level, link, step - first[switch]] and seen[after] != search:
                            seen[after] = search
                            stack[count] = after
                            count += 1
                if not fits:
                    break
                follows[level, one, place[two]] = True
                added[each - begin] = True
            if fits:
                found = level
                break
            for each in range(begin, end - 1):
                if added[each - begin]:
                    follows[level, hops[each], place[hops[each + 1]]] = False
        if found < 0:
            return layer, route
        layer[route] = found
    return layer, -1
