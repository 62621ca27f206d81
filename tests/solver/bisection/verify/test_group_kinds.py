"""Majorities of groups of several kinds, against all bisections; and forged certificates."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.formats.spec import build_any, parse, read
from alphacut.arrangements.network import Line, Link, LinkClass, Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.majority.counted import NEVER, Counted, profile
from alphacut.solver.bisection.bounds.majority.kinds import SCALE, GroupKinds
from alphacut.solver.bisection.bounds.majority.params import GroupKindParams, MajorityParams
from alphacut.solver.bisection.certificate.codec import read_certificate, write
from alphacut.solver.bisection.certificate.proofs import GroupKindsProof
from alphacut.solver.bisection.engines.structured import Majority
from alphacut.solver.bisection.outcome import Budget
from alphacut.solver.bisection.outcome import ignore as unheard
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.group_kinds import _of_grid
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.asking import as_written
from tests.solver.bisection.bisections import bisections, severed
from tests.solver.bisection.test_any_wiring import wired
from tests.solver.bisection.verify.checking import check

Lines = Callable[..., frozenset[Line]]
ALPHAS = (Alpha(1, 3), Alpha(1, 1), Alpha(3, 2), Alpha(4, 1))
FEW = GroupKindParams(fewest_groups=2)
MOST = 13  # switches, so that all bisections are soon listed


def of_kinds(rng: random.Random) -> Network:
    """Draw groups of two or three kinds, joined by kind; links doubled, missing, of two classes."""
    kinds = rng.randint(1, 3)
    sizes = [rng.randint(1, 4) for _ in range(kinds)]
    hosts = [rng.randint(0, 3) for _ in range(kinds)]
    of = [kind for kind in range(kinds) for _ in range(rng.randint(1, 3))][:5]
    of += [0] * (2 - len(of))
    while sum(sizes[kind] for kind in of) > MOST:
        of.pop()
    groups = [group for group, kind in enumerate(of) for _ in range(sizes[kind])]
    joined = {(a, b): rng.randint(0, 4) for a in range(kinds) for b in range(a, kinds)}
    members = [[v for v, own in enumerate(groups) if own == g] for g in range(len(of))]
    links = [
        Link(first, second, "local", rng.choice([1, 1, 2]))
        for own in members
        for at, second in enumerate(own)
        for first in own[:at]
        if rng.random() < 0.95
    ]
    for second in range(len(of)):
        for first in range(second):
            kinds_of = sorted((of[first], of[second]))
            for _ in range(joined[kinds_of[0], kinds_of[1]] - (rng.random() < 0.1)):
                ends = rng.choice(members[first]), rng.choice(members[second])
                links.append(Link(*ends, rng.choice(["global", "global", "optical"])))
    classes = (
        LinkClass(name="local", base=1, slope=0),
        LinkClass(name="global", base=0, slope=1),
        LinkClass(name="optical", base=1, slope=2),
    )
    some = [hosts[of[group]] for group in groups]
    return Network(
        switches=len(groups),
        links=tuple(links),
        classes=classes,
        groups=tuple(groups),
        hosts=tuple(some) if any(some) else (1,) * len(groups),
    )


def problem_of(network: Network, rng: random.Random) -> PointProblem:
    balance = Balance.of(network, rng.choice(["switches", "hosts"]))
    return PointProblem(network=network, balance=balance, alpha=rng.choice(ALPHAS))


def counted_kinds(problem: PointProblem, params: GroupKindParams) -> GroupKinds | None:
    counted = Counted.of(problem, params.fewest_groups, params.most_groups)
    return None if counted is None else GroupKinds.of(counted, params)


def no_bound_is_too_high(seeds: range, lines_of: Lines) -> int:
    """Bound random networks and list all their bisections; return how often that said something."""
    useful = 0
    for seed in seeds:
        rng = random.Random(seed)
        problem = problem_of(of_kinds(rng), rng)
        least = min(map(problem.alpha.scaled, lines_of(problem.network, problem.balance.weights)))
        kinds = counted_kinds(problem, FEW)
        if kinds is None:
            continue
        for params in (FEW, replace(FEW, most_multipliers=1), replace(FEW, most_refined=0)):
            bound, multipliers = kinds.bound(NEVER, params)
            assert bound <= least, seed
            proof = GroupKindsProof(
                kinds=kinds.kinds, rows=kinds.rows, denominator=SCALE, multipliers=multipliers
            )
            check(problem, proof, max(bound, 0))
            useful += bound > 0
        with pytest.raises(Refused):
            check(problem, proof, least + 1)
    return useful


def test_no_bound_is_above_the_best_bisection(lines_of: Lines) -> None:
    assert no_bound_is_too_high(range(50), lines_of) > 30


@pytest.mark.slow
def test_no_bound_is_above_the_best_bisection_of_many(lines_of: Lines) -> None:
    assert no_bound_is_too_high(range(50, 2_300), lines_of) > 1_530


def shape_of_kinds(dice: random.Random) -> dict[str, Any]:
    kinds = dice.randint(2, 3)
    groups = [dice.randint(1, 3) for _ in range(kinds)]
    switches = [dice.randint(1, 4) for _ in range(kinds)]
    while sum(a * g for a, g in zip(switches, groups, strict=True)) > 14:
        switches[dice.randrange(kinds)] = 1
        groups[dice.randrange(kinds)] = 1
    links = [dice.randint(0, 4) for _ in range(kinds * (kinds + 1) // 2)]
    return {
        "family": "slingshot", "groups": groups, "switches": switches, "links": links,
        "wiring": "any", "p": [dice.randint(1, 2) for _ in range(kinds)],
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_it_holds_for_networks_of_kinds_that_are_wired_by_chance(seed: int) -> None:
    """What is proven for every wiring is below each one's bisection, and some wiring's is below."""
    dice = random.Random(seed)
    shape = build_any(parse(shape_of_kinds(dice)))
    assert isinstance(shape, AnyWiring)
    alpha = Alpha(dice.randint(1, 6), dice.randint(1, 4))
    found = answer(PointProblem(network=shape, balance=Balance.of(shape), alpha=alpha))
    assert not found.refusals
    upper = min(alpha.scaled(cut.line) for cut in found.cuts)
    for _ in range(5):
        network = wired(shape, dice)
        intercept, slope = severed(network, bisections(network))
        least = int((alpha.denominator * intercept + alpha.numerator * slope).min())
        assert found.certified_bound <= least <= upper


@pytest.mark.parametrize(
    ("spec", "bounds"),
    [
        ("lumi-g", (2880, 2880)),
        ("frontier", (5788, 5882)),
        ("slingshot:groups=12x4,switches=16x8,links=6x2x4,wiring=any", (266, 266)),
    ],
)
def test_machines_at_full_size(spec: str, bounds: tuple[int, int]) -> None:
    shape = build_any(read(spec))
    found = answer(PointProblem(network=shape, balance=Balance.of(shape), alpha=Alpha(1, 1)))
    upper = min(cut.line.intercept + cut.line.slope for cut in found.cuts)
    assert (found.certified_bound, upper) == bounds


@pytest.mark.parametrize(
    ("rows", "columns", "in_row", "in_column"),
    [(1, 5, 2, 0), (2, 3, 1, 3), (3, 3, 1, 1), (3, 4, 1, 3), (4, 3, 2, 1), (2, 6, 1, 2)],
)
def test_what_is_severed_in_a_grid_against_all_its_parts(
    rows: int, columns: int, in_row: int, in_column: int
) -> None:
    least: dict[int, int] = {}
    for part in product((0, 1), repeat=rows * columns):
        lines = [part[i * columns : (i + 1) * columns] for i in range(rows)]
        severed = sum(in_row * sum(line) * (columns - sum(line)) for line in lines)
        severed += sum(in_column * sum(c) * (rows - sum(c)) for c in zip(*lines, strict=True))
        least[sum(part)] = min(severed, least.get(sum(part), severed))
    found = profile(rows, columns, in_row, in_column).tolist()
    assert found == [least[number] for number in range(rows * columns + 1)]
    assert list(_of_grid(rows, columns, in_row, in_column)) == found


def test_a_cascade_is_bounded_by_the_grids_of_its_groups(lines_of: Lines) -> None:
    for trunking in (3, 4, 8):
        network = read(f"cascade:groups=3,rows=2,columns=3,h=9,trunking={trunking}").build()
        problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
        least = min(map(problem.alpha.scaled, lines_of(network, problem.balance.weights)))
        kinds = counted_kinds(problem, FEW)
        assert kinds is not None
        assert kinds.rows == (2,)
        bound, multipliers = kinds.bound(NEVER, FEW)
        assert 0 < bound <= least
        proof = GroupKindsProof(
            kinds=kinds.kinds, rows=kinds.rows, denominator=SCALE, multipliers=multipliers
        )
        check(problem, proof, bound)
        for rows in ((4,), (2, 2)):
            with pytest.raises(Refused, match="rows"):
                check(problem, replace(proof, rows=rows), bound)


FEW_STATES = replace(FEW, most_states=100)  # less than kinds of groups that differ by one link


@pytest.mark.parametrize(
    "shape",
    [
        "slingshot:groups=10x4,switches=8x4,links=4x2x4",
        "slingshot:groups=12,switches=8,links=4",
        "cascade:groups=8,rows=2,columns=4,h=7,trunking=8",
    ],
)
@pytest.mark.parametrize("links", ["local", "global"])
def test_failed_links_take_little_from_the_bound(shape: str, links: str) -> None:
    """Those between groups count once, and not once for each group of their kind."""
    bounds = []
    lost = "row" if links == "local" and shape.startswith("cascade") else links
    for failed in ("", f",failed.random_links=6,failed.random_class={lost},failed.seed=3"):
        network = read(shape + failed).build()
        problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
        kinds = counted_kinds(problem, FEW_STATES)
        assert kinds is not None
        bound, multipliers = kinds.bound(NEVER, FEW_STATES)
        proof = GroupKindsProof(
            kinds=kinds.kinds, rows=kinds.rows, denominator=SCALE, multipliers=multipliers
        )
        check(problem, proof, bound)
        bounds.append(bound)
    whole, rest = bounds
    assert rest <= whole
    assert rest >= (whole - 6 if links == "global" else whole * 3 / 4)


@pytest.mark.parametrize(
    ("shape", "alpha", "apart", "together"),
    [
        ("slingshot:groups=24x8,switches=32x16,links=20x4x16", Alpha(8, 5), 14493, 14283),
        ("slingshot:groups=25,switches=32,links=14", Alpha(8, 5), 15625, 15525),
    ],
)
def test_groups_that_lack_links_are_charged_less_and_no_others(
    shape: str, alpha: Alpha, apart: int, together: int
) -> None:
    """They are kinds of their own, where that leaves few states."""
    lost = 20 if "x" in shape.partition("switches")[0] else 5
    text = f"{shape},failed.random_links={lost},failed.random_class=local,failed.seed=1"
    network = read(text).build()
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=alpha)
    bounds = []
    for states in (4_000, 0):
        params = GroupKindParams(most_states_with_lacks=states)
        kinds = counted_kinds(problem, params)
        assert kinds is not None
        bound, multipliers = kinds.bound(NEVER, params)
        proof = GroupKindsProof(
            kinds=kinds.kinds, rows=kinds.rows, denominator=SCALE, multipliers=multipliers
        )
        check(problem, proof, bound)
        bounds.append(bound)
    assert bounds[0] >= apart > together
    assert bounds[1] >= together


# ---- forgeries -------------------------------------------------------------

SPEC = "slingshot:groups=5x3x1,switches=6x4x4,links=4x2x1x3x1x0,ports=5x5x5,wiring=any"


def proven() -> tuple[PointProblem, dict[str, Any], int]:
    shape = build_any(read(SPEC))
    problem = PointProblem(network=shape, balance=Balance.of(shape), alpha=Alpha(1, 1))
    found = Majority(MajorityParams(fewest_groups=99)).bound(problem, Budget(), unheard)
    written = as_written(found)
    assert written["kind"] == "group_kinds"
    return problem, written, found.lower_bound


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda proof: proof["kinds"].pop(), "names 8 groups"),
        (lambda proof: proof.update(kinds=[0] * 9), "unlike sizes"),
        (lambda proof: proof["kinds"].__setitem__(0, 10**9), "numbered from 0"),
        (lambda proof: proof["kinds"].__setitem__(8, 1), "is needed|is proven"),
        (lambda proof: proof.update(multipliers=[]), "0 pairs"),
        (lambda proof: proof.update(multipliers=[[2 * proof["denominator"], 0, 0]]), "denominator"),
        (lambda proof: proof.update(multipliers=[[0, 10**30, 0]]), "too large"),
        (lambda proof: proof.update(multipliers=[[0, 0, 0]]), "is proven"),
        (lambda proof: proof.update(multipliers=[[0, 0, 0]] * 1_001), "1001 pairs"),
        (lambda proof: proof.update(denominator=0), "denominator"),
        (lambda proof: proof.update(denominator=1 << 90), "too large"),
        (lambda proof: proof.update(multipliers=[[-1, 0, 0]]), "multipliers"),
        (lambda proof: proof.update(multipliers=[[1, 0]]), "multipliers"),
        (lambda proof: [each.__setitem__(2, 63) for each in proof["multipliers"]], "is proven"),
        (lambda proof: proof.update(known=[["1/2", 1000]]), "not proven"),
    ],
)
def test_forged_certificates_are_refused(change: Callable[[Any], object], why: str) -> None:
    problem, proof, bound = proven()
    check(problem, proof, bound)
    change(proof)
    with pytest.raises(Refused, match=why):
        check(problem, proof, bound)


def test_nothing_more_is_accepted() -> None:
    problem, proof, bound = proven()
    with pytest.raises(Refused, match="no more than"):
        check(problem, proof, bound + 1)


def test_more_ports_prove_less() -> None:
    """The verifier counts the ports of the shape that is asked about, not those of the proof."""
    _, proof, bound = proven()
    shape = build_any(read(SPEC.replace("5x5x5", "9x9x9")))
    with pytest.raises(Refused, match="no more than"):
        check(
            PointProblem(network=shape, balance=Balance.of(shape), alpha=Alpha(1, 1)), proof, bound
        )


def test_too_many_labellings_are_refused() -> None:
    network = build_any(read("slingshot:groups=20,switches=2,links=1,wiring=any"))
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    proof = GroupKindsProof(kinds=tuple(range(20)), denominator=1, multipliers=((1, 0, 0),))
    with pytest.raises(Refused, match="too many labellings"):
        check(problem, proof, 10)


def test_random_forgeries_prove_nothing_that_is_false(lines_of: Lines) -> None:
    accepted = 0
    for seed in range(600):
        rng = random.Random(seed)
        problem = problem_of(of_kinds(rng), rng)
        least = min(map(problem.alpha.scaled, lines_of(problem.network, problem.balance.weights)))
        kinds = counted_kinds(problem, FEW)
        if kinds is None:
            continue
        of = list(kinds.kinds)
        if rng.random() < 0.3:
            of[rng.randrange(len(of))] = rng.randrange(len(of))
        multipliers = tuple(
            (rng.randint(0, 8), rng.randint(-80, 80), rng.choice([0, 0, 1, 2, 5, 63]))
            for _ in range(rng.randint(1, 4))
        )
        rows = tuple(rng.randint(1, 3) for _ in range(max(of) + 1)) if rng.random() < 0.3 else ()
        proof = GroupKindsProof(kinds=tuple(of), rows=rows, denominator=8, multipliers=multipliers)
        target = rng.randint(1, least + 6)
        try:
            check(problem, proof, target)
        except Refused:
            continue
        accepted += 1
        assert target <= least, seed
    assert accepted > 20


def test_reading_gives_the_record_that_was_written() -> None:
    proof = GroupKindsProof(kinds=(0, 0, 1), denominator=4, multipliers=((4, -3, 1), (0, 0, 0)))
    assert read_certificate(write(proof)) == proof
