"""What failures cost, in lines for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from alphacut.arrangements.words import printable
from alphacut.jobs.stopping import INTERRUPTED, TIME
from alphacut.service.render.reading import unit_of
from alphacut.service.text.counting import count
from alphacut.service.text.decimals import both, decimal
from alphacut.service.text.names import network_name

Json = Mapping[str, Any]
SHORT = 40  # characters of what traffic is called


def of_resilience(document: Json, units: object = None) -> list[str]:  # noqa: ARG001
    """Tell the bands of every network, what fails at worst, and who loses least."""
    lines: list[str] = []
    for network in document["networks"]:
        lines += _network(document, _as_owners_count(network))
    lines += _ranking(document)
    stopped = document["provenance"].get("stopped", {}).get("because")
    if stopped in (TIME, INTERRUPTED):
        lines.append("  stopped early: samples or networks are missing, or proofs had little time")
    return lines


def _as_owners_count(network: Json) -> Json:
    """Return a network with bisections as its owner counts them, in its `unit`."""
    unit = unit_of(network["topology"])
    if unit == 1:
        return network
    parts = {name: network[name] for name in ("intact", "bands", "worst")}
    return {**network, **{name: _times(part, unit) for name, part in parts.items()}}


def _times(part: Any, unit: Fraction) -> Any:
    """Multiply all bounds of bisections in a part of a document; rates are shares, and stay."""
    if isinstance(part, list):
        return [_times(each, unit) for each in part]
    if not isinstance(part, Mapping):
        return part
    return {
        name: value
        if name == "throughput"
        else _scaled(value, unit)
        if name in ("lower", "upper", "value")
        else _times(value, unit)
        for name, value in part.items()
    }


def _scaled(bound: str | list[str] | None, unit: Fraction) -> str | list[str] | None:
    if isinstance(bound, list):
        return [str(unit * Fraction(each)) for each in bound]
    return None if bound is None else str(unit * Fraction(bound))


def _network(document: Json, network: Json) -> Iterator[str]:
    question, point = document["question"], network["intact"]["point"]
    alpha = both(Fraction(question["alpha"]))
    yield f"{printable(network_name(network['topology']))}, {network['status']}"
    yield f"  intact     {_between(point['lower'], point['value'])} at α = {alpha}"
    if network["bands"]:
        number = len(network["samples"])
        yield f"  samples    {number} of each amount, seeds from {question['seed']}"
    what = question["fail"]["what"]
    for level, band in zip(network["levels"], network["bands"], strict=False):
        yield from _band(what, level, band, len(network["samples"]))
    if network["worst"] is not None:
        yield from _worst(network["worst"])


def _band(what: str, level: Json, band: Json, samples: int) -> Iterator[str]:
    """Tell one amount: least, quartiles and greatest, each as a range where it is not known."""
    noun = what if level["number"] != 1 else ("link" if what == "links" else "switch")
    name = f"{level['number']:,} {noun}"
    if level["share"] is not None:
        name = f"{float(100 * Fraction(level['share'])):.3g}%, {name}"
    five = " | ".join(map(_range, band["lower"], band["upper"]))
    yield f"  {name}: B {five}  ({_known(band, samples)})"
    if band["connected"] < samples:
        yield (
            f"    {samples - band['connected']} of {samples} samples fall apart; at least "
            f"{count(band['hosts'], 'host')} {'stays' if band['hosts'] == 1 else 'stay'} together"
        )
    for each in band["throughput"]:
        rates = " | ".join(map(_rate, each["lower"], each["upper"]))
        yield f"    rate of {_traffic(each['traffic'])}: {rates}"


def _known(band: Json, samples: int) -> str:
    if band["exact"] == samples:
        return "exact"
    gaps = [
        1 - Fraction(low) / Fraction(high) if Fraction(high) else Fraction(0)
        for low, high in zip(band["lower"], band["upper"], strict=True)
    ]
    return f"{band['exact']} of {samples} exact, bounds within {float(100 * max(gaps)):.2g}%"


def _worst(worst: Json) -> Iterator[str]:
    told = [
        f"{each['number']}: {_range(each['lower'], each['upper'])}" for each in worst["links"][:6]
    ]
    if told:
        yield f"  worst links   by number, what is left: {', '.join(told)}"
    for kind in ("switch", "group", "domain"):
        each = worst[kind]
        if each is None:
            continue
        first = each["listed"][0]
        name = printable(str(first["name"]), SHORT)
        yield (
            f"  worst {kind:<7} leaves {_between(each['lower'], each['upper'])}: {kind} {name}"
            f"{_alike(each)}"
        )


def _alike(each: Json) -> str:
    """Say how many others leave as much, of those that are listed."""
    same = sum(entry["upper"] == each["upper"] for entry in each["listed"]) - 1
    if not same:
        return ""
    whole = len(each["listed"]) == each["number"]
    return f" and {same} other{'s' if same > 1 else ''}{'' if whole else ' at least'}"


def _ranking(document: Json) -> Iterator[str]:
    ranking = document["ranking"]
    if ranking is None:
        return
    names = [printable(network_name(each["topology"])) for each in document["networks"]]
    yield "median B that is left at the largest amount, as a share of B:"
    width = max(map(len, names))
    for place in ranking["order"]:
        kept = ranking["kept"][place]
        upper = kept["upper"]
        shown = _share(kept["lower"]) if upper == kept["lower"] else (
            f"{_share(kept['lower'])} to {'?' if upper is None else _share(upper)}"
        )  # fmt: skip
        yield f"  {names[place]:<{width}}  {shown}"
    first = names[ranking["order"][0]]
    yield (
        f"proven: none of the others keeps more than {first}"
        if ranking["proven"]
        else "in the order of the cuts that were found; the bounds leave it open who keeps most"
    )


def _share(written: str) -> str:
    return f"{float(100 * Fraction(written)):.1f}%"


def _range(lower: str, upper: str) -> str:
    low, high = both(Fraction(lower)), both(Fraction(upper))
    return low if low == high else f"{low}..{high}"


def _between(lower: str, upper: str) -> str:
    low, high = both(Fraction(lower)), both(Fraction(upper))
    return f"B = {low}" if low == high else f"{low} ≤ B ≤ {high}"


def _rate(lower: str, upper: str) -> str:
    low, high = f"{float(Fraction(lower)):.4f}", f"{float(Fraction(upper)):.4f}"
    return low if low == high else f"{low}..{high}"


def _traffic(spec: Any) -> str:
    return printable(spec, SHORT) if isinstance(spec, str) else "the matrix"


COLUMNS = (
    "network", "share", "failed", "what", "least_lower", "least_upper", "quartile1_lower",
    "quartile1_upper", "median_lower", "median_upper", "quartile3_lower", "quartile3_upper",
    "greatest_lower", "greatest_upper", "samples", "exact", "connected", "hosts",
)  # fmt: skip


def csv_bytes(document: Json) -> bytes:
    """Write the bands as CSV: a row for each quantity, network and amount."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["quantity", *COLUMNS])
    what = document["question"]["fail"]["what"]
    for network in map(_as_owners_count, document["networks"]):
        name = printable(network_name(network["topology"]))
        for level, band in zip(network["levels"], network["bands"], strict=False):
            share = level["share"] and decimal(Fraction(level["share"]))
            about = [name, share, level["number"], what]
            counts = [len(network["samples"]), band["exact"], band["connected"], band["hosts"]]
            rows.writerow(["bisection", *about, *_five(band), *counts])
            for each in band["throughput"]:
                rate = f"rate of {_traffic(each['traffic'])}"
                rows.writerow([rate, *about, *_five(each), *counts])
    return written.getvalue().encode()


def _five(band: Json) -> list[str]:
    pairs = zip(band["lower"], band["upper"], strict=True)
    return [decimal(Fraction(each)) for pair in pairs for each in pair]
