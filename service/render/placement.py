"""Pictures of a placement: the mapping, cells coloured by group, and the times of all choices."""

from __future__ import annotations

import io
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from alphacut.arrangements.formats.spec import build, parse
from alphacut.service.render.formats import in_use
from alphacut.service.text.names import network_name
from alphacut.service.text.placement import by, milliseconds

Json = Mapping[str, Any]
LARGEST = 4096  # cells that are drawn
LETTERED = 400  # cells that are named
MOST_ROWS = 40  # of the heat map
STYLE: Any = {"svg.hashsalt": "alphacut", "svg.fonttype": "path", "font.size": 9}


def picture(document: Json) -> bytes:
    """Draw a placement: its mapping, or where there is none, the times of the choices."""
    drawn = mapping_svg(document) if _switches(document) else heatmap_svg(document)
    return drawn.encode()


def mapping_svg(document: Json) -> str:
    """Draw every task or cell where it lies in the grid, coloured by its group.

    A grid of three dimensions or more is drawn in layers of two. Lines part groups; a small
    grid shows the switch of each cell, a large one the number of each group.
    """
    switches = _switches(document)
    sides = _sides(document)
    if not switches or len(switches) > LARGEST:
        return _words_svg(document, "nothing is laid out" if not switches else "too large to draw")
    groups = build(parse(document["topology"])).groups
    flat = (*(1,) * max(2 - len(sides), 0), *sides)
    layers, (rows, columns) = list(product(*map(range, flat[:-2]))), flat[-2:]
    across = min(len(layers), 4)
    down = -(-len(layers) // across)
    size = min(0.34, 9.0 / max(columns * across, 1))
    with in_use, matplotlib.rc_context(STYLE):
        figure = Figure(
            figsize=(
                max(columns * size * across + across, 4.5),
                rows * size * down + 0.5 * down + 1,
            )
        )
        figure.suptitle(_title(document), fontsize=10, parse_math=False)
        axes = figure.subplots(down, across, squeeze=False).ravel()
        for at, panel in enumerate(axes):
            panel.axis("off")
            if at < len(layers):
                first = at * rows * columns
                here = switches[first : first + rows * columns]
                _draw_layer(panel, here, groups, columns, letters=len(switches) <= LETTERED)
                if len(layers) > 1:
                    panel.set_title(f"layer {by(layers[at])}".replace("x", ", "), fontsize=8)
        return _svg(figure, _title(document))


def heatmap_svg(document: Json) -> str:
    """Draw the time of each block under each division into tasks, the best of the routings."""
    best: dict[tuple[str, str], float] = {}
    for choice in document.get("choices", ()):
        key = (by(choice["tasks"]), by(choice["block"]))
        seconds = float(Fraction(choice["seconds"])) * 1000
        best[key] = min(seconds, best.get(key, seconds))
    if not best:
        return _words_svg(document, "there are no choices to draw")
    tasks = list(dict.fromkeys(each for each, _ in best))[:MOST_ROWS]
    blocks = sorted({block for each, block in best if each in tasks}, key=_volume)[:MOST_ROWS]
    table = np.array([[best.get((each, block), np.nan) for block in blocks] for each in tasks])
    with in_use, matplotlib.rc_context(STYLE):
        size = (max(0.28 * len(blocks) + 2.6, 5), max(0.22 * len(tasks) + 2.2, 3))
        figure = Figure(figsize=size)
        axes = figure.subplots()
        low, high = np.nanmin(table), np.nanmax(table)
        image = axes.imshow(
            table, aspect="auto", cmap="viridis_r",
            norm=LogNorm(low, high if high > low else low * 1.1),
        )  # fmt: skip
        axes.set_xticks(range(len(blocks)), blocks, rotation=90, fontsize=7)
        axes.set_yticks(range(len(tasks)), tasks, fontsize=7)
        axes.set_xlabel("block: tasks of a group")
        axes.set_ylabel("tasks, best first")
        figure.colorbar(image, label="ms for one exchange", format="%g").ax.minorticks_off()
        name = network_name(document["topology"])
        title = f"{name}, grid {by(document['question']['grid'])}"
        axes.set_title(title, fontsize=10, parse_math=False)
        figure.tight_layout()
        return _svg(figure, title)


def _draw_layer(
    axes: Axes, switches: list[int], groups: tuple[int, ...], columns: int, *, letters: bool
) -> None:
    rows = len(switches) // columns
    hues = matplotlib.colormaps["tab20"]
    cells = [Rectangle((at % columns, at // columns), 1, 1) for at in range(len(switches))]
    colours = [hues(groups[switch] * 7 % 20) for switch in switches]
    axes.add_collection(
        PatchCollection(cells, facecolors=colours, edgecolors="white", linewidths=0.6)
    )
    lines = [
        line for at in range(len(switches)) for line in _borders(at, switches, groups, columns)
    ]
    axes.add_collection(LineCollection(lines, colors="black", linewidths=1.2))
    first = {groups[switch]: at for at, switch in reversed(list(enumerate(switches)))}
    named = dict(enumerate(switches)) if letters else {at: group for group, at in first.items()}
    for at, name in named.items():
        centre = (at % columns + 0.5, at // columns + 0.5)
        axes.text(*centre, str(name), ha="center", va="center", fontsize=6)
    axes.set_xlim(-0.05, columns + 0.05)
    axes.set_ylim(rows + 0.05, -0.05)
    axes.set_aspect("equal")


def _borders(
    at: int, switches: list[int], groups: tuple[int, ...], columns: int
) -> list[list[tuple[int, int]]]:
    """Return lines between a cell and its neighbours of other groups, below and to the right."""
    x, y = at % columns, at // columns
    found = []
    if x + 1 < columns and groups[switches[at]] != groups[switches[at + 1]]:
        found.append([(x + 1, y), (x + 1, y + 1)])
    below = at + columns
    if below < len(switches) and groups[switches[at]] != groups[switches[below]]:
        found.append([(x, y + 1), (x + 1, y + 1)])
    return found


def _switches(document: Json) -> list[int]:
    placed = document.get("placed")
    return list(placed["switches"] if placed else document.get("mapping", ()))


def _sides(document: Json) -> tuple[int, ...]:
    placed = document.get("placed")
    return tuple(placed["tasks"] if placed else document["question"]["stencil"] or (1,))


def _title(document: Json) -> str:
    name = network_name(document["topology"])
    placed = document.get("placed")
    if placed:
        how = "in runs" if placed["block"] is None else f"in blocks of {by(placed['block'])}"
        return f"{name}: {by(placed['tasks'])} tasks {how}, {milliseconds(placed['seconds'])} ms"
    asked = document["question"]
    kind = "torus" if asked["torus"] else "mesh"
    return f"{name}: {by(asked['stencil'])} {kind}, switch of each cell"


def _words_svg(document: Json, words: str) -> str:
    """Say in a picture why there is none."""
    with in_use, matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(5, 1.2))
        name = network_name(document["topology"])
        figure.text(0.5, 0.5, f"{name}: {words}", ha="center", va="center", parse_math=False)
        return _svg(figure, words)


def _volume(block: str) -> tuple[int, str]:
    return int(np.prod([int(side) for side in block.split("x")])), block


def _svg(figure: Figure, title: str) -> str:
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None, "Title": title})
    return drawn.getvalue().replace("<svg ", '<svg role="img" ', 1)
