"""Hosts by switch radix, for designs from complete trunking to none."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from alphacut.arrangements.structure.levels import CORNERS, Sizes, trunked, trunked_cascade
from alphacut.service.render.formats import saved
from alphacut.service.render.looks import looks

RADII = np.arange(8, 129)
TRUNKINGS = (2, 4, 8, 16)


def scalability_svg() -> str:
    """Draw both parts of figure 12 of Camarero et al. as an SVG document."""
    figure = Figure(figsize=(11, 5.2), layout="constrained")
    two, three = figure.subplots(1, 2, sharey=False)
    by_name = {corner.name: corner for corner in CORNERS}
    _part(two, "two levels", [
        ("dragonfly, t = 1", _exact(by_name["canonical dragonfly"].sizes)),
        *((f"t = {t}", _swept(trunked, t)) for t in TRUNKINGS),
        ("2D Hamming, t = a", _exact(by_name["Hamming graph"].sizes)),
    ])  # fmt: skip
    _part(three, "three levels", [
        ("3-level dragonfly", _exact(by_name["3-level dragonfly"].sizes)),
        ("Cascade-like, t₃ = 1", _exact(by_name["Cascade-like"].sizes)),
        *((f"t₂ = a, t₃ = {t}", _swept(trunked_cascade, t)) for t in (4, 16, 64)),
        ("3D Hamming, t₃ = a²", _exact(by_name["3D Hamming graph"].sizes)),
    ])  # fmt: skip
    two.set_ylabel("hosts")
    return saved(figure).decode()


Points = tuple[Iterable[float], Iterable[float]]


def _part(axes: Axes, title: str, curves: list[tuple[str, Points]]) -> None:
    for (name, (xs, ys)), look in zip(curves, looks(len(curves)), strict=True):
        axes.plot(np.asarray(xs), np.asarray(ys), color=look.colour, linestyle=look.line_style,
                  linewidth=1.8, label=name)  # fmt: skip
    axes.set(title=title, xlabel="ports of a switch (radix)", yscale="log", xlim=(8, 128))
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.legend(frameon=False, loc="lower right")


def _exact(sizes: Callable[[float], Sizes]) -> Points:
    return RADII, [sizes(float(radix)).hosts for radix in RADII]


def _swept(formula: Callable[[float, float], tuple[float, float]], trunking: int) -> Points:
    """Follow a design as its groups grow, from those that are as large as its trunking."""
    least = trunking if formula is trunked else trunking**0.5
    found = [formula(a, trunking) for a in np.geomspace(max(least, 2.0), 80.0, 200)]
    return [radix for radix, _ in found], [hosts for _, hosts in found]
