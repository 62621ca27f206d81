"""What the checks of a fabric's document share: its bisections, and the forms of its members."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.document import POINT_FORMAT, verify_document
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import alpha_in, fraction_in, object_in, text_in
from alphacut.solver.common.limits import Limits
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.common.verdict import Load


class Bisection:
    """A point of the document, accepted, with its network."""

    def __init__(self, point: Mapping[str, Any], status: str) -> None:
        self.network: Network = rebuilt(point.get("topology"), any_wiring=True)
        self.balance = Balance.of(self.network, text_in(point, "balance"))
        self.status = status
        self.side: list[int] = point["side"]
        about = object_in(point.get("point"), "point")
        self.alpha: Alpha = alpha_in(about, "alpha")
        if not self.alpha.finite:
            raise Refused("α is infinite, where failures are not counted")
        self.lower, self.value = fraction_in(about, "lower"), fraction_in(about, "value")
        self.proof = about.get("proof")
        self.unit = object_in(point.get("topology"), "topology").get("unit", "1")

    @classmethod
    def of(
        cls, written: object, name: str, load: Load, limits: Limits
    ) -> tuple[Bisection, tuple[str, ...]]:
        point = object_in(written, name)
        if point.get("format") != POINT_FORMAT:
            raise DocumentError(f"{name}.format is not {POINT_FORMAT}")
        try:
            verdict = verify_document(point, load, limits)
        except Refused as refusal:
            raise Refused(f"{name}: {refusal}") from refusal
        return cls(point, verdict.status), verdict.checked

    def improve(self, lower: Fraction) -> None:
        """Take a bound that was proven otherwise, which may close the gap."""
        if lower > self.lower:
            self.lower = lower
        if lower == self.value:
            self.status = "exact"

    def capacity(self, name: str) -> Fraction:
        """Return the capacity of a link of a class."""
        each = self.network.class_by_name[name]
        return each.base + each.slope * self.alpha.fraction


def names_in(value: object, name: str) -> list[str]:
    """Return a member that is a list of strings."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise DocumentError(f"{name} is not a list of strings")
    return value


def is_a(value: object, kind: str) -> bool:
    """Tell whether a value is a string ("s"), or an integer that is not negative ("i")."""
    if kind == "s":
        return isinstance(value, str)
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
