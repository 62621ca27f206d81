"""Programs folded by symmetries where paths have rates of their own: rates, evidence, forgeries."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.errors import Refused
from alphacut.solver.throughput.models import BY_NAME
from alphacut.solver.throughput.verify.document import verify_throughput

Document = dict[str, Any]
Ask = Callable[..., Document]
TRUNKED = "dragonfly:a=2,h=2,p=1,trunking=2,arrangement=circulant"  # 3 groups of 2 switches
RELATIVE = "dragonfly:a=4,h=2,p=2,arrangement=relative"


def as_written(document: Document) -> Document:
    return dict(json.loads(json.dumps(document)))


@pytest.mark.parametrize("name", ["0", "1", "2"])
def test_a_folded_program_gives_the_rate_of_all_listed_paths(
    name: str, ask: Ask, by_listing: Callable[..., float]
) -> None:
    found = as_written(ask(TRUNKED, "uniform", "1/4", name))
    [entry] = found["models"]
    assert verify_throughput(found).status == "exact"
    assert entry["solver"].endswith("folded")
    assert len(entry["evidence"]["rates"]) < 30
    wanted = by_listing(specs.build(specs.read(TRUNKED)), "uniform", "1/4", BY_NAME[name])
    assert float(Fraction(entry["rate"]["lower"])) == pytest.approx(wanted, abs=1e-7)


def graph(switches: int, ends: list[tuple[int, int]]) -> str:
    links = [[*pair, "global"] for pair in ends]
    return json.dumps({"family": "graph", "switches": switches, "links": links})


CUBE = graph(8, [(i, i | bit) for i in range(8) for bit in (1, 2, 4) if not i & bit])
TORUS = graph(
    9,
    [(3 * x + y, 3 * ((x + 1) % 3) + y) for x in range(3) for y in range(3)]
    + [(3 * x + y, 3 * x + (y + 1) % 3) for x in range(3) for y in range(3)],
)


@pytest.mark.parametrize(
    ("spec", "rate"),
    [
        pytest.param(CUBE, "7/16", id="cube"),  # 3 links of 1/4 by 12/7 of a hop in the mean
        pytest.param(TORUS, "2/3", id="torus"),  # 4 links of 1/4 by 3/2 hops
    ],
)
def test_symmetries_that_carry_a_flow_onto_itself_divide_its_paths(
    spec: str, rate: str, ask: Ask
) -> None:
    """All shortest paths of all pairs are used alike, so the rate is capacity by hops."""
    found = as_written(ask(spec, "uniform", "1/4", "mcf"))
    assert verify_throughput(found).status == "exact"
    [entry] = found["models"]
    assert entry["rate"] == {"lower": rate, "upper": rate}
    assert entry["solver"] == "column generation, folded"
    assert len(entry["evidence"]["rates"]) < 10


def test_all_models_fold_for_a_shift_by_whole_groups(ask: Ask) -> None:
    found = as_written(ask(RELATIVE, "shift:8", "1", "all"))
    assert verify_throughput(found).status == "exact"
    assert {entry["rate"]["lower"] for entry in found["models"]} == {"9/16"}
    assert all(entry["solver"].endswith("folded") for entry in found["models"])


def test_a_path_that_symmetries_do_not_carry_on_is_refused(ask: Ask) -> None:
    found = as_written(ask(RELATIVE, "shift:8", "1", "0"))
    evidence = found["models"][0]["evidence"]
    whole = evidence["symmetries"]
    evidence["symmetries"] = []
    with pytest.raises(Refused, match="prove no more"):
        verify_throughput(found)
    swapped = list(whole[0])
    swapped[0], swapped[1] = swapped[1], swapped[0]
    evidence["symmetries"] = [swapped]
    with pytest.raises(Refused, match=r"is carried onto none|is no flow"):
        verify_throughput(found)
    evidence["symmetries"] = whole
    evidence["rates"].append(evidence["rates"][0])
    with pytest.raises(Refused, match="given twice"):
        verify_throughput(found)
