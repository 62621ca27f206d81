"""Fabrics with cables of several speeds, beside designs that tell none, or in another unit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import alphacut
from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Link
from alphacut.service.library.cabled import fabric
from alphacut.service.text.fabric import fabric_lines
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.fabric.verify.document import verify_fabric
from tests.solver.fabric.faults import grouped_names, ibnetdiscover

LEAVES, GROUPS = "leaf_spine:leaves=4,spines=2,p=2", "slingshot:groups=4,switches=4,links=3"

Speeds = Callable[[Link], str]


def _file(path: Path, spec: str, speed_of: Speeds) -> Path:
    network = specs.build(specs.read(spec))
    text = ibnetdiscover(network, grouped_names(network), speed_of=speed_of)
    path.write_text(text, encoding="utf-8")
    return path


def _all(_: Link) -> str:
    return "4xHDR"


def _one_slow(speed: str) -> Speeds:
    """All cables at 200 Gb/s, but for one of leaf 0."""
    return lambda link: speed if link.first == 0 and link.second == 4 else "4xHDR"


@pytest.mark.parametrize("handed_over", [False, True])
def test_a_cable_that_came_up_slower_is_told_and_counted(tmp_path: Path, handed_over: bool) -> None:
    now = _file(tmp_path / "now.ibnetdiscover", LEAVES, _one_slow("4xEDR"))
    design = str(_file(tmp_path / "then.ibnetdiscover", LEAVES, _all)) if handed_over else LEAVES
    heard: list[str] = []
    document = fabric(now, design=design, remark=heard.append)
    assert [each[2:] for each in document["differences"]["changed"]] == [["4xHDR", "4xEDR", 1]]
    page = fabric_lines(document)
    assert any(line.startswith("  now: 700, ") for line in page)
    assert any(line.startswith("  designed: 800, ") for line in page)
    assert "  87.50 % of the design" in page
    assert any("the design tells no speeds" in each and "4xHDR" in each for each in heard)
    assert verify_fabric(document).status == "exact"


def test_a_cable_that_was_slow_at_the_handover(tmp_path: Path) -> None:
    now = _file(tmp_path / "now.ibnetdiscover", LEAVES, _all)
    then = _file(tmp_path / "then.ibnetdiscover", LEAVES, _one_slow("4xEDR"))
    document = fabric(now, design=str(then))
    assert [each[2:] for each in document["differences"]["changed"]] == [["4xEDR", "4xHDR", 1]]
    assert "  114.29 % of the design" in fabric_lines(document)
    assert document["cut"][0][4][0].startswith("x1000")  # cables keep their names
    assert verify_fabric(document).status == "exact"


def test_speeds_in_different_units_are_counted_in_one(tmp_path: Path) -> None:
    now = _file(tmp_path / "now.ibnetdiscover", LEAVES, _one_slow("4xEDR"))  # units of 100 Gb/s
    then = _file(tmp_path / "then.ibnetdiscover", LEAVES, _one_slow("4xFDR"))  # of 8 Gb/s
    document = fabric(now, design=str(then))
    page = fabric_lines(document)
    assert any(line.startswith("  now: 700, ") for line in page)
    assert any(line.startswith("  designed: 656, ") for line in page)
    assert verify_fabric(document).status == "exact"


def _by_class(link: Link) -> str:
    return {"local": "4xHDR", "global": "4xNDR"}[link.link_class]


def test_links_within_and_between_groups_have_speeds_of_their_own(tmp_path: Path) -> None:
    now = _file(tmp_path / "now.ibnetdiscover", GROUPS, _by_class)
    document = fabric(now, design=GROUPS)
    assert "  100.00 % of the design" in fabric_lines(document)
    assert not document["differences"]["changed"]
    assert verify_fabric(document).status == "exact"


def test_a_design_of_any_wiring_has_the_speeds_of_groups(tmp_path: Path) -> None:
    now = _file(tmp_path / "now.ibnetdiscover", GROUPS, _by_class)
    document = fabric(now, design=f"{GROUPS},wiring=any", time_limit=5)
    assert document["match"]["by"] == "groups"
    assert document["designed"]["topology"]["capacities"] == {"global": "2", "local": "1"}
    assert verify_fabric(document).status == document["status"]


def test_capacities_that_no_speed_explains_are_refused(tmp_path: Path) -> None:
    now = _file(tmp_path / "now.ibnetdiscover", LEAVES, _one_slow("4xEDR"))
    with pytest.raises(QuestionError, match=r"design: .* capacities of its own"):
        fabric(now, design=LEAVES + ",capacities.local=3")


def test_speeds_are_left_out_where_weights_are(tmp_path: Path) -> None:
    mixed = _file(tmp_path / "mixed.ibnetdiscover", LEAVES, _one_slow("4xEDR"))
    with pytest.raises(QuestionError, match=r"units of 100; .* weight=None"):
        alphacut.resilience(mixed, "links=1", samples=2)
    assert alphacut.bisection(mixed).value == 700
    assert alphacut.bisection(mixed, weight=None).value == 4
    plain = tmp_path / "small.json"
    plain.write_text('{"family": "cycle", "switches": 4}', encoding="utf-8")
    assert alphacut.bisection(plain, weight=None).value == 2  # it has no weights to leave out


def test_files_that_count_in_different_units_are_not_united(tmp_path: Path) -> None:
    then = _file(tmp_path / "then.ibnetdiscover", LEAVES, _all)
    now = _file(tmp_path / "now.ibnetdiscover", LEAVES, _one_slow("4xEDR"))
    with pytest.raises(QuestionError) as refused:
        fabric([then, now])
    alike = fabric([then, f"file:path={now},weights=no"])  # both count links
    assert alike["now"]["point"]["value"] == "4"
    assert "then.ibnetdiscover counts capacities in links" in refused.value.problem
    assert "now.ibnetdiscover counts capacities in units of 100; --apart" in refused.value.problem
