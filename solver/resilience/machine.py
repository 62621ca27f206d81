"""A network as a question about resilience is asked about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from alphacut.arrangements.formats.spec import Limits as Sizes
from alphacut.arrangements.formats.spec import build, complete, parse
from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.comparison.balance import usual_balance
from alphacut.solver.resilience.failing import SWITCHES, Failing, Level
from alphacut.solver.traffic.reading import read_traffic

Json = Mapping[str, Any]
LARGEST = 20_000  # switches
SMALL = 64  # switches up to which exact values are wanted where no gap is named
USUAL_GAP = Fraction(1, 20)
RANDOM = ("random_links", "random_switches")


@dataclass(frozen=True, kw_only=True)
class Machine:
    """One network, with all that is asked about it."""

    topology: Json  # the complete spec
    network: Network
    balance: Balance
    levels: tuple[Level, ...]
    domains: Mapping[str, tuple[int, ...]]  # switches that fail together, by name
    gap: Fraction


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked, with all networks built."""

    machines: tuple[Machine, ...]
    failing: Failing
    alpha: Alpha
    samples: int
    seed: int
    traffic: tuple[Any, ...]  # specs
    injection: Fraction
    seconds: float | None  # wall time for everything; None: no limit

    @classmethod
    def read(cls, request: Json, sizes: Sizes) -> Question:
        """Read a request; see `StepKind.read`."""
        specs = [parse(each, sizes) for each in request["topologies"]]
        failing, alpha = Failing.parse(request["fail"]), Alpha.parse(request["alpha"])
        by = request["balance"] or usual_balance(specs)
        found = []
        for place, spec in enumerate(specs):
            field = f"topologies.{place}"
            network = build(spec, sizes)
            topology = complete(spec)
            _check(topology, network, field)
            found.append(
                Machine(
                    topology=topology,
                    network=network,
                    balance=Balance.of(network, by),
                    levels=_levels(failing, network, by),
                    domains=_domains(request["domains"], network),
                    gap=_gap(request, network),
                )
            )
            for each in request["traffic"]:
                _check_traffic(each, network, failing)
        return cls(
            machines=tuple(found),
            failing=failing,
            alpha=alpha,
            samples=request["samples"],
            seed=request["seed"],
            traffic=tuple(request["traffic"]),
            injection=Fraction(request["injection"]),
            seconds=(request.get("limits") or {}).get("seconds"),
        )


def _check(topology: Json, network: Network, field: str) -> None:
    given = topology.get("failed") or {}
    drawn = next((name for name in RANDOM if given.get(name)), None)
    if drawn is not None:
        raise QuestionError(
            f"{field}.failed.{drawn}",
            "must be left out: failures at random are drawn for each sample; list what has failed",
        )
    if network.switches > LARGEST:
        raise QuestionError(
            field, f"has {network.switches:,} switches, at most {LARGEST:,} are taken"
        )
    if network.switches < 2:
        raise QuestionError(field, "has one switch, which has no halves")


def _levels(failing: Failing, network: Network, by: str) -> tuple[Level, ...]:
    levels = failing.levels(network)
    weighing = sum(map(bool, network.hosts)) if by == "hosts" else network.switches
    if failing.what == SWITCHES and levels[-1].number > weighing - 2:
        raise QuestionError(
            "fail",
            f"could leave less than two switches with hosts; at most {max(0, weighing - 2):,} "
            "switches can fail",
        )
    return levels


def _gap(request: Json, network: Network) -> Fraction:
    named = (request.get("limits") or {}).get("gap")
    if named is not None:
        return Fraction(named)
    return Fraction(0) if network.switches <= SMALL else USUAL_GAP


def _check_traffic(spec: Any, network: Network, failing: Failing) -> None:
    if isinstance(spec, dict) and failing.what == SWITCHES:
        raise QuestionError(
            "traffic", "a matrix names hosts that may fail; with switches=… give a pattern"
        )
    read_traffic(spec, network)


def _domains(given: Mapping[str, Sequence[Any]], network: Network) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the switches of each domain, in order."""
    called = {name: switch for switch, name in enumerate(network.names)}
    found = {}
    for name, listed in given.items():
        switches = set()
        for each in listed:
            number = called.get(each) if isinstance(each, str) else each
            if number is None or number >= network.switches:
                raise QuestionError(
                    f"domains.{name}",
                    f"switch {shown(each)} does not exist; switches are 0 to "
                    f"{network.switches - 1}" + (", or names" if called else ""),
                )
            switches.add(number)
        if network.switches - len(switches) < 2:
            raise QuestionError(f"domains.{name}", "leaves less than two switches")
        found[name] = tuple(sorted(switches))
    return found
