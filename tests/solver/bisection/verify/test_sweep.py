"""Sweeping along an order, against listing all bisections; and forged certificates."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import Line, Link, LinkClass, Network
from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.sweep.params import SweepParams
from alphacut.solver.bisection.bounds.sweep.witness import best_cut
from alphacut.solver.bisection.engines.sweep import Sweep
from alphacut.solver.bisection.outcome import Budget, Outcome
from alphacut.solver.bisection.outcome import ignore as unheard
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.sweep.exclusion import Exclusion, TooLarge, ignore
from alphacut.solver.bisection.verify.sweep.layout import layout
from alphacut.solver.bisection.verify.sweep.symmetry import least_images, path_to_least
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.asking import as_written
from tests.solver.bisection.verify.checking import check

Lines = Callable[..., frozenset[Line]]
Networks = Callable[..., SearchStrategy[Network]]
ALPHAS = st.sampled_from([ZERO, Alpha(1, 3), Alpha(1, 1), Alpha(9, 2), INFINITY])


# ---- what is excluded ------------------------------------------------------


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_exactly_what_is_below_the_least_is_excluded(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    """Whatever the order and the most severed ends."""
    network = data.draw(networks(most=9))
    balance = Balance.of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    alpha = data.draw(ALPHAS)
    order = tuple(data.draw(st.permutations(range(network.switches))))
    least = min(alpha.scaled(line) for line in lines_of(network, balance.weights))

    def below(highest: int) -> Exclusion:
        return Exclusion(
            network=network,
            balance=balance,
            alpha=alpha,
            order=order,
            most_ends=data.draw(st.integers(0, 2 * max(highest, 0))),
            highest=highest,
        )

    assert below(least - 1).holds()
    at_least, above = below(least), below(least + 5)
    assert not at_least.holds()
    for exclusion in (at_least, above):
        cut = best_cut(exclusion, ignore)
        assert balance.holds(cut.side)
        assert alpha.scaled(cut.line) == least


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0, 2.0])
def test_denser_networks_of_odd_and_even_size(seed: int, share: float, lines_of: Lines) -> None:
    rng = random.Random(seed)
    switches = 10 + seed % 4
    pairs = [(i, j) for j in range(switches) for i in range(j) if rng.random() < 0.5]
    network = Network(switches=switches, links=tuple(Link(*pair, "local") for pair in pairs))
    order = rng.sample(range(switches), switches)
    least = min(line.intercept for line in lines_of(network))
    for highest in (least - 1, least):
        exclusion = Exclusion(
            network=network,
            balance=Balance.of(network),
            alpha=Alpha(1, 1),
            order=tuple(order),
            most_ends=int(share * highest),
            highest=highest,
        )
        assert exclusion.holds() is (highest < least)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0, 2.0])
def test_heavy_weights_are_as_few_as_ways(seed: int, share: float, lines_of: Lines) -> None:
    """Profiles know the weights that ways have, and not all numbers up to their sum."""
    rng = random.Random(seed)
    switches = 6 + seed % 6
    pairs = [(i, j) for j in range(switches) for i in range(j) if rng.random() < 0.5]
    network = Network(
        switches=switches,
        links=tuple(Link(*pair, "local") for pair in pairs),
        hosts=tuple(rng.choice([0, 70_000, rng.randrange(800_000)]) for _ in range(switches)),
    )
    balance = Balance.of(network, "hosts")
    least = min(line.intercept for line in lines_of(network, balance.weights))
    for highest in (least - 1, least):
        exclusion = Exclusion(
            network=network,
            balance=balance,
            alpha=Alpha(1, 1),
            order=tuple(rng.sample(range(switches), switches)),
            most_ends=int(share * max(highest, 0)),
            highest=highest,
        )
        assert exclusion.holds() is (highest < least)


def test_heavy_weights_are_proven(lines_of: Lines) -> None:
    """Ten switches with hosts by the hundred thousand have 512 cuts."""
    rng = random.Random(1)
    network = Network(
        switches=10,
        links=tuple(Link(i, j, "local") for j in range(10) for i in range(j) if rng.random() < 0.6),
        hosts=tuple(rng.randrange(1, 1_000_000) for _ in range(10)),
    )
    balance = Balance.of(network, "hosts")
    problem = PointProblem(network=network, balance=balance, alpha=Alpha(1, 1))
    outcome = Sweep().bound(problem, Budget(), unheard)
    least = min(line.intercept for line in lines_of(network, balance.weights))
    assert outcome.incumbent is not None
    assert outcome.certified_bound == problem.scaled(outcome.incumbent) == least
    check(problem, outcome.certificate, least)
    with pytest.raises(Refused):
        check(problem, outcome.certificate, least + 1)


SYMMETRIC = (
    "torus:sides=3x4",
    "hypercube:dimension=3",
    "complete:switches=7",
    "hamming:sides=3x4",
    "de_bruijn:symbols=3,length=2",
    "dragonfly:a=2,h=2,arrangement=absolute",
    "dragonfly:a=4,h=1,arrangement=absolute",
)


@pytest.mark.parametrize("graph", SYMMETRIC)
@pytest.mark.parametrize("seed", range(6))
def test_symmetries_leave_out_nothing(graph: str, seed: int, lines_of: Lines) -> None:
    """Orders that some of them keep for a while, and none."""
    rng = random.Random(seed)
    network = spec.read(graph).build()
    switches = network.switches
    sets = [range(switches), range(switches // 2), range(switches // 3), range(3), range(2)]
    symmetries = {each for s in sets for each in automorphisms(network, None, [s])}
    symmetries |= {composed(*rng.choices(sorted(symmetries), k=2)) for _ in range(6)}
    order = rng.sample(range(switches), switches) if seed % 3 == 2 else range(switches)
    alpha = Alpha(3, 2)
    least = min(alpha.scaled(line) for line in lines_of(network))
    for highest in (least - 1, least, least + 3):
        exclusion = Exclusion(
            network=network,
            balance=Balance.of(network),
            alpha=alpha,
            order=tuple(order),
            most_ends=highest,
            highest=highest,
            symmetries=tuple(sorted(symmetries)),
        )
        assert exclusion.holds() is (highest < least)
        if highest >= least:
            cut = best_cut(exclusion, ignore)
            assert exclusion.balance.holds(cut.side)
            assert alpha.scaled(cut.line) == least


def composed(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    return tuple(second[image] for image in first)


def test_least_images_are_images_along_the_path() -> None:
    """Of all keys at the eighth step of a De Bruijn graph, one by one and all together."""
    network = spec.read("de_bruijn:symbols=4,length=2").build()
    symmetries = automorphisms(network, None, [range(8)])
    assert symmetries
    exclusion = Exclusion(
        network=network,
        balance=Balance.of(network),
        alpha=ZERO,
        order=tuple(range(16)),
        most_ends=40,
        highest=40,
        symmetries=symmetries,
    )
    turns = exclusion.ahead.steps[7].turns
    assert turns
    states = list(exclusion.forward())[6].placed(exclusion.ahead.steps[7], both=True)
    together = least_images(states.keys, turns)
    assert (together != states.keys).any()
    by_permutation = {each.permutation: each for each in turns}
    for number in range(len(states)):
        key = states.keys[:, number : number + 1]
        for permutation in path_to_least(key, turns):
            key = by_permutation[permutation].of(key)
        assert (key == together[:, number : number + 1]).all()


def test_keys_of_several_words_and_large_capacities(lines_of: Lines) -> None:
    heavy = LinkClass(name="heavy", base=2**40 + 1, slope=0)
    rng = random.Random(1)
    pairs = [(i, j) for j in range(11) for i in range(j) if rng.random() < 0.6]
    links = tuple(Link(*pair, "heavy", rng.randint(1, 5)) for pair in pairs)
    network = Network(switches=11, links=links, classes=(heavy,))
    least = min(line.intercept for line in lines_of(network))
    for highest in (least - 1, least):
        exclusion = Exclusion(
            network=network,
            balance=Balance.of(network),
            alpha=Alpha(1, 1),
            order=tuple(range(11)),
            most_ends=highest,
            highest=highest,
        )
        assert exclusion.ahead.words > 3
        assert exclusion.holds() is (highest < least)


def test_fields_of_one_step_never_overlap() -> None:
    network = spec.read("de_bruijn:symbols=2,length=5").build()
    capacities: dict[int, dict[int, int]] = {}
    for link in network.links:
        capacities.setdefault(link.first, {})[link.second] = 3
        capacities.setdefault(link.second, {})[link.first] = 3
    for step in layout(range(32), capacities, [1] * 32).steps:
        masks = [(field.word, int(field.mask)) for field, _ in step.open]
        masks.append((step.weight.word, int(step.weight.mask)))
        bits = [(word, bit) for word, mask in masks for bit in range(64) if mask >> bit & 1]
        assert len(bits) == len(set(bits))
        assert all(total < 1 << field.bits for field, total in step.open)


def test_network_that_is_too_large_is_refused() -> None:
    wide = Network(switches=5_000, links=())
    vast = Network(
        switches=2,
        links=(Link(0, 1, "vast"),),
        classes=(LinkClass(name="vast", base=2**60, slope=0),),
    )
    for network in (wide, vast):
        with pytest.raises(TooLarge):
            Exclusion(
                network=network,
                balance=Balance.of(network),
                alpha=ZERO,
                order=tuple(range(network.switches)),
                most_ends=0,
                highest=0,
            )


# ---- certificates ----------------------------------------------------------


@pytest.fixture(scope="module")
def torus() -> PointProblem:
    network = spec.read("torus:sides=6x5").build()
    return PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))


@pytest.fixture(scope="module")
def proven(torus: PointProblem) -> Outcome:
    return Sweep().bound(torus, Budget(), unheard)


def test_sweep_proves_its_optimum_and_no_more(torus: PointProblem, proven: Outcome) -> None:
    assert proven.certified_bound == proven.lower_bound == 10
    assert "counted" in check(torus, proven.certificate, 10)
    with pytest.raises(Refused, match="there is a bisection below"):
        check(torus, proven.certificate, 12)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"order": list(range(29))}, "every switch once"),
        ({"order": [0, *range(29)]}, "every switch once"),
        ({"order": [*range(1, 30), True]}, "not an integer"),
        ({"order": [*range(1, 31)]}, "every switch once"),
        ({"order": "as numbered"}, "not a list"),
        ({"order": None}, "not a list"),
        ({"reach": -1}, "at least 0"),
        ({"reach": 7.0}, "not an integer"),
        ({"reach": None}, "not an integer"),
        ({"known": [["1/2", 5]]}, "known"),
        ({"kind": "sweeps"}, "not known"),
        ({"symmetries": 7}, "not a list"),
        ({"symmetries": [7]}, "not a list"),
        ({"symmetries": [[*range(29)]]}, "not a permutation"),
        ({"symmetries": [[*range(28), 29, 28]]}, "does not keep the links"),
        ({"symmetries": [[*range(30)]] * 65}, "more than 64"),
    ],
)
def test_broken_certificate_is_refused(
    torus: PointProblem, proven: Outcome, change: dict[str, Any], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        check(torus, {**as_written(proven), **change}, 10)


@pytest.mark.parametrize("reach", [0, 3, 9, 10**30])
def test_any_reach_and_any_order_prove_the_same(
    torus: PointProblem, proven: Outcome, reach: int
) -> None:
    order = random.Random(reach).sample(range(30), 30)
    forged = {**as_written(proven), "reach": reach, "order": order}
    check(torus, forged, 10)
    with pytest.raises(Refused, match="there is a bisection below"):
        check(torus, forged, 11)


def test_verifier_gives_up_where_states_are_too_many(
    torus: PointProblem, proven: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("alphacut.solver.bisection.verify.sweep.check.MOST_STATES", 10)
    with pytest.raises(Refused, match="more than 10 states"):
        check(torus, proven.certificate, 10)


def test_certificate_of_another_network_proves_nothing_too_much(proven: Outcome) -> None:
    ring = spec.read("torus:sides=30").build()
    problem = PointProblem(network=ring, balance=Balance.of(ring), alpha=Alpha(1, 1))
    check(problem, proven.certificate, 2)
    with pytest.raises(Refused):
        check(problem, proven.certificate, 4)


# ---- the engine ------------------------------------------------------------


def test_bad_first_cut_is_replaced_by_the_best_one(torus: PointProblem) -> None:
    """The sweep that fails to exclude anything better leads to what is best."""
    scattered = Cut.of(torus.network, range(0, 30, 2))
    problem = PointProblem(
        network=torus.network, balance=torus.balance, alpha=torus.alpha, cuts=(scattered,)
    )
    outcome = Sweep().bound(problem, Budget(), unheard)
    assert outcome.incumbent is not None
    assert problem.scaled(scattered) > problem.scaled(outcome.incumbent) == 10
    assert outcome.lower_bound == 10


def test_symmetries_are_looked_for_where_states_are_many() -> None:
    """De Bruijn, six symbols: 68, with an eighth of the states."""
    network = spec.read("de_bruijn:symbols=6,length=2").build()
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    plain = Sweep().bound(problem, Budget(), unheard)
    params = SweepParams(few_states=1 << 12)
    outcome = Sweep(params).bound(problem, Budget(), unheard)
    assert plain.certified_bound == outcome.certified_bound == 68
    assert "symmetries" not in as_written(plain)
    certificate = as_written(outcome)
    assert "symmetries" in certificate
    counted, alone = (
        int(check(problem, each, 68).split()[0])
        for each in (certificate, {**certificate, "symmetries": []})
    )
    assert 8 * counted < alone
    with pytest.raises(Refused, match="there is a bisection below"):
        check(problem, certificate, 69)


def test_forgeries_are_made_of_a_sweep_with_symmetries(exact: Callable[[str], Any]) -> None:
    """The original of that name has some, and no two images of one can be exchanged."""
    document = exact("swept by symmetries")
    assert verify_document(document).status == "exact"
    symmetries = document["points"][0]["certificate"]["symmetries"]
    assert symmetries
    for each in symmetries:
        each[0], each[1] = each[1], each[0]
        with pytest.raises(Refused, match="does not keep the links"):
            verify_document(document)
        each[0], each[1] = each[1], each[0]


def test_what_is_too_much_leaves_a_certified_bound() -> None:
    network = spec.read("mesh:sides=24x24").build()
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    column = Cut.of(network, range(288))
    problem = PointProblem(
        network=network, balance=problem.balance, alpha=problem.alpha, cuts=(column,)
    )
    outcome = Sweep(SweepParams(most_states=3_000)).bound(problem, Budget(), unheard)
    assert outcome.incumbent == column
    assert 6 <= outcome.lower_bound == outcome.certified_bound < 24
    check(problem, outcome.certificate, outcome.certified_bound)
