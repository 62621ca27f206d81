"""A throughput document told anew: the rates that its evidence does prove, whatever it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import object_in
from alphacut.solver.throughput.verify.bounds import Setting, proven_above, proven_below
from alphacut.solver.throughput.verify.curve import check_curve
from alphacut.solver.throughput.verify.document import (
    expected_loads,
    model_in,
    reached,
    setting_of,
    used_up,
)
from alphacut.solver.throughput.verify.evidence import read_evidence
from alphacut.solver.throughput.verify.variables import variables_of

Json = Mapping[str, Any]
SHORT = 500  # bits of each part of a rate, beyond which it is rounded to the safe side
DECIMALS = 6


def restated(document: Json) -> dict[str, Any]:
    """Return a document with the bracket that each model's evidence proves.

    A model whose evidence proves nothing is left out, and so is a curve that is refused.

    Raises
    ------
    DocumentError, Refused
        If there is none that proves anything.
    """
    setting = setting_of(document)
    models = list(_restated(setting, document["models"]))
    if not models:
        raise Refused("no model has evidence that can be read")
    return {**document, "models": models}


def _restated(setting: Setting, models: list[Any]) -> Iterator[dict[str, Any]]:
    for place, entry in enumerate(models):
        try:
            yield _entry(setting, object_in(entry, f"models.{place}"), f"models.{place}")
        except (DocumentError, Refused):
            continue  # it proves nothing: left out, and the refusal of the whole is told elsewhere


def _entry(setting: Setting, node: Json, name: str) -> dict[str, Any]:
    model = model_in(node, name)
    evidence = read_evidence(node.get("evidence"), model, setting.flows, setting.network)
    upper = _short(proven_above(setting, model, evidence.lengths), up=True)
    lower = _short(proven_below(setting, model, evidence.rates, Fraction(0)).rate, up=False)
    shares = proven_below(setting, model, evidence.rates, lower).shares
    found = {
        **node,
        "rate": {"lower": str(lower), "upper": str(upper)},
        "status": reached(lower, upper),
        "variables": variables_of(setting, model, evidence),
        "links": used_up(setting, shares),
        "load": {
            link_class: {what: round(value, DECIMALS) for what, value in values.items()}
            for link_class, values in expected_loads(setting, shares, lower).items()
        },
    }
    if "curve" in found and not _curve_holds(setting, node, name):
        del found["curve"]
    return found


def _curve_holds(setting: Setting, node: Json, name: str) -> bool:
    try:
        check_curve(setting, model_in(node, name), node["curve"], f"{name}.curve")
    except (DocumentError, Refused):
        return False
    return True


def _short(rate: Fraction, *, up: bool) -> Fraction:
    """Round a rate with long parts to the side that stays proven."""
    if max(rate.numerator.bit_length(), rate.denominator.bit_length()) <= SHORT:
        return rate
    scaled = (rate.numerator << SHORT) // rate.denominator
    return Fraction(scaled + up, 1 << SHORT)
