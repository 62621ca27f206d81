"""Documents are checked from nothing but themselves, and false ones refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from alphacut.solver.common.errors import BeyondLimit, DocumentError, QuestionError, Refused
from alphacut.solver.common.limits import Limits
from alphacut.solver.placement.verify.document import verify_placement
from tests.solver.placement.conftest import answer, complete

SMALL = {"family": "dragonfly", "a": 4, "h": 2, "p": 2, "arrangement": "relative"}
ONE = {**SMALL, "p": 1}
Json = dict[str, Any]


def read_back(document: Json) -> Json:
    """The document as a reader of the file gets it."""
    read: Json = json.loads(json.dumps(document))
    return read


@pytest.fixture(scope="module")
def grid() -> Json:
    return read_back(answer(SMALL, grid=[24, 16], any_block=True, count=24, weights=[1, "3/2"]))


@pytest.fixture(scope="module")
def indirect() -> Json:
    return read_back(
        answer(SMALL, grid=[24, 16], tasks=[6, 4], same_group="indirect", ranks=2, top=5)
    )


@pytest.fixture(scope="module")
def yes() -> Json:
    return read_back(answer(ONE, stencil=[6, 6], regular="R"))


@pytest.fixture(scope="module")
def no() -> Json:
    return read_back(answer(ONE, stencil=[6, 6], torus=True, regular="R"))


@pytest.fixture(scope="module")
def mapped() -> Json:
    return read_back(answer(ONE, stencil=[6, 6], objective="load"))


def accept(document: Json) -> str:
    return verify_placement(document).status


def test_true_documents_are_accepted(
    grid: Json, indirect: Json, yes: Json, no: Json, mapped: Json
) -> None:
    for document in (grid, indirect, yes, no, mapped):
        assert accept(document) == document["status"]
    assert [each["status"] for each in (yes, no, mapped)] == ["exact"] * 3


def change(path: str, value: Any) -> Callable[[Json], None]:
    def changed(document: Json) -> None:
        *way, last = path.split(".")
        node: Any = document
        for step in way:
            node = node[int(step)] if step.isdigit() else node[step]
        key = int(last) if last.isdigit() else last
        node[key] = value(node[key]) if callable(value) else value

    return changed


FORGED = [
    change("choices.0.remote_demand", "1/7"),
    change("choices.0.local_demand", "1/7"),
    change("choices.0.bytes", "1"),
    change("choices.0.seconds", "1/1000000000"),
    change("choices.3.seconds_remote_only", "1/3"),
    change("choices.0.groups", 1),
    change("choices.0.hosts", 1),
    change("choices.0.binding", lambda old: "remote" if old != "remote" else "local"),
    change("choices", lambda old: old[::-1]),
    change("choices", []),
    change("front.0.seconds", "1/3"),
    change("front", lambda old: old[1:]),
    change("front", lambda old: [*old, old[0]]),
    change("studied", lambda old: old + 1),
    change("choices", lambda old: old[1:]),
    change("choices", lambda old: old[:-1]),
    change("choices", lambda old: [*old, old[-1]]),
    change("choices", lambda old: [*old[:-1], old[-2]]),
    change("choices", lambda old: [old[1], old[0], *old[2:]]),
    change("question.count", None),
    change("question.count", 12),
    change("question.any_block", False),
    change("question.routing", "direct"),
    change("question.top", 3),
    change("placed.seconds", "1/3"),
    change("placed.bound", "1/3"),
    change("placed.demand.local", "1/3"),
    change("placed.hosts", lambda old: [old[0], *old[:-1]]),
    change("placed.hosts", lambda old: ["n99", *old[1:]]),
    change("placed.switches", lambda old: old[::-1]),
    change("placed.groups", lambda old: old[::-1]),
    change("status", "closed"),
]


@pytest.mark.parametrize("forge", FORGED)
def test_false_choices_are_refused(grid: Json, forge: Callable[[Json], None]) -> None:
    document = copy.deepcopy(grid)
    forge(document)
    with pytest.raises(Refused):
        verify_placement(document)


@pytest.fixture(scope="module")
def cut_short() -> Json:
    return read_back(answer(SMALL, grid=[24, 16], any_block=True, any_tasks=True, top=40))


@pytest.mark.parametrize(
    "forge",
    [
        change("choices", lambda old: old[1:]),
        change("choices", lambda old: [*old[:20], *old[21:]]),
        change("question.top", 41),
        change("front", lambda old: old[:-1]),
        change("front", lambda old: [*old[:1], *old[2:]]),
    ],
)
def test_lists_that_are_cut_short_leave_nothing_better_out(
    cut_short: Json, forge: Callable[[Json], None]
) -> None:
    checked = verify_placement(cut_short).checked
    assert any("no choice left out is better" in each for each in checked)
    assert any("no choice left out lies beyond the front" in each for each in checked)
    forged = copy.deepcopy(cut_short)
    forge(forged)
    with pytest.raises(Refused):
        verify_placement(forged)


def test_a_better_choice_that_is_left_out_is_named() -> None:
    """The question asks for as many as are told: only what is left out can tell."""
    document = read_back(answer(SMALL, grid=[24, 16], any_block=True, any_tasks=True, top=3))
    longer = read_back(answer(SMALL, grid=[24, 16], any_block=True, any_tasks=True, top=4))
    document["choices"] = longer["choices"][1:]
    with pytest.raises(Refused, match="is left out, and better than the last"):
        verify_placement(document)


def test_the_best_choice_anywhere_is_the_best() -> None:
    nodes = [f"n{host}" for host in range(40)]
    document = read_back(answer(SMALL, grid=[24, 16], count=24, nodes=nodes))
    assert accept(document) == document["status"]
    document["anywhere"] = next(
        each for each in document["choices"] if each["seconds"] != document["anywhere"]["seconds"]
    )
    with pytest.raises(Refused, match="better"):
        verify_placement(document)


def test_false_mappings_are_refused(yes: Json, no: Json, mapped: Json) -> None:
    forged = []
    for document, forge in (
        (yes, change("mapping", lambda old: [old[-1], *old[1:-1], old[0]])),
        (yes, change("mapping", lambda old: old[1:])),
        (yes, change("status", "closed")),
        (no, change("question.torus", False)),  # of the mesh there is one
        (mapped, change("hops", 60)),
        (mapped, change("bounds.hops.value", 70)),
        (mapped, change("mapping", lambda old: [old[1], *old[1:]])),
        (mapped, change("load", 1)),
    ):
        forged.append(copy.deepcopy(document))
        forge(forged[-1])
    for document in forged:
        with pytest.raises(Refused):
            verify_placement(document)


@pytest.mark.parametrize(
    "spoil",
    [
        change("question", 3),
        change("question.grid", [0, 4]),
        change("question.unknown", 1),
        change("topology.a", 0),
        change("choices.0.seconds", 1.5),
        change("choices.0.tasks", "6x4"),
    ],
)
def test_what_cannot_be_read_is_told(grid: Json, spoil: Callable[[Json], None]) -> None:
    document = copy.deepcopy(grid)
    spoil(document)
    with pytest.raises(DocumentError):
        verify_placement(document)


FALSE_LAYOUTS = [
    {"tasks": [1, 1], "block": [1, 1], "groups": [0], "hosts": ["n0"], "switches": [0],
     "demand": dict.fromkeys(("injection", "local", "remote"), "0"), "binding": "local",
     "at": [0, 0, 0], "seconds": "0", "seconds_remote_only": "0", "bound": "0"},
    {"routing": "bogus"},
    {"same_group": "whatever"},
    {"at": [5, 17]},
    {"bound": "-1"},
    {"made_up": 1},
    {"": 1},
    {"groups": [None]},
    {"block": None},
]  # fmt: skip


@pytest.mark.parametrize("part", FALSE_LAYOUTS)
def test_a_layout_of_something_else_is_refused(grid: Json, part: Json) -> None:
    document = copy.deepcopy(grid)
    document["placed"] |= part
    with pytest.raises(DocumentError if part.get("groups") == [None] else Refused):
        verify_placement(document)


def test_a_layout_lies_as_was_asked(grid: Json) -> None:
    assert accept(grid) == grid["status"]
    spread = read_back(answer(SMALL, grid=[24, 16], count=12))
    spread["question"]["within"] = "packed"
    with pytest.raises(Refused, match="not packed"):
        verify_placement(spread)
    packed = read_back(answer(SMALL, grid=[24, 16], count=12, within="packed"))
    assert accept(packed) == packed["status"]
    packed["question"]["within"] = "spread"
    with pytest.raises(Refused, match="not spread"):
        verify_placement(packed)


@pytest.mark.parametrize(
    "forge",
    [
        change("answer", "perhaps"),
        change("answer", ""),
        change("answer", None),
        change("answer", "yes"),
        change("proof", "word"),
        change("nodes", -1),
        change("mapping", [0, 1]),
        change("load", 1),
    ],
)
def test_other_answers_than_no_are_refused(no: Json, forge: Callable[[Json], None]) -> None:
    document = copy.deepcopy(no)
    forge(document)
    with pytest.raises(Refused):
        verify_placement(document)


def test_no_by_a_solvers_word_is_refused_where_there_is_a_mapping(yes: Json, no: Json) -> None:
    document = copy.deepcopy(no)
    document |= {"proof": "solver", "status": "closed"}
    assert accept(document) == "closed"
    document["question"]["torus"] = False
    with pytest.raises(Refused, match="there is such a mapping"):
        verify_placement(document)
    assert yes["answer"] == "yes"


@pytest.mark.parametrize(
    "forge",
    [
        change("compared.0.load", 1),
        change("compared.1.hops", 0),
        change("compared.2.name", "grid_order of the vendor"),
        change("compared", lambda old: [*old, old[0]]),
        change("question.seed", 1),
        change("bounds.load.reason", "anything"),
        change("bounds.hops.reason", "edges between switches"),
        change("bounds.load.value", 3),
        change("answer", "yes"),
    ],
)
def test_what_stands_beside_a_mapping_is_checked(
    mapped: Json, forge: Callable[[Json], None]
) -> None:
    document = copy.deepcopy(mapped)
    forge(document)
    with pytest.raises(Refused):
        verify_placement(document)


@pytest.mark.parametrize(
    "forge",
    [
        change("load", 2.0),
        change("load", True),
        change("mapping.0", float),
        change("mapping.3", True),
        change("question.torus", 0),
        change("question.stencil", "6x6"),
        change("question.stencil.0", 6.0),
        change("question.seed", False),
        change("bounds.load.value", 2.0),
        change("compared.0.load", float),
        change("topology.a", 4.0),
        change("topology.p", True),
    ],
)
def test_numbers_of_another_kind_are_refused(mapped: Json, forge: Callable[[Json], None]) -> None:
    document = copy.deepcopy(mapped)
    forge(document)
    with pytest.raises(DocumentError):
        verify_placement(document)


def test_regular_mappings_keep_to_the_hosts_that_may_be_used(yes: Json) -> None:
    document = copy.deepcopy(yes)
    document["question"]["nodes"] = ["n0"]
    with pytest.raises(Refused, match="where no host may be used"):
        verify_placement(document)
    with pytest.raises(QuestionError, match="leave 0 groups"):
        answer(ONE, stencil=[6, 6], regular="B5", nodes=["n0"])
    eight = [f"n{host}" for host in range(4, 36)]  # groups 1 to 8
    found = read_back(answer(ONE, stencil=[4, 6], regular="B5", nodes=eight))
    assert found["answer"] == "yes"
    assert min(found["mapping"]) >= 4
    assert accept(found) == "exact"


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"stencil": [6, 6], "regular": "B5", "ranks": 4}, "ranks"),
        ({"stencil": [6, 6], "regular": "B5", "tasks": [3, 3]}, "tasks"),
        ({"stencil": [6, 6], "regular": "B5", "seed": 3}, "seed"),
        ({"stencil": [6, 6], "ranks": 4}, "ranks"),
        ({"stencil": [6, 6], "count": 4}, "count"),
        ({"stencil": [6, 6], "block": [2, 2]}, "block"),
        ({"stencil": [6, 6], "within": "packed"}, "within"),
        ({"grid": [6, 6], "torus": True}, "torus"),
        ({"grid": [6, 6], "objective": "hops"}, "objective"),
    ],
)
def test_what_has_no_effect_is_refused(asked: Json, field: str) -> None:
    with pytest.raises(ValueError, match=f"{field}: has no effect on"):
        complete(ONE, **asked)


def test_a_network_without_end_is_refused_by_its_size(mapped: Json) -> None:
    document = copy.deepcopy(mapped)
    document["topology"] = {**SMALL, "a": 3000, "h": 3000, "arrangement": "absolute"}
    with pytest.raises(BeyondLimit, match="switches"):
        verify_placement(document)
    with pytest.raises(BeyondLimit, match="36 switches"):
        verify_placement(mapped, limits=Limits(switches=35))
    with pytest.raises(BeyondLimit, match="links"):
        verify_placement(mapped, limits=Limits(links=50))


def test_documents_of_earlier_releases_are_read(grid: Json, no: Json) -> None:
    """They had the seed in every question, and the steps of a search."""
    older = copy.deepcopy(grid)
    older["question"]["seed"] = 0
    del older["provenance"]["seed"]
    assert accept(older) == grid["status"]
    older = copy.deepcopy(no)
    older["nodes"] = 11_308
    older["question"]["seed"] = 0
    verdict = verify_placement(older)
    assert verdict.status == "exact"
    assert any("not checked" in each for each in verdict.checked)


def test_messages_of_odd_sizes_are_counted_exactly() -> None:
    """Common denominators beyond 64 bits."""
    weights = ["123456789/987654321", "999999937/999999929", "1/3"]
    document = read_back(answer(SMALL, grid=[8, 6, 4], count=24, weights=weights))
    assert accept(document) == document["status"]
