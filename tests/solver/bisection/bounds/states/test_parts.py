"""Runs for parts of all bisections, by the imbalances of their positions."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

import numpy as np
import pytest

from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.states import learning
from alphacut.solver.bisection.bounds.states.covering import Covering
from alphacut.solver.bisection.bounds.states.inequalities import holds_within
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.settling import proven
from alphacut.solver.bisection.bounds.states.standing import standing, stands
from alphacut.solver.bisection.problem import Portion
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.crosscorrelations import CrossBound
from alphacut.solver.bisection.verify.divisions import Divisions, check_divisions
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.frame import Counts, Frame
from alphacut.solver.bisection.verify.imbalances import Box, contained, parts
from alphacut.solver.bisection.verify.sequences import SequenceBound
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.tables import Known
from tests.solver.bisection.bisections import bisections, in_classes, least_values, severed
from tests.solver.bisection.bounds.states.conftest import (
    NETWORKS,
    least_slopes,
    relaxation,
)

NAME = "p41"
ALPHA = Alpha(1, 1)
FRAME = relaxation(NETWORKS[NAME]).frame
REGION = Region.of(NETWORKS[NAME], Balance.of(NETWORKS[NAME]))
TARGET = min(intercept + slope for (intercept, _), slope in least_slopes(NAME).items())
PARTS = parts(FRAME.order, FRAME.width)


def in_parts() -> Covering:
    """Return a covering that takes no intercept alone to be enough."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning, "IN_PARTS", True)
        covering = relaxation(NETWORKS[NAME]).covering(())
    assert covering is not None
    return covering


def read_again(written: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(json.dumps(written))
    return found


pytestmark = pytest.mark.slow  # what all of them look at takes more than a minute


@pytest.fixture(scope="module")
def multipliers() -> list[dict[str, Any]]:
    """Return multipliers that settle all divisions, part by part."""
    found = in_parts().bound(ALPHA, REGION, TARGET, lambda: True)
    assert found.bound == TARGET
    assert found.multipliers is not None
    return read_again(found.multipliers.as_json(0)["classes"]["multipliers"])


@pytest.fixture(scope="module")
def tight() -> list[dict[str, Any]]:
    """Return multipliers for each part at some intercepts, of runs that look for bounds."""
    covering, found = in_parts(), list[object]()
    covering.learning.missed = True
    functions = covering.divisions.each[None, :]
    for level in (6, 12, 16):
        for part in PARTS:
            run = covering.runs.begin(functions, np.array([level]), part, by_class=False)
            for seed in range(8):
                dual = run.advance(seed, lambda: True)
            multipliers, _ = proven(run, dual, functions, covering.kept)
            assert multipliers is not None
            found.append(multipliers.content)
    return read_again(found)


def slopes_in_parts(frame: Frame) -> dict[tuple[Counts, int], int]:
    """List the least slope of each division in each part."""
    inside, found = bisections(NETWORKS[NAME]), dict[tuple[Counts, int], int]()
    _, slope = severed(NETWORKS[NAME], inside)
    counts = in_classes(frame.blocks, inside)
    apart = abs(2 * inside[:, frame.blocks].sum(axis=1) - frame.order)  # of each position
    for number, part in enumerate(PARTS):
        low, high = np.array(part).T
        here = ((low <= apart) & (apart <= high)).all(axis=1)
        for row, value in least_values([counts[here]], slope[here]).items():
            found[row, number] = value
    return found


def box_of(written: dict[str, Any]) -> Box | None:
    if "imbalances" not in written:
        return None
    ranges = written["imbalances"]["ranges"]
    return tuple(zip(ranges[::2], ranges[1::2], strict=True))


@pytest.mark.parametrize("left_in_portions", [False, True])
def test_portions_are_settled_by_parts_alone(
    left_in_portions: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "MANY", 1)
    covering = relaxation(NETWORKS[NAME]).covering(())
    assert covering is not None
    everywhere = Portion(least=0, most=int(covering.divisions.intercepts.max()))
    apart = (everywhere,) if left_in_portions else ()
    found = covering.bound(ALPHA, REGION, TARGET, lambda: True, apart=apart)
    assert found.bound == TARGET
    boxes = [kept.parts for kept in covering.kept._entries.values()]
    assert all(len(each) == 1 for each in boxes) is left_in_portions


def test_every_part_has_its_own_multipliers(multipliers: list[dict[str, Any]]) -> None:
    assert {box_of(each) for each in multipliers} >= set(PARTS)
    check_divisions(Divisions(FRAME), REGION, ALPHA, TARGET, multipliers)


def test_what_is_proven_of_parts_is_true_there(
    multipliers: list[dict[str, Any]], tight: list[dict[str, Any]]
) -> None:
    """Of all divisions; of some it is all that is true, and more than is true elsewhere."""
    divisions, true = Divisions(FRAME), slopes_in_parts(FRAME)
    reached, more = set[int](), 0
    for each in (*multipliers, *tight):
        multiples = divisions.read(each)
        multiples.check()
        slopes = divisions.slopes(multiples, np.arange(len(divisions.numbers)))
        for (counts, part), least in true.items():
            if multiples.box is None or contained(PARTS[part], multiples.box):
                number = int(np.nonzero((divisions.numbers == counts).all(axis=1))[0][0])
                assert slopes[number] <= least
                if slopes[number] == least:
                    reached.add(part)
                level = int(divisions.intercepts[number])
                more += bool(slopes[number] > least_slopes(NAME)[level, counts])
    assert reached == set(range(len(PARTS)))
    assert more


def test_without_a_part_something_is_left_open(multipliers: list[dict[str, Any]]) -> None:
    divisions = Divisions(FRAME)
    for part in PARTS:
        fewer = [each for each in multipliers if box_of(each) != part]
        with pytest.raises(Refused, match="leaves open"):
            check_divisions(divisions, REGION, ALPHA, TARGET, fewer)


@pytest.mark.parametrize(
    ("ranges", "said"),
    [
        ([0, FRAME.order] * FRAME.width, "for other imbalances"),
        ([0, 1] * (FRAME.width - 1), "not a list"),
        ([FRAME.order, 0] * FRAME.width, "a range of imbalances"),
        (None, "not a list"),
    ],
)
def test_bounds_on_sequences_are_for_the_part_of_their_multipliers(
    tight: list[dict[str, Any]], ranges: list[int] | None, said: str
) -> None:
    """With wider ranges they do not hold."""
    forged = [each | {"imbalances": each["imbalances"] | {"ranges": ranges}} for each in tight]
    with pytest.raises(Refused, match=said):
        check_divisions(Divisions(FRAME), REGION, ALPHA, TARGET, forged)


def test_narrower_ranges_leave_something_open(multipliers: list[dict[str, Any]]) -> None:
    ranges = {"ranges": [0, 1] * FRAME.width}
    forged = [
        each | ({"imbalances": ranges} if "imbalances" in each else {}) for each in multipliers
    ]
    with pytest.raises(Refused, match="leaves open"):
        check_divisions(Divisions(FRAME), REGION, ALPHA, TARGET, forged)


@pytest.mark.parametrize("place", [1, 3, 4])
def test_bounds_that_say_more_are_refused(tight: list[dict[str, Any]], place: int) -> None:
    """A bound on two sequences is on one, says more, or is for others."""
    forged = read_again(tight)
    for each in forged:
        for entry in each["imbalances"].get("crosscorrelations", []):
            entry[place] = {1: entry[0], 3: entry[3] - 200, 4: FRAME.order}[place]
    with pytest.raises(Refused, match=r"two (sequences|positions)|other imb|no imbalance of 5"):
        check_divisions(Divisions(FRAME), REGION, ALPHA, TARGET, forged)


def test_a_leaf_about_all_bisections_has_none_for_some(multipliers: list[dict[str, Any]]) -> None:
    some = next(each for each in multipliers if "imbalances" in each)
    divisions = Divisions(FRAME)
    known = Known(divisions.known.chosen, divisions.known.functions, divisions.known.totals)
    with pytest.raises(Refused, match="about all"):
        line_bound(FRAME, known, (0, 1), (), some)


def test_another_process_goes_on_with_them(multipliers: list[dict[str, Any]]) -> None:
    """With those of some parts it has to find the others; with all of them nothing."""
    covering = in_parts()
    covering.take_over(multipliers)
    found = covering.bound(ALPHA, REGION, TARGET, lambda: False)
    assert found.bound == TARGET
    covering = in_parts()
    kept = [each for each in multipliers if box_of(each) != PARTS[1]]
    covering.take_over(kept)
    soon = covering.bound(ALPHA, REGION, TARGET, lambda: False).bound
    assert soon is not None
    assert soon < TARGET
    found = covering.bound(ALPHA, REGION, TARGET, lambda: True)
    assert found.bound == TARGET
    assert found.spare is None
    assert found.multipliers is not None
    written = found.multipliers.as_json(0)["classes"]["multipliers"]
    assert {box_of(dict(each)) for each in written} >= set(PARTS)


def test_runs_for_a_part_begin_where_one_for_it_stood() -> None:
    covering = in_parts()
    covering.bound(ALPHA, REGION, TARGET, lambda: True)
    programs = Programs(FRAME)
    warm = standing(programs, PARTS[0])
    assert warm is not None
    other = standing(programs, PARTS[1])
    assert other is not None
    assert warm is not other
    stands(programs, other)
    assert standing(programs) is other
    assert standing(programs, PARTS[0]) is warm


def test_inequalities_hold_in_boxes_inside_of_their_own() -> None:
    single = SequenceBound(position=1, weights=(1, 1), imbalance=(0, 2))
    double = CrossBound(positions=(0, 1), weights=(1,) * 9, most=9, imbalances=((0, 5), (3, 5)))
    low, high = ((0, 5), (0, 2)), ((0, 5), (3, 5))
    assert [holds_within(single, box) for box in (low, high, None)] == [True, False, False]
    assert [holds_within(double, box) for box in (low, high, None)] == [False, True, False]
    for each in (SequenceBound(position=0, weights=(1, 1)),):
        assert all(holds_within(each, box) for box in (low, high, None))


def test_how_large_imbalances_are_is_used(tight: list[dict[str, Any]]) -> None:
    """As a bound on the sequences of these, and as others on one and on two."""
    apart = [each["imbalances"] for each in tight]
    assert any("crosscorrelations" in each for each in apart)
    entries = list(chain(*(each.get("sequences", []) for each in apart)))
    assert entries
    for position, value, least, most, *_ in entries:
        assert 0 <= position < FRAME.width
        assert value > 0
        assert (least, most) in {each for part in PARTS for each in part}


def test_parts_are_for_many_states_once_nothing_more_is_learnt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("alphacut.solver.bisection.bounds.crosscorrelations.MOST_KNOWN", 0)
    for many, expected in ((FRAME.states + 1, False), (FRAME.states, True)):
        monkeypatch.setattr(learning, "MANY", many)
        covering = relaxation(NETWORKS[NAME]).covering(())
        assert covering is not None
        assert not any(kind.parts for kind in covering.families._kinds)
        covering.bound(ALPHA, REGION, TARGET, lambda: True)
        assert any(kind.parts for kind in covering.families._kinds) == expected
