"""Cables of an installed machine that move: what is found, refused, checked and forged."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import jsonschema
import numpy as np
import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.service.text.synthesis import of_synthesis
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused
from alphacut.solver.synthesis.aim import Aim
from alphacut.solver.synthesis.recabling.cables import Cabling, Limits, moved, relabelled
from alphacut.solver.synthesis.recabling.ceiling import after_moves
from alphacut.solver.synthesis.recabling.search import CableSearch
from alphacut.solver.synthesis.schema import SYNTHESIS
from alphacut.solver.synthesis.search import SearchParams
from alphacut.solver.synthesis.verify.document import verify_synthesis
from tests.forging import STRANGE, forged, places
from tests.solver.synthesis.conftest import Json, answer, asked, dragonfly

FEW = SearchParams(rounds=60, patience=15, thorough=8)


def graph() -> Json:
    """Four groups of two switches in a ring of doubled cables, of which no port is free."""
    local = [[2 * i, 2 * i + 1] for i in range(4)]
    ring = [[2 * i, (2 * i + 2) % 8, "global"] for i in range(4)]
    other = [[2 * i + 1, (2 * i + 3) % 8, "global"] for i in range(4)]
    groups = [i // 2 for i in range(8)]
    return {"family": "graph", "switches": 8, "links": local + ring + other, "groups": groups}


def cabling(topology: Json, ports: int, closed: tuple[int, ...] = ()) -> Cabling:
    network = build(parse(topology))
    return Cabling.of(network, [ports] * network.switches, closed)


def searched(found: Cabling, limits: Limits, alpha: str = "3") -> Any:
    aim = Aim.at(Alpha.parse(alpha))
    return CableSearch(found, aim, limits, 0, lambda: False, FEW).run()


def least(network: Any, alpha: int) -> int:
    """Return the bisection of a small network, by every half."""
    halves = combinations(range(network.switches), network.switches // 2)
    capacities = (
        sum(
            link.multiplicity * (alpha if link.link_class == "global" else 1)
            for link in network.links
            if (link.first in side) != (link.second in side)
        )
        for side in map(set, halves)
    )
    found: int = min(capacities)
    return found


@pytest.mark.parametrize("moves", [2, 4, None])
def test_moves_are_kept_in_their_number_and_groups(moves: int | None) -> None:
    start = cabling(dragonfly(2, 3), 3)
    found = searched(start, Limits(moves=moves))
    done = moved(start.joined, found.joined)
    assert moves is None or len(done) <= moves
    groups = start.network.groups
    assert all(groups[u] == groups[w] and groups[v] == groups[x] for u, v, w, x in done)
    degrees = np.bincount(found.joined.ravel(), minlength=start.network.switches)
    assert max(degrees) <= 3
    assert found.before == least(start.network, 3)
    assert found.value == least(start.rewired(found.joined), 3) >= found.before


def swapped(joined: Any) -> list[Any]:
    """Return all cablings that an exchange of two ends in one group makes of one of (p,2,3)."""
    found = []
    for (one, a), (other, b) in combinations(np.ndindex(joined.shape), 2):
        if one != other and joined[one, a] // 2 == joined[other, b] // 2:
            after = joined.copy()
            after[one, a], after[other, b] = joined[other, b], joined[one, a]
            found.append(after)
    return found


def test_four_cables_are_moved_well() -> None:
    """All pairs of exchanges are tried at α = 3, and none is better than what the search finds.

    It may find more: three exchanges can have ends of four cables.
    """
    start = cabling(dragonfly(2, 3, arrangement="absolute"), 3)
    halves = np.array(
        [[u == 0 or u in side for u in range(14)] for side in combinations(range(1, 14), 6)]
    )
    local = (halves[:, ::2] != halves[:, 1::2]).sum(axis=1)
    best = 0
    for once in swapped(start.joined):
        twice = np.array(swapped(once))
        crossing = (halves[:, twice[..., 0]] != halves[:, twice[..., 1]]).sum(axis=2)
        best = max(best, int((local[:, None] + 3 * crossing).min(axis=0).max()))
    found = searched(start, Limits(moves=4))
    crossing = (halves[:, found.joined[:, 0]] != halves[:, found.joined[:, 1]]).sum(axis=1)
    assert found.value == (local + 3 * crossing).min()
    assert found.value >= best > found.before


def test_reach_is_kept() -> None:
    start = cabling(dragonfly(4, 2), 2)
    found = searched(start, Limits(reach=1))
    for u, v, w, x in moved(start.joined, found.joined):
        assert abs(u - w) <= 1
        assert abs(v - x) <= 1


def test_closed_positions_are_not_used() -> None:
    start = cabling(dragonfly(4, 2, groups=6, arrangement="lift",
                              offsets=[[1, 2], [1, 3], [3, 3]]), 2, closed=(0,))  # fmt: skip
    found = searched(start, Limits(closed=frozenset({0})))
    assert not any(switch % 4 == 0 for switch in found.joined.ravel())


def test_equal_cables_are_not_told_as_moved() -> None:
    before = np.array([[0, 2], [1, 3]])
    assert moved(before, relabelled(before, before[::-1].copy(), [0, 0, 1, 1])) == []


def test_one_cut_bounds_every_way_to_move() -> None:
    """Whatever moves, the cut severs no more than the bound says."""
    start = cabling(graph(), 1)
    rng = np.random.default_rng(3)
    for _ in range(20):
        side = np.full(8, -1, np.int8)
        side[rng.permutation(8)[:4]] = 1
        intercept, slope = after_moves(start, Limits(moves=2), side)
        for _ in range(20):
            joined = start.joined.copy()
            one, other = rng.choice(len(joined), 2, replace=False)
            for a, b in ((0, 0), (1, 1), (0, 1)):
                if joined[one, a] // 2 == joined[other, b] // 2:
                    joined[one, a], joined[other, b] = joined[other, b], joined[one, a]
                    break
            crossing = sum(side[u] != side[v] for u, v in joined)
            local = sum(side[2 * i] != side[2 * i + 1] for i in range(4))
            assert local == intercept
            assert crossing <= slope


@cache
def original() -> Json:
    limits = {"seconds": 4.0}
    return answer(dragonfly(2, 3), alpha="3", symmetry="none", moves=6, limits=limits)


def test_document_of_an_installed_machine() -> None:
    found = original()
    jsonschema.validate(found, SYNTHESIS)
    assert verify_synthesis(found).status == found["status"] == "exact"
    assert 0 < len(found["moves"]) <= 6
    assert Fraction(found["bisection"]["lower"]) > Fraction(found["start"]["value"])
    assert complete_again(found["design"]["spec"]) == found["topology"]
    told = of_synthesis(found)
    assert any("becomes" in line for line in told)
    assert any("gain is proven" in line for line in told)


def complete_again(spec: str) -> Json:
    from alphacut.arrangements.formats.spec import complete, read

    return complete(read(spec))


def test_several_alphas() -> None:
    found = answer(
        graph(), alpha="1/2,3", symmetry="none", moves=4, reach=1, limits={"seconds": 3.0}
    )
    jsonschema.validate(found, SYNTHESIS)
    assert verify_synthesis(found).status == "exact"
    assert len(found["upper"]) == 2


@pytest.mark.parametrize(
    ("topology", "given", "field"),
    [
        (dragonfly(4, 2), {"moves": 3}, "moves"),
        (dragonfly(4, 2), {"reach": 1}, "reach"),
        (dragonfly(4, 2), {"symmetry": "none", "moves": 0}, "moves"),
        (dragonfly(4, 2), {"symmetry": "none", "moves": 37}, "moves"),
        (dragonfly(4, 2), {"symmetry": "none", "moves": 1}, "moves"),
        (dragonfly(4, 2), {"symmetry": "none", "closed": [0]}, "closed"),
        (dragonfly(4, 2), {"symmetry": "none", "closed": [9]}, "closed"),
        (dragonfly(4, 2), {"symmetry": "none", "closed": ["x"]}, "closed"),
        ({"family": "complete", "switches": 4}, {"symmetry": "none"}, "topology"),
        (dragonfly(40, 20), {"symmetry": "none"}, "topology"),
    ],
)
def test_what_cannot_be_moved(topology: Json, given: Json, field: str) -> None:
    with pytest.raises(QuestionError) as caught:
        asked(topology, alpha=3, **given)
    assert caught.value.field == field


def refused(document: Any) -> bool:
    try:
        verify_synthesis(document)
    except (DocumentError, Refused):
        return True
    return False


def changed(path: tuple[Any, ...], value: Any) -> Json:
    document: Json = copy.deepcopy(original())
    at: Any = document
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return document


def test_forged_moves_are_refused() -> None:
    moves = original()["moves"]
    u, v, w, x = moves[0]
    assert refused(changed(("moves",), moves[1:]))
    assert refused(changed(("moves",), [*moves, moves[0]]))
    assert refused(changed(("moves", 0), [w, x, u, v]))
    assert refused(changed(("moves", 0), [u, v, x, w]))
    assert refused(changed(("moves", 0), [u, v, u, v]))
    assert refused(changed(("question", "moves"), len(moves) - 1))
    assert refused(changed(("start", "value"), "1"))
    assert refused(changed(("start", "side"), original()["start"]["side"][1:]))
    assert refused(changed(("start", "topology"), original()["topology"]))
    assert refused(changed(("upper", 0, "value"), "1"))
    assert refused(changed(("question", "symmetry"), "rotation"))
    assert refused(changed(("question", "closed"), [0]))


def test_forged_at_random() -> None:
    """What is accepted of forged documents says nothing that is false."""
    rng = random.Random(5)
    value = original()["bisection"]["value"]
    count = 0
    for _ in range(200):
        document = forged(original(), rng)
        if refused(document):
            count += 1
            continue
        assert document["bisection"]["value"] == value
        assert document["topology"] == original()["topology"]
    assert count > 150
    for path in places(original()):
        if path[0] in ("start", "moves", "upper") and "links" not in path:
            refused(changed(path, rng.choice(STRANGE)))
