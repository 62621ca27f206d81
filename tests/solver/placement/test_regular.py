"""Regular mappings: the decisions, by two searches that share no constraint, and a checker."""

from __future__ import annotations

from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.formats.spec.dragonfly import DragonflySpec
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.regular import cpsat, exhaustive
from alphacut.solver.placement.regular.decide import decide
from alphacut.solver.placement.regular.question import RegularQuestion
from alphacut.solver.placement.verify import regular

SMALL = {  # mesh B5, mesh R, torus B5, torus R; 6×6 on (p,4,2)
    "absolute": (True, False, False, False),
    "relative": (True, True, False, False),
    "circulant": (True, False, True, False),
    "nautilus": (True, False, True, False),
    "helix": (True, True, True, False),
}
KINDS = [(False, "B5"), (False, "R"), (True, "B5"), (True, "R")]


def ask(
    a: int, h: int, arrangement: str, sides: tuple[int, int], torus: bool, rule: Any
) -> RegularQuestion:
    spec = specs.parse({"family": "dragonfly", "a": a, "h": h, "arrangement": arrangement})
    assert isinstance(spec, DragonflySpec)
    return RegularQuestion(dragonfly=spec.record(), sides=sides, torus=torus, rule=rule)


def problem(question: RegularQuestion, mapping: Any) -> str | None:
    return regular.problem(
        question.dragonfly.network(), mapping, question.sides,
        torus=question.torus, rule=question.rule,
    )  # fmt: skip


@pytest.mark.parametrize("arrangement", SMALL)
@pytest.mark.parametrize(("at", "kind"), [*enumerate(KINDS)])
def test_six_by_six(arrangement: str, at: int, kind: tuple[bool, str]) -> None:
    question = ask(4, 2, arrangement, (6, 6), *kind)
    decision = decide(question)
    assert decision.proven
    assert (decision.mapping is not None) == SMALL[arrangement][at]
    if decision.mapping is not None:
        assert problem(question, decision.mapping) is None


@pytest.mark.parametrize(
    ("arrangement", "kind"),
    [
        (name, kind)
        for name, is_so in SMALL.items()
        for kind, yes in zip(KINDS, is_so, strict=True)
        if yes
    ],
)
def test_complete_search_finds_the_mappings_that_there_are(
    arrangement: str, kind: tuple[bool, str]
) -> None:
    question = ask(4, 2, arrangement, (6, 6), *kind)
    outcome = exhaustive.search(question, (2, 2), 60)
    assert outcome.mapping is not None
    assert problem(question, outcome.mapping) is None


@pytest.mark.parametrize("arrangement", ["absolute", "nautilus"])
def test_twelve_by_eight_has_none(arrangement: str) -> None:
    question = ask(6, 3, arrangement, (12, 8), False, "R")
    assert question.shapes == ((3, 2),)
    decision = decide(question)
    assert (decision.mapping, decision.proven) == (None, True)


@pytest.mark.slow
@pytest.mark.parametrize("arrangement", ["relative", "helix"])
@pytest.mark.parametrize(("a", "h", "sides"), [(6, 3, (12, 8)), (8, 4, (16, 16))])
def test_larger_ones_have_one(arrangement: str, a: int, h: int, sides: tuple[int, int]) -> None:
    question = ask(a, h, arrangement, sides, False, "R")
    decision = decide(question, seconds=10_000)  # it takes a minute, or more on a busy machine
    assert decision.mapping is not None
    assert problem(question, decision.mapping) is None


def test_mapping_of_a_block_by_hand() -> None:
    """3×3 blocks of 2×2 on the relative arrangement, with one switch moved in turn."""
    question = ask(4, 2, "relative", (6, 6), False, "R")
    mapping = decide(question).mapping
    assert mapping is not None
    assert problem(question, mapping) is None
    refused = 0
    for cell in range(36):
        for other in range(cell + 1, 36):
            changed = list(mapping)
            changed[cell], changed[other] = changed[other], changed[cell]
            refused += problem(question, changed) is not None
    assert refused > 600  # of 630; a few cells lie on no global link and can be exchanged
    assert problem(question, mapping[:-1]) is not None
    assert problem(question, [*mapping[:-1], mapping[0]]) is not None
    assert problem(question, [*mapping[:-1], 99]) is not None


def test_b5_is_not_r() -> None:
    question = ask(4, 2, "circulant", (6, 6), True, "B5")
    mapping = decide(question).mapping
    strict = ask(4, 2, "circulant", (6, 6), True, "R")
    assert problem(question, mapping) is None
    assert "different switch positions" in str(problem(strict, mapping))


def test_without_time_nothing_is_decided() -> None:
    question = ask(4, 2, "relative", (6, 6), True, "B5")
    outcome = exhaustive.search(question, (2, 2), 0.0)
    assert (outcome.mapping, outcome.complete) == (None, False)
    found = cpsat.search(question, (2, 2), cpsat.Params(seconds=0.01))
    assert (found.mapping, found.impossible) == (None, False)


@pytest.mark.parametrize(
    ("a", "sides", "torus", "field"),
    [(3, (6, 6), False, "stencil"), (4, (5, 6), False, "stencil"), (4, (4, 6), True, "stencil"),
     (4, (12, 12), False, "stencil")],
)  # fmt: skip
def test_sizes_that_make_no_sense_are_refused(
    a: int, sides: tuple[int, int], torus: bool, field: str
) -> None:
    with pytest.raises(QuestionError) as error:
        ask(a, 2, "relative", sides, torus, "B5")
    assert error.value.field == field
