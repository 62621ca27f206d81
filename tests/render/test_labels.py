"""The placing of labels."""

from __future__ import annotations

import numpy as np

from alphacut.service.render.labels import Board, Place, along, around

SIZE = (40.0, 8.0)
LINE = np.column_stack([np.linspace(0, 300, 151), np.full(151, 100.0)])


def board(*covered: Place) -> Board:
    return Board(
        corner=(0.0, 0.0),
        extent=(300.0, 200.0),
        lines=LINE,
        marks=np.empty((0, 2)),
        covered=covered,
        half_width=1.0,
    )


def test_a_label_stands_beside_its_line_and_not_on_it() -> None:
    [place] = board().settle([along((0.0, 100.0), (300.0, 100.0), SIZE, 4.0)])
    assert place.centre == (150.0, 108.0)
    assert not place.holds(LINE)


def test_a_label_is_turned_as_its_line_is() -> None:
    places = along((0.0, 0.0), (100.0, 100.0), SIZE, 4.0)
    assert {round(place.angle) for place in places} == {45}


def test_a_piece_that_is_too_short_has_no_place_along_it() -> None:
    assert along((0.0, 0.0), (30.0, 0.0), SIZE, 4.0) == []


def test_two_labels_for_one_spot_do_not_overlap() -> None:
    candidates = around((150.0, 100.0), SIZE, (8.0, 20.0, 40.0))
    first, second = board().settle([candidates, candidates])
    assert not first.holds(second.grid)
    assert not second.holds(first.grid)


def test_labels_keep_clear_of_what_is_covered_and_of_the_edge() -> None:
    legend = Place(centre=(200.0, 60.0), angle=0.0, size=(120.0, 60.0))
    [place] = board(legend).settle([around((150.0, 98.0), SIZE, (8.0, 20.0, 40.0))])
    assert not legend.holds(place.grid)
    [edge] = board().settle([around((2.0, 102.0), SIZE, (8.0, 20.0, 40.0))])
    assert edge.grid.min() >= 0.0


def test_a_far_label_has_a_leader_line_outside_itself() -> None:
    place = Place(centre=(100.0, 50.0), angle=0.0, size=SIZE, anchor=(100.0, 100.0))
    assert len(place.leader)
    assert not place.holds(place.leader, 0.0)
    near = Place(centre=(100.0, 92.0), angle=0.0, size=SIZE, anchor=(100.0, 100.0))
    assert not len(near.leader)
