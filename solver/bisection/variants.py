"""What is asked about bisections, over a range of α or at one, and the document that answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from alphacut.arrangements.formats.spec import Limits as SizeLimits
from alphacut.arrangements.formats.spec import build_any, complete, parse
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import Inquiry, Limits
from alphacut.solver.bisection.document import Document, curve_document, point_document
from alphacut.solver.bisection.engines.accepting import check_inquiry
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.theorem import by_theorem
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.fingerprint import fingerprint

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Work:
    """A request made ready to be worked on."""

    topology: Json  # the complete spec
    inquiry: Inquiry
    limits: Limits
    content: str = ""  # equal for requests that ask the same with the same limits


class Write(Protocol):
    """Writes what is known as a document; `curve_document` is one."""

    def __call__(
        self,
        envelope: Envelope,
        *,
        topology: Json,
        network: Network,
        balance: Balance,
        provenance: Json,
    ) -> Document:
        """Write a document."""
        ...


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One of the two ways to ask about bisections.

    A request is a JSON object with "kind", "topology" (a spec), "alpha" (as
    `span` reads it), "limits" ("seconds", which may be null, and "gap"),
    "engine" and "balance".
    """

    name: str  # of the kind of job
    span: Callable[[Any], tuple[Alpha, Alpha]]  # the range of α, from a request's "alpha"
    write: Write

    def prepare(self, request: Json, sizes: SizeLimits) -> Work:
        """Build what a request asks about.

        Parameters
        ----------
        sizes
            The largest network that is built.

        Raises
        ------
        SpecError, QuestionError
            If the request cannot be worked on.
        """
        spec = parse(request["topology"], sizes)
        low, high = self.span(request["alpha"])
        network = build_any(spec, sizes)
        inquiry = Inquiry(
            network=network,
            balance=Balance.of(network, request["balance"]),
            low=low,
            high=high,
            engine=request["engine"],
        )
        check_inquiry(inquiry)
        topology = complete(spec)
        return Work(
            topology=topology,
            inquiry=inquiry,
            limits=_limits(request["limits"]),
            content=fingerprint({**request, "kind": self.name, "topology": topology}),
        )

    def document(self, work: Work, envelope: Envelope, provenance: Json) -> Document:
        """Write what is known about some work, beside what a theorem says."""
        return by_theorem(
            self.write(
                envelope,
                topology=work.topology,
                network=work.inquiry.network,
                balance=work.inquiry.balance,
                provenance=provenance,
            )
        )


def _limits(written: Json) -> Limits:
    return Limits(seconds=written["seconds"], gap=Fraction(written["gap"]))


def _range(written: Json) -> tuple[Alpha, Alpha]:
    low = Alpha.parse(written["min"], "alpha.min")
    if not low.finite:
        raise QuestionError("alpha.min", "a curve begins at a finite α; for 'inf' ask for a point")
    return low, Alpha.parse(written["max"], "alpha.max")


def _single(written: object) -> tuple[Alpha, Alpha]:
    alpha = Alpha.parse(written)
    return alpha, alpha


CURVE = Variant(name="bisection-curve", span=_range, write=curve_document)
POINT = Variant(name="bisection-point", span=_single, write=point_document)
VARIANTS: dict[str, Variant] = {each.name: each for each in (CURVE, POINT)}
