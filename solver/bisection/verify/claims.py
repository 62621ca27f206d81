"""The points of a document, and the order in which their proofs rest on each other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.shared import Shared
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.errors import BeyondLimit, Refused

LONGEST_CHAIN = 100  # proofs that build on each other


@dataclass(frozen=True, kw_only=True)
class PointClaim:
    """One point of a document as it was written."""

    alpha: Alpha
    value: Fraction  # capacity of the best bisection (at infinity, its slope)
    lower: Fraction  # what no bisection is below
    proof: str | None  # on what `lower` rests
    certificate: object

    @property
    def target(self) -> int:
        """The lower bound as a scaled integer."""
        return math.ceil(self.lower * (self.alpha.denominator or 1))


@dataclass(frozen=True, kw_only=True)
class WrittenLemma:
    """A claim about one intercept as it was written."""

    statement: InterceptLemma
    certificate: object


class Claims:
    """Checks the proofs of a document's points, each once, never in a circle.

    Parameters
    ----------
    points, lemmas
        As the document has them.
    shared
        Certificates and multipliers that it names.
    """

    def __init__(
        self,
        network: Network,
        balance: Balance,
        points: list[PointClaim],
        lemmas: list[WrittenLemma],
        shared: Shared,
    ) -> None:
        self._network = network
        self._balance = balance
        self._points = {point.alpha: point for point in points}
        self._lemmas = lemmas
        self._shared = shared
        self._proven: list[InterceptLemma] = []  # claims about single intercepts
        self._accepted: dict[Alpha, str] = {}
        self._open: list[Alpha] = []
        self.words: tuple[str, ...] = ()  # what was checked of single intercepts

    def check(self) -> dict[Alpha, str]:
        """Check every point that is labelled with a certificate.

        Returns
        -------
        What was checked at each, in words.
        """
        for written in self._lemmas:
            self.words += (self._checked_lemma(written),)
            self._proven.append(written.statement)
        for point in self._points.values():
            if point.proof == "certificate":
                self._establish(point.alpha)
        return self._accepted

    def _establish(self, alpha: Alpha) -> int:
        point = self._points.get(alpha)
        if point is None or point.proof != "certificate":
            raise Refused(f"a proof builds on α = {alpha}, which this document does not prove")
        if alpha in self._open:
            raise Refused(f"the proof at α = {alpha} builds on itself")
        if len(self._open) >= LONGEST_CHAIN:
            raise Refused(f"more than {LONGEST_CHAIN} proofs build on each other in a row")
        if alpha not in self._accepted:
            self._open.append(alpha)
            self._accepted[alpha] = self._checked(point)
            self._open.pop()
        return point.target

    def _checked(self, point: PointClaim) -> str:
        try:
            return check_certificate(
                self._shared.certificate(point.certificate),
                network=self._network,
                balance=self._balance,
                alpha=point.alpha,
                target=point.target,
                established=self._establish,
                lemmas=self._proven,
                named=self._shared.named,
            )
        except Refused as refusal:
            raise Refused(f"α = {point.alpha}: {refusal}") from refusal
        except BeyondLimit as error:
            raise error.at(f"α = {point.alpha}") from error

    def _checked_lemma(self, written: WrittenLemma) -> str:
        """Check a claim about one intercept, which builds on nothing."""
        lemma = written.statement
        at = f"intercept {shown(lemma.intercept)}: slope ≥ {shown(lemma.slope)}"
        try:
            words = check_certificate(
                self._shared.certificate(written.certificate),
                network=self._network,
                balance=self._balance,
                alpha=INFINITY,
                target=lemma.slope,
                established=_nothing,
                intercept=lemma.intercept,
                named=self._shared.named,
            )
        except Refused as refusal:
            raise Refused(f"{at}: {refusal}") from refusal
        except BeyondLimit as error:
            raise error.at(at) from error
        return f"{at}, certificate accepted ({words})"


def _nothing(alpha: Alpha) -> int:
    raise Refused(f"a claim about an intercept builds on α = {alpha}")
