"""A script as people write them, for mypy --strict: every name of the library, with its type."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from pathlib import Path

import alphacut


def widths(graph: object, folder: Path) -> tuple[Fraction, frozenset[Hashable]]:
    """Ask about a graph, and keep what comes of it."""
    found: alphacut.Bisection = alphacut.bisection(
        graph, alpha="5/4", weight="weight", hosts=2, time_limit="5m", gap="5%"
    )
    cut, halves = found.partition()
    assert halves.count(0) + halves.count(1) == len(halves)
    lower: Fraction = found.lower
    status: str = found.status
    assert lower <= cut, status
    found.save(folder / "point.json")
    found.save_partition(folder / "graph.part.2")
    found.draw(folder / "cut.png", title="my cut", size=(5, 6))
    one, _ = found.sides
    return found.value, one


def breakpoints(graph: object) -> list[Fraction]:
    """Ask for the curve, and have it checked."""
    curve: alphacut.Curve = alphacut.curve(graph, alpha_min=0, alpha_max="inf")
    checked: alphacut.Verified = alphacut.verify(curve)
    assert checked.status == curve.status
    ranges = [(piece.start, piece.end, piece.slope) for piece in curve.segments]
    assert len(ranges) == len(curve.breakpoints) + 1
    return curve.breakpoints


def asked(graph: object, server: str) -> Fraction | None:
    """Ask a service, and wait for half a minute."""
    with alphacut.Service(server) as service:
        handle: alphacut.Asked[alphacut.Bisection] = service.bisection(graph, 1)
        rates: alphacut.Asked[alphacut.Throughput] = service.throughput(graph, "uniform", alpha=1)
        runs: alphacut.Asked[alphacut.Simulation] = service.simulate(graph, "minimal", seed=1)
        rates.cancel()
        runs.cancel()
        try:
            return handle.wait(timeout=30).value
        except alphacut.StillOpenError:
            handle.cancel()
            return None


def carried(graph: object, folder: Path) -> Fraction:
    """Ask what a network carries, whether its routes can deadlock, and where a job should lie."""
    found: alphacut.Throughput = alphacut.throughput(
        graph, "uniform", alpha=1, model="mcf", hosts=2, time_limit="5m", memory=2000, progress=True
    )
    again: alphacut.Throughput = alphacut.throughput(
        graph, "uniform", resume=found, progress=lambda told: bool(told["points"])
    )
    rate: alphacut.Rate = again.rates["mcf"]
    routes: alphacut.Routes = alphacut.routes(graph, "up-down", traffic={("a", "b"): 1})
    mapped: alphacut.StencilMapping = alphacut.mapping(graph, (4, 4), torus=True)
    measured: alphacut.Simulation = alphacut.simulate(graph, "up-down", loads=[1, "1/2"])
    run: alphacut.Run = measured.runs[0]
    limit: Fraction | None = measured.saturation
    assert run.accepted <= 1
    assert limit is None or limit <= 1
    placed: alphacut.Placement = alphacut.place("dragonfly:a=4,h=2", "16x16", count=8)
    routes.draw(folder / "routes.svg")
    checked: alphacut.Verified = mapped.verify()
    hosts: list[str] | None = placed.hosts
    assert hosts is None or checked.status == mapped.status
    return rate.lower
