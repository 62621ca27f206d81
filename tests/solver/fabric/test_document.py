"""The document of a fabric: accepted as it is written, and refused with any change."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import networkx as nx
import pytest

import alphacut
from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused
from alphacut.solver.fabric.schema import FABRIC
from alphacut.solver.fabric.verify.document import verify_fabric
from tests.solver.fabric.faults import faulty, grouped_names, ibnetdiscover

SPEC = "slingshot:groups=8,switches=8,links=2"
Document = dict[str, Any]


@pytest.fixture(scope="module")
def fabric_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = faulty(specs.build(specs.read(SPEC)), missing=5, swapped=2, seed=3)
    path = tmp_path_factory.mktemp("fabric") / "fabric.ibnetdiscover"
    path.write_text(ibnetdiscover(found.network, grouped_names(found.designed)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def document(fabric_file: Path) -> Document:
    found = alphacut.fabric(fabric_file, design=SPEC)
    read: Document = json.loads(json.dumps(found))
    return read


def test_both_bisections_are_exact(document: Document) -> None:
    verdict = verify_fabric(document)
    assert verdict.status == document["status"] == "exact"
    assert document["designed"]["point"]["value"] == "32"
    assert int(document["now"]["point"]["value"]) < 32
    assert document["now"]["point"]["certificate"]["kind"] == "uneven"
    assert sum(each[3] for each in document["differences"]["missing"]) == 5
    assert len(document["differences"]["swapped"]) == 2


def test_it_is_as_the_schema_says(document: Document, fabric_file: Path) -> None:
    jsonschema.validate(document, FABRIC)
    jsonschema.validate(json.loads(json.dumps(alphacut.fabric(fabric_file))), FABRIC)
    for wrong in ("more", "files"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**document, wrong: 1}, FABRIC)


def test_the_cut_names_its_cables(document: Document) -> None:
    assert sum(each[3] for each in document["cut"]) == int(document["now"]["point"]["value"])
    names = [name for *_, names in document["cut"] for name in names]
    assert all("[" in name and " - x" in name for name in names)
    assert len(set(names)) == len(names)


def test_failures_of_links_cost_one_each(document: Document) -> None:
    value = int(document["now"]["point"]["value"])
    for entry in document["losses"]["links"]:
        assert entry["lower"] == entry["upper"] == str(value - entry["links"])


def test_without_a_design_nothing_is_compared(fabric_file: Path, document: Document) -> None:
    alone = alphacut.fabric(fabric_file)
    assert alone["designed"] is alone["differences"] is alone["match"] is None
    assert alone["now"]["point"]["value"] == document["now"]["point"]["value"]
    assert verify_fabric(json.loads(json.dumps(alone))).status == "exact"


def test_the_library_verifies_it(document: Document) -> None:
    assert alphacut.verify(document).status == "exact"


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"alpha": "inf"}, "alpha: must be above 0 and finite"),
        ({"alpha": 0}, "alpha: must be above 0 and finite"),
        ({"time_limit": 0}, "time_limit: must be above 0"),
        ({"balance": "cables"}, "balance"),
        ({"groups": "("}, "groups: is no regular expression"),
        ({"design": "slingshot:groups=9,switches=8,links=2"}, "design: its switches cannot"),
    ],
)
def test_bad_questions_name_their_field(fabric_file: Path, asked: Document, why: str) -> None:
    with pytest.raises(QuestionError, match=why):
        alphacut.fabric(fabric_file, **asked)


@pytest.mark.parametrize("given", [nx.path_graph(3), 3, None, [Path("a"), 3]])
def test_what_is_no_path_is_refused(given: Any) -> None:
    with pytest.raises(QuestionError, match="files: must be the path of a file, or a list of"):
        alphacut.fabric(given)


def test_no_files_are_refused() -> None:
    with pytest.raises(QuestionError, match="files: is missing"):
        alphacut.fabric([])


# ---- forgeries -------------------------------------------------------------


def _more(entry: list[Any]) -> None:
    entry[3] += 1


CHANGES: list[tuple[str, Callable[[Document], object], str]] = [
    ("status", lambda d: d.update(status="proven"), "status is"),
    ("more than is proven", lambda d: d["now"].update(status="bounded"), "but a bisection is"),
    ("value", lambda d: d["now"]["point"].update(value="31"), "now: .*the cuts give"),
    ("proof", lambda d: d["now"]["point"]["certificate"].update(usual=3), "now: "),
    ("alpha", lambda d: d["designed"]["point"].update(alpha="2"), "designed: "),
    ("missing less", lambda d: d["differences"]["missing"].pop(), "is told"),
    ("missing more", lambda d: _more(d["differences"]["missing"][0]), "is told missing 2 times"),
    ("no swap", lambda d: d["differences"]["swapped"].pop(), "is told"),
    ("a swap", lambda d: d["differences"]["swapped"][0].__setitem__(0, 7), "is told"),
    ("doubled", lambda d: d["differences"]["doubled"].append([0, 1, "local", 1]), "is told there"),
    ("unplanned", lambda d: d["differences"]["unplanned"].append([0, 1, "local", 1]), "this kind"),
    ("moved", lambda d: d["differences"]["moved"].append([0, 1, 2, "local"]), "is told"),
    (
        "changed",
        lambda d: d["differences"]["changed"].append([0, 1, "local", "global", 1]),
        "is told",
    ),
    ("pairs", lambda d: d["differences"]["pairs"].pop(), "pairs are not"),
    ("form", lambda d: d["differences"]["pairs"].append([1, 2]), "not of the form"),
    ("a lost switch", lambda d: d["differences"]["switches"]["missing"].append(3), "missing are"),
    (
        "another switch",
        lambda d: d["differences"]["switches"]["unplanned"].append(3),
        "unplanned are",
    ),
    ("classes", lambda d: d["differences"].update(classes=False), "is told"),
    ("match twice", lambda d: d["match"]["same"].__setitem__(1, 0), "named before"),
    ("match elsewhere", lambda d: d["match"]["same"].__setitem__(0, 99), "no switch of"),
    ("match by names", lambda d: d["match"].update(by="names"), "unlike names"),
    ("match by groups", lambda d: d["match"].update(by="groups"), "groups alone"),
    ("match groups", lambda d: d["match"]["groups"].reverse(), "match.groups are not"),
    (
        "no design",
        lambda d: d.update(designed=None, hosts={"now": 64, "designed": None}),
        "a design that is not there",
    ),
    ("cut", lambda d: d["cut"].pop(), "cut does not have"),
    ("cut count", lambda d: _more(d["cut"][0]), "cut does not have"),
    ("links lower", lambda d: d["losses"]["links"][0].update(lower="31"), "lower is more"),
    ("links upper", lambda d: d["losses"]["links"][0].update(upper="5"), "upper is not"),
    ("links none", lambda d: d["losses"]["links"][0].update(links=0), "at least 1"),
    ("worst link", lambda d: d["losses"]["worst_links"][0].__setitem__(3, "2"), "another capacity"),
    ("worst other", lambda d: d["losses"]["worst_links"][0].__setitem__(2, "local"), "in the cut"),
    ("switch lower", lambda d: d["losses"]["switches"][0].update(lower="30"), "lower is more"),
    ("switch upper", lambda d: d["losses"]["switches"][0].update(upper="3"), "but the cut has"),
    ("switch moved", lambda d: d["losses"]["switches"][0]["moved"].append(1), "halves are not"),
    ("switch none", lambda d: d["losses"]["switches"][0].update(switch=64), "none of the fabric"),
    ("group lower", lambda d: d["losses"]["groups"][0].update(lower="30"), "lower is more"),
    ("group moved", lambda d: d["losses"]["groups"][0]["moved"].clear(), "halves are not"),
    ("group names", lambda d: d["groups"]["names"].pop(), "other groups"),
    ("hosts", lambda d: d["hosts"].update(now=65), "hosts are not"),
    ("unknown", lambda d: d.update(more=1), "not known"),
]


@pytest.mark.parametrize(
    ("change", "why"), [change[1:] for change in CHANGES], ids=[change[0] for change in CHANGES]
)
def test_forged_documents_are_refused(
    document: Document, change: Callable[[Document], object], why: str
) -> None:
    forged = copy.deepcopy(document)
    change(forged)
    with pytest.raises((Refused, DocumentError), match=why):
        verify_fabric(forged)
