"""Taking over what a document proves: each proof in it is verified before it is believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED, build_any, parse
from alphacut.arrangements.network import Network
from alphacut.jobs.tasks.whole import Whole
from alphacut.solver.bisection.balance import Balance, Sizes
from alphacut.solver.bisection.certificate.codec import read_certificate
from alphacut.solver.bisection.outcome import Outcome, Report, StopReason
from alphacut.solver.bisection.sharing import in_place
from alphacut.solver.bisection.sizes import with_sizes
from alphacut.solver.bisection.variants import Sized
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.shared import Shared
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.limits import USUAL, Limits
from alphacut.solver.common.verdict import Load

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class TakeOver(Whole[tuple[Outcome, ...]]):
    """Implements `Task`: verify a curve or point document; return what it found and proves.

    What rests on a solver's word alone is left behind.
    """

    document: object  # as it was read
    load: Load  # of certificates in files beside it
    limits: Limits = USUAL
    seconds: float | None = float(USUAL.time)
    doing = "verifying what is to be gone on from"

    def work(self, on_progress: object) -> tuple[Outcome, ...]:  # noqa: ARG002
        """Verify the document, and read it.

        Raises
        ------
        Refused, BeyondLimit, DocumentError
            As `verify_document` does.
        """
        verify_document(self.document, self.load, self.limits)
        assert isinstance(self.document, Mapping)  # as is now known
        network = build_any(parse(self.document["topology"], UNLIMITED), UNLIMITED)
        return tuple(_answers(self.document, network, Shared.of(self.document, self.load)))


def _answers(document: Json, network: Network, shared: Shared) -> Iterator[Outcome]:
    """Return the answers that a verified document stands for, the cuts first."""
    sides = [each["side"] for each in document.get("segments", [document])]
    balance = balance_of(document, network)
    yield Outcome(cuts=tuple(Sized(network=network, balance=balance).cut(side) for side in sides))
    for level in document.get("levels", []):
        lemma = _proven(INFINITY, level["slope"], level, shared, intercept=level["intercept"])
        yield lemma if level["slope"] else _tree(lemma)
    for point in document.get("points") or [document["point"]]:
        if point["proof"] == "certificate":
            alpha = Alpha.read(point["alpha"])
            bound = ceil(Fraction(point["lower"]) * (alpha.denominator or 1))
            yield _proven(alpha, bound, point, shared)


def _tree(lemma: Outcome) -> Outcome:
    """Return a proof of nothing as what it stands for: a tree to go on with."""
    return replace(lemma, certificate=None, partial_proof=lemma.certificate)


def balance_of(document: Json, network: Network) -> Balance:
    """Return what the cuts of a verified document have to keep."""
    halves = Balance.of(network, document["balance"])
    sizes = document.get("sizes")
    return halves if sizes is None else with_sizes(halves, Sizes(**sizes))


def _proven(
    alpha: Alpha, bound: int, claim: Json, shared: Shared, intercept: int | None = None
) -> Outcome:
    certificate = shared.certificate(claim["certificate"])
    return Outcome(
        alpha=alpha,
        intercept=intercept,
        lower_bound=bound,
        certified_bound=bound,
        certificate=in_place(read_certificate(certificate), shared.named),
        report=Report(engine=str(claim.get("engine") or "")),
        stopped_because=StopReason.TIME_LIMIT,  # so that a point that is open is asked again
    )
