"""SCIP and HiGHS, each with the model of one variable for every switch and every linked pair."""

from __future__ import annotations

import json
import math
import sys
import tempfile
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path

from alphacut.arrangements.network import Network
from alphacut.solver.common.alpha import Alpha
from benchmarks.one_core import run
from benchmarks.peers.record import Result
from benchmarks.plain_models._base import EdgeModel

ROOT = Path(__file__).parents[2]
NAMES = ("SCIP", "HiGHS")
TOLERANCE = 1e-6  # of their bounds, in units of scaled capacity


def solve(solver: str, network: Network, alpha: Alpha, seconds: int) -> Result:
    """Solve within a wall time, on one core, in a process of its own."""
    model = EdgeModel.of(network, alpha)
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as told:
        json.dump(asdict(model), given)
        given.seek(0)
        command = [sys.executable, "-m", "benchmarks.plain_models", solver, str(seconds)]
        spent = run(command, given=given, told=told, at=ROOT)
        told.seek(0)
        found = json.load(told)
    value = None if found["value"] is None else round(found["value"] * model.unit)
    least = value if found["proven"] else math.ceil(found["bound"] * model.unit - TOLERANCE)
    return Result(
        value=None if value is None else str(Fraction(value, model.unit)),
        lower=None if least is None else str(Fraction(least, model.unit)),
        **spent,
    )
