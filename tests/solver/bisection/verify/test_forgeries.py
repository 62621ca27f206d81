"""Documents that say something false, or do not prove what they say: each must be refused."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.verdict import Verdict
from benchmarks.mutations.lower import draw_lower

Document = dict[str, Any]
Exact = Callable[[str], Document]

TREES = ("random 8", "random 9", "symmetric", "branching", "hosts")
ALL = (*TREES, "counted")


@pytest.fixture(params=ALL)
def document(request: pytest.FixtureRequest, exact: Exact) -> Document:
    return exact(request.param)


@pytest.fixture(params=TREES)
def proven(request: pytest.FixtureRequest, exact: Exact) -> Document:
    """Return a document whose points rest on trees."""
    return exact(request.param)


def refuse(document: object) -> None:
    with pytest.raises((Refused, DocumentError)):
        verify_document(document)


def test_document_that_is_true_is_accepted(document: Document) -> None:
    verdict = verify_document(document)
    assert isinstance(verdict, Verdict)
    assert verdict.status == "exact"
    assert len(verdict.checked) == 2 + len(document["points"])


# ---- the curve -------------------------------------------------------------


@pytest.mark.parametrize("part", ["intercept", "slope"])
@pytest.mark.parametrize("change", [-1, 1, 0.0, "text", None])
def test_line_of_a_segment(document: Document, part: str, change: Any) -> None:
    for index, segment in enumerate(document["segments"]):
        forged = copy.deepcopy(document)
        value = segment[part] + change if isinstance(change, int | float) else change
        forged["segments"][index][part] = value
        refuse(forged)


@pytest.mark.parametrize("end", ["from", "to"])
@pytest.mark.parametrize("written", ["7/9", "100", "-1", "1/0", 1, 0.5, "x", None])
def test_breakpoint(document: Document, end: str, written: Any) -> None:
    for index, segment in enumerate(document["segments"]):
        if segment[end] != written:
            forged = copy.deepcopy(document)
            forged["segments"][index][end] = written
            refuse(forged)


def test_breakpoint_moved_on_both_sides(exact: Exact) -> None:
    document = exact("random 8")
    document["segments"][0]["to"] = document["segments"][1]["from"] = "1/7"
    document["points"][1]["alpha"] = "1/7"
    refuse(document)


def test_segment_missing(exact: Exact) -> None:
    for index in range(len(exact("random 8")["segments"])):
        document = exact("random 8")
        del document["segments"][index]
        refuse(document)


def test_segment_missing_and_its_neighbours_joined(exact: Exact) -> None:
    """The neighbours' true meeting does not repair it: the value there is too high."""
    document = exact("random 8")
    first, _, third = document["segments"][:3]
    meets = Fraction(third["intercept"] - first["intercept"], first["slope"] - third["slope"])
    del document["segments"][1]
    first["to"] = third["from"] = str(meets)
    value = first["intercept"] + meets * first["slope"]
    old = document["points"][1]
    document["points"][1:3] = [
        {**old, "alpha": str(meets), "value": str(value), "lower": str(value)}
    ]
    refuse(document)


def test_segment_twice(exact: Exact) -> None:
    document = exact("random 8")
    document["segments"].insert(1, copy.deepcopy(document["segments"][0]))
    refuse(document)


def test_segments_out_of_order(exact: Exact) -> None:
    document = exact("random 8")
    document["segments"].reverse()
    refuse(document)


def test_no_segments(document: Document) -> None:
    document["segments"] = []
    refuse(document)


def test_curve_that_is_not_the_best(exact: Exact) -> None:
    """One bisection for all α: a true upper curve, and yet not the bisection bandwidth."""
    document = exact("random 8")
    last = document["segments"][-1]
    document["segments"] = [{**last, "from": "0"}]
    document["points"] = [document["points"][0], document["points"][-1]]
    value = str(last["intercept"])
    document["points"][0].update(value=value, lower=value)
    refuse(document)


# ---- the sides -------------------------------------------------------------


def test_side_of_another_segment(exact: Exact) -> None:
    document = exact("random 8")
    one, other = document["segments"][:2]
    one["side"], other["side"] = other["side"], one["side"]
    refuse(document)


def test_side_that_is_not_half(document: Document) -> None:
    for segment in document["segments"]:
        segment["side"] = segment["side"][:-2]
        network_size = document["switches"]
        assert len(segment["side"]) < network_size // 2
    refuse(document)


def test_side_that_is_not_half_with_its_true_capacity(exact: Exact) -> None:
    document = exact("symmetric")
    document["segments"] = [{"from": "0", "to": None, "intercept": 0, "slope": 0, "side": []}]
    document["points"] = [document["points"][0], document["points"][-1]]
    for point in document["points"]:
        point.update(value="0", lower="0")
    refuse(document)


@pytest.mark.parametrize(
    "side",
    [[0, 0, 1, 2], [3, 2, 1, 0], [0, 1, 2, 99], [-1, 0, 1, 2], [True, 2, 3, 4], "0123", None],
)
def test_side_that_is_no_list_of_switches(exact: Exact, side: object) -> None:
    document = exact("random 8")
    document["segments"][0]["side"] = side
    refuse(document)


def test_side_with_two_switches_exchanged(exact: Exact) -> None:
    document = exact("symmetric")
    for segment in document["segments"]:
        inside = segment["side"]
        outside = [u for u in range(14) if u not in inside]
        segment["side"] = sorted([*inside[1:], outside[-1]])
    refuse(document)


def test_other_half_is_as_good(exact: Exact) -> None:
    document = exact("random 9")
    for segment in document["segments"]:
        segment["side"] = [u for u in range(9) if u not in segment["side"]]
    assert verify_document(document).status == "exact"


# ---- the network -----------------------------------------------------------


def test_another_arrangement(exact: Exact) -> None:
    document = exact("symmetric")
    document["topology"]["arrangement"] = "relative"
    refuse(document)


def test_another_size(exact: Exact) -> None:
    document = exact("symmetric")
    document["topology"].update(h=2, groups=5)
    refuse(document)


def test_a_link_more(exact: Exact) -> None:
    document = exact("random 8")
    document["topology"]["links"].append([0, 7, "local", 1])
    document["links"]["local"] += 1
    refuse(document)


def test_a_link_of_another_multiplicity(exact: Exact) -> None:
    inside = exact("random 8")["segments"][0]["side"]
    severed = [
        index
        for index, link in enumerate(exact("random 8")["topology"]["links"])
        if (link[0] in inside) != (link[1] in inside)
    ]
    for index in severed:
        document = exact("random 8")
        link = document["topology"]["links"][index]
        link[3] += 1
        document["links"][link[2]] += 1
        refuse(document)


def test_a_link_class_of_another_capacity(exact: Exact) -> None:
    document = exact("random 8")
    document["topology"]["classes"][0]["base"] += 1
    refuse(document)


@pytest.mark.parametrize("topology", [None, {}, {"family": "dragonfly"}, {"family": "x"}, 7])
def test_topology_that_cannot_be_read(document: Document, topology: object) -> None:
    document["topology"] = topology
    refuse(document)


@pytest.mark.parametrize("name", ["switches", "links", "balance", "status", "points", "format"])
@pytest.mark.parametrize("value", [None, 0, "nonsense", []])
def test_head_of_the_document(document: Document, name: str, value: object) -> None:
    document[name] = value
    refuse(document)


def test_another_balance(exact: Exact) -> None:
    document = exact("random 8")
    document["balance"] = "hosts"
    refuse(document)


# ---- the points ------------------------------------------------------------


@pytest.mark.parametrize("part", ["value", "lower"])
@pytest.mark.parametrize("factor", ["1/2", "2", "-1", "0"])
def test_value_or_lower_bound(document: Document, part: str, factor: str) -> None:
    for index, point in enumerate(document["points"]):
        changed = str(Fraction(factor) * Fraction(point[part]))
        if changed != point[part]:
            forged = copy.deepcopy(document)
            forged["points"][index][part] = changed
            refuse(forged)


@pytest.mark.parametrize("written", [7, 7.0, "7.5", "7/0", "", None, "nan"])
def test_value_that_is_no_rational(document: Document, written: object) -> None:
    document["points"][0]["value"] = written
    refuse(document)


def test_point_missing(document: Document) -> None:
    for index in range(len(document["points"])):
        forged = copy.deepcopy(document)
        del forged["points"][index]
        refuse(forged)


def test_points_out_of_order_or_twice(document: Document) -> None:
    forged = copy.deepcopy(document)
    forged["points"].reverse()
    refuse(forged)
    document["points"].insert(0, copy.deepcopy(document["points"][0]))
    refuse(document)


def test_point_outside_the_range(exact: Exact) -> None:
    document = exact("counted")
    segment = document["segments"][0]
    segment["to"] = "1/100"
    document["segments"] = [segment]
    refuse(document)


# ---- the status ------------------------------------------------------------


def weakened(document: Document, proof: str | None) -> Document:
    """Return a true document in which one point is proven less, with its status."""
    point = document["points"][1]
    point.update(proof=proof, certificate=None)
    if proof is None:
        point["lower"] = "0"
    document["status"] = "closed" if proof else "bounded"
    for other in document["points"]:
        if other is not point and other["certificate"] and other["certificate"].get("known"):
            other.update(proof=proof, certificate=None)
            if proof is None:
                other["lower"] = "0"
    if proof is None:
        draw_lower(document)
    return document


@pytest.mark.parametrize("proof", ["solver", None])
def test_weaker_document_is_true_and_raised_it_is_refused(
    document: Document, proof: str | None
) -> None:
    true = weakened(document, proof)
    assert verify_document(true).status == true["status"]
    for status in ("closed", "exact"):
        if status != true["status"]:
            refuse({**true, "status": status})


def test_lower_bound_on_nothing(document: Document) -> None:
    for index in range(len(document["points"])):
        forged = copy.deepcopy(document)
        forged["points"][index].update(proof=None)
        if forged["points"][index]["lower"] != "0":
            refuse({**forged, "status": "bounded"})


@pytest.mark.parametrize("proof", ["Certificate", "proof", True, 1, []])
def test_proof_of_a_kind_that_does_not_exist(document: Document, proof: object) -> None:
    document["points"][0]["proof"] = proof
    refuse(document)


# ---- the lower curve -------------------------------------------------------


def bounded(exact: Exact) -> Document:
    """Return a true bounded document: only the ends of the curve are proven, by counting."""
    document = weakened(exact("counted"), None)
    assert verify_document(document).status == "bounded"
    return document


@pytest.mark.parametrize("part", ["intercept", "slope"])
def test_lower_curve_raised(exact: Exact, part: str) -> None:
    document = bounded(exact)
    lower = document["lower"][0]
    lower[part] = str(Fraction(lower[part]) + Fraction(1, 1000))
    refuse(document)


def test_lower_curve_that_says_less_than_the_points(exact: Exact) -> None:
    document = bounded(exact)
    document["lower"][0].update(intercept="0", slope="0")
    refuse(document)
    document["gap"] = "1"
    refuse(document)


def test_lower_curve_whose_slope_is_turned_keeps_no_gap(exact: Exact) -> None:
    """Between its ends it lies far below, though its ends are where they were."""
    document = bounded(exact)
    chord = document["lower"][-1]
    chord["slope"] = str(-Fraction(chord["slope"]) - 62)
    refuse(document)


def test_lower_curve_and_gap_beside_an_exact_curve_must_be_its_own(exact: Exact) -> None:
    document = exact("counted")
    draw_lower(document)
    assert document["gap"] == "0"
    assert verify_document(document).status == "exact"
    refuse({**document, "gap": "1/100"})
    chord = document["lower"][0]
    refuse({**document, "lower": [{**chord, "intercept": "0"}, *document["lower"][1:]]})


@pytest.mark.parametrize(
    "lower",
    [
        None,
        [],
        [{"from": "1", "to": None, "intercept": "0", "slope": "0"}],
        [{"from": "0", "to": "5", "intercept": "0", "slope": "0"}],
        [
            {"from": "0", "to": "1", "intercept": "0", "slope": "0"},
            {"from": "2", "to": None, "intercept": "0", "slope": "0"},
        ],
        [{"from": "0", "to": None, "intercept": 0, "slope": "0"}],
        [{"from": "0", "to": None, "intercept": "0"}],
        ["all"],
    ],
)
def test_lower_curve_that_does_not_cover_the_range(exact: Exact, lower: object) -> None:
    document = bounded(exact)
    document["lower"] = lower
    refuse(document)


def test_lower_curve_that_leaves_a_finite_range(exact: Exact) -> None:
    """Back and forth over the end of the range; it is refused, not a crash."""
    document = bounded(exact)
    first = document["segments"][0]
    document["segments"] = [{**first, "to": "1/100"}]
    document["points"] = document["points"][:1]
    document["lower"] = [
        {"from": "0", "to": "5", "intercept": "0", "slope": "0"},
        {"from": "5", "to": "1/100", "intercept": "0", "slope": "0"},
    ]
    refuse(document)


@pytest.mark.parametrize("gap", ["0", "1/1000", "-1", "1", 0, 0.5, None])
def test_gap_that_is_another_or_no_rational(exact: Exact, gap: object) -> None:
    document = bounded(exact)
    document["gap"] = gap
    refuse(document)


# ---- certificates that are gone or are another's ---------------------------


def test_certificate_is_gone(document: Document) -> None:
    for index in range(len(document["points"])):
        gone: object
        for gone in (None, {}, [], "elsewhere", 7, {"sha256": "0" * 64, "file": "proof.json"}):
            forged = copy.deepcopy(document)
            forged["points"][index]["certificate"] = gone
            refuse(forged)


def test_certificate_of_another_network(exact: Exact) -> None:
    """Those that prove 0 or rest on degrees alone may hold elsewhere; not all do."""
    document, other = exact("random 8"), exact("hosts")
    for point in document["points"]:
        point["certificate"] = other["points"][0]["certificate"]
    refuse(document)


def test_certificate_of_another_point(exact: Exact) -> None:
    document = exact("branching")
    for point in document["points"]:
        point["certificate"] = document["points"][0]["certificate"]
    refuse(document)


def test_shared_certificates_are_found_by_name(exact: Exact) -> None:
    document = exact("random 8")
    document["certificates"] = {
        point["alpha"]: point["certificate"] for point in document["points"]
    }
    for point in document["points"]:
        point["certificate"] = point["alpha"]
    assert verify_document(document).status == "exact"
    del document["certificates"][document["points"][1]["alpha"]]
    refuse(document)


@pytest.mark.parametrize(("name", "value"), [("format", "alphacut-certificate/2"), ("kind", "sdp")])
def test_certificate_of_another_kind(proven: Document, name: str, value: str) -> None:
    proven["points"][1]["certificate"][name] = value
    refuse(proven)


def test_counting_where_it_would_be_too_much() -> None:
    """A path of 40 switches is one component; nothing is proven by naming the method."""
    size = 40
    points = [
        {"alpha": alpha, "value": value, "lower": value, "proof": "certificate"}
        for alpha, value in (("0", "1"), ("inf", "0"))
    ]
    for point in points:
        point["certificate"] = {"format": "alphacut-certificate/1", "kind": "components"}  # type: ignore[assignment]
    document = {
        "format": "alphacut-curve/1",
        "topology": {
            "family": "graph",
            "switches": size,
            "links": [[u, u + 1] for u in range(size - 1)],
        },
        "switches": size,
        "links": {"local": size - 1, "global": 0},
        "balance": "switches",
        "status": "exact",
        "segments": [
            {"from": "0", "to": None, "intercept": 1, "slope": 0, "side": list(range(20))}
        ],
        "points": points,
    }
    refuse(document)


# ---- known points ----------------------------------------------------------


def built_on_others(document: Document) -> Iterator[tuple[Document, list[Any]]]:
    """Yield copies with one known point of one certificate, to be changed in place."""
    for index, point in enumerate(document["points"]):
        for place in range(len(point["certificate"].get("known", []))):
            forged = copy.deepcopy(document)
            yield forged, forged["points"][index]["certificate"]["known"][place]


def test_known_point_raised(proven: Document) -> None:
    cases = list(built_on_others(proven))
    assert cases
    for forged, known in cases:
        known[1] += 1
        refuse(forged)


def test_known_point_that_the_document_does_not_prove(proven: Document) -> None:
    for forged, known in built_on_others(proven):
        known[0] = "17/19"
        refuse(forged)


def test_known_point_on_a_solvers_word(proven: Document) -> None:
    for point in proven["points"]:
        if any(known[0] == "0" for known in point["certificate"]["known"]):
            break
    else:
        pytest.fail("no proof rests on α = 0")
    proven["points"][0].update(proof="solver", certificate=None)
    refuse({**proven, "status": "closed"})


@pytest.mark.parametrize("known", [["0"], "0", ["0", -1], ["0", 1.0], [0.5, 1], ["0", 1, 2], None])
def test_known_point_that_cannot_be_read(proven: Document, known: object) -> None:
    proven["points"][1]["certificate"]["known"].insert(0, known)
    refuse(proven)


def test_proof_that_rests_on_itself(proven: Document) -> None:
    point = proven["points"][1]
    point["certificate"]["known"].append([point["alpha"], 1])
    refuse(proven)


def circular(document: Document) -> Document:
    """Let two points prove each other with nothing but each other's word."""
    alphas = [point["alpha"] for point in document["points"]]
    for point, other in zip(document["points"], alphas[::-1], strict=True):
        point["certificate"] = {
            "format": "alphacut-certificate/1",
            "kind": "tree",
            "known": [[other, 1]],
            "symmetries": [],
            "rows": [],
            "sets": [],
            "denominator": 1,
            "tree": {"objective": 1, "known": [[0, 1]]},
        }
    return document


def test_proofs_in_a_circle(document: Document) -> None:
    refuse(circular(document))


def test_long_chain_of_proofs_is_refused_or_accepted_but_does_not_crash(exact: Exact) -> None:
    """Each of many points rests on the next; the last is gone."""
    document = exact("counted")
    first = document["segments"][0]
    end = Fraction(first["to"])
    count = 600
    chain = [Fraction(k, count + 1) * end for k in range(1, count)]
    trivial = circular({"points": [copy.deepcopy(document["points"][0])]})["points"][0]
    points = []
    for here, following in zip(chain, [*chain[1:], end / 7919], strict=True):
        certificate = {**trivial["certificate"], "known": [[str(following), 0]], "tree": {}}
        value = str(first["intercept"] + first["slope"] * here)
        point = {"alpha": str(here), "value": value, "lower": "0", "proof": "certificate"}
        points.append({**point, "certificate": certificate})
    document["points"][1:1] = points
    refuse(document)


# ---- point documents -------------------------------------------------------


def point_document(exact: Exact) -> Document:
    """Return the first point of the counted document on its own: it builds on no other."""
    document = exact("counted")
    segment = document["segments"][0]
    head = {name: document[name] for name in ("topology", "switches", "links", "balance", "status")}
    return {
        **head,
        "format": "alphacut-point/1",
        "point": document["points"][0],
        **{name: segment[name] for name in ("intercept", "slope", "side")},
    }


def test_point_document_is_accepted(exact: Exact) -> None:
    assert verify_document(point_document(exact)).status == "exact"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("intercept", 0),
        ("slope", 0),
        ("intercept", 1.0),
        ("side", [0, 1, 2]),
        ("status", "proven"),
        ("point", None),
        ("balance", "links"),
    ],
)
def test_point_document_forged(exact: Exact, name: str, value: object) -> None:
    refuse({**point_document(exact), name: value})


def test_point_document_with_a_raised_bound(exact: Exact) -> None:
    document = point_document(exact)
    document["point"]["lower"] = str(Fraction(document["point"]["lower"]) + 1)
    refuse(document)


def test_point_document_whose_proof_builds_on_points_that_are_not_there(exact: Exact) -> None:
    curve = exact("random 8")
    document = {**curve, "format": "alphacut-point/1"}
    point = next(p for p in curve["points"] if p["certificate"]["known"])
    segment = next(s for s in curve["segments"] if s["from"] == point["alpha"])
    document["point"] = point
    document.update({name: segment[name] for name in ("intercept", "slope", "side")})
    refuse(document)


@pytest.mark.parametrize("document", [None, [], "curve", 7, {}, {"format": "alphacut-curve/2"}])
def test_anything_else_is_no_document(document: object) -> None:
    with pytest.raises(DocumentError):
        verify_document(document)
