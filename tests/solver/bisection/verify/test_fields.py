"""Each field of a document in turn says something else: it is refused, or listed as not tested."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from alphacut.solver.bisection.theorem import cross_check
from alphacut.solver.bisection.verify.document import (
    FIELDS,
    LEVEL_FIELDS,
    POINT_FIELDS,
    verify_document,
)
from alphacut.solver.bisection.verify.lower import FIELDS as LOWER_FIELDS
from alphacut.solver.bisection.verify.upper import FIELDS as SEGMENT_FIELDS
from alphacut.solver.common.errors import DocumentError, Refused
from benchmarks.mutations.judge import false_claims
from benchmarks.mutations.lower import draw_lower

Document = dict[str, Any]
Exact = Callable[[str], Document]
Path_ = tuple[Any, ...]

DOCS = Path(__file__).parents[4] / "docs" / "certificate.md"
MESH = {"family": "mesh", "sides": [3, 4]}  # a theorem tells its bisection bandwidth

# fields that can say something else that is true as well: another spec of as good a network or
# balance, less of an intercept, a weaker status or proof, and points that nothing rests on
TRUE_AS_WELL = {
    "topology", "balance", "status", "points", "points.alpha", "points.proof", "levels",
    "levels.slope", "certificates", "multipliers",
}  # fmt: skip
GONE = "left out"
EVIDENCE = {"certificate", "certificates", "multipliers"}  # forged by benchmarks.mutations


def table(heading: str) -> list[str]:
    """Return the fields that a table of the documentation lists in its first column."""
    section = DOCS.read_text("utf-8").split(f"{heading}\n", 1)[1].split("\n#", 1)[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [part for row in rows for part in row.split("`")[1::2]]


UNTESTED = set(table("### What is not tested"))
TESTED = set(table("## What is tested of a document"))


def named(place: Path_) -> str:
    """Return the name that the documentation has for a place: points.value."""
    names = [each for each in place if isinstance(each, str)]
    return ".".join(["points" if names[0] == "point" else names[0], *names[1:]])


def places(value: Any, here: Path_ = ()) -> Iterator[Path_]:
    """Yield where anything stands, but what is inside of proofs and of a topology."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in inside:
        place = (*here, key)
        yield place
        deep = isinstance(each, dict | list) and key not in {*EVIDENCE, "topology", "side"}
        yield from places(each, place) if deep else ()


def others(value: Any) -> Iterator[Any]:
    """Yield other values in the place of one."""
    yield from (None, [], {}, "", "other", "0", "inf", 7, 10**30, True, 0.5)
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int | float):
        yield from (value + 1, value - 1, -value, str(value), [value], 0)
    if isinstance(value, str):
        yield from (f"{value} ", value.upper(), "exact", "solver", "hosts")
        if value[:1].isdigit():
            number = Fraction(value)
            yield from (str(each) for each in (number + 1, number - 1, -number, number / 2))
            yield float(number)
    if isinstance(value, list) and value:
        yield from (value[:-1], value[1:], value[::-1], [*value, value[-1]], [value[0], *value])
    if isinstance(value, dict):
        yield {**value, "more": 1}


def forged(document: Document, share: int) -> Iterator[tuple[Path_, Document]]:
    """Yield documents with one field changed or left out; of changes one in so many, in turn."""
    for number, place in enumerate(places(document)):
        for other in (*others(at(document, place)), None)[number % share :: share]:
            changed = copy.deepcopy(document)
            at(changed, place[:-1])[place[-1]] = other
            if json.dumps(changed) != json.dumps(document) and not same_end(document, place, other):
                yield place, changed
        changed = copy.deepcopy(document)
        del at(changed, place[:-1])[place[-1]]
        yield place, changed


def same_end(document: Document, place: Path_, other: Any) -> bool:
    """Tell whether infinity is written in another way."""
    return place[-1] == "to" and at(document, place) is None and other == "inf"


def at(value: Any, place: Path_) -> Any:
    for step in place:
        value = value[step]
    return value


def beside(document: Document) -> tuple[Document, Mapping[str, Any]]:
    """Return a document whose first proof has a name, and second is in a file; and the file."""
    first, second = document["points"][:2]
    document["certificates"] = {"first": first["certificate"]}
    content = json.dumps(second["certificate"])
    digest = hashlib.sha256(content.encode()).hexdigest()
    first["certificate"] = "first"
    second["certificate"] = {"file": "second.json", "sha256": digest}
    return document, {digest: json.loads(content)}


def with_theorem(solve: Callable[..., Document]) -> Document:
    document = solve(MESH)
    return {**document, "theorem": cross_check(document), "provenance": {"version": "1"}}


@pytest.fixture(
    params=["random 8", "counted", "claims", "closed", "bounded", "point", "theorem",
            "elsewhere", "drawn"]
)  # fmt: skip
def original(
    request: pytest.FixtureRequest, exact: Exact, solve: Callable[..., Document]
) -> tuple[Document, Mapping[str, Any]]:
    """Return a document of each kind, and the certificates in files beside it."""
    if request.param == "theorem":
        return with_theorem(solve), {}
    if request.param == "elsewhere":
        return beside(exact("random 9"))
    document = exact("counted" if request.param == "drawn" else request.param)
    if request.param == "drawn":  # an exact curve may have a lower one and a gap, too
        draw_lower(document)
    return document, {}


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_each_field_in_turn(original: tuple[Document, Mapping[str, Any]], share: int) -> None:
    document, files = original

    def load(about: Mapping[str, Any]) -> object:
        if about.get("file") != "second.json" or about["sha256"] not in files:
            raise Refused("there is no such file")
        return files[about["sha256"]]

    assert verify_document(document, load).status == document["status"]
    tried = 0
    for place, changed in forged(document, share):
        tried += 1
        try:
            verify_document(changed, load)
        except (Refused, DocumentError):
            continue
        field = named(place)
        if field in UNTESTED or field.split(".")[0] == "provenance":
            continue
        said = at_or_gone(changed, place)
        if said != GONE and place[-1] != "certificate":
            assert field in TRUE_AS_WELL, (field, said)
        assert false_claims(changed) == [], (field, said)
    assert tried > 300 / share


def at_or_gone(document: Document, place: Path_) -> Any:
    try:
        return at(document, place)
    except (KeyError, IndexError):
        return GONE


def test_every_field_is_in_one_table() -> None:
    fields = {field for known in FIELDS.values() for field in known}
    fields -= {"points", "point", "segments", "levels", "lower"}  # lists, by their members
    fields |= {f"points.{each}" for each in POINT_FIELDS}
    fields |= {f"levels.{each}" for each in LEVEL_FIELDS}
    fields |= {f"segments.{each}" for each in SEGMENT_FIELDS}
    fields |= {f"lower.{each}" for each in LOWER_FIELDS}
    assert fields - TESTED - UNTESTED == set()
    assert fields >= UNTESTED
    assert not TESTED & UNTESTED


def test_a_field_that_claims_more_is_not_passed_over(exact: Exact) -> None:
    for place in ((), ("segments", 0), ("points", 0), ("topology",)):
        document = exact("counted")
        at(document, place)["proven_optimal"] = True
        with pytest.raises(DocumentError, match="proven_optimal"):
            verify_document(document)


def test_what_is_not_tested_may_say_anything(exact: Exact) -> None:
    document = exact("claims")
    document["provenance"] = "who knows"
    for each in (*document["points"], *document["levels"]):
        each.update(engine=["none"], seconds="long")
    assert verify_document(document).status == "exact"
