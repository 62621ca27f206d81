"""What schedulers know of a fabric: Slurm's blocks, and Topograph's graph; wrong files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._base import ANYTHING, Imported
from alphacut.arrangements.formats.exchange.catalogue import recognise

BLOCKS = "".join(f"BlockName=b{i} Nodes=n[{4 * i + 1}-{4 * i + 4}]\n" for i in range(8))
YAML = """- topology: one
  block:
    block_sizes: [4, 8]
    blocks:
    - block: b1
      nodes: n[1-4]
"""
LAYERS = ["leaf", "spine"]


def imported(content: str) -> Imported:
    found = recognise(Path("fabric"), content.encode())
    assert found is not None
    return found.read((content.encode(),), ANYTHING)


def joined(content: str) -> set[tuple[str, str]]:
    network = imported(content).network
    return {(network.name_of(a), network.name_of(b)) for a, b, _, _ in network.links}


def test_blocks_are_nested_as_their_sizes_say() -> None:
    assert joined(BLOCKS + "BlockSizes=4,8,32\n") == {
        *((f"b{i}", f"b{i - i % 2}..b{i - i % 2 + 1}") for i in range(8)),
        *((f"b{i}..b{i + 1}", "b0..b7") for i in range(0, 8, 2)),
    }


def test_blocks_of_one_size_are_all_below_one() -> None:
    found = imported(f"BlockSizes=4\n{BLOCKS}")
    assert found.network.hosts == (4,) * 8 + (0,)
    assert found.host_names[7] == ("n29", "n30", "n31", "n32")
    assert len(found.network.links) == 8


def test_a_block_that_is_alone_in_a_larger_one_is_joined_to_what_is_above() -> None:
    third = "BlockName=b2 Nodes=n[9-12]\n"
    content = "".join(BLOCKS.splitlines(keepends=True)[:2]) + third + "BlockSizes=4,8\n"
    assert ("b2", "b0..b2") in joined(content)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (f"{BLOCKS}BlockSizes=4,12\n", "line 9: each block size must be 2, 4, 8, … times"),
        (f"{BLOCKS}BlockSizes=4,x\n", "line 9: a block size is a number of hosts"),
        (f"{BLOCKS}BlockSizes=0\n", "line 9: a block size is a number of hosts"),
        (f"{BLOCKS}SwitchName=s Nodes=n1\n", "line 9: a file has switches or blocks"),
        (f"{BLOCKS}BlockName=b0 Nodes=m1\n", 'line 9: two switches have the name "b0"'),
        (f"{YAML}      children: b2\n    - block: b1\n", 'line 8: two switches have the name "b1"'),
        (f"{YAML}      nodes: n[5-8]\n", "line 7: nodes must stand once after block: NAME"),
        (YAML.replace("[4, 8]", "[4, 7]"), "line 3: each block size must be"),
        (
            YAML.replace("block:\n    block_sizes: [4, 8]", "ring:\n    block_sizes: [4, 8]"),
            "topologies are of the kind ring",
        ),
    ],
)
def test_a_bad_file_of_blocks_is_refused_with_its_line(content: str, said: str) -> None:
    with pytest.raises(SpecError) as refused:
        imported(content)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("instances", "said"),
    [
        ([{"id": "i1", "network_layers": []}], "instances.0.network_layers: must be a list of 1"),
        ([{"id": "i1", "network_layers": ["a"] * 17}], "instances.0.network_layers"),
        ([{"id": "i1", "network_layers": ["a", "a"]}], "names a switch twice"),
        ([{"id": 4, "network_layers": LAYERS}], "instances.0: names are of 1 to 200"),
        ([{"id": "i1", "network_layers": LAYERS}] * 2, 'instances.1.id: "i1" is there twice'),
        ([3], "instances.0: must be an object"),
        ("network_layers", "instances: must be a list"),
    ],
)
def test_a_bad_graph_of_topograph_is_refused_with_its_place(instances: object, said: str) -> None:
    content = json.dumps({"instances": instances, "network_layers": 0})
    with pytest.raises(SpecError) as refused:
        imported(content)
    assert said in str(refused.value)
