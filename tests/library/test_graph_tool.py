"""Graphs of graph-tool, in a Python that has it: it is on no package index, and Debian has it.

Debian's is compiled for Debian's Python and NumPy. So the questions are asked in a process of that
Python, which takes everything else that alphacut needs from where the tests run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import alphacut

SYSTEM = "/usr/bin/python3"
NEEDED = ("annotated_types", "click", "pydantic", "pydantic_core", "typing_extensions",
          "typing_inspection")  # fmt: skip
KARATE = nx.karate_club_graph()
PROGRAM = """
import json, sys
import graph_tool
import alphacut
from alphacut.solver.common.errors import QuestionError

edges = json.loads(sys.argv[1])
graph = graph_tool.Graph(directed=False)
graph.add_vertex(34)
weight, name = graph.new_edge_property("int"), graph.new_vertex_property("string")
size, kind = graph.new_vertex_property("int"), graph.new_edge_property("string")
for first, second, capacity in edges:
    weight[graph.add_edge(first, second)] = capacity
for vertex in graph.vertices():
    name[vertex], size[vertex] = f"member {int(vertex)}", 1 + int(vertex) % 2
for edge in graph.edges():
    kind[edge] = "global" if int(edge.source()) == 0 else "local"

def refused(*arguments, **options):
    try:
        alphacut.bisection(*arguments, **options)
    except QuestionError as error:
        return str(error)

found = {"counted": str(alphacut.bisection(graph).value)}
graph.edge_properties["weight"], graph.edge_properties["bandwidth"] = weight, weight
found["weighted"] = str(alphacut.bisection(graph).value)
found["uncounted"] = str(alphacut.bisection(graph, weight=None).value)
graph.vertex_properties["name"], graph.vertex_properties["size"] = name, size
found["hosts"] = str(alphacut.bisection(graph, hosts="size").value)
sides = alphacut.bisection(graph, weight="bandwidth").sides
found["sides"] = [sorted(side) for side in sides]
part = graph_tool.GraphView(graph, vfilt=lambda vertex: int(vertex) >= 4)
bisection = alphacut.bisection(part)
found["part"] = [str(bisection.value), len(set().union(*bisection.sides))]
found["unknown"] = refused(graph, weight="width")
found["directed"] = refused(graph_tool.GraphView(graph, directed=True))
graph.edge_properties["link_class"] = kind
found["classes"] = str(alphacut.bisection(graph, 3).value)
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the library says of graphs of graph-tool."""
    told = subprocess.run(
        [SYSTEM, "-c", "import sys, graph_tool; print(*sys.version_info[:2])"],
        capture_output=True, text=True, check=False, env={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    if told.returncode or told.stdout.split() != [str(each) for each in sys.version_info[:2]]:
        pytest.skip(
            f"graph-tool is not installed for {SYSTEM} of this version; "
            "apt-get install python3-graph-tool"
        )
    packages = tmp_path_factory.mktemp("packages")
    (packages / "alphacut").mkdir()
    (packages / "alphacut" / "__init__.py").symlink_to(str(alphacut.__file__))
    for part in ("arrangements", "jobs", "service", "solver"):
        spec = find_spec(f"alphacut.{part}")
        assert spec is not None
        assert spec.submodule_search_locations
        (packages / "alphacut" / part).symlink_to(spec.submodule_search_locations[0])
    for name in NEEDED:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        origin = Path(spec.origin)
        origin = origin.parent if origin.name == "__init__.py" else origin
        (packages / origin.name).symlink_to(origin)
    edges = [(u, v, data["weight"]) for u, v, data in KARATE.edges(data=True)]
    run = subprocess.run(
        [SYSTEM, "-c", PROGRAM, json.dumps(edges)],
        capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(packages)},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    read: dict[str, Any] = json.loads(run.stdout)
    return read


def test_edges_count_with_their_weights_or_without(found: dict[str, Any]) -> None:
    assert found["counted"] == found["uncounted"] == "10"
    assert found["weighted"] == str(alphacut.bisection(KARATE).value) == "23"


def test_nodes_are_called_by_their_names(found: dict[str, Any]) -> None:
    first, second = ([int(each.removeprefix("member ")) for each in s] for s in found["sides"])
    assert sorted([*first, *second]) == list(range(34))
    assert nx.cut_size(KARATE, first, weight="weight") == 23


def test_hosts_and_classes_are_properties(found: dict[str, Any]) -> None:
    graph = KARATE.copy()
    nx.set_node_attributes(graph, {node: 1 + node % 2 for node in graph}, "size")
    assert found["hosts"] == str(alphacut.bisection(graph, hosts="size").value)
    for first, _, data in graph.edges(data=True):
        data["link_class"] = "global" if first == 0 else "local"
    assert found["classes"] == str(alphacut.bisection(graph, 3).value)


def test_a_view_is_what_it_shows(found: dict[str, Any]) -> None:
    shown = KARATE.subgraph(range(4, 34))
    assert found["part"] == [str(alphacut.bisection(shown).value), 30]


def test_what_is_wrong_is_told(found: dict[str, Any]) -> None:
    assert found["unknown"] == 'weight: no edge has the attribute "width"'
    assert found["directed"] == "graph: links have no direction; give an undirected graph"
