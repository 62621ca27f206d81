"""Rows of numbers: which are links, and which something else that looks like them."""

from __future__ import annotations

import random
from pathlib import Path

import networkx as nx
import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.exchange._tables import (
    HYPERGRAPH,
    MATRIX,
    MOST,
    NEIGHBOURS,
    OWN_FIRST,
    other_meaning,
)


def rows(*lines: list[int]) -> bytes:
    return "".join(" ".join(map(str, line)) + "\n" for line in lines).encode()


def near(graph: nx.Graph, first: int) -> list[list[int]]:
    return [[first + other for other in sorted(graph[node])] for node in range(len(graph))]


PETERSEN = nx.petersen_graph()
WEIGHTED = [[0, 1, 3], [1, 2, 4], [2, 3, 3], [3, 0, 4]]
OTHERS = (
    (rows(*near(PETERSEN, 0)), NEIGHBOURS),
    (rows(*near(PETERSEN, 1)), NEIGHBOURS),
    (rows(*([i, *line] for i, line in enumerate(near(PETERSEN, 0)))), OWN_FIRST),
    (rows(*near(nx.cycle_graph(5), 0)), NEIGHBOURS),
    (rows([0, 1, 1], [1, 0, 1], [1, 1, 0]), MATRIX),
    (rows([0, 1, 1], [0, 0, 1], [0, 0, 0]), MATRIX),
    (rows([0, 5, 2], [5, 0, 7], [2, 7, 0]), MATRIX),
    (rows([4, 4, 1], [2, 1, 2], [3, 2, 3], [7, 3, 4], [8, 4, 1]), HYPERGRAPH),
    (rows([2, 4], [1, 2, 3], [2, 3, 4]), HYPERGRAPH),
    (rows([2, 4, 11], [5, 1, 2, 3], [5, 2, 3, 4], [1], [1], [2], [1]), HYPERGRAPH),
)
LINKS = (
    rows(*WEIGHTED),
    rows([0, 1, 2], [1, 2, 3], [2, 3, 4]),  # a path, symmetric as a square by chance
    rows([1, 2], [0, 2], [0, 1]),  # a triangle, whichever way it is read
    rows([4, 4], [0, 1], [1, 2], [2, 3], [3, 0]),  # a header of switches and links
    rows([0, 1, 1]),
    b"a b 1\nb c 2\nc a 3\n",
    b"0 1 local 2\n1 2 global 1\n2 0 local 1\n",
)


@pytest.mark.parametrize(("content", "meaning"), OTHERS)
def test_what_is_no_list_of_links(content: bytes, meaning: str, tmp_path: Path) -> None:
    assert other_meaning(content) == meaning
    for name in ("network", "network.edges"):
        path = tmp_path / name
        path.write_bytes(b"# mine\n" + content)
        with pytest.raises(SpecError, match="format="):
            spec.read(str(path))


@pytest.mark.parametrize("content", LINKS)
def test_lists_of_links(content: bytes) -> None:
    assert other_meaning(content) == ""


def test_what_a_user_says_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "links"
    path.write_bytes(rows([0, 1, 1], [1, 0, 1], [1, 1, 0]))
    with pytest.raises(SpecError, match="line 1: seems to begin the matrix of a network"):
        spec.read(str(path))
    assert spec.build(spec.read(f"file:path={path},format=edges,both_ends=yes")).switches == 2
    assert spec.build(spec.read(f"file:path={path},both_ends=yes")).switches == 2


def test_random_lists_of_links_are_lists_of_links() -> None:
    chance = random.Random(47)
    for _ in range(500):
        count = chance.randint(4, 12)
        graph = nx.gnm_random_graph(
            count, chance.randint(count, 3 * count), seed=chance.randint(0, 9**9)
        )
        first = chance.choice((0, 1))
        links = [[first + a, first + b] for a, b in graph.edges]
        weighted = [[*ends, chance.randint(1, 100)] for ends in links]
        for listed in (links, weighted):
            chance.shuffle(listed)
            assert other_meaning(rows(*listed)) == "", listed


def test_random_tables_of_neighbours_are_told() -> None:
    chance = random.Random(48)
    for _ in range(300):
        graph = nx.random_regular_graph(3, 2 * chance.randint(2, 10), seed=chance.randint(0, 9**9))
        assert other_meaning(rows(*near(graph, chance.choice((0, 1)))))


def test_no_more_is_looked_at_than_is_said() -> None:
    assert other_meaning(b"0 1 1\n" * (MOST // 3 + 1)) == ""
