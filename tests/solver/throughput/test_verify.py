"""Evidence that was changed, and questions that are not those that were answered, are refused."""

import ast
import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.limits import Limits
from alphacut.solver.throughput.verify.document import verify_throughput

Document = dict[str, Any]
Change = Callable[[Document], None]
SPEC = "dragonfly:a=2,h=2,p=2,trunking=2,arrangement=circulant"


@pytest.fixture(scope="session")
def original(ask: Callable[..., Document]) -> Document:
    """The answers of all models about one permutation."""
    found = ask(SPEC, "permutation:seed=4", "1/3", "all")
    return dict(json.loads(json.dumps(found)))


@pytest.fixture
def document(original: Document) -> Document:
    """The same, to be changed at will."""
    return copy.deepcopy(original)


def entry(document: Document, model: object) -> Document:
    return next(each for each in document["models"] if each["model"] == model)


def test_the_original_is_accepted(document: Document) -> None:
    assert verify_throughput(document).status == "exact"


@pytest.mark.parametrize("model", [0, 1, 2, 3, 4, 5, "mcf"])
def test_other_lengths_prove_less(document: Document, model: object) -> None:
    lengths = entry(document, model)["evidence"]["lengths"]
    lengths[:] = [1] * len(lengths)
    with pytest.raises(Refused, match="the lengths prove no more"):
        verify_throughput(document)


@pytest.mark.parametrize("model", [0, 1, 2, 3, 4, 5, "mcf"])
def test_other_rates_prove_less(document: Document, model: object) -> None:
    largest = max(entry(document, model)["evidence"]["rates"], key=lambda rate: rate[4])
    largest[4] = 3 * largest[4] + 1
    with pytest.raises(Refused, match="the rates prove no more"):
        verify_throughput(document)


@pytest.mark.parametrize("model", [3, 4, 5])
def test_rates_of_other_paths_prove_less(document: Document, model: int) -> None:
    for rate in entry(document, model)["evidence"]["rates"]:
        if rate[2] == "minimal":
            rate[4] *= 3
    with pytest.raises(Refused, match="the rates prove no more"):
        verify_throughput(document)


def put(model: object, path: str, value: object) -> Change:
    def change(document: Document) -> None:
        *outer, last = path.split(".")
        node: Any = entry(document, model)
        for part in outer:
            node = node[int(part)] if part.isdigit() else node[part]
        node[int(last) if last.isdigit() else last] = value

    return change


def whole(field: str, value: object) -> Change:
    def change(document: Document) -> None:
        document[field] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put(3, "rate.upper", "1/9"), "the lengths prove no more"),
        (put(3, "rate.lower", "1"), "the rates prove no more"),
        (put(3, "rate.upper", "1"), "status is 'exact', but the bounds are bounded"),
        (put(3, "links", []), "links are used up"),
        (put(3, "load.local.max", 0.5), r"load.local.max should be"),
        (put(3, "load.host.max", 0.123), r"load.host.max should be"),
        *(
            (put(model, "variables", 10**9), "variables: there are")
            for model in (0, 1, 3, 5, "mcf")
        ),
        (put(3, "variables", 1), "variables: there are"),
        (put(0, "variables", 1), "variables: there are"),
        (put("mcf", "model", 0), "is not one of minimal, valiant"),
        (put(0, "model", "mcf"), "is not one of any"),
        (put(3, "evidence.symmetries", [[0, 1]]), "is not a list of 6 integers"),
        (put(3, "evidence.symmetries", [[0, 0, 0, 0, 0, 0]]), "is no flow"),
        (put(3, "evidence.rates.0.0", 5), "has no demand|given twice|no such paths|prove no more"),
        (put(3, "evidence.rates.0.2", "direct"), "is not one of minimal, valiant"),
        (put(3, "evidence.rates.0.3", 77), "no such paths"),
        (put(3, "evidence.rates.0.3", [0]), "is not an integer"),
        (put(5, "evidence.rates.0.3", 2), "all paths of this kind share one rate"),
        (put(0, "evidence.rates.0.3", 2), "is not a list"),
        (put(0, "evidence.rates.0.3", [0, 0]), "goes on from|ends at|is not"),
        (put(3, "evidence.rates.0.4", -1), "must be at least 1"),
        (put(3, "evidence.lengths", []), "is not a list of"),
        (put(3, "evidence.lengths.0", -1), "must be at least 0"),
        (put(3, "model", 5), "share one rate"),
        (whole("traffic", "shift:3"), "has no demand"),
        (whole("traffic", "uniform"), "prove no more"),
        (whole("alpha", "1/5"), "prove no more"),
        (whole("hosts", 13), "hosts: the topology has 12"),
        (whole("switches", 7), "switches: the topology has 6"),
    ],
)
def test_what_is_false_is_refused(document: Document, change: Change, message: str) -> None:
    change(document)
    with pytest.raises(Refused, match=message):
        verify_throughput(document)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (whole("format", "alphacut-curve/1"), "format is"),
        (whole("alpha", "inf"), "alpha is not finite"),
        (whole("alpha", 1), "alpha is not a string"),
        (whole("traffic", "rumours"), "unknown pattern"),
        (whole("traffic", None), "must be a pattern"),
        (whole("models", []), "models is not a list"),
        (whole("models", [3]), "models.0 is not a JSON object"),
        (whole("topology", {}), "topology"),
        (whole("extra", 1), "has a field"),
        (put(3, "model", "three"), "which is none"),
        (put(3, "model", True), "which is none"),
        (put(3, "rate.lower", "0.5"), "must be a ratio of integers"),
        (put(3, "rate.lower", 0.5), "is not a string"),
        (put(3, "status", "sure"), "status is"),
        (put(3, "load.host.max", "much"), "is not a number"),
        (put(3, "load.host.max", True), "is not a number"),
        (put(3, "variables", True), "is not an integer"),
        (put(3, "variables", 1.0), "is not an integer"),
        (put(3, "model", 3.0), "which is none"),
        (put(3, "solver", None), "solver is not a string"),
        (put(3, "seconds", "1"), "seconds is not a number"),
        (put(3, "seconds", -1), "seconds is negative"),
        (whole("switches", 6.0), "switches is not an integer"),
        (whole("provenance", []), "provenance is not a JSON object"),
    ],
)
def test_what_cannot_be_read_is_told(document: Document, change: Change, message: str) -> None:
    change(document)
    with pytest.raises(DocumentError, match=message):
        verify_throughput(document)


@pytest.mark.parametrize("arrangement", ["palmtree", "relative"])
def test_evidence_of_other_wiring_is_refused(document: Document, arrangement: str) -> None:
    """Of the same size, but with other numbers of paths of each length."""
    document["models"] = [entry(document, 3)]
    document["topology"]["arrangement"] = arrangement
    with pytest.raises(Refused, match=r"prove no more|no such paths"):
        verify_throughput(document)


def test_a_route_that_is_no_valiant_path_is_refused(document: Document) -> None:
    rates = entry(document, 0)["evidence"]["rates"]
    around = next(rate for rate in rates if rate[2] == "valiant")
    around[2] = "minimal"
    with pytest.raises(Refused, match="is not minimal"):
        verify_throughput(document)
    direct = next(rate for rate in rates if rate[2] == "minimal" and rate is not around)
    around[2], direct[2] = "valiant", "valiant"
    with pytest.raises(Refused, match="is not two minimal ones"):
        verify_throughput(document)


def test_images_of_flows_are_flows(ask: Callable[..., Document]) -> None:
    found = ask("dragonfly:a=4,h=2,p=2,arrangement=relative", "adversarial:1")
    evidence = found["models"][0]["evidence"]
    assert len(evidence["rates"]) < 144 and evidence["symmetries"]  # noqa: PT018
    assert verify_throughput(found).status == "exact"
    evidence["symmetries"][0] = [0] * 36
    with pytest.raises(Refused, match="is no flow"):
        verify_throughput(found)
    evidence["symmetries"] = []
    with pytest.raises(Refused, match="prove no more"):
        verify_throughput(found)


@pytest.mark.parametrize("kind", [float, bool])
def test_an_equal_number_of_another_type_is_not_the_same(
    document: Document, kind: Callable[[int], object]
) -> None:
    """Python takes 1.0 and true for 1."""
    place = next(at for at, link in enumerate(entry(document, 3)["links"]) if link[0] in (0, 1))
    link = entry(document, 3)["links"][place]
    assert kind(link[0]) == link[0]
    link[0] = kind(link[0])
    with pytest.raises(Refused, match="links are used up"):
        verify_throughput(document)


def test_a_large_network_is_not_built(document: Document) -> None:
    document["topology"] = {"family": "dragonfly", "a": 8, "h": 4, "arrangement": "relative"}
    with pytest.raises(BeyondLimit, match="switches"):
        verify_throughput(document, limits=Limits(switches=100))


def test_the_verifier_takes_nothing_over_from_what_it_checks() -> None:
    """Of the package it imports the names of the models, and nothing that counts or solves."""
    package = "alphacut.solver.throughput"
    allowed = (f"{package}.verify.", f"{package}.models")
    folder = Path(verify_throughput.__code__.co_filename).parent
    files = list(folder.glob("*.py"))
    assert len(files) > 6
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package):
                assert str(node.module).startswith(allowed), f"{file.name}: {node.module}"
