"""Multipliers that serve several points stand once in a document, and prove the same there."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf, LinearLeaf, StatesLeaf
from alphacut.solver.bisection.certificate.proofs import SweepProof, TreeProof
from alphacut.solver.bisection.certificate.record_codec import read
from alphacut.solver.bisection.certificate.tree import ByComposition, ByLevel, ByParity
from alphacut.solver.bisection.document import curve_document
from alphacut.solver.bisection.envelope import Envelope, Point, ProvenLemma
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.sharing import in_place, sharing
from alphacut.solver.bisection.verify import definite
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.memo import Memo, remembering
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from benchmarks.proofs import proof_bytes, without_proofs

Document = dict[str, Any]


def states(scale: int) -> StatesLeaf:
    names = ("even", "odd", "potentials", "known", "balance", "functions")
    return read(
        StatesLeaf, {"scale": scale, "shifts": [0, 0], "totals": []} | dict.fromkeys(names, ""), ""
    )


def proof(*multipliers: StatesLeaf | str) -> TreeProof:
    """Return a proof that has a leaf of all compositions, and one below a split."""
    leaf = CompositionsLeaf(rotation=0, multipliers=multipliers)
    below = ByComposition(parts=(((1, 2), leaf), ((2, 1), LinearLeaf(objective=1))))
    halves = ByParity(set=0, even=below, odd=LinearLeaf())
    tree = ByLevel(split="intercept", level=3, low=halves, high=leaf)
    return TreeProof(denominator=1, tree=tree)


def test_what_stands_in_several_places_stands_once() -> None:
    (first, second), meant = sharing([proof(states(1), states(2)), proof(states(2))])
    assert meant == {"1": states(1), "2": states(2)}
    assert first == proof("1", "2")
    assert second == proof("2")


def test_what_a_leaf_holds_twice_is_named_there_once() -> None:
    """The verifier refuses names that are there twice."""
    (found,), meant = sharing([proof(states(1), states(2), states(1))])
    assert found == proof("1", "2")
    assert meant == {"1": states(1), "2": states(2)}


def test_what_stands_in_one_place_stays_there() -> None:
    alone = TreeProof(denominator=1, tree=CompositionsLeaf(rotation=0, multipliers=(states(1),)))
    proofs = [alone, SweepProof(order=(), reach=0), None]
    assert sharing(proofs) == (proofs, {})


def test_names_are_given_back_for_what_they_mean() -> None:
    before = proof(states(1), states(2))
    (named,), meant = sharing([before])
    assert named is not None
    assert in_place(named, meant.__getitem__) == before


@pytest.fixture
def shared(exact: Callable[[str], Document]) -> Document:
    return exact("shared")


def test_a_document_with_names_is_verified(shared: Document) -> None:
    assert shared["multipliers"]
    assert verify_document(shared).status == "exact"


def test_a_curve_names_what_its_points_share() -> None:
    network = Dragonfly(a=2, h=1, arrangement="absolute").network()
    balance = Balance.of(network)
    certificates = [proof(states(n), states(3)) for n in (1, 2)]
    lemma = ProvenLemma(intercept=1, slope=1, proof="certificate", certificate=proof(states(3)))
    envelope = Envelope(
        cuts=(trivial_cut(network, balance),),
        lemmas=(lemma,),
        points=tuple(
            Point(alpha=Alpha(n, 1), bound=0, proof="certificate", certificate=each)
            for n, each in enumerate(certificates, 1)
        ),
    )
    document = curve_document(
        envelope, topology={}, network=network, balance=balance, provenance={}
    )
    written = json.dumps(document)
    assert written.count('{"scale": 3') == 1
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
    with pytest.raises(Refused, match=r"multipliers\.\S+ is not an object"):
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
    with remembering(Memo()):
        assert verify_document(shared).status == "exact"
        before = factorised
        assert verify_document(shared).status == "exact"
        assert factorised == before
        multipliers = next(iter(shared["multipliers"].values()))
        multipliers["shifts"][0] = 0
        with pytest.raises(Refused, match="semidefinite"):
            verify_document(shared)
    assert factorised > before
