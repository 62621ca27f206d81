"""Questions and documents on designs: what is asked, refused, proven and told."""

from __future__ import annotations

from fractions import Fraction

import jsonschema
import pytest

from alphacut.arrangements.formats.spec import complete, read
from alphacut.service.text.synthesis import of_synthesis
from alphacut.solver.bisection import curve
from alphacut.solver.common.errors import QuestionError, Refused
from alphacut.solver.synthesis.kind import SYNTHESIS as KIND
from alphacut.solver.synthesis.reading import written_in_full
from alphacut.solver.synthesis.schema import SYNTHESIS
from alphacut.solver.synthesis.verify.document import verify_synthesis
from tests.solver.synthesis.conftest import Json, answer, asked, dragonfly


def checked(document: Json) -> Json:
    jsonschema.validate(document, SYNTHESIS)
    assert verify_synthesis(document).status == document["status"]
    return document


def test_best_of_a_4_h_2_at_3() -> None:
    """Published arrangements have at most 36; that a rotation allows no more than 38 is proven."""
    found = checked(answer(dragonfly(4, 2), alpha=3))
    assert found["bisection"] == {"alpha": "3", "value": "38", "lower": "38", "status": "exact"}
    assert found["best"] == "rotation"
    assert len(found["invariant"]["classes"]) == found["search"]["classes"] == 23
    assert complete(read(found["design"]["spec"])) == found["topology"]
    assert any("no arrangement that the rotation" in line for line in of_synthesis(found))


def test_best_of_all_where_the_bounds_meet() -> None:
    found = checked(answer(dragonfly(3, 2, p=3), alpha=10))
    assert found["bisection"]["lower"] == found["upper"][0]["value"] == "34"
    assert found["best"] == "all"
    assert found["design"]["spec"].startswith("dragonfly:a=3,h=2,arrangement=lift,p=3,offsets=")


@pytest.mark.slow
def test_several_alphas_share() -> None:
    found = checked(answer(dragonfly(2, 3), alpha=["3", "10"]))
    assert [each["point"]["alpha"] for each in found["points"]] == ["3", "10"]
    values = [Fraction(each["point"]["value"]) for each in found["points"]]
    assert values == [24, 73]  # the best at each, which one arrangement has
    assert found["invariant"] is None


def test_a_proof_ends_at_the_gap_that_is_enough() -> None:
    """Without a limit of time: its bisection is not proven within minutes."""
    found = checked(answer(dragonfly(5, 2), alpha=2, limits={"gap": "20%"}))
    lower, value = (Fraction(found["bisection"][name]) for name in ("lower", "value"))
    assert value == 56
    assert value * 4 / 5 <= lower < value
    assert found["status"] == "bounded"


def test_a_proof_begins_with_a_cut_of_its_own_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the design is a half in order here, which severs more than 38."""
    monkeypatch.setattr(curve, "trace", lambda *_, envelope, **__: envelope)  # which finds none
    request = asked(dragonfly(4, 2), alpha=3)
    designed = {"offsets": [[0, 0], [1, 2], [1, 3], [3, 2]], "sides": [list(range(18))]}
    assert KIND.work(request, 1, [designed])["point"]["value"] == "38"


def test_fewer_groups() -> None:
    found = checked(answer(dragonfly(4, 2, groups=6), alpha=2))
    assert found["topology"]["groups"] == 6
    assert found["status"] == "exact"


@pytest.mark.parametrize("groups", [5, 6])
def test_trunks(groups: int) -> None:
    topology = read(written_in_full(f"a=4,h=3,groups={groups},trunking=2"))
    found = checked(answer(complete(topology), alpha=1, limits={"seconds": 6.0}))
    assert complete(read(found["design"]["spec"])) == found["topology"]
    assert found["topology"]["trunking"] == 2
    assert found["status"] == "exact"
    forged = {**found, "upper": [{**found["upper"][0], "reason": "segments of cycles",
                                  "segments": 2}]}  # fmt: skip
    with pytest.raises(Refused):
        verify_synthesis(forged)


def test_many_classes_are_searched_while_there_is_time() -> None:
    limits = {"seconds": 4.0}
    found = checked(answer(dragonfly(6, 3), done=1, alpha=3, limits=limits))
    assert found["search"]["classes"] is None
    assert found["invariant"] is None
    assert found["status"] == "bounded"
    assert found["bisection"]["lower"] == "0"
    assert Fraction(found["bisection"]["value"]) <= Fraction(found["upper"][0]["value"])


def test_before_any_step_there_is_no_document() -> None:
    from alphacut.solver.synthesis import question

    assert question.document(asked(dragonfly(4, 2), alpha=3), [], {}) is None


def test_what_is_not_verified_claims_nothing() -> None:
    left = KIND.demoted(answer(dragonfly(2, 3), alpha=3))
    assert (left["status"], left["best"], left["invariant"]) == ("bounded", None, None)
    assert left["points"][0]["status"] == "bounded"


@pytest.mark.parametrize(
    ("topology", "given", "field"),
    [
        (dragonfly(4, 2), {}, "alpha"),
        (dragonfly(4, 2), {"alpha": 0}, "alpha"),
        (dragonfly(4, 2), {"alpha": "inf"}, "alpha"),
        (dragonfly(4, 2), {"alpha": "x"}, "alpha"),
        (dragonfly(4, 2), {"alpha": 1.5}, "alpha"),
        (dragonfly(4, 2), {"alpha": []}, "alpha"),
        (dragonfly(4, 2), {"alpha": [1, "1"]}, "alpha"),
        (dragonfly(4, 2), {"alpha": "1," * 9 + "2"}, "alpha"),
        (dragonfly(4, 2), {"alpha": 3, "symmetry": "mirror"}, "symmetry"),
        (dragonfly(4, 2), {"alpha": 3, "seed": -1}, "seed"),
        (dragonfly(4, 2, trunking=2), {"alpha": 3, "symmetry": "reflection"}, "symmetry"),
        (dragonfly(4, 2, local={"sides": [2, 2]}), {"alpha": 3}, "topology.local"),
        (dragonfly(4, 2, failed={"switches": [1]}), {"alpha": 3}, "topology.failed"),
        (dragonfly(4, 2, capacities={"local": "2"}), {"alpha": 3}, "topology.capacities"),
        (dragonfly(1, 8), {"alpha": 3}, "topology"),
        (dragonfly(40, 20), {"alpha": 3}, "topology.a"),
        ({"family": "torus", "sides": [4, 4]}, {"alpha": 3}, "topology.family"),
    ],
)
def test_what_cannot_be_asked(topology: Json, given: Json, field: str) -> None:
    with pytest.raises(QuestionError) as caught:
        asked(topology, **given)
    assert caught.value.field == field


def test_numbers_alone_are_a_dragonfly() -> None:
    short = "dragonfly:a=3,h=2,arrangement=lift,offsets=0-1x2-0x1-2"
    assert written_in_full("a=3,h=2") == short
    assert written_in_full("a=3").endswith("arrangement=random")
    for numbers in ("a=4,h=2,groups=6", "a=6,h=4,groups=8,trunking=3", "a=2,h=1,groups=2"):
        assert read(written_in_full(numbers)).build().switches > 0
    assert written_in_full("dragonfly:a=6,h=3,arrangement=helix").endswith("helix")
    assert written_in_full("torus:sides=4x4") == "torus:sides=4x4"
