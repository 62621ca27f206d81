"""Cuts, results and difficulty in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, complete, parse
from alphacut.arrangements.network import Link, Network
from alphacut.service.render.units import Units
from alphacut.service.text.cuts import describe_cut
from alphacut.service.text.estimate import duration_words, estimate_words
from alphacut.service.text.names import file_stem, network_name
from alphacut.service.text.results import curve_words, percent, point_words
from alphacut.solver.bisection.effort import Expectation
from alphacut.solver.common.alpha import Alpha

RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}


@pytest.fixture(scope="module")
def dragonfly() -> Network:
    return build(parse(RELATIVE))


def test_a_cut_along_groups_names_the_split_group(dragonfly: Network) -> None:
    cut = dragonfly.cut(range(18))
    assert describe_cut(dragonfly, range(18)) == (
        f"4 groups against 4; group 4 split 2 : 2; {cut.slope} global and "
        f"{cut.intercept} local links cut"
    )


def test_many_groups_that_are_split_alike_are_counted(dragonfly: Network) -> None:
    side = [s for s in range(36) if s % 4 < 2]
    words = describe_cut(dragonfly, side)
    assert words.startswith("9 groups split 2 : 2; ")
    assert f"{9 * 4} local" in words


def test_groups_that_are_split_differently_are_told_apart(dragonfly: Network) -> None:
    side = [0, 4, *range(8, 20), *range(20, 23), 24]
    words = describe_cut(dragonfly, side)
    assert words.startswith(
        "3 groups against 2; groups 0, 1 and 6 split 1 : 3; group 5 split 3 : 1; "
    )


def test_a_network_without_groups_is_told_in_switches() -> None:
    network = Network(switches=3, links=(Link(0, 1, "local"), Link(1, 2, "global", 2)))
    assert describe_cut(network, [0]) == "1 switch against 2; 1 local link cut"
    assert describe_cut(network, [0], family="graph") == "1 node against 2; 1 local edge cut"
    assert describe_cut(network, [0, 1]) == "2 switches against 1; 2 global links cut"
    assert describe_cut(Network(switches=2, links=()), [0]) == ("1 switch against 1; no links cut")


def test_hosts_are_counted_where_they_are_balanced() -> None:
    network = Network(switches=2, links=(Link(0, 1, "local"),), hosts=(3, 4))
    assert "3 hosts against 4" in describe_cut(network, [0], balance="hosts")
    assert "host" not in describe_cut(network, [0])


@pytest.fixture
def document(relative: dict[str, Any]) -> dict[str, Any]:
    """The relative curve with sides and proofs."""
    for segment in relative["segments"]:
        segment["side"] = list(range(18))
    relative["points"] = [
        {"alpha": alpha, "value": value, "lower": value, "proof": "certificate"}
        for alpha, value in [("0", "4"), ("5/4", "24"), ("3/2", "26"), ("4", "36"), ("inf", "0")]
    ]
    return relative


def test_a_curve_is_told_segment_by_segment(document: dict[str, Any], dragonfly: Network) -> None:
    lines = curve_words(document, dragonfly)
    assert lines[0].startswith("(p,4,2) relative, exact")
    told = [" ".join(line.split()) for line in lines]
    assert "0 < α ≤ 5/4 (1.25) B = 4 + 16α" in told
    assert "5/4 (1.25) ≤ α ≤ 3/2 (1.5) B = 14 + 8α" in told
    assert "4 ≤ α B = 36" in told
    assert sum("groups against" in line for line in lines) == 4
    assert "proven by certificate at α = 0, 5/4 (1.25), 3/2 (1.5), 4 and ∞" in told


def test_units_are_told_beside_the_ratios(document: dict[str, Any], dragonfly: Network) -> None:
    units = Units(local=Fraction(100), global_=Fraction(400))
    told = "\n".join(curve_words(document, dragonfly, units))
    assert "global links up to 125 Gb/s" in told
    assert "global links of 150 to 400 Gb/s" in told
    assert "global links of 400 Gb/s or more" in told
    assert "α = 4, B = 36, which is 3,600 Gb/s" in told


def test_what_rests_on_a_solver_and_what_is_open_is_told(
    document: dict[str, Any], dragonfly: Network
) -> None:
    document["points"][1]["proof"] = "solver"
    document["status"] = "closed"
    told = "\n".join(curve_words(document, dragonfly))
    assert "on a solver's word at α = 5/4" in told
    document["points"][1]["lower"] = "20"
    document |= {"status": "bounded", "gap": "1/6", "lower": [
        {"from": "0", "to": None, "intercept": "4", "slope": "0"}]}  # fmt: skip
    told = "\n".join(curve_words(document, dragonfly))
    assert "still open: α = 5/4 (1.25): 20 to 24" in told
    assert "0 < α B ≥ 4" in " ".join(told.split())
    assert "16.7 %" in told


def test_a_point_is_told(dragonfly: Network) -> None:
    document = {
        "topology": RELATIVE, "balance": "switches", "status": "bounded", "side": list(range(18)),
        "point": {"alpha": "4", "value": "36", "lower": "27", "proof": None},
    }  # fmt: skip
    told = "\n".join(
        point_words(document, dragonfly, Units(local=Fraction(50), global_=Fraction(200)))
    )
    assert "27 ≤ B ≤ 36, gap 25.0 %" in told
    assert "1,800 Gb/s" in told


@pytest.mark.parametrize(
    ("changes", "told"),
    [({}, True), ({"balance": "hosts"}, False), ({"sizes": {"least": 1, "most": 1}}, False)],
)
def test_halves_of_switches_are_told_from_halves_of_hosts(
    changes: dict[str, Any], told: bool
) -> None:
    """A leaf has hosts and a spine none: half of the switches may have all of the hosts."""
    spec = {"family": "leaf_spine", "leaves": 2, "spines": 2}
    document = {
        "topology": spec, "balance": "switches", "status": "exact", "side": [0, 1],
        "point": {"alpha": "1", "value": "4", "lower": "4", "proof": "certificate"}, **changes,
    }  # fmt: skip
    words = "\n".join(point_words(document, build(parse(spec))))
    assert ("  halves have equally many switches, of which some have more hosts" in words) == told


def test_a_small_gap_is_never_told_as_none() -> None:
    assert percent(Fraction(1, 10**6)) == "less than 0.1 %"
    assert percent(Fraction(0)) == "0.0 %"


PLUS = {"family": "dragonfly_plus", "groups": 4, "leaves": 2, "spines": 2}


@pytest.mark.parametrize(
    ("topology", "name", "stem"),
    [
        (RELATIVE, "(p,4,2) relative", "dragonfly-4-2-relative"),
        (
            {**RELATIVE, "p": 1, "trunking": 1, "groups": 9, "options": {}},
            "(p,4,2) relative",
            "dragonfly-4-2-relative",
        ),
        (
            {**RELATIVE, "arrangement": "nautilus", "options": {"sign": "figures"}},
            "(p,4,2) nautilus, sign=figures",
            "dragonfly-4-2-nautilus-sign-figures",
        ),
        (
            {**RELATIVE, "arrangement": "nautilus", "options": {"sign": "text"}},
            "(p,4,2) nautilus",
            "dragonfly-4-2-nautilus",
        ),
        ({"family": "torus", "sides": [8, 8]}, "torus sides 8 × 8", "torus-sides-8-8"),
        ({"family": "torus", "sides": [8, 8], "p": 1}, "torus sides 8 × 8", "torus-sides-8-8"),
        ({"family": "fat_tree", "k": 4, "p": 2}, "fat_tree k 4", "fat_tree-k-4"),
        ({"family": "fat_tree", "k": 4, "p": 4}, "fat_tree k 4 p 4", "fat_tree-k-4-p-4"),
        (
            {**PLUS, "p": 1, "uplinks": 1, "ports": 2, "links": 1},
            "dragonfly_plus groups 4 leaves 2 spines 2",
            "dragonfly_plus-groups-4-leaves-2-spines-2",
        ),
        (
            PLUS,
            "dragonfly_plus groups 4 leaves 2 spines 2",
            "dragonfly_plus-groups-4-leaves-2-spines-2",
        ),
        ({"family": "graph", "switches": 1, "links": []}, "graph of 1 node", "graph-of-1-node"),
    ],
)
def test_networks_have_names(topology: dict[str, Any], name: str, stem: str) -> None:
    assert network_name(topology) == name
    assert file_stem(topology) == stem


def test_hosts_are_named_where_they_are_given() -> None:
    assert network_name({**RELATIVE, "p": 3}) == "(3,4,2) relative"


def test_the_estimate_tells_size_and_time(dragonfly: Network) -> None:
    words = estimate_words(dragonfly)
    assert words == "36 switches, 54 local and 36 global links: a few seconds to a minute"


def test_the_estimate_of_a_graph_has_the_words_of_its_picture() -> None:
    several = [{"name": "local", "base": 1, "slope": 0}, {"name": "global", "base": 0, "slope": 1}]
    graph = {"family": "graph", "switches": 4, "links": [[0, 1], [1, 2, "local", 5], [2, 3]]}
    for obj, size in (
        (graph, "4 nodes, 3 edges"),
        ({**graph, "switches": 2, "links": [[0, 1]]}, "2 nodes, 1 edge"),
        ({**graph, "links": []}, "4 nodes, no edges"),
        (
            {**graph, "classes": several, "links": [[0, 1], [1, 2, "global"], [2, 3, "global"]]},
            "4 nodes, 1 local and 2 global edges",
        ),
    ):
        spec = parse(obj)
        words = estimate_words(build(spec), family=complete(spec)["family"])
        assert words.startswith(f"{size}: ")


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.5, 1, "a second"),
        (0.5, 3, "a second to a few seconds"),
        (2, 6, "a few seconds"),
        (1, 30, "a second to half a minute"),
        (3, 65, "a few seconds to a minute"),
        (10, 200, "ten seconds to a few minutes"),
        (150, 2000, "a few minutes to half an hour"),
        (3600, 20_000, "an hour to several hours"),
        (25, None, "half a minute or far more, and perhaps only a bounded result"),
    ],
)
def test_durations_are_ranges_in_plain_words(low: float, high: float | None, words: str) -> None:
    assert duration_words(Expectation(low=low, high=high)) == words


def test_the_estimate_heeds_the_time_limit(dragonfly: Network) -> None:
    assert estimate_words(dragonfly, seconds=1).endswith("; with 1 s expect a bounded result")
    assert "may reach its 10 s" in estimate_words(dragonfly, seconds=10)
    assert estimate_words(dragonfly, seconds=1000) == estimate_words(dragonfly)


def test_the_estimate_names_the_cheap_question() -> None:
    hard = build(parse({**RELATIVE, "a": 6, "h": 3}))
    assert estimate_words(hard).endswith("; α = 1 alone: a second to a few seconds")
    assert "alone" not in estimate_words(hard, alpha=Alpha.parse(1))


@pytest.mark.parametrize("sides", [[4], [6, 6], [8, 8], [20, 20], [30, 30]])
@pytest.mark.parametrize("alpha", [Alpha.parse(1), None])
def test_the_estimate_has_no_words_of_the_method(sides: list[int], alpha: Alpha | None) -> None:
    network = build(parse({"family": "hamming", "sides": sides}))
    words = estimate_words(network, alpha=alpha, seconds=5)
    assert not any(word in words for word in ("orbit", "pairs", "core", "branch", "tree"))


def test_a_box_is_told_of_layers() -> None:
    network = build(parse({"family": "torus", "sides": [4, 3]}))
    assert describe_cut(network, range(6), family="torus").startswith("2 layers against 2;")
    assert "layer 1 split 1 : 2" in describe_cut(network, [0, 1, 2, 3], family="torus")
    assert "group" in describe_cut(network, range(6), family="dragonfly")
