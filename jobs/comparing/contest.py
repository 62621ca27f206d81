"""A request for a comparison, made ready: a curve or a point is asked of each network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from arrangements.errors import NetworkError, SpecError
from arrangements.formats.spec import Limits as SizeLimits
from jobs.findings import fingerprint
from jobs.kinds import CURVE, POINT, Kind, Work
from solver.bisection.alpha import Alpha
from solver.errors import QuestionError

COMPARE = "compare"  # what requests call the kind

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Contest:
    """What is compared, and where the table stands."""

    kind: Kind  # of what is asked of each network
    entrants: tuple[Work, ...]  # in the order of the request
    alpha: Alpha  # of the table
    injection: Fraction  # capacity of the link of a host, in local links
    seconds: float | None  # wall time for all of them together
    content: str  # equal for requests that ask the same with the same limits

    @classmethod
    def of(cls, request: Json, sizes: SizeLimits) -> Self:
        """Build what a request asks about.

        Parameters
        ----------
        request
            A JSON object with "kind", "topologies" (specs), "alpha" (of the table),
            "only_alpha" (whether all else stays open), "injection", and "limits",
            "engine" and "balance" as other kinds have them.
        sizes
            The largest network that is built.

        Raises
        ------
        QuestionError
            If the request cannot be worked on; its field names the network at fault.
        """
        alpha, injection = _finite(request, "alpha"), _finite(request, "injection")
        if not injection.fraction:
            raise QuestionError("injection", "must be above 0")
        kind = POINT if request["only_alpha"] else CURVE
        shared = {name: request[name] for name in ("limits", "engine", "balance")}
        asked = {**shared, "alpha": str(alpha) if kind is POINT else {"min": "0", "max": "inf"}}
        entrants = tuple(
            _entrant(kind, place, {**asked, "topology": topology}, sizes)
            for place, topology in enumerate(request["topologies"])
        )
        complete = {**request, "topologies": [each.topology for each in entrants]}
        return cls(
            kind=kind,
            entrants=entrants,
            alpha=alpha,
            injection=injection.fraction,
            seconds=request["limits"]["seconds"],
            content=fingerprint(complete),
        )


def _finite(request: Json, field: str) -> Alpha:
    ratio = Alpha.parse(request[field], field)
    if not ratio.finite:
        raise QuestionError(field, "must be finite, such as 5/4")
    return ratio


def _entrant(kind: Kind, place: int, request: Json, sizes: SizeLimits) -> Work:
    """Prepare what is asked of one network; what is wrong with it says with which."""
    try:
        return kind.prepare(request, sizes)
    except QuestionError as error:
        if error.field != "topology":
            raise
        raise QuestionError(f"topologies.{place}", error.problem) from error
    except (SpecError, NetworkError) as error:
        field = ".".join(filter(None, ("topologies", str(place), getattr(error, "field", ""))))
        raise QuestionError(field, getattr(error, "problem", str(error))) from error
