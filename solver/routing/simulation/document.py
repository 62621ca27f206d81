"""The document about a simulation, `alphacut-simulation/1`: measured, and so never a proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from alphacut.solver.routing.simulation.params import Params, Run

FORMAT = "alphacut-simulation/1"


def simulation_document(
    runs: Sequence[Run],
    *,
    topology: Mapping[str, Any],
    mechanism: Mapping[str, Any],
    traffic: object,
    params: Params,
    saturation: Fraction | None,
    provenance: Mapping[str, Any],
) -> dict[str, Any]:
    """Write what was measured.

    Parameters
    ----------
    mechanism
        Its name, and those of its choices that were made.
    saturation
        The exact limit of the links, where packets do not choose; it is no result of the
        simulation.
    """
    return {
        "format": FORMAT,
        "topology": dict(topology),
        "mechanism": dict(mechanism),
        "traffic": traffic,
        "parameters": asdict(params),
        **({"saturation": str(saturation)} if saturation is not None else {}),
        "runs": [{**asdict(run), "offered": str(run.offered)} for run in runs],
        "provenance": dict(provenance),
    }
