"""Checking a throughput document from nothing but itself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused
from alphacut.solver.common.fields import (
    alpha_in,
    document_in,
    integer_in,
    number_in,
    object_in,
    only_fields,
    same,
    text_in,
)
from alphacut.solver.common.limits import USUAL, Limits, room_for, within
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.common.verdict import Load, Verdict, refuse_files
from alphacut.solver.throughput.models import Model, read_models
from alphacut.solver.throughput.verify.bounds import Setting, proven_above, proven_below
from alphacut.solver.throughput.verify.curve import check_curve, rational_in
from alphacut.solver.throughput.verify.evidence import read_evidence
from alphacut.solver.throughput.verify.variables import variables_of
from alphacut.solver.traffic.reading import read_traffic

FORMAT = "alphacut-throughput/1"
FIELDS = (
    "format",
    "topology",
    "switches",
    "hosts",
    "traffic",
    "alpha",
    "injection",
    "models",
    "provenance",
)
MODEL_FIELDS = (
    "model", "rate", "status", "variables", "links", "load", "evidence", "curve", "solver",
    "seconds",
)  # fmt: skip
STATUSES = ("bounded", "optimal", "exact")  # each claims more than the one before
NEAR = Fraction(1, 10**6)
TIGHT = Fraction(999_999, 1_000_000)
SHOWN = 2e-6  # by which a decimal may differ from what it stands for


def verify_throughput(
    document: object, load: Load = refuse_files, limits: Limits = USUAL
) -> Verdict:
    """Check a throughput document and the evidence of every model.

    Parameters
    ----------
    document
        The JSON value.
    load
        Is not called: these documents keep nothing in files beside them.
    limits
        The most that the check may cost.

    Raises
    ------
    DocumentError
        If it is not one that can be read, or has members that are not known.
    BeyondLimit
        If the check would cost more than is allowed.
    Refused
        If something in it is false, or its evidence does not prove it.
    """
    del load
    written = document_in(document, FORMAT, FIELDS)
    with within(limits):
        object_in(written.get("provenance"), "provenance")
        setting = setting_of(written)
        listed = written.get("models")
        if not isinstance(listed, list) or not listed:
            raise DocumentError("models is not a list with an answer in it")
        words, statuses = [], []
        for place, entry in enumerate(listed):
            node = object_in(entry, f"models.{place}")
            only_fields(node, MODEL_FIELDS, f"models.{place}")
            status, told = _check_model(setting, node, f"models.{place}")
            statuses.append(status)
            words.append(told)
    weakest = min(statuses, key=STATUSES.index)
    return Verdict(
        status=weakest,
        checked=(
            f"{setting.network.switches} switches rebuilt, {len(setting.flows)} flows",
            *words,
        ),
    )


def setting_of(document: Mapping[str, Any]) -> Setting:
    """Build the network and the traffic of a document anew."""
    network = rebuilt(document.get("topology"))
    # numbers and lengths of paths for each pair of switches and each length of paths
    room_for(network.switches**2 * 8 * 40, "tables of the paths between all switches")
    if integer_in(document, "switches") != network.switches:
        raise Refused(f"switches: the topology has {network.switches}")
    if integer_in(document, "hosts") != sum(network.hosts):
        raise Refused(f"hosts: the topology has {sum(network.hosts)}")
    alpha = alpha_in(document, "alpha")
    if not alpha.finite:
        raise DocumentError("alpha is not finite")
    injection = Fraction(1)
    if "injection" in document:
        injection = rational_in(document, "injection", "the document")
    if not injection:
        raise DocumentError("injection is 0")
    try:
        traffic = read_traffic(document.get("traffic"), network)
        demands = traffic.between_switches(network)
    except QuestionError as error:
        raise DocumentError(str(error)) from error
    ends = zip(demands.sources.tolist(), demands.destinations.tolist(), strict=True)
    return Setting(
        network=network,
        flows=dict(zip(ends, demands.weights.tolist(), strict=True)),
        unit=demands.unit * injection,
        busiest=demands.busiest,
        alpha=alpha.fraction,
    )


def _check_model(setting: Setting, node: Mapping[str, Any], name: str) -> tuple[str, str]:
    """Check one answer; return its status, and what was found in words."""
    model = model_in(node, name)
    rate = object_in(node.get("rate"), f"{name}.rate")
    only_fields(rate, ("lower", "upper"), f"{name}.rate")
    lower, upper = (rational_in(rate, side, f"{name}.rate") for side in ("lower", "upper"))
    evidence = read_evidence(node.get("evidence"), model, setting.flows, setting.network)
    above = proven_above(setting, model, evidence.lengths)
    if upper < above:
        raise Refused(f"{name}: the lengths prove no more than rate ≤ {_short(above)}")
    below = proven_below(setting, model, evidence.rates, lower)
    if lower > below.rate:
        raise Refused(f"{name}: the rates prove no more than rate ≥ {_short(below.rate)}")
    status = _check_status(node, name, lower, upper)
    variables = variables_of(setting, model, evidence)
    if integer_in(node, "variables") != variables:
        raise Refused(f"{name}.variables: there are {variables}")
    text_in(node, "solver")
    if number_in(node, "seconds", name) < 0:
        raise DocumentError(f"{name}.seconds is negative")
    _check_links(setting, node, name, below.shares)
    _check_loads(setting, node, name, below.shares, lower)
    if "curve" in node:
        check_curve(setting, model, node["curve"], f"{name}.curve")
    return status, f"{model.title}: {_short(lower)} ≤ rate ≤ {_short(upper)}, paths counted anew"


def model_in(node: Mapping[str, Any], name: str) -> Model:
    """Return the model that an answer is about."""
    try:
        [model] = read_models(node.get("model"))
    except (QuestionError, ValueError) as error:
        raise DocumentError(f"{name}.model is {shown(node.get('model'))}, which is none") from error
    if model.name != node.get("model") or isinstance(node.get("model"), bool):
        raise DocumentError(f"{name}.model is {shown(node.get('model'))}, which is none")
    return model


def _check_status(node: Mapping[str, Any], name: str, lower: Fraction, upper: Fraction) -> str:
    status = text_in(node, "status")
    if status not in STATUSES:
        raise DocumentError(f"{name}.status is {shown(status)}; known are {', '.join(STATUSES)}")
    most = reached(lower, upper)
    if STATUSES.index(status) > STATUSES.index(most):
        raise Refused(f"{name}: status is {status!r}, but the bounds are {most}")
    return status


def reached(lower: Fraction, upper: Fraction) -> str:
    """Return the status that two bounds reach."""
    return "bounded" if upper - lower >= NEAR else "optimal" if lower < upper else "exact"


def _check_links(
    setting: Setting, node: Mapping[str, Any], name: str, shares: list[Fraction]
) -> None:
    """Check which links are used up."""
    tight = used_up(setting, shares)
    if not same(node.get("links"), tight):
        raise Refused(f"{name}.links: {len(tight)} links are used up, and others are named")


def used_up(setting: Setting, shares: list[Fraction]) -> list[list[int | str]]:
    """Return the links that have next to nothing left, with their ends and classes."""
    tight: list[list[int | str]] = []
    for place, share in enumerate(shares):
        first, second, link_class, _ = setting.network.links[place // 2]
        ends = [second, first] if place % 2 else [first, second]
        if share >= TIGHT:
            tight.append([*ends, link_class])
    return tight


def _check_loads(
    setting: Setting,
    node: Mapping[str, Any],
    name: str,
    shares: list[Fraction],
    lower: Fraction,
) -> None:
    """Check the loads told of each class, which are rounded."""
    expected = expected_loads(setting, shares, lower)
    written = object_in(node.get("load"), f"{name}.load")
    if written.keys() != expected.keys():
        raise Refused(f"{name}.load: should name {', '.join(expected)}")
    for link_class, values in expected.items():
        told = object_in(written[link_class], f"{name}.load.{link_class}")
        if told.keys() != values.keys():
            raise Refused(f"{name}.load.{link_class}: should have {', '.join(values)}")
        for what, value in values.items():
            number = number_in(told, what, f"{name}.load.{link_class}")
            if abs(number - value) > SHOWN:
                raise Refused(f"{name}.load.{link_class}.{what} should be {value:.6f}")


def expected_loads(
    setting: Setting, shares: list[Fraction], lower: Fraction
) -> dict[str, dict[str, float]]:
    """Return the loads of each class by its capacity, and of the busiest host."""
    found: dict[str, list[float]] = {}
    for place, share in enumerate(shares):
        found.setdefault(setting.network.links[place // 2].link_class, []).append(float(share))
    return {"host": {"max": float(lower * setting.busiest)}} | {
        link_class: {"mean": sum(values) / len(values), "max": max(values)}
        for link_class, values in found.items()
    }


def _short(value: Fraction) -> str:
    """Write a rate for people: as a ratio if that is short, else in decimals."""
    return str(value) if value.denominator < 10**6 else f"{float(value):.9f}"
