"""Thousands of random changes: whatever the verifier still accepts must still be true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from alphacut.solver.bisection.certificate.kinds import KINDS, Place
from alphacut.solver.bisection.verify import orbit_variables, semidefinite, states, tree
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.elimination import exclusion
from alphacut.solver.common.errors import Refused
from benchmarks.mutations import __main__ as command
from benchmarks.mutations.campaign import REFUSED, TRUE, Trial, forgery, run, trial
from benchmarks.mutations.judge import false_claims
from benchmarks.mutations.originals import ORIGINALS

Document = dict[str, Any]
Exact = Callable[[str], Document]

QUICK = 5 * len(ORIGINALS)  # forgeries of every run
SLOW = 10_000
LONGEST = 30.0  # seconds that the verifier may take for one


@pytest.fixture(scope="module")
def originals(exact: Exact) -> dict[str, Document]:
    return {name: exact(name) for name in ORIGINALS}


def check(trials: Sequence[Trial], count: int) -> None:
    assert [found for found in trials if not found.harmless] == []
    assert len(trials) == count
    assert max(found.seconds for found in trials) < LONGEST
    outcomes = Counter(found.outcome for found in trials)
    assert outcomes[REFUSED] > count / 2  # most changes are noticed
    assert outcomes[TRUE] > count / 100  # and some matter to nobody


def test_originals_are_accepted_and_true(originals: dict[str, Document]) -> None:
    assert {document["status"] for document in originals.values()} == {
        "exact",
        "closed",
        "bounded",
    }
    for document in originals.values():
        assert verify_document(document).status == document["status"]
        assert false_claims(document) == []


def test_originals_have_every_kind_of_proof(originals: dict[str, Document]) -> None:
    proofs, splits, members = set[str](), set[str](), set[str]()
    for document in originals.values():
        for each in _objects(document):
            proofs.add(each.get("kind", ""))
            splits.add(each.get("split", ""))
            members |= each.keys()
    found = {
        Place.PROOF: proofs,
        Place.SPLIT: splits,
        Place.LEAF: members | {""},
        Place.CUT: members,
    }
    assert [kind for kind in KINDS if kind.name not in found[kind.place]] == []


def _objects(value: Any) -> Iterator[Document]:
    """Yield all objects in a JSON value."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _objects(each)


def test_forgeries_are_refused_or_true(originals: dict[str, Document]) -> None:
    check(list(run(originals, 0, range(QUICK))), QUICK)


def test_a_forgery_is_made_again_from_its_number(originals: dict[str, Document]) -> None:
    made = [forgery(originals, 0, number) for number in range(26)]
    assert made == [forgery(originals, 0, number) for number in range(26)]
    assert all(document != originals[name] for name, document, _ in made[::5])


@pytest.mark.slow
def test_ten_thousand_forgeries_are_refused_or_true(originals: dict[str, Document]) -> None:
    check(list(run(originals, 2, range(SLOW))), SLOW)


# ---- the judge and the forgeries are sharp enough ---------------------------------


def test_the_judge_sees_what_is_false(exact: Exact) -> None:
    for part in ("intercept", "slope"):
        document = exact("random 8")
        document["segments"][0][part] -= 1
        assert false_claims(document)
    document = exact("random 8")
    document["points"][1]["lower"] = str(1000)
    assert false_claims(document)
    document = exact("symmetric")
    document["segments"][-1]["side"] = document["segments"][-1]["side"][1:]
    assert "the balance of segment" in " ".join(false_claims(document))
    document = exact("bounded")
    document["lower"][0]["intercept"] = "1000"
    assert "a lower curve that is too high" in " ".join(false_claims(document))


def _nothing(*_: object) -> None:
    """Check nothing."""


def _yes(*_: object) -> bool:
    return True


SMALL = ("random 8", "random 9", "symmetric", "hosts")
FAULTS: dict[str, tuple[object, str, object, tuple[str, ...], int]] = {  # the last is a seed
    "automorphisms": (orbit_variables, "check_automorphism", _nothing, SMALL, 3),
    "leaves": (tree, "check_leaf", _nothing, SMALL, 3),
    "tables of pairs": (semidefinite, "semidefinite", _yes, ("single row", "semidefinite"), 3),
    "eliminations": (exclusion.Exclusion, "least", _nothing, ("eliminated", "twins"), 3),
    "tables of states": (states, "semidefinite", _yes, ("claims",), 7),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_verifier_that_forgets_a_check_is_found_out(
    fault: str, originals: dict[str, Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one of its checks the verifier accepts what is false, and a campaign sees it."""
    place, name, instead, where, seed = FAULTS[fault]
    monkeypatch.setattr(place, name, instead)
    few = {name: originals[name] for name in where}
    outcomes = (trial(few, seed, number).outcome for number in range(2_000))
    assert "accepted and false" in outcomes


# ---- campaigns -------------------------------------------------------------------


def test_what_the_verifier_raises_is_told(
    originals: dict[str, Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(tree, "check_leaf", broken)
    found = [trial(originals, 0, number) for number in range(13)]
    assert any(each.outcome == "raised" and "broken" in each.remark for each in found)
    assert not all(each.harmless for each in found)


def test_command_counts_and_writes(tmp_path: Path) -> None:
    out = tmp_path / "counts.json"
    arguments = ["--count", "20", "--only", "counted", "--out", str(out)]
    result = CliRunner().invoke(command.main, arguments, standalone_mode=False)
    assert result.exception is None, result.output
    assert result.return_value == 0
    assert '"faults": []' in out.read_text("utf-8")


def test_a_refused_document_is_not_judged(originals: dict[str, Document]) -> None:
    document = originals["counted"] | {"switches": 11}
    with pytest.raises(Refused):
        verify_document(document)
    assert "the number of switches" in false_claims(document)
