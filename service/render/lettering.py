"""The lettering of a drawing: segments, breakpoints and units, each beside what it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from matplotlib.legend import Legend

from alphacut.service.render.drawing import breakpoints
from alphacut.service.render.labels import Board, Place, along, around
from alphacut.service.render.looks import looks
from alphacut.service.render.page import Page, text_size
from alphacut.service.render.reading import Curve, Stretch
from alphacut.service.render.units import Units
from alphacut.service.render.window import Window

_SIZE = 8.5  # points
_SMALL = 7.5
_DISTANCES = (8.0, 12.0, 17.0, 24.0, 32.0, 42.0, 54.0, 68.0, 84.0)  # points from what is named


@dataclass(frozen=True, kw_only=True)
class Label:
    """A text, and where it may stand."""

    text: str
    points: float  # height of its letters
    candidates: list[Place]  # the first is the one liked most


def letter(
    page: Page,
    curves: Sequence[Curve],
    window: Window,
    *,
    units: Units | None = None,
    legend: Legend | None = None,
) -> None:
    """Write a label to every segment and every breakpoint, where they do not collide.

    A line that several curves share is labelled once.
    """
    board = _board(page, curves, window, units, legend)
    labels = [
        *_units_label(page, curves, units),
        *(_piece_label(page, board, piece, window) for piece in _different(curves, window)),
        *_breakpoint_labels(page, curves, units),
    ]
    places = board.settle([label.candidates for label in labels])
    for label, place in zip(labels, places, strict=True):
        _write(page, place, label)


def _piece_label(page: Page, board: Board, piece: Stretch, window: Window) -> Label:
    start, end = window.clip(piece)
    middle = (start + end) / 2
    first, centre, last = (page.spot(x, piece.at(x)) for x in (start, middle, end))
    size = text_size(piece.formula, _SIZE)
    beside = along(first, last, size, board.half_width + 3.0)
    return Label(
        text=piece.formula, points=_SIZE, candidates=[*beside, *around(centre, size, _DISTANCES)]
    )


def _breakpoint_labels(page: Page, curves: Sequence[Curve], units: Units | None) -> Iterator[Label]:
    """Name the α of each breakpoint; among several curves the legend says what it is."""
    single = len(curves) == 1
    told = units.alpha if units is not None and single else None
    for alpha, value in breakpoints(curves):
        if alpha != told:
            yield _beside(page, f"α = {alpha}" if single else f"{alpha}", _SMALL, alpha, value)


def _units_label(page: Page, curves: Sequence[Curve], units: Units | None) -> Iterator[Label]:
    """Say what B is at the machine's own α; of several curves the legend says it."""
    if units is not None and len(curves) == 1:
        value = curves[0].at(units.alpha)
        text = f"α = {units.alpha}: B = {value}, {units.capacity(value)}"
        yield _beside(page, text, _SIZE, units.alpha, value)


def _beside(page: Page, text: str, points: float, alpha: Fraction, value: Fraction) -> Label:
    places = around(page.spot(alpha, value), text_size(text, points), _DISTANCES)
    return Label(text=text, points=points, candidates=places)


def _different(curves: Sequence[Curve], window: Window) -> list[Stretch]:
    """Return each different line once, where the longest piece of it is shown; long ones first."""
    longest: dict[tuple[Fraction, Fraction], Stretch] = {}
    for piece in (piece for curve in curves for piece in curve.upper):
        key = (piece.intercept, piece.slope)
        if key not in longest or _shown(piece, window) > _shown(longest[key], window):
            longest[key] = piece
    return sorted(longest.values(), key=lambda piece: -_shown(piece, window))


def _shown(piece: Stretch, window: Window) -> Fraction:
    start, end = window.clip(piece)
    return end - start


def _board(
    page: Page,
    curves: Sequence[Curve],
    window: Window,
    units: Units | None,
    legend: Legend | None,
) -> Board:
    turns = breakpoints(curves)
    drawn = [
        page.straight(page.spot(start, piece.at(start)), page.spot(end, piece.at(end)))
        for curve in curves
        for piece in (*curve.upper, *curve.lower)
        for start, end in [window.clip(piece)]
        if start <= end
    ]
    drawn += page.dropped(turns) if len(curves) == 1 else []
    drawn += page.dropped([] if units is None else [(units.alpha, window.top)])
    rings = [Place(centre=page.spot(*turn), angle=0.0, size=(5.0, 5.0)).grid for turn in turns]
    return Board(
        corner=page.corner,
        extent=page.extent,
        lines=np.vstack(drawn),
        marks=np.vstack([np.empty((0, 2)), *rings]),
        covered=() if legend is None else (page.covered(legend),),
        half_width=max(look.width for look in looks(len(curves))) / 2,
    )


def _write(page: Page, place: Place, label: Label) -> None:
    x, y = page.back(np.array([place.centre]))[0]
    drawn = page.axes.text(
        x, y, label.text, fontsize=label.points, rotation=place.angle, rotation_mode="anchor",
        ha="center", va="center_baseline", zorder=40,
    )  # fmt: skip
    drawn.set_parse_math(False)
    if len(place.leader) > 1:
        ends = page.back(place.leader[[0, -1]])
        page.axes.plot(ends[:, 0], ends[:, 1], color="0.45", linewidth=0.6, zorder=2)
