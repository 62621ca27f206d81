"""Lifts with a further symmetry, positions without ports, and what the verifier says of them."""

from __future__ import annotations

import copy
from fractions import Fraction

import jsonschema
import numpy as np
import pytest

from alphacut.arrangements.links._base import Shape
from alphacut.solver.common.errors import QuestionError, Refused
from alphacut.solver.synthesis.aim import Aim
from alphacut.solver.synthesis.classes import arrangements, canonical
from alphacut.solver.synthesis.schema import SYNTHESIS
from alphacut.solver.synthesis.search import USUAL, Judge, SearchParams
from alphacut.solver.synthesis.symmetric import (
    offsets_of,
    permutations_up_to_names,
    search_symmetric,
    spaces,
)
from alphacut.solver.synthesis.verify.counting import has_symmetry, links_of
from alphacut.solver.synthesis.verify.document import verify_synthesis
from tests.solver.synthesis.conftest import answer, asked, dragonfly

SHAPE = Shape(a=4, h=2, groups=9)


@pytest.mark.parametrize("symmetry", ["reflection", "multiplier"])
@pytest.mark.parametrize("groups", [7, 8, 9])
def test_drawn_lifts_have_the_symmetry(symmetry: str, groups: int) -> None:
    rng, met = np.random.default_rng(0), 0
    for space in spaces(Shape(a=4, h=2, groups=groups), 4, symmetry):
        options = space.drawn(rng)
        if options is not None:
            met += 1
            assert has_symmetry(links_of(offsets_of(options), groups), symmetry)
    assert met > 0


def test_most_lifts_have_no_reflection() -> None:
    found = [has_symmetry(links_of(each, 9), "reflection") for each in arrangements(SHAPE)]
    assert 0 < sum(found) < len(found) / 2


def test_permutations_are_one_for_each_partition() -> None:
    assert len(list(permutations_up_to_names(6))) == 11


def test_search_reaches_the_best_that_has_a_reflection() -> None:
    """The best of all lifts of (p,4,2) with a reflection, by listing them."""
    aim = Aim(terms=((1, 3),))
    best = 0
    lister = Judge(SHAPE, aim, 0, USUAL, lambda: False)
    for each in arrangements(SHAPE):
        if has_symmetry(links_of(each, 9), "reflection"):
            lister.search(each, best or None, thorough=True)
            best = max(best, lister.least(each)[0])
    judge = Judge(SHAPE, aim, 0, USUAL, lambda: False)
    found = search_symmetric(judge, "reflection", lambda *_: None, draws=400)
    assert found is not None
    assert found.value == best
    assert has_symmetry(links_of(found.offsets, 9), "reflection")


def test_a_search_ends_when_all_with_a_symmetry_are_met() -> None:
    """Each is judged once or twice; without an end, the search would go on as the clock lets it."""
    listed = {canonical(each, 9) for each in arrangements(SHAPE)}
    kept = [each for each in listed if has_symmetry(links_of(each, 9), "reflection")]
    judge = Judge(SHAPE, Aim(terms=((1, 3),)), 0, SearchParams(exhausted=300), lambda: False)
    found = search_symmetric(judge, "reflection", lambda *_: None)
    assert found is not None
    assert found.tally.judged <= 3 * len(kept)


@pytest.mark.parametrize("symmetry", ["reflection", "multiplier"])
def test_document_of_a_symmetric_design(symmetry: str) -> None:
    found = answer(dragonfly(4, 2), alpha=3, symmetry=symmetry, limits={"seconds": 6.0})
    jsonschema.validate(found, SYNTHESIS)
    assert verify_synthesis(found).status == "exact"
    assert Fraction(found["bisection"]["lower"]) >= 34
    forged = copy.deepcopy(answer(dragonfly(4, 2), alpha=10))  # its best has neither
    assert not has_symmetry(links_of(forged["design"]["offsets"], 9), symmetry)
    forged["question"]["symmetry"] = symmetry
    with pytest.raises(Refused, match="not kept"):
        verify_synthesis(forged)


def test_closed_positions_have_no_links_and_all_classes_are_listed() -> None:
    found = answer(dragonfly(4, 3, groups=7), alpha=3, closed=[1])
    jsonschema.validate(found, SYNTHESIS)
    assert verify_synthesis(found).status == found["status"]
    assert not any(1 in pair for pair in found["design"]["offsets"])
    assert found["invariant"] is not None
    for forged_closed in ([0], [7]):
        forged = copy.deepcopy(found)
        forged["question"]["closed"] = forged_closed
        with pytest.raises(Refused):
            verify_synthesis(forged)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"closed": [4]}, "closed"),
        ({"closed": [0, 1, 2]}, "closed"),
        ({"closed": [0]}, "closed"),
        ({"closed": [-1]}, "closed"),
        ({"symmetry": "mirror"}, "symmetry"),
    ],
)
def test_what_cannot_be_asked(given: dict[str, object], field: str) -> None:
    with pytest.raises(QuestionError) as caught:
        asked(dragonfly(4, 2), alpha=3, **given)
    assert caught.value.field == field


def test_a_multiplier_needs_enough_groups() -> None:
    with pytest.raises(QuestionError) as caught:
        asked(dragonfly(4, 2, groups=6), alpha=3, symmetry="multiplier")
    assert caught.value.field == "symmetry"
