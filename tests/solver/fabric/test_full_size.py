"""Fabrics of a machine's size, with faults: all of them found, and both bisections exact."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import alphacut
from alphacut.arrangements.formats import spec as specs
from tests.solver.fabric.faults import faulty, grouped_names, ibnetdiscover

SPEC = "slingshot:groups=62,switches=32,links=4"


@pytest.mark.parametrize(
    ("k", "missing", "swapped", "value"),
    [
        (8, 5, 1, 59),
        pytest.param(40, 37, 4, 7957, marks=pytest.mark.slow),
    ],
)
def test_a_fat_tree(k: int, missing: int, swapped: int, value: int, tmp_path: Path) -> None:
    """Less than all that is gone is lost, as not all of it can be between the halves."""
    design = f"fat_tree:k={k}"
    found = faulty(specs.build(specs.read(design)), missing=missing, swapped=swapped, seed=1)
    path = tmp_path / "fabric.ibnetdiscover"
    path.write_text(ibnetdiscover(found.network, grouped_names(found.designed)), encoding="utf-8")
    document = alphacut.fabric(path, design=design)
    assert document["status"] == "exact"
    assert document["designed"]["point"]["value"] == str(k**3 // 8)
    assert document["now"]["point"]["value"] == str(value)
    assert document["now"]["point"]["certificate"]["kind"] == "clos"
    assert "from_design" not in document
    assert alphacut.verify(json.loads(json.dumps(document))).status == "exact"


@pytest.mark.parametrize(("gone", "hosts"), [(64, 128), (4, 128), (0, 124)])
def test_a_fat_tree_of_which_a_switch_is_gone(gone: int, hosts: int, tmp_path: Path) -> None:
    """A core, an aggregation and an edge switch: each costs four of 64 links."""
    designed = specs.build(specs.read("fat_tree:k=8"))
    network = specs.build(specs.read(f"fat_tree:k=8,failed.switches={gone}"))
    names = grouped_names(designed)
    del names[gone]
    path = tmp_path / "fabric.ibnetdiscover"
    path.write_text(ibnetdiscover(network, names), encoding="utf-8")
    document = alphacut.fabric(path, design="fat_tree:k=8")
    assert sum(network.hosts) == hosts
    assert document["status"] == "exact"
    assert document["now"]["point"]["value"] == "60"
    assert alphacut.verify(json.loads(json.dumps(document))).status == "exact"


@pytest.mark.slow
def test_a_fabric_of_two_thousand_switches(tmp_path: Path) -> None:
    """62 groups of 32 with 37 links missing and four times two cables with exchanged ends."""
    found = faulty(specs.build(specs.read(SPEC)), missing=37, swapped=4, seed=1)
    path = tmp_path / "fabric.ibnetdiscover"
    path.write_text(ibnetdiscover(found.network, grouped_names(found.designed)), encoding="utf-8")
    document = alphacut.fabric(path, design=SPEC)
    told = document["differences"]
    assert Counter({tuple(each[:3]): each[3] for each in told["missing"]}) == found.missing
    assert len(told["swapped"]) == 4
    assert not any(told[name] for name in ("doubled", "unplanned", "moved", "changed"))
    assert document["status"] == "exact"
    assert document["designed"]["point"]["value"] == str(4 * 31 * 31)
    assert document["now"]["point"]["value"] == "3829"
    assert alphacut.verify(json.loads(json.dumps(document))).status == "exact"
