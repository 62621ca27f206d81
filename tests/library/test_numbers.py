"""Numbers, results and many networks, as notebooks have them."""

from __future__ import annotations

import math
import pickle
import random
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pytest
from scipy.sparse import csr_array

import alphacut
from alphacut.service.library.networks import given
from alphacut.service.library.numbers import DIGITS, Read, at_most, read_number, read_ratio, whole
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, QuestionError

RELATIVE = "dragonfly:a=2,h=1,arrangement=relative"  # a ring of 6 switches: B = 1 + α


def weighted(weights: list[Any]) -> nx.Graph:
    """A ring with these weights."""
    graph = nx.cycle_graph(len(weights))
    for (_, _, data), weight in zip(graph.edges(data=True), weights, strict=True):
        data["weight"] = weight
    return graph


@pytest.mark.parametrize(
    ("weights", "unit"),
    [
        ([0.5, 0.25, 1, 1.0], Fraction(1, 4)),
        ([0.1, 0.2, 0.3, 0.4], Fraction(1, 10)),  # a tenth is what is written
        ([np.float64(0.1), np.float32(0.5), np.int64(2), 7], Fraction(1, 10)),
        ([Decimal("1.25"), Decimal("0.75"), Fraction(1, 3), "1/6"], Fraction(1, 12)),
    ],
)
def test_numbers_with_few_digits_are_exact(weights: list[Any], unit: Fraction) -> None:
    found = alphacut.bisection(weighted(weights))
    first, last, second, third = (Fraction(str(w)) for w in weights)  # edges 0-1, 0-3, 1-2, 2-3
    assert found.value == min(last + second, first + third, first + last + second + third)
    assert (found.unit, found.remarks, found.status) == (unit, (), "exact")
    assert found.error == 0


def least_of_binary(graph: nx.Graph) -> Fraction:
    """The least capacity of all halves, exactly, of floats as they are in memory."""
    nodes, least = list(graph), None
    for bits in range(1 << (len(nodes) - 1)):
        side = {nodes[0], *(n for i, n in enumerate(nodes[1:]) if bits >> i & 1)}
        if abs(len(nodes) - 2 * len(side)) <= len(nodes) % 2:
            cut = sum(
                (Fraction(d["weight"]) for u, v, d in graph.edges(data=True)
                 if (u in side) != (v in side)), Fraction(0),
            )  # fmt: skip
            least = cut if least is None else min(least, cut)
    assert least is not None
    return least


@pytest.mark.parametrize("digits", [None, 9, 5, 2, 1])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_least_of_random_weights_is_within_the_error(seed: int, digits: int | None) -> None:
    rng, graph = random.Random(seed), nx.gnp_random_graph(9, 0.6, seed=seed)
    scale = rng.choice([1, 1e-7, 1e15])
    for _, _, data in graph.edges(data=True):
        data["weight"] = rng.random() * scale
    found, true = alphacut.bisection(graph, digits=digits), least_of_binary(graph)
    assert found.status == "exact"
    assert found.lower <= true <= found.value + found.error
    assert "rounded down to" in found.remarks[0]
    most = max(data["weight"] for _, _, data in graph.edges(data=True))
    links = graph.number_of_edges()
    assert found.error < links * Fraction(most) * Fraction(10) ** (1 - (digits or DIGITS))
    assert alphacut.verify(found).status == "exact"


def test_thirds_and_large_capacities_are_rounded() -> None:
    found = alphacut.bisection(weighted([1 / 3, 1 / 3, 1 / 7, 10**3]))
    assert found.lower <= Fraction(1 / 3) + Fraction(1 / 7) <= found.value + found.error
    large = alphacut.bisection(weighted([10**17, 10**17 + 1, 10**17, 10**17]))
    assert large.lower <= 2 * 10**17 <= large.value + large.error
    assert "more at most as rounded" in repr(alphacut.bisection(weighted([0.1234567890123] * 4)))


@pytest.mark.parametrize("digits", [0, 10, 2.5, "9", True])
def test_digits_that_are_none_are_refused(digits: Any) -> None:
    with pytest.raises(QuestionError, match="digits: must be an integer from 1 to 9"):
        alphacut.bisection(weighted([1, 2, 3]), digits=digits)


@pytest.mark.parametrize(
    "weight", [math.inf, math.nan, np.float64("nan"), Decimal("NaN"), Decimal("1e999999"), "x", 1j]
)
def test_what_is_no_capacity_is_refused(weight: Any) -> None:
    with pytest.raises(QuestionError, match=r"weight: the edge between 0 and 1: must be"):
        alphacut.bisection(weighted([weight, 1, 1]))


def test_what_is_left_out_and_merged_is_told() -> None:
    graph = nx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 2), (2, 3, {"weight": 0}), (2, 3)])
    assert given(graph).remarks == (
        "1 self-loop left out: no cut severs them",
        "1 parallel edge merged with others, capacities added up",
        "1 edge without capacity left out",
    )
    loops = igraph.Graph([(0, 1), (1, 1), (0, 0)])
    assert given(loops).remarks == ("2 self-loops left out: no cut severs them",)
    for matrix in (np.array([[5, 1], [1, 0]]), csr_array(np.array([[5, 1], [1, 0]]))):
        assert given(matrix).remarks == ("1 self-loop left out: no cut severs them",)
    assert given(nx.path_graph(3)).remarks == ()


@pytest.fixture(scope="module")
def curve() -> alphacut.Curve:
    """B = 1 + α."""
    return alphacut.curve(RELATIVE)


def test_a_curve_is_called_with_any_number(curve: alphacut.Curve) -> None:
    for alpha in (1.25, "5/4", "1.25", Fraction(5, 4), Decimal("1.25"), np.float64(1.25)):
        assert curve(alpha) == curve.at(alpha) == Fraction(9, 4)
    assert curve(0.1) == 1 + Fraction(0.1)  # the binary number that it is
    assert curve.at([1, 2.5]) == [2, Fraction(7, 2)]
    values = curve(np.linspace(0, 4, 9))
    assert values.dtype == np.float64
    assert values.tolist() == [1 + each / 2 for each in range(9)]
    assert curve(np.array([[1, 2], [3, 4]])).shape == (2, 2)
    for bad in ("wide", math.inf, math.nan, None, True, "inf", "1/0"):
        with pytest.raises(QuestionError, match="alpha"):
            curve(bad)
    with pytest.raises(QuestionError, match="outside the range"):
        curve(-0.5)


@pytest.mark.parametrize("alpha", [1.25, np.float64(1.25), Decimal("1.25"), Fraction(5, 4), "5/4"])
def test_bisections_take_any_number(alpha: Any) -> None:
    found = alphacut.bisection(RELATIVE, alpha)
    assert (found.value, found.alpha) == (Fraction(9, 4), Fraction(5, 4))
    assert found.error == 0


def test_an_alpha_with_many_digits_is_rounded_down() -> None:
    third = alphacut.bisection(RELATIVE, 1 / 3)
    assert third.alpha == Fraction(333333333, 10**9)
    assert third.lower <= 1 + Fraction(1 / 3) <= third.value + third.error
    assert 0 < third.error < Fraction(1, 10**8)
    assert "α is rounded down to 333333333/1000000000" in third.remarks[0]
    short = alphacut.curve(RELATIVE, alpha_min=0.5, alpha_max=np.float64(2.5))
    assert (short.segments[0].start, short.segments[-1].end) == (Fraction(1, 2), Fraction(5, 2))
    wide = alphacut.curve(RELATIVE, alpha_min=1 / 3, alpha_max=10 / 3)
    assert wide([1 / 3, 10 / 3]) == [1 + Fraction(1 / 3), 1 + Fraction(10 / 3)]
    with pytest.raises(QuestionError, match="alpha: has more than 9 digits"):
        alphacut.throughput(RELATIVE, "uniform", alpha=1 / 3)
    for bad in (-1.5, math.nan, 1e300, True):
        with pytest.raises(QuestionError, match="alpha"):
            alphacut.bisection(RELATIVE, bad)


@pytest.mark.parametrize("seed", range(200))
def test_roundings_are_down_and_within_a_unit(seed: int) -> None:
    rng = random.Random(seed)
    floats = [rng.random() * 10 ** rng.randint(-12, 12) for _ in range(rng.randint(1, 6))]
    digits = rng.choice([None, 1, 4, 9])
    found = whole([read_number(each) for each in floats], digits)
    for each, multiple, lost in zip(floats, found.multiples, found.lost, strict=True):
        assert 0 <= lost < found.unit
        if found.digits is not None:
            assert multiple * found.unit + lost == Fraction(each)
    assert max(found.multiples) < 10**9 + 1
    if floats[0] < 1e9:
        alpha, lost = read_ratio(floats[0])
        assert 0 <= lost < max(1, floats[0]) * Fraction(1, 10 ** (DIGITS - 1))
        assert max(alpha.numerator, alpha.denominator) <= 10**DIGITS
        assert lost == 0 or alpha.fraction + lost == Fraction(floats[0])


def test_errors_are_written_rounded_up() -> None:
    assert at_most(Fraction(1, 3)) == "0.34"
    assert at_most(Fraction(1001, 10**12)) == "1.1E-9"
    assert read_number(0.1) == Read(written=Fraction(1, 10), exact=Fraction(0.1))
    assert read_ratio("inf")[0] == Alpha(1, 0)


def test_curves_are_compared_and_kept(curve: alphacut.Curve, tmp_path: Path) -> None:
    again = alphacut.curve(RELATIVE)
    assert again.document["provenance"] != curve.document["provenance"]
    assert again == curve
    assert len({again, curve}) == 1
    assert curve != alphacut.curve("dragonfly:a=4,h=2,arrangement=relative")
    assert curve != alphacut.curve(RELATIVE, alpha_max=3)
    assert curve != 1
    kept = pickle.loads(pickle.dumps(curve))
    assert kept == curve
    assert kept.segments == curve.segments
    path = tmp_path / "curve.json"
    curve.save(path)
    assert alphacut.load(path) == curve


def test_results_are_loaded_as_what_they_were(tmp_path: Path) -> None:
    graph, path = nx.relabel_nodes(nx.path_graph(4), dict(enumerate("abcd"))), tmp_path / "x.json"
    results = (
        alphacut.bisection(graph),
        alphacut.bound(graph, [0, 1, 0, 1]),
        alphacut.profile(graph),
    )
    for found in results:
        found.save(path)
        loaded = alphacut.load(path)
        assert type(loaded) is type(found)
        assert loaded.nodes == ("a", "b", "c", "d")
        assert repr(loaded) == repr(found)
        assert loaded.verify().status == "exact"
        assert repr(pickle.loads(pickle.dumps(found))) == repr(found)
    for text, message in (("{}", "format is"), ("[]", "not a JSON object"), ("{", "x.json")):
        path.write_text(text)
        with pytest.raises(DocumentError, match=message):
            alphacut.load(path)


def test_a_curve_shows_its_segments_and_proofs_in_a_notebook(curve: alphacut.Curve) -> None:
    page = curve._repr_html_()
    assert page.startswith("<div>")
    assert "<svg" in page
    assert "<td>from 0 on</td><td>1 + 1·α</td>" in page
    assert "exact: α = 0, ∞ by certificate" in page


def test_many_networks_are_asked_about_at_once() -> None:
    told: list[tuple[int, int]] = []
    graphs = [nx.cycle_graph(n) for n in (4, 6, 8)] + [nx.path_graph(5)]
    found = alphacut.map(graphs, processes=2, progress=lambda *each: told.append(each), weight=None)
    assert [each.value for each in found] == [2, 2, 2, 1]
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    curves = alphacut.map([RELATIVE], ask="curve", alpha_max=2)
    assert curves[0](1) == 2
    assert alphacut.map([]) == []
    bounds = alphacut.map([nx.path_graph(4)], ask=lambda g: alphacut.bound(g, [0, 1, 0, 1]))
    assert bounds[0].capacity == 3


def test_what_one_network_raises_is_raised(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(QuestionError, match="graph"):
        alphacut.map([nx.path_graph(4), nx.DiGraph([(0, 1)])])
    for options, field in (({"ask": "miracles"}, "ask"), ({"processes": 0}, "processes")):
        with pytest.raises(QuestionError, match=field):
            alphacut.map([nx.path_graph(4)], **options)
    alphacut.map([nx.path_graph(4)], progress=True)
    assert capsys.readouterr().err.endswith("1 of 1 network\n")


def test_the_version_is_that_of_the_documents(curve: alphacut.Curve) -> None:
    assert alphacut.__version__ == curve.document["provenance"]["version"]


@pytest.mark.parametrize("processes", [0, -1, 1.5, "2", None, True, 10**9])
def test_a_number_of_processes_that_is_none_is_refused(processes: Any) -> None:
    graph = nx.path_graph(4)
    for ask in (
        lambda: alphacut.bisection(graph, processes=processes),
        lambda: alphacut.bound(graph, [0, 0, 1, 1], processes=processes),
        lambda: alphacut.curve(RELATIVE, processes=processes),
        lambda: alphacut.map([graph], processes=processes),
    ):
        with pytest.raises(QuestionError, match="processes: must be an integer from 1"):
            ask()


@pytest.mark.parametrize("given", [None, 3, [], b"x"])
def test_what_is_no_document_is_told_as_one(given: Any) -> None:
    with pytest.raises(DocumentError, match="must be a result, its document, or the path"):
        alphacut.verify(given)
    with pytest.raises(DocumentError, match="must be the path of a file"):
        alphacut.load(given)


@pytest.mark.parametrize("weight", [1e308, 5e-324, 1e-18, Fraction(1, 10**40)])
def test_weights_beyond_all_units_are_told_as_weights(weight: Any) -> None:
    with pytest.raises(QuestionError, match=r"weight: the largest is about 1e.*multiply all"):
        alphacut.bisection(nx.Graph([(1, 2, {"weight": weight})]))


@pytest.mark.parametrize("weight", [1e-9, 1e17, 2e-9])
def test_weights_at_the_ends_are_exact(weight: Any) -> None:
    found = alphacut.bisection(nx.Graph([(1, 2, {"weight": weight})]))
    assert (found.value, found.status) == (Fraction(str(weight)), "exact")


def test_matrices_of_truth_values_count_edges_and_no_entry_is_nan() -> None:
    for matrix in (nx.to_numpy_array(nx.petersen_graph(), dtype=bool),
                   csr_array(nx.to_numpy_array(nx.petersen_graph(), dtype=bool))):  # fmt: skip
        assert alphacut.bisection(matrix).value == 5
    with pytest.raises(QuestionError, match="entry 0, 1 of a matrix must be finite, got nan"):
        alphacut.bisection(np.array([[0, math.nan], [math.nan, 0]]))


def test_what_a_picture_lacks_is_named(tmp_path: Path) -> None:
    found = alphacut.bisection(nx.path_graph(4))
    for options, told in (
        ({"pos": {0: (0, 0)}}, "pos: .*; 1 has none"),
        ({"layout": "circle", "groups": {0: 1}}, "groups: .*; 1 has none"),
        ({"size": (math.nan, 1)}, "size: must be width and height in inches"),
        ({"size": "x"}, "size: must be width and height in inches"),
        ({"size": (3, 4, 5)}, "size: must be width and height in inches"),
    ):
        with pytest.raises(QuestionError, match=told):
            found.draw(tmp_path / "x.svg", **options)
