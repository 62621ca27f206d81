"""A typed script does what its types say; mypy --strict reads it with all other tests."""

from __future__ import annotations

from pathlib import Path

import networkx as nx

from tests.library.typed_script import breakpoints, widths


def test_the_script_runs(tmp_path: Path) -> None:
    value, side = widths(nx.cycle_graph(6), tmp_path)
    assert value == 2
    assert len(side) == 3
    assert {path.name for path in tmp_path.iterdir()} == {"cut.png", "graph.part.2", "point.json"}
    assert breakpoints("dragonfly:a=2,h=1,arrangement=relative") == []
