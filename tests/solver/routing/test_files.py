"""Users' routes: read as they are written, and refused with the line."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.files import routes_csv
from alphacut.solver.routing.verify.document import verify_routing

RING = {"family": "torus", "sides": [4]}
HEADER = "source,destination,from,to,vc\n"


def ring_routes(*, dateline: bool) -> str:
    """Every packet goes upwards, on virtual channel 1 after it has passed switch 3."""
    rows = []
    for source, target in product(range(4), range(4)):
        at, vc = source, 0
        while at != target:
            rows.append(f"{source},{target},{at},{(at + 1) % 4},{vc}")
            at = (at + 1) % 4
            vc = 1 if dateline and at == 0 else vc
    return HEADER + "\n".join(rows) + "\n"


def test_a_ring_needs_a_second_virtual_channel(route: Any) -> None:
    one = route(RING, "routes", routes=ring_routes(dateline=False)).document()
    assert one["deadlock"]["verdict"] == "possible"
    assert len(one["deadlock"]["cycle"]) == 4
    two = route(RING, "routes", routes=ring_routes(dateline=True)).document("uniform")
    assert two["deadlock"]["verdict"] == "free"
    for document in (one, two):
        assert verify_routing(document).status == "exact"


@pytest.mark.parametrize("mechanism", ["minimal", "2-colour"])
def test_routes_are_the_same_after_they_were_written(
    mechanism: str, route: Any, tmp_path: Path
) -> None:
    spec = "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2"
    named = route(spec, mechanism)
    text = routes_csv(named.built.mechanism, named.network)
    (tmp_path / "routes.csv").write_text(text)
    again = route(spec, str(tmp_path / "routes.csv")).document("uniform")
    expected = named.document("uniform")
    assert again["hops"] == expected["hops"]
    assert again["load"] == expected["load"]
    assert again["deadlock"]["dependencies"] == expected["deadlock"]["dependencies"]


MESH = {"family": "mesh", "sides": [3, 3]}


def adaptive_mesh(*, escape: bool) -> str:
    """Any shortest way on channel 0; dimension order on channel 1."""
    rows = ["source,destination,route,from,to,vc,escape"]
    for source, target in product(range(9), range(9)):
        if source == target:
            continue
        for number, (first, vc) in enumerate([("x", 0), ("y", 0), ("x", 1)]):
            at = source
            for axis in (first, "y" if first == "x" else "x"):
                stride, of = (3, target // 3) if axis == "x" else (1, target % 3)
                while (at // 3 if axis == "x" else at % 3) != of:
                    after = at + (stride if target_is_ahead(at, target, axis) else -stride)
                    rows.append(
                        f"{source},{target},{number},{at},{after},{vc},{int(escape and vc)}"
                    )
                    at = after
    return "\n".join(rows) + "\n"


def target_is_ahead(at: int, target: int, axis: str) -> bool:
    return target // 3 > at // 3 if axis == "x" else target % 3 > at % 3


def test_adaptive_routes_with_a_cycle_are_not_shown_to_be_free(route: Any) -> None:
    found = route(MESH, "routes", routes=adaptive_mesh(escape=False), adaptive=True).document()
    assert found["deadlock"]["verdict"] == "not shown"
    assert verify_routing(found).status == "bounded"


def test_an_escape_subset_shows_them_free(route: Any) -> None:
    found = route(MESH, "routes", routes=adaptive_mesh(escape=True), adaptive=True).document()
    assert found["deadlock"]["verdict"] == "free"
    assert found["deadlock"]["escape"]["channels"] == 24
    assert verify_routing(found).status == "exact"


def test_an_escape_subset_must_lead_everywhere(route: Any) -> None:
    text = adaptive_mesh(escape=True).replace(",5,8,1,1", ",5,8,1,0")
    text = text.replace(",7,8,1,1", ",7,8,1,0")
    with pytest.raises(QuestionError, match="no route of escape channels leads"):
        route(MESH, "routes", routes=text, adaptive=True).document()


def test_an_escape_subset_with_a_cycle_shows_nothing(route: Any) -> None:
    """All channels of the ring escape, and they go around."""
    text = ring_routes(dateline=False).replace("vc\n", "vc,escape\n", 1)
    lines = text.splitlines()
    marked = "\n".join([lines[0], *(f"{line},1" for line in lines[1:])])
    found = route(RING, "routes", routes=marked, adaptive=True).document()
    assert found["deadlock"]["verdict"] == "not shown"


def test_ugal_as_booksim_has_it_is_refuted_by_a_cycle_of_six(route: Any) -> None:
    """Its first leg stays on channel 0: local, global and local hops."""
    spec = "dragonfly:a=2,h=1,arrangement=absolute"
    valiant = route(spec, "valiant")
    channels, rows = valiant.built.mechanism.channels, ["source,destination,route,from,to,vc"]
    for source, target in product(range(6), range(6)):
        for number, each in enumerate(
            valiant.built.mechanism.routes(source, target) if source != target else ()
        ):
            first_leg_is_over = False
            for hop in each.channels:
                link, vc = channels.link_of(hop)
                ends = channels.links.tails[link], channels.links.heads[link]
                across = bool(channels.links.between[link])
                first_leg_is_over = first_leg_is_over or vc >= (1 if across else 2)
                after_last = vc == (1 if across else 3)
                phase = 2 if after_last else int(first_leg_is_over)
                rows.append(f"{source},{target},{number},{ends[0]},{ends[1]},{phase}")
    found = route(spec, "routes", routes="\n".join(rows)).document()["deadlock"]
    assert found["verdict"] == "possible"
    assert len(found["cycle"]) == 6
    assert {step["vc"] for step in found["cycle"]} == {0}


BAD = [
    ("", "is empty"),
    ("source,destination,from\n", "the column to is missing"),
    ("source,destination,from,to,colour\n", 'unknown or repeated column "colour"'),
    (HEADER + "0,1,0,1\n", "line 2: has 4 cells, but the header 5"),
    (HEADER + "0,1,0,1,x\n", "line 2: vc must be an integer"),
    (HEADER + "0,9,0,1,0\n", "line 2: switch 9 does not exist"),
    (HEADER + "0,0,0,1,0\n", "line 2: a route leads from a switch to itself"),
    (HEADER + "0,2,0,2,0\n", "line 2: no link leads from switch 0 to switch 2"),
    (HEADER + "0,1,1,2,0\n", "line 2: this hop leaves switch 1"),
    (HEADER + "0,2,0,1,0\n", "the route at line 2 ends at switch 1"),
    (HEADER + "0,1,0,1,0\n", "no route leads from switch 0 to switch 2"),
    (HEADER + "0,1,0,1,99\n", "line 2: vc must be from 0 to 63"),
]


@pytest.mark.parametrize(("text", "problem"), BAD)
def test_bad_routes(text: str, problem: str, route: Any) -> None:
    with pytest.raises(QuestionError, match=problem):
        route(RING, "routes", routes=text)


def test_a_virtual_channel_that_links_do_not_have(route: Any) -> None:
    with pytest.raises(QuestionError, match="virtual channel 1 is out of range"):
        route(RING, "routes", routes=ring_routes(dateline=True), vcs=(1, 1))


def test_an_escape_subset_without_adaptive_routes(route: Any) -> None:
    with pytest.raises(QuestionError, match="give --adaptive too"):
        route(MESH, "routes", routes=adaptive_mesh(escape=True))


def test_switches_are_called_by_their_names(route: Any) -> None:
    ring = {"family": "graph", "switches": 3, "links": [[0, 1], [1, 2], [2, 0]], "hosts": [1, 1, 0],
            "names": ["a", "b", "c"]}  # fmt: skip
    text = "source,destination,from,to\na,b,a,c\na,b,c,b\nb,a,b,a\n"
    routed = route(ring, "routes", routes=text)
    assert (
        routes_csv(routed.built.mechanism, routed.network).splitlines()[1].startswith("a,b,0,a,c")
    )
    numbers = "source,destination,from,to\n0,1,0,2\n0,1,2,1\n1,0,1,0\n"
    same = route(ring, "routes", routes=numbers).built.mechanism
    assert same.hops.tolist() == routed.built.mechanism.hops.tolist()
    with pytest.raises(QuestionError, match='no switch is called "d"'):
        route(ring, "routes", routes=text.replace("a,b,a,c", "a,b,a,d"))


def test_adaptive_routes_through_their_own_end_have_a_witness_that_is_accepted(route: Any) -> None:
    line = {"family": "graph", "switches": 3, "links": [[0, 1], [1, 2]], "hosts": [1, 1, 1]}
    ways = ["01", "012", "10", "1012", "210", "2101"]
    text = "source,destination,route,from,to\n" + "".join(
        f"{way[0]},{way[-1]},0,{one},{other}\n" for way in ways for one, other in pairwise(way)
    )
    document = route(line, "routes", routes=text, adaptive=True).document()
    assert document["deadlock"]["verdict"] == "not shown"
    for step in document["deadlock"]["cycle"]:
        assert step["route"]["target"] not in step["route"]["switches"][:-1]
    assert verify_routing(document).status == "bounded"
