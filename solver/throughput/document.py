"""The document of a throughput: question, answer and evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from alphacut.solver.throughput.links import DirectedLinks
from alphacut.solver.throughput.models import MCF, Control, Model
from alphacut.solver.throughput.primal_dual_bounds import Whole
from alphacut.solver.throughput.question import ModelAnswer, Question
from alphacut.solver.throughput.variables import Variable

if TYPE_CHECKING:
    from alphacut.solver.throughput.curve import RateCurve  # which loads HiGHS

FORMAT = "alphacut-throughput/1"
TIGHT = Fraction(999_999, 1_000_000)  # of its capacity, from which on a link counts as used up
DECIMALS = 6  # of shares of capacities


def document(
    question: Question, models: Iterable[Mapping[str, Any]], provenance: Mapping[str, Any]
) -> dict[str, Any]:
    """Put the answers for all models, as `model_entry` writes them, into a document."""
    return {
        "format": FORMAT,
        "topology": dict(question.topology),
        "switches": question.network.switches,
        "hosts": question.traffic.hosts,
        "traffic": question.traffic.spec,
        "alpha": str(question.alpha),
        "injection": str(question.injection),
        "models": [dict(each) for each in models],
        "provenance": dict(provenance),
    }


def model_entry(
    question: Question, found: ModelAnswer, curve: RateCurve | None = None
) -> dict[str, Any]:
    """Write what is proven about one model, and the rate over all α if it was traced."""
    links = DirectedLinks.of(question.network)
    return {**_model(links, found), **_curve(curve)}


def _model(links: DirectedLinks, found: ModelAnswer) -> dict[str, Any]:
    at_hosts = found.bracket.lower * found.demands.busiest
    return {
        "model": found.model.name,
        "rate": {"lower": str(found.bracket.lower), "upper": str(found.bracket.upper)},
        "status": found.bracket.status,
        "variables": _variables(found),
        "links": [
            [int(links.tails[e]), int(links.heads[e]), links.names[links.classes[e]]]
            for e, share in enumerate(found.shares)
            if share >= TIGHT
        ],
        "load": {"host": {"max": _decimal(at_hosts)}, **_by_class(links, found.shares)},
        "evidence": {"lengths": [int(each) for each in found.lengths], **_rates(found)},
        "solver": found.solver,
        "seconds": round(found.seconds, 3),
    }


def _variables(found: ModelAnswer) -> int:
    """Count the sets of paths that may have a rate; single paths, if they have one."""
    if found.model.valiant in (None, Control.INDIVIDUAL):
        return int(np.count_nonzero(found.rates))
    return len(found.variables)


def _rates(found: ModelAnswer) -> dict[str, Any]:
    """Write the rates of paths, and what carries them on to other flows."""
    ends = found.demands.sources, found.demands.destinations
    written: dict[str, Any] = {
        "rates": [
            [*_ends(*ends, variable, found.model), int(rate)]
            for variable, rate in zip(found.variables.each, found.rates, strict=True)
            if rate
        ]
    }
    if found.symmetries:
        written["symmetries"] = [each.tolist() for each in found.symmetries]
    return written


def _curve(curve: RateCurve | None) -> dict[str, Any]:
    if curve is None:
        return {}
    return {
        "curve": {
            "status": curve.status,
            "segments": [
                {
                    "from": str(each.start),
                    "to": None if each.end is None else str(each.end),
                    "intercept": str(each.bound.intercept),
                    "slope": str(each.bound.slope),
                    "lengths": [int(length) for length in each.bound.lengths],
                }
                for each in curve.stretches
            ],
            "points": [
                {"alpha": str(alpha), "rate": str(found.bracket.lower), **_rates(found)}
                for alpha, found in curve.points
            ],
        }
    }


def _ends(sources: Whole, destinations: Whole, variable: Variable, model: Model) -> list[Any]:
    """Name a variable: its flow, its kind, and its length or path."""
    kind = "valiant" if variable.valiant else "minimal"
    which = list(variable.route) if variable.route is not None else variable.length
    return [
        int(sources[variable.flow]),
        int(destinations[variable.flow]),
        "any" if model is MCF else kind,
        which,
    ]


def _by_class(links: DirectedLinks, shares: Sequence[Fraction]) -> dict[str, dict[str, float]]:
    values = np.array([float(share) for share in shares])
    return {
        name: {
            "mean": round(float(values[links.classes == at].mean()), DECIMALS),
            "max": round(float(values[links.classes == at].max()), DECIMALS),
        }
        for at, name in enumerate(links.names)
        if (links.classes == at).any()
    }


def _decimal(value: Fraction) -> float:
    return round(float(value), DECIMALS)
