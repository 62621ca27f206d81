"""A result in words, for people who do not read JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from alphacut.arrangements.network import Line, Network
from alphacut.arrangements.nouns import balanced
from alphacut.arrangements.words import printable
from alphacut.jobs.stopping import BROKEN, GAP, GIVEN_UP, INTERRUPTED, TIME
from alphacut.service.render.reading import Curve, Stretch, unit_of
from alphacut.service.render.units import Units, plain
from alphacut.service.text.counting import listed
from alphacut.service.text.cuts import describe_cut, name_side
from alphacut.service.text.decimals import both
from alphacut.service.text.names import network_name
from alphacut.service.text.theorem import theorem_words
from alphacut.solver.common.alpha import Alpha

_STATUS = {
    "exact": "exact: the bounds meet, and certificates in the document prove it",
    "closed": "closed: the bounds meet, but some rest on a solver's word",
    "formula": "formula: a theorem gives the value, which is not certified here",
    "bounded": "bounded: the true value lies between a lower and an upper bound",
}


def curve_words(
    document: Mapping[str, Any], network: Network, units: Units | None = None
) -> list[str]:
    """Describe a curve document, in lines.

    Parameters
    ----------
    network
        The network that the document's topology describes.
    units
        Capacities in Gb/s, in which α and B are then given as well.
    """
    curve = Curve.of(document, _name(document))
    return [
        f"{curve.name}, {_STATUS[curve.status]}",
        *_sizes(document, network),
        *_unlike_hosts(document, network),
        *_segments(document, network, curve, units),
        *_bounded(document, curve),
        *_proven(document, whole=document["status"] in ("exact", "closed")),
        *theorem_words(document),
        *stopped_words(document),
        *_in_units(curve, units),
    ]


def point_words(
    document: Mapping[str, Any], network: Network, units: Units | None = None
) -> list[str]:
    """Describe a point document, in lines."""
    point, unit = document["point"], unit_of(document["topology"])
    value, lower = (unit * Fraction(point[name]) for name in ("value", "lower"))
    by_theorem = document["status"] == "formula"
    lines = [
        f"{_name(document)}, {_STATUS[document['status']]}",
        *_sizes(document, network),
        *_unlike_hosts(document, network),
        f"  α = {_alpha(point['alpha'])}: {_value(point, value, lower, by_theorem=by_theorem)}",
        f"    {_cut(document, network, document['side'])}",
        *(f"    {line}" for line in name_side(network, document["side"])),
        *_partition(document, lower, unit),
        *theorem_words(document),
        *stopped_words(document),
    ]
    if units is not None and point["alpha"] != "inf":
        least = value if by_theorem else lower
        both_ends = "" if least == value else f"{units.capacity(least)} to "
        lines.append(f"    in Gb/s: {both_ends}{units.capacity(value)} at {_machine(units)}")
    return lines


def _sizes(document: Mapping[str, Any], network: Network) -> Iterator[str]:
    """Say which sizes the sides may have, if not those of halves."""
    if "sizes" not in document:
        return
    balance, sizes = document["balance"], document["sizes"]
    total = network.switches if balance == "switches" else sum(network.hosts)
    least, most = sizes["least"], sizes["most"]
    what = balanced(balance, document["topology"]["family"])
    if least == most:
        yield f"  sides of {least} and {total - least} {what}"
    else:
        yield f"  sides of at most {total - least} of {total} {what}"


def _unlike_hosts(document: Mapping[str, Any], network: Network) -> Iterator[str]:
    """Say that halves of switches need not be halves of hosts, where switches have unlike numbers.

    A fat tree is then cut between its tiers as well.
    """
    halves = document["balance"] == "switches" and "sizes" not in document
    if halves and len(set(network.hosts)) > 1:
        what = balanced("switches", document["topology"]["family"])
        yield (
            f"  halves have equally many {what}, of which some have more hosts than others; "
            "--balance hosts takes halves of equally many hosts"
        )


def _partition(document: Mapping[str, Any], lower: Fraction, unit: Fraction) -> Iterator[str]:
    """Say how far from the least a partition that was given is at most."""
    if "partition" not in document:
        return
    given, alpha = document["partition"], Alpha.read(document["point"]["alpha"])
    line = Line(given["intercept"], given["slope"])
    value = unit * alpha.value(alpha.scaled(line))
    if value == lower:
        yield f"    the partition given: {both(value)}, which is the least there is"
    else:
        gap = percent((value - lower) / value)
        yield f"    the partition given: {both(value)}, gap to what is proven {gap}"


def _cut(document: Mapping[str, Any], network: Network, side: list[int]) -> str:
    family = document["topology"]["family"]
    return describe_cut(network, side, balance=document["balance"], family=family)


def _name(document: Mapping[str, Any]) -> str:
    return network_name(document["topology"])


def _segments(
    document: Mapping[str, Any], network: Network, curve: Curve, units: Units | None
) -> Iterator[str]:
    ranges = [_range(piece, first=i == 0) for i, piece in enumerate(curve.upper)]
    wide = max(map(len, ranges))
    relation = "≤" if curve.status == "bounded" else "="
    for text, piece, written in zip(ranges, curve.upper, document["segments"], strict=True):
        gbits = "" if units is None else f"  ({_gbit_range(piece, units)})"
        yield f"  {text:<{wide}}  B {relation} {piece.formula}{gbits}"
        yield f"  {'':<{wide}}  {_cut(document, network, written['side'])}"
        yield from (f"  {'':<{wide}}  {line}" for line in name_side(network, written["side"]))


def _range(piece: Stretch, *, first: bool) -> str:
    """Write a range of α: "0 < α ≤ 5/4"; ends belong to both neighbours."""
    if piece.start == piece.end:
        return f"α = {both(piece.start)}"
    if piece.end is None:
        return f"{both(piece.start)} {'<' if not piece.start else '≤'} α"
    return f"{both(piece.start)} {'<' if first and not piece.start else '≤'} α ≤ {both(piece.end)}"


def _gbit_range(piece: Stretch, units: Units) -> str:
    start = units.global_link(piece.start)
    if piece.end is None:
        return f"global links of {start} or more" if piece.start else "global links of any speed"
    if not piece.start:
        return f"global links up to {units.global_link(piece.end)}"
    return f"global links of {plain(piece.start * units.local)} to {units.global_link(piece.end)}"


def _bounded(document: Mapping[str, Any], curve: Curve) -> Iterator[str]:
    if not curve.lower:
        return
    yield "  proven from below:"
    for index, piece in enumerate(curve.lower):
        yield f"    {_range(piece, first=index == 0)}  B ≥ {piece.formula}"
    if "gap" in document:
        yield f"  largest gap, (upper - lower)/upper: {percent(Fraction(document['gap']))}"


def _proven(document: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    """Say where the bounds meet, and on what each of them rests."""
    points, unit = document["points"], unit_of(document["topology"])
    for proof, words in (
        ("certificate", "proven by certificate at α = "),
        ("solver", "on a solver's word at α = "),
        (None, "nothing to prove, for no capacity is below 0, at α = "),
    ):
        met = [p for p in points if p["proof"] == proof and p["lower"] == p["value"]]
        if met:
            yield f"  {words}{listed([_alpha(p['alpha']) for p in met])}"
    open_points = [p for p in points if p["lower"] != p["value"]]
    if open_points and not whole:
        yield "  still open: " + listed(
            [
                f"α = {_alpha(p['alpha'])}: {both(unit * Fraction(p['lower']))} to "
                f"{both(unit * Fraction(p['value']))}"
                for p in open_points
            ]
        )


_BECAUSE = {
    INTERRUPTED: "it was told to stop",
    TIME: "its time was over",
    GAP: "the gap that was asked for is met",
    GIVEN_UP: "the engine gave up",
    BROKEN: "an error ended it",
}


def stopped_words(document: Mapping[str, Any]) -> Iterator[str]:
    """Say why something is open, and what would help; and what was done without."""
    about = document.get("provenance", {})
    why = about.get("stopped")
    if why and why["because"] in _BECAUSE:
        yield f"  stopped because {_BECAUSE[why['because']]}; what helps: {why['helps']}"
    for wanting in about.get("missing", ()):
        yield f"  {printable(str(wanting))}"


def _in_units(curve: Curve, units: Units | None) -> Iterator[str]:
    if units is None:
        return
    alpha, last = units.alpha, curve.upper[-1].end
    if alpha < curve.upper[0].start or (last is not None and alpha > last):
        yield f"  α = {alpha} for {_machine(units)} lies outside the range of this curve"
        return
    value = curve.at(alpha)
    relation = "≤" if curve.status == "bounded" else "="
    yield (
        f"  at {_machine(units)}: α = {both(alpha)}, B {relation} {both(value)}, "
        f"which is {units.capacity(value)}"
    )


def _machine(units: Units) -> str:
    return f"local links of {plain(units.local)} and global links of {plain(units.global_)} Gb/s"


def _value(point: Mapping[str, Any], value: Fraction, lower: Fraction, *, by_theorem: bool) -> str:
    what = "B/α" if point["alpha"] == "inf" else "B"
    if lower == value:
        return f"{what} = {both(value)}"
    if by_theorem:
        return f"{what} = {both(value)} by a theorem; certified: {what} ≥ {both(lower)}"
    return f"{both(lower)} ≤ {what} ≤ {both(value)}, gap {percent((value - lower) / value)}"


def _alpha(written: str) -> str:
    return "∞" if written == "inf" else both(Fraction(written))


def percent(share: Fraction) -> str:
    """Write a share in percent, never rounding an open gap down to nothing."""
    if 0 < share < Fraction(1, 1000):
        return "less than 0.1 %"
    return f"{float(100 * share):.1f} %"
