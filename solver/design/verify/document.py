"""Checking a document of designs from nothing but itself.

Counts, prices and bounds of every network are derived anew from its parameters; what is told to be
proven is a point with a certificate, which the verifier of points checks; distances and traffic of
smaller networks are measured. Nothing is shared with what designs, but the form of a document.
Which networks were compared, and that no other one is better, cannot be checked, and is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import (
    alpha_in,
    document_in,
    fraction_in,
    integer_in,
    object_in,
    only_fields,
    same,
    text_in,
)
from alphacut.solver.common.limits import USUAL, Limits, within
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.common.verdict import Load, Verdict, refuse_files
from alphacut.solver.design.verify.boxes import box
from alphacut.solver.design.verify.clos import clos
from alphacut.solver.design.verify.dragonflies import Wiring, by_majorities, by_shares, dragonfly
from alphacut.solver.design.verify.facts import Conditions, Facts, Spec
from alphacut.solver.design.verify.measured import LARGEST, measured
from alphacut.solver.design.verify.others import (
    dragonfly_plus,
    polarfly,
    random_regular,
    slim_fly,
)
from alphacut.solver.design.verify.priced import Paid, Prices, paid

FORMAT = "alphacut-design/2"
QUESTION = (
    *("hosts", "radix", "within", "alpha", "per_host", "spare_ports", "sort", "arrangement"),
    *("balanced", "unused_ports", "limit", "prices"),
)
FIELDS = (
    *("format", *QUESTION, "families", "fitting", "front", "status", "designs", "beside"),
    "provenance",
)
ROW = (
    *("family", "name", "topology", "hosts", "grows_to", "switches", "ports", "cables", "price"),
    *("watts", "price_per_host", "watts_per_host", "diameter", "mean_distance", "status", "proof"),
    *("bisection", "lower", "bisection_per_host", "bisection_per_host_lower", "saturation"),
    *("after_worst_link", "reason", "at", "point"),
)
WEAKEST_FIRST = ("bounded", "formula", "exact")
FULL = Fraction(1, 2)  # B for each host, beyond which the links of hosts are the limit
SLACK = 1 - Fraction(1, 10**9)  # designs are compared in floating point
FACTS: Mapping[str, Callable[[Spec, Conditions], Facts]] = {
    **dict.fromkeys(("fat_tree", "leaf_spine", "xgft"), clos),
    **dict.fromkeys(("dragonfly", "slingshot"), dragonfly),
    **dict.fromkeys(("hyperx", "hamming", "torus"), box),
    **dict.fromkeys(("jellyfish", "xpander"), random_regular),
    "dragonfly_plus": dragonfly_plus,
    "slim_fly": slim_fly,
    "polarfly": polarfly,
}
ORDERED = ("price", "watts", "switches", "hosts")  # orders that no later proof changes
Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Question:
    """What was asked for."""

    hosts: int
    radix: int
    within: Fraction
    alpha: Alpha
    per_host: Fraction
    spare: int
    sort: str
    arrangement: str | None
    balanced: bool
    unused: bool
    limit: int
    prices: Prices


@dataclass(frozen=True, kw_only=True)
class Row:
    """What a row was found to tell."""

    status: str
    lower: Fraction
    paid: Paid
    hosts: int
    switches: int


def verify_design(document: object, load: Load = refuse_files, limits: Limits = USUAL) -> Verdict:
    """Check a document of designs.

    Parameters
    ----------
    document
        The JSON value.
    load
        Loads certificates that the document keeps in files beside it.
    limits
        The most that the check may cost.

    Raises
    ------
    DocumentError
        If it cannot be read.
    BeyondLimit
        If the check would cost more than is allowed.
    Refused
        If something in it is false.
    """
    written = document_in(document, FORMAT, FIELDS)
    _all_there(written, FIELDS, "")
    with within(limits):
        question = _question(written)
        names = _families(written)
        listed = _objects(written, "designs")
        rows = [_row(each, question, names, load, limits) for each in listed]
        _numbers(written, question, rows)
        _order(rows, question.sort)
        _beside(written, question, names, load, limits)
        object_in(written["provenance"], "provenance")
    status = min((row.status for row in rows), key=WEAKEST_FIRST.index, default="bounded")
    if written["status"] != status:
        raise Refused(f"status is {shown(written['status'])}, but its designs are {status}")
    return Verdict(status=status, checked=_told(rows, len(written["beside"])))


def _question(written: Json) -> Question:
    """Read what was asked for."""
    alpha = alpha_in(written, "alpha")
    found = Question(
        hosts=integer_in(written, "hosts"),
        radix=integer_in(written, "radix"),
        within=fraction_in(written, "within"),
        alpha=alpha,
        per_host=fraction_in(written, "per_host"),
        spare=integer_in(written, "spare_ports"),
        sort=text_in(written, "sort"),
        arrangement=None if written["arrangement"] is None else text_in(written, "arrangement"),
        balanced=_flag(written, "balanced"),
        unused=_flag(written, "unused_ports"),
        limit=integer_in(written, "limit"),
        prices=Prices.of(object_in(written["prices"], "prices")),
    )
    if not alpha.finite or alpha.numerator == 0:
        raise Refused(f"alpha is {alpha}, neither 0 nor infinite")
    if min(found.hosts, found.radix, found.limit) < 1 or found.within < 0 or found.spare < 0:
        raise Refused("the question has a number that is too small")
    for name, value in (("alpha", alpha), ("within", found.within), ("per_host", found.per_host)):
        if written[name] != str(value):
            raise Refused(f"{name} is {shown(written[name])}, in lowest terms {value}")
    return found


def _families(written: Json) -> tuple[str, ...]:
    """Check how many shapes are told to fit, and return the families that were looked at."""
    on_list = {text_in(row, "family") for row in _objects(written, "designs")}
    names, fitting = list[str](), 0
    for each in _objects(written, "families"):
        only_fields(each, ("family", "fitting", "listed"), "families")
        names.append(text_in(each, "family"))
        fitting += integer_in(each, "fitting")
        if names[-1] not in FACTS or integer_in(each, "fitting") < 0:
            raise Refused(f"families: {shown(each)} is none")
        if _flag(each, "listed") is not (names[-1] in on_list):
            raise Refused(f"families: {names[-1]} is told to be listed, or not, and is not so")
    if len(set(names)) < len(names):
        raise Refused("families: one is there twice")
    if integer_in(written, "fitting") != fitting:
        raise Refused(f"fitting is {written['fitting']}, but of all families {fitting}")
    return tuple(names)


def _numbers(written: Json, question: Question, rows: list[Row]) -> None:
    """Check the number of designs against those on the front, and those that fit."""
    front = integer_in(written, "front")
    if len(rows) != min(front, question.limit) or front > written["fitting"]:
        raise Refused(f"{len(rows)} designs are listed, of {front} and at most {question.limit}")


def _row(told: Json, question: Question, names: tuple[str, ...], load: Load, limits: Limits) -> Row:
    """Check one network."""
    only_fields(told, ROW, "designs")
    _all_there(told, ROW, "designs")
    family, topology = text_in(told, "family"), object_in(told["topology"], "topology")
    if family not in names or topology.get("family") != family:
        raise Refused(f"a design is of the family {shown(family)}, which was not asked for")
    spec = _spec(topology)
    conditions = Conditions(alpha=question.alpha.fraction, block=question.prices.block)
    facts = FACTS[family](spec, conditions)
    _fits(facts, spec, question)
    _counts(told, facts, question)
    price = paid(told, facts, question.prices, question.radix)
    status, lower = _bounds(told, facts, spec, question, load, limits)
    _ways(told, facts, question)
    if min(FULL, lower / facts.hosts) < question.per_host * SLACK:
        raise Refused(f"{facts.name} has less bandwidth for each host than was asked for")
    return Row(status=status, lower=lower, paid=price, hosts=facts.hosts, switches=facts.switches)


def _spec(topology: Json) -> Spec:
    """Return a spec that describes a network, complete as it stands."""
    try:
        complete = specs.complete(specs.parse(dict(topology), specs.UNLIMITED))
    except SpecError as error:
        raise DocumentError(f"topology: {' '.join(str(error).split())[:300]}") from error
    if not same(complete, dict(topology)):
        raise Refused("a topology is no complete spec")
    for name in ("failed", "capacities", "local"):
        if topology.get(name) is not None:
            raise Refused(f"topology.{name} is no part of a design")
    return complete


def _fits(facts: Facts, spec: Spec, question: Question) -> None:
    """Check that a network is one that was asked for."""
    low = question.hosts * (1 - question.within)
    if not low <= facts.hosts <= question.hosts * (1 + question.within):
        raise Refused(f"{facts.name} has {facts.hosts} hosts, which were not asked for")
    if facts.ports > question.radix - question.spare:
        raise Refused(f"{facts.name} needs {facts.ports} ports at a switch")
    if spec["family"] != "dragonfly":
        return
    if question.arrangement not in (None, spec["arrangement"]):
        raise Refused(f"{facts.name} is arranged otherwise than was asked for")
    if question.balanced and spec["a"] != 2 * spec["p"]:
        raise Refused(f"{facts.name} is not balanced")
    used = spec["trunking"] * (spec["groups"] - 1)
    if not question.unused and spec["a"] * spec["h"] != used:
        raise Refused(f"{facts.name} has global ports that are not used")


def _counts(told: Json, facts: Facts, question: Question) -> None:
    """Check what can be counted."""
    if told["name"] != facts.name:
        raise Refused(f"name is {shown(told['name'])}; it is {facts.name}")
    free = question.radix - facts.edge_ports
    numbers = {
        "hosts": facts.hosts, "switches": facts.switches, "ports": facts.ports,
        "grows_to": facts.hosts + free * facts.edge,
    }  # fmt: skip
    for name, value in numbers.items():
        if integer_in(told, name) != value:
            raise Refused(f"{facts.name}: {name} is {told[name]}; it is {value}")


def _bounds(
    told: Json, facts: Facts, spec: Spec, question: Question, load: Load, limits: Limits
) -> tuple[str, Fraction]:
    """Check the bounds on a bisection, and what they are told to rest on."""
    lower, upper = fraction_in(told, "lower"), fraction_in(told, "bisection")
    status, bound, proof = "bounded", Fraction(0), None
    least = facts.upper
    if told["point"] is not None:
        point = _point(object_in(told["point"], "point"), told, facts, question, load, limits)
        bound, proof = point.bound, point.kind
        if spec["family"] in ("jellyfish", "xpander"):
            least = point.capacity
        least = min(least, point.capacity)
        status = point.status
    if upper < least:
        raise Refused(f"{facts.name}: no bisection was found of the capacity {upper}")
    _reason(told, lower, bound, facts, spec, question)
    if lower > upper:
        raise Refused(f"{facts.name}: the lower bound is above the upper one")
    if status != "exact":
        status = "formula" if lower == upper else "bounded"
    if told["status"] != status:
        raise Refused(f"{facts.name}: status is {shown(told['status'])}; it is {status}")
    if told["proof"] != proof:
        raise Refused(f"{facts.name}: proof is {shown(told['proof'])}; it is {shown(proof)}")
    _derived(told, lower, upper, facts, question.alpha.fraction)
    return status, lower


def _derived(told: Json, lower: Fraction, upper: Fraction, facts: Facts, alpha: Fraction) -> None:
    """Check what follows from bounds."""
    each = [alpha] * (facts.global_ > 0) + [Fraction(1)] * (facts.local > 0)
    worst = object_in(told["after_worst_link"], "after_worst_link")
    only_fields(worst, ("lower", "upper"), "after_worst_link")
    for node, name, value in (
        (told, "bisection_per_host", upper / facts.hosts),
        (told, "bisection_per_host_lower", lower / facts.hosts),
        (worst, "lower", max(lower - max(each, default=Fraction(0)), Fraction(0))),
        (worst, "upper", max(upper - min(each, default=Fraction(0)), Fraction(0))),
    ):
        if fraction_in(node, name) != value:
            raise Refused(f"{facts.name}: {name} is {node[name]}, and follows as {value}")


@dataclass(frozen=True, kw_only=True)
class Point:
    """What a point was found to prove."""

    status: str
    capacity: Fraction  # of a bisection
    bound: Fraction  # that a certificate proves; else 0
    kind: str | None  # of the certificate


def _point(
    told: Json, row: Json, facts: Facts, question: Question, load: Load, limits: Limits
) -> Point:
    """Check a bisection of a network, and the certificate beside it."""
    if told.get("format") != "alphacut-point/1":
        raise DocumentError("point: its format is not alphacut-point/1")
    if not same(told.get("topology"), row["topology"]) or told.get("balance") != "hosts":
        raise Refused("a point is about another network, or not balanced by hosts")
    verdict = verify_document(told, load, limits)
    point = object_in(told["point"], "point")
    if alpha_in(point, "alpha") != question.alpha or told.get("partition") is not None:
        raise Refused(f"a point is not about α = {question.alpha}")
    links = object_in(told.get("links"), "point.links")
    if told.get("switches") != facts.switches or sum(links.values()) != facts.links:
        raise Refused(f"{facts.name} is built of other numbers of switches and links")
    certified = point["proof"] == "certificate"
    exact = certified and verdict.status == "exact"
    certificate = point["certificate"] if certified else None
    return Point(
        status="exact" if exact else "bounded",
        capacity=fraction_in(point, "value"),
        bound=fraction_in(point, "lower") if certified else Fraction(0),
        kind=None if certificate is None else text_in(object_in(certificate, "point"), "kind"),
    )


def _reason(
    told: Json, lower: Fraction, bound: Fraction, facts: Facts, spec: Spec, question: Question
) -> None:
    """Derive a lower bound by the argument that a row names."""
    reason, alpha = text_in(told, "reason"), question.alpha
    shares = reason == "shares"
    if shares is not (told["at"] is not None):
        raise Refused(f"{facts.name}: at is told for shares, and for nothing else")
    if reason == "certificate":
        found = bound
    elif reason == "formula":
        found = facts.lower
    elif reason in ("majorities", "shares") and spec["family"] in ("dragonfly", "slingshot"):
        wiring = Wiring.of(spec)
        if shares:
            at = fraction_in(told, "at")
            if not 0 < at <= alpha.fraction:
                raise Refused(f"{facts.name}: at is {at}, not above 0 and at most α")
            found = by_shares(wiring, at, alpha.fraction)
        else:
            found = by_majorities(wiring, alpha, max(lower, Fraction(0)))
    else:
        raise Refused(f"{facts.name}: there is no reason {shown(reason)}")
    if lower < 0 or lower > found:
        raise Refused(f"{facts.name}: lower is {lower}; by {reason} it is at most {found}")


def _ways(told: Json, facts: Facts, question: Question) -> None:
    """Check distances and uniform traffic: as formulas tell them, or as they are measured."""
    diameter, mean = told["diameter"], told["mean_distance"]
    rate = None if told["saturation"] is None else object_in(told["saturation"], "saturation")
    if rate is not None:
        only_fields(rate, ("lower", "upper"), "saturation")
    unlike = (
        (diameter is not None and facts.diameter is None)
        or (mean is not None and facts.mean is None)
        or (rate is not None and facts.rate is None)
    )
    if unlike:
        facts = _measured(told, facts, question)
    if diameter is not None and integer_in(told, "diameter") < (facts.diameter or 0):
        raise Refused(f"{facts.name}: diameter is {diameter}; it is {facts.diameter}")
    if mean is not None and fraction_in(told, "mean_distance") != facts.mean:
        raise Refused(f"{facts.name}: mean_distance is {mean}; it is {facts.mean}")
    if rate is not None:
        low, high = fraction_in(rate, "lower"), fraction_in(rate, "upper")
        assert facts.rate is not None
        if not 0 <= low <= facts.rate[0] or not facts.rate[1] <= high <= 1:
            raise Refused(f"{facts.name}: saturation is not between {low} and {high}")


def _measured(told: Json, facts: Facts, question: Question) -> Facts:
    """Build a network, and add what is measured of it to what formulas do not tell."""
    if facts.switches > LARGEST:
        raise Refused(f"{facts.name} is too large for its distances to be told")
    found = measured(rebuilt(told["topology"]), question.alpha)
    if found is None:
        raise Refused(f"{facts.name} has switches without a path between them")
    return replace(
        facts,
        diameter=found.diameter if facts.diameter is None else facts.diameter,
        mean=found.mean if facts.mean is None else facts.mean,
        rate=(found.least, found.most) if facts.rate is None else facts.rate,
    )


def _order(rows: list[Row], sort: str) -> None:
    """Check that what comes first is what was asked for, where that stands since the search."""
    keys: dict[str, Callable[[Row], Fraction | int]] = {
        "price": lambda row: row.paid.price / row.hosts,
        "watts": lambda row: row.paid.watts / row.hosts,
        "switches": lambda row: row.switches,
        "hosts": lambda row: -row.hosts,
    }
    if sort not in (*ORDERED, "bisection", "diameter", "mean"):
        raise Refused(f"sort is {shown(sort)}")
    if sort not in keys:
        return
    for one, other in pairwise(rows):
        first, second = Fraction(keys[sort](one)), Fraction(keys[sort](other))
        if first - second > (1 - SLACK) * abs(first):
            raise Refused(f"designs are not in the order of {sort}")


def _beside(
    written: Json, question: Question, names: tuple[str, ...], load: Load, limits: Limits
) -> None:
    """Check networks behind the front, and how much dearer they are."""
    listed = {f"{row['family']} {row['name']}": row for row in written["designs"]}
    seen = {row["family"] for row in written["designs"]}
    for each in _objects(written, "beside"):
        row = {name: told for name, told in each.items() if name not in ("than", "dearer")}
        found = _row(row, question, names, load, limits)
        if each["family"] in seen:
            raise Refused(f"beside: the family {each['family']} is there already")
        seen.add(each["family"])
        dearer, than = fraction_in(each, "dearer"), listed.get(text_in(each, "than"))
        if dearer <= 0:
            raise Refused("beside: dearer is not above 0")
        if than is not None and fraction_in(than, "price_per_host") * dearer != (
            found.paid.price / found.hosts
        ):
            raise Refused(f"beside: {each['family']} is not dearer by {dearer}")


def _flag(node: Json, name: str) -> bool:
    value = node.get(name)
    if not isinstance(value, bool):
        raise DocumentError(f"{name} is neither true nor false")
    return value


def _objects(node: Json, name: str) -> list[Json]:
    listed = node[name]
    if not isinstance(listed, list):
        raise DocumentError(f"{name} is not a list")
    return [object_in(each, name) for each in listed]


def _all_there(node: Json, fields: tuple[str, ...], name: str) -> None:
    missing = next((each for each in fields if each not in node), None)
    if missing is not None:
        raise DocumentError(f"{name + ': ' if name else ''}{missing} is missing")


def _told(rows: list[Row], beside: int) -> tuple[str, ...]:
    counts = {status: sum(row.status == status for row in rows) for status in WEAKEST_FIRST}
    told = [f"{len(rows)} designs and {beside} beside them: counted, priced and bounded anew"]
    if counts["exact"]:
        told.append(f"{counts['exact']} bisections proven by certificates")
    if counts["formula"]:
        told.append(f"{counts['formula']} bisections by formulas")
    told.append("not checked: which networks were compared, and that no other is better")
    return tuple(told)
