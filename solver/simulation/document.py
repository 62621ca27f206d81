"""The document about a simulation, `alphacut-simulation/1`: measured, and so never a proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from alphacut.solver.simulation.params import Params

FORMAT = "alphacut-simulation/1"
MEASURED = "measured"  # the status


def simulation_document(
    runs: Sequence[Mapping[str, Any]],
    *,
    topology: Mapping[str, Any],
    mechanism: Mapping[str, Any],
    any_vc: bool,
    traffic: object,
    params: Params,
    saturation: str | None,
    provenance: Mapping[str, Any],
) -> dict[str, Any]:
    """Write what was measured.

    Parameters
    ----------
    mechanism
        Its name, and those of its choices that were made.
    any_vc
        Whether routers chose among the virtual channels of the parameters.
    saturation
        The exact limit of the links, where packets do not choose; it is no result of the
        simulation.
    """
    return {
        "format": FORMAT,
        "topology": dict(topology),
        "mechanism": dict(mechanism),
        "any_vc": any_vc,
        "traffic": traffic,
        "parameters": asdict(params),
        "status": MEASURED,
        **({"saturation": saturation} if saturation is not None else {}),
        "runs": [dict(run) for run in runs],
        "provenance": dict(provenance),
    }
