"""A designed network as a picture, and its cables as a table."""

from __future__ import annotations

import csv
from io import StringIO
from xml.etree import ElementTree as ET

import pytest

from alphacut.service.kinds import entries
from alphacut.service.rendering import design_picture, design_table
from tests.solver.synthesis.conftest import Json, answer, dragonfly


def lifted() -> Json:
    return answer(dragonfly(2, 3), alpha=3)


def recabled() -> Json:
    topology = dragonfly(2, 3, arrangement="absolute")
    return answer(topology, alpha=3, symmetry="none", moves=4, limits={"seconds": 4.0})


def rows(document: Json) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(design_table(document).decode())))


def test_all_global_cables_of_a_lift_are_listed() -> None:
    found = rows(lifted())
    assert [row["cable"] for row in found] == [str(number) for number in range(1, 22)]
    assert len({(int(row["from"]) // 2, int(row["to"]) // 2) for row in found}) == 21


def test_cables_to_move_are_listed() -> None:
    document = recabled()
    ends = ("from", "to", "from_after", "to_after")
    assert [[int(row[end]) for end in ends] for row in rows(document)] == document["moves"]
    assert 0 < len(document["moves"]) <= 4


@pytest.mark.parametrize("made", [lifted, recabled])
def test_the_picture_is_svg(made: object) -> None:
    assert callable(made)
    assert ET.fromstring(design_picture(made())).tag.endswith("svg")


def test_every_view_has_an_address() -> None:
    views = {view.path for view in entries()["synthesis"].views}
    assert views == {"synthesis.txt", "synthesis.svg", "synthesis.csv", "report.html"}
