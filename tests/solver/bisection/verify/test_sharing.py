"""Multipliers that serve several points stand once in a document, and prove the same there."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.document import curve_document
from alphacut.solver.bisection.envelope import Envelope, Point
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.levels import ProvenLevel
from alphacut.solver.bisection.sharing import sharing
from alphacut.solver.bisection.verify import definite
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.found import Found, remembering
from benchmarks.proofs import proof_bytes, without_proofs

Document = dict[str, Any]


def claim(*multipliers: object) -> Document:
    """Return a point whose proof has a leaf below a split."""
    leaf = {"classes": {"rotation": 0, "multipliers": list(multipliers)}}
    parts = [[[1, 2], leaf], [[2, 1], {"objective": 1}]]
    halves = {"split": "parity", "set": 0, "even": {"split": "classes", "parts": parts}, "odd": {}}
    tree = {"split": "intercept", "level": 3, "low": halves, "high": leaf}
    return {"alpha": "1", "certificate": {"kind": "tree", "tree": tree}}


def test_what_stands_in_several_places_stands_once() -> None:
    here, there = claim({"scale": 1}, {"scale": 2}), claim({"scale": 2})
    (first, second), meant = sharing([here, there])
    assert meant == {"1": {"scale": 1}, "2": {"scale": 2}}
    assert first == claim("1", "2")
    assert second == claim("2")


def test_what_a_leaf_holds_twice_is_named_there_once() -> None:
    """The verifier refuses names that are there twice."""
    (point,), meant = sharing([claim({"scale": 1}, {"scale": 2}, {"scale": 1})])
    assert point == claim("1", "2")
    assert meant == {"1": {"scale": 1}, "2": {"scale": 2}}


def test_what_stands_in_one_place_stays_there() -> None:
    tree = {"classes": {"rotation": 0, "multipliers": [{"scale": 1}]}}
    proofs = ({"tree": tree}, {"kind": "sweep"}, None)
    points: list[Document] = [{"certificate": proof} for proof in proofs]
    assert sharing(points) == (points, {})


def test_proofs_themselves_are_not_changed() -> None:
    before = claim({"scale": 1})
    kept = copy.deepcopy(before)
    sharing([before])
    assert before == kept


@pytest.fixture
def shared(exact: Callable[[str], Document]) -> Document:
    return exact("shared")


def test_a_document_with_names_is_verified(shared: Document) -> None:
    assert shared["multipliers"]
    assert verify_document(shared).status == "exact"


def test_a_curve_names_what_its_points_share() -> None:
    network = Dragonfly(a=2, h=1, arrangement="absolute").network()
    balance = Balance.of(network)
    certificates = [claim({"scale": n}, {"scale": 3})["certificate"] for n in (1, 2)]
    level = ProvenLevel(
        intercept=1, slope=1, proof="certificate", certificate=claim({"scale": 3})["certificate"]
    )
    envelope = Envelope(
        cuts=(trivial_cut(network, balance),),
        levels=(level,),
        points=tuple(
            Point(alpha=Alpha(n, 1), bound=0, proof="certificate", certificate=each)
            for n, each in enumerate(certificates, 1)
        ),
    )
    document = curve_document(
        envelope, topology={}, network=network, balance=balance, provenance={}
    )
    written = json.dumps(document)
    assert written.count('{"scale": 3}') == 1
    claims = [*document["points"], *document["levels"]]
    own = sum(len(json.dumps(each["certificate"])) for each in claims)
    named = sum(len(json.dumps(each)) for each in document["multipliers"].values())
    assert proof_bytes(document) == own + named
    assert "multipliers" not in without_proofs(document)
    assert "scale" not in json.dumps(without_proofs(document))
    bare = curve_document(
        envelope.without_certificates,
        topology={},
        network=network,
        balance=balance,
        provenance={},
    )
    assert without_proofs(bare) == without_proofs(document)
    assert "scale" not in json.dumps(bare)


def test_a_name_without_a_meaning_is_refused(shared: Document) -> None:
    name = next(iter(shared["multipliers"]))
    del shared["multipliers"][name]
    with pytest.raises(Refused, match=f'no multipliers with the name "{name}"'):
        verify_document(shared)


def test_a_leaf_that_names_the_same_twice_is_refused(shared: Document) -> None:
    """It would cost the verifier much, and prove no more."""
    leaf = next(p["certificate"]["tree"] for p in shared["points"] if p["alpha"] == "5/4")
    leaf["classes"]["multipliers"] *= 2
    with pytest.raises(Refused, match="twice"):
        verify_document(shared)


@pytest.mark.parametrize("meant", [[], "1", 3, None])
def test_names_that_mean_no_object_are_refused(shared: Document, meant: object) -> None:
    shared["multipliers"][next(iter(shared["multipliers"]))] = meant
    with pytest.raises(Refused, match="multipliers is not an object"):
        verify_document(shared)
    with pytest.raises(Refused, match="not an object of names"):
        verify_document({**shared, "multipliers": meant})


def test_large_tables_are_factorised_once_and_no_other_passes_for_them(
    shared: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same tables with another shift are not known."""
    monkeypatch.setattr(definite, "LARGE", 0)
    factorised = 0
    real = definite._shown

    def counting(*asked: Any) -> bool:
        nonlocal factorised
        factorised += 1
        return real(*asked)

    monkeypatch.setattr(definite, "_shown", counting)
    with remembering(Found()):
        assert verify_document(shared).status == "exact"
        before = factorised
        assert verify_document(shared).status == "exact"
        assert factorised == before
        multipliers = next(iter(shared["multipliers"].values()))
        multipliers["shifts"][0] = 0
        with pytest.raises(Refused, match="semidefinite"):
            verify_document(shared)
    assert factorised > before
