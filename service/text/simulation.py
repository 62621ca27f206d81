"""What a simulation measured, in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.words import printable
from alphacut.service.text.names import network_name

if TYPE_CHECKING:
    from alphacut.service.render.units import Units

Json = Mapping[str, Any]


def of_simulation(document: Json, units: Units | None) -> list[str]:  # noqa: ARG001
    """Say what was simulated, and what was measured at each load."""
    named, traffic = document["mechanism"], document["traffic"]
    shown = printable(traffic, 60) if isinstance(traffic, str) else "a matrix"
    head = (
        f"{network_name(document['topology'])}: {named['name']} with {named['vcs']} virtual "
        f"channels, {shown}; measured, which proves nothing"
    )
    lines = [head, *map(_run, document["runs"])]
    if "saturation" in document:
        limit = Fraction(document["saturation"])
        lines.append(f"  exact limit of the links: {limit} = {float(limit):.4f}")
    return lines


def _run(run: Json) -> str:
    latency = run["latency"]
    told = "none arrived" if latency is None else f"latency {latency:.1f} cycles"
    offered = float(Fraction(run["offered"]))
    words = f"  load {offered:.3f}: accepted {run['accepted']:.4f}, {told}"
    if run["stopped"] is not None:
        words += f"; nothing has moved since cycle {run['stopped']:,}: a deadlock"
    return words
