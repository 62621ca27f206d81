"""A request for a comparison: a curve or a point is asked of each network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.spec import UNLIMITED, FamilySpec, parse
from alphacut.arrangements.formats.spec import Limits as SizeLimits
from alphacut.solver.bisection.variants import CURVE, POINT, Variant
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.fingerprint import fingerprint
from alphacut.solver.comparison.balance import usual_balance
from alphacut.solver.comparison.units import check_units

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class ComparisonRequest:
    """What is compared, and where the table stands; no network is built for it."""

    kind: Variant  # of what is asked of each network
    requests: tuple[Json, ...]  # what is asked of each, in the order of the request
    alpha: Alpha  # of the table
    injection: Fraction  # capacity of the link of a host, in local links
    seconds: float | None  # wall time for all of them together

    @classmethod
    def read(cls, request: Json) -> Self:
        """Read a request.

        Parameters
        ----------
        request
            A JSON object with "kind", "topologies" (specs), "alpha" (of the table),
            "only_alpha" (whether all else stays open), "injection", and "limits",
            "engine" and "balance" as other kinds have them; this may be null.

        Raises
        ------
        QuestionError
            If a number in it cannot be right.
        """
        alpha, injection = _finite(request, "alpha"), _finite(request, "injection")
        if not injection.fraction:
            raise QuestionError("injection", "must be above 0")
        check_units(each.get("unit") for each in request["topologies"])
        kind = POINT if request["only_alpha"] else CURVE
        shared = {name: request[name] for name in ("limits", "engine", "balance")}
        shared["balance"] = shared["balance"] or usual_balance(_specs(request["topologies"]))
        shared_fields = {
            **shared,
            "alpha": str(alpha) if kind is POINT else {"min": "0", "max": "inf"},
        }
        return cls(
            kind=kind,
            requests=tuple({**shared_fields, "topology": each} for each in request["topologies"]),
            alpha=alpha,
            injection=injection.fraction,
            seconds=request["limits"]["seconds"],
        )


@dataclass(frozen=True, kw_only=True)
class Contest:
    """A comparison whose networks were all built once."""

    requested: ComparisonRequest
    content: str  # equal for requests that ask the same with the same limits

    @classmethod
    def of(cls, request: Json, sizes: SizeLimits) -> Self:
        """Build every network of a request, so that what is wrong with it shows now.

        Parameters
        ----------
        request
            As `ComparisonRequest.read` takes it.
        sizes
            The largest network that is built.

        Raises
        ------
        QuestionError
            If the request cannot be worked on; its field names the network at fault.
        """
        requested = ComparisonRequest.read(request)
        topologies = [
            _topology(requested.kind, *each, sizes) for each in enumerate(requested.requests)
        ]
        return cls(requested=requested, content=fingerprint({**request, "topologies": topologies}))


def _specs(topologies: Sequence[Json]) -> list[FamilySpec]:
    """Read all specs; what is wrong with one says with which."""
    specs = list[FamilySpec]()
    for place, topology in enumerate(topologies):
        try:
            specs.append(parse(topology, UNLIMITED))
        except SpecError as error:
            field = ".".join(filter(None, ("topologies", str(place), error.field)))
            raise QuestionError(field, error.problem) from error
    return specs


def _finite(request: Json, field: str) -> Alpha:
    ratio = Alpha.parse(request[field], field)
    if not ratio.finite:
        raise QuestionError(field, "must be finite, such as 5/4")
    return ratio


def _topology(kind: Variant, place: int, request: Json, sizes: SizeLimits) -> Json:
    """Return the complete spec of one network; what is wrong with it says with which."""
    try:
        work = kind.prepare(request, sizes)
        if isinstance(work.problem.network, AnyWiring):
            raise SpecError("wiring", "any has no structure to compare; name one")
        return work.topology
    except QuestionError as error:
        if error.field != "topology":
            raise
        raise QuestionError(f"topologies.{place}", error.problem) from error
    except (SpecError, NetworkError) as error:
        field = ".".join(filter(None, ("topologies", str(place), getattr(error, "field", ""))))
        raise QuestionError(field, getattr(error, "problem", str(error))) from error
