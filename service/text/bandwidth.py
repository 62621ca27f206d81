"""Bisection bandwidths in bytes a second: one way and both, and for each host."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.arrangements.words import shown
from alphacut.service.render.reading import Curve, unit_of
from alphacut.service.render.units import Units
from alphacut.service.text.decimals import both
from alphacut.service.text.results import percent

_WRITTEN = re.compile(r"([0-9./]+) *([kMGTP]?)(B/s|Bps|b/s|bps|bit/s)")
_POWERS = {"": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15}
_FIGURES = 4  # that are shown


@dataclass(frozen=True, kw_only=True)
class LinkRate:
    """What a local link carries, one way."""

    bytes: Fraction  # a second, above 0
    written: str  # as it was given


def read_rate(written: str) -> LinkRate:
    """Read a rate such as 25GB/s, 200Gb/s or 12.5 GB/s.

    Raises
    ------
    ValueError
        For anything else; the message says what would be right.
    """
    found = _WRITTEN.fullmatch(written.strip())
    try:
        number = read_rational(found[1]) if found else Fraction(0)
    except NumberError:
        number = Fraction(0)
    if not found or number <= 0:
        raise ValueError(
            f"{shown(written)} is not what a link carries; write a positive number and its unit, "
            "such as 25GB/s or 200Gb/s"
        )
    rate = number * 10 ** _POWERS[found[2]]
    return LinkRate(bytes=rate if found[3].startswith("B") else rate / 8, written=written.strip())


Describe = Callable[[Mapping[str, Any], Network, Units | None], list[str]]


def described(describe: Describe, rate: LinkRate | None) -> Describe:
    """Return what describes a curve or a point as before, and then its bandwidth."""
    if rate is None:
        return describe

    def both_told(document: Mapping[str, Any], network: Network, units: Units | None) -> list[str]:
        tell = point_bandwidth if "point" in document else curve_bandwidth
        return [*describe(document, network, units), *tell(document, network, rate)]

    return both_told


def point_bandwidth(document: Mapping[str, Any], network: Network, rate: LinkRate) -> list[str]:
    """Tell the bandwidth of a point document, in lines."""
    point, unit = document["point"], unit_of(document["topology"])
    if point["alpha"] == "inf":
        return []
    lower, upper = (unit * Fraction(point[name]) for name in ("lower", "value"))
    exact = lower if document["status"] != "formula" else upper
    return [
        f"    with {_links(network)} of {rate.written} one way, and hosts joined by as much:",
        *(f"      {line}" for line in bandwidth(exact, upper, network, rate)),
    ]


def curve_bandwidth(document: Mapping[str, Any], network: Network, rate: LinkRate) -> list[str]:
    """Tell the bandwidth of a curve document where its segments meet and at α = 1, in lines."""
    curve = Curve.of(document, "")
    ends = {piece.start for piece in curve.upper} | {piece.end for piece in curve.upper}
    last = curve.upper[-1].end
    inside = curve.upper[0].start <= 1 and (last is None or last >= 1)
    alphas = sorted({end for end in ends if end} | ({Fraction(1)} if inside else set()))
    lines = [f"  with {_links(network)} of {rate.written} one way, and hosts joined by as much:"]
    for alpha in alphas:
        below = [piece.at(alpha) for piece in curve.lower if _holds(piece.start, alpha, piece.end)]
        upper = curve.at(alpha)
        told = bandwidth(min(below, default=upper), upper, network, rate)
        lines.append(f"    α = {both(alpha)}: {'; '.join(told)}")
    return lines


def _links(network: Network) -> str:
    """Return what carries the rate: local links, unless some have another capacity than 1."""
    local = [each for each in network.classes if each.name == "local" or not each.slope]
    usual = all((each.base, each.slope) == (1, 0) for each in local)
    return "local links" if usual else "links of capacity 1"


def _holds(start: Fraction, alpha: Fraction, end: Fraction | None) -> bool:
    return start <= alpha and (end is None or alpha <= end)


def bandwidth(lower: Fraction, upper: Fraction, network: Network, rate: LinkRate) -> Iterator[str]:
    """Tell what two halves exchange: one way and both, of full bisection, and for each host.

    Full bisection is that all hosts of one half send to the other at the rate of a local link.

    Parameters
    ----------
    lower, upper
        Bounds in local links, equal where they are exact.
    """
    hosts = sum(network.hosts)
    one_way = _rates(lower * rate.bytes, upper * rate.bytes)
    yield f"{one_way} one way, {_rates(2 * lower * rate.bytes, 2 * upper * rate.bytes)} both ways"
    if hosts > 1:
        half = Fraction(hosts, 2)
        shares = [percent(lower / half), percent(upper / half)]
        share = shares[0] if lower == upper else " to ".join(shares)
        each = _rates(lower * rate.bytes / half, upper * rate.bytes / half)
        yield f"{share} of full bisection, {each} for each host of a half"


def _rates(lower: Fraction, upper: Fraction) -> str:
    power = max((p for p in _POWERS.values() if upper >= 10**p), default=0)
    name = next(name for name, each in _POWERS.items() if each == power)
    ends = [_figures(lower / 10**power, floor), _figures(upper / 10**power, ceil)]
    if lower == upper:
        ends = [_figures(lower / 10**power, round)]
    return f"{' to '.join(ends)} {name}B/s"


def _figures(value: Fraction, towards: Any) -> str:
    """Write a number below 1,000 with four figures, rounded the way that keeps a bound true."""
    places = max(0, _FIGURES - len(str(floor(value))))
    scaled = towards(value * 10**places)
    whole, rest = divmod(scaled, 10**places)
    tail = f"{rest:0{places}d}".rstrip("0") if places else ""
    return f"{whole:,}.{tail}" if tail else f"{whole:,}"
