"""Run as `python -m benchmarks.plain_models SOLVER SECONDS`: a model comes in, a result goes out.

Both are JSON, so that the solver has a process of its own, whose time is that of its library too.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from benchmarks.plain_models._base import EdgeModel
from benchmarks.plain_models.catalogue import NAMES, plain_model


@click.command
@click.argument("solver", type=click.Choice(NAMES))
@click.argument("seconds", type=float)
def main(solver: str, seconds: float) -> None:
    """Solve one model on one core."""
    model = EdgeModel.from_json(json.load(sys.stdin))
    click.echo(json.dumps(asdict(plain_model(solver)(model, seconds, 1))))


if __name__ == "__main__":
    main()
