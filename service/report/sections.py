"""What stands in a report: a section for each part of an architect's question."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.errors import ArrangementsError
from alphacut.arrangements.formats.spec import UNLIMITED, build_any, parse
from alphacut.arrangements.structure.distances import distances
from alphacut.service.kinds import Entry, entries
from alphacut.service.render.cut import cut_svg
from alphacut.service.render.svg import curve_svg
from alphacut.service.report import figures
from alphacut.service.report.html import badge, escape, figure, lines, page, paragraph, table
from alphacut.service.text.design import per_host_of
from alphacut.service.text.documents import document_words
from alphacut.service.text.layout import bill_rows, layout_lines
from alphacut.service.text.names import network_name
from alphacut.solver.bisection.kind import CURVE, POINT
from alphacut.solver.common.errors import SolverError
from alphacut.solver.design.names import FORMAT as DESIGN
from alphacut.solver.layout.names import FORMAT as LAYOUT

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.service.report.evidence import Evidence

Json = Mapping[str, Any]
SECONDS = 5.0  # after which distances of large networks are no longer measured
LARGE = 2_000  # switches of those
MOST_CURVES = 8  # in one picture
LONGEST_SPEC = 400  # characters of a spec in a command
LARGEST_CUT = 2_000  # links of a network that is drawn on a page


@dataclass(frozen=True, kw_only=True)
class Report:
    """All that a report is made of."""

    title: str
    question: str
    evidence: Sequence[Evidence]
    networks: Sequence[Json]  # topologies, each once
    remarks: Sequence[str]  # what was left out, and why
    command: str  # that makes the report again
    about: str  # the version, and when

    def of(self, *formats: str) -> list[Evidence]:
        """Return the documents of some formats."""
        return [each for each in self.evidence if each.format in formats]


def written(report: Report) -> str:
    """Write a report as HTML."""
    parts: tuple[tuple[str, Callable[[Report], Iterator[str]]], ...] = (
        ("The question", _question),
        ("Networks", _networks),
        ("The front", _front),
        ("Curves and values", _curves),
        ("Cuts", _cuts),
        ("What else was asked", _others),
        ("Racks, cables and the bill", _layouts),
        ("How each figure is proven", _proofs),
        ("To repeat it", _commands),
    )
    found = [(head, "\n".join(make(report))) for head, make in parts]
    return page(report.title, [(head, content) for head, content in found if content])


def _question(report: Report) -> Iterator[str]:
    if report.question:
        yield paragraph(report.question)
    names = ", ".join(network_name(each) for each in report.networks)
    if names:
        yield paragraph(f"Networks: {names}.")
    yield paragraph(
        "B is the bisection bandwidth, in local links: the least capacity between two halves; α is "
        "the capacity of a global link divided by that of a local one. A value is called exact "
        "only if its certificate was accepted by the verifier while this report was made."
    )
    yield from map(paragraph, report.remarks)
    yield paragraph(report.about)


def _networks(report: Report) -> Iterator[str]:
    if not report.networks:
        return
    heads = ("network", "switches", "hosts", "links", "ports", "diameter", "mean distance")
    yield table(heads, (_network(each) for each in report.networks))
    yield paragraph("Distances are in hops between switches, those without hosts among them.")


def _network(topology: Json) -> tuple[object, ...]:
    network = build_any(parse(dict(topology), UNLIMITED), UNLIMITED)
    name = network_name(topology)
    if isinstance(network, AnyWiring):
        return (
            name,
            f"{network.switches:,}",
            f"{sum(network.hosts):,}",
            "any wiring",
            "-",
            "-",
            "-",
        )
    links = ", ".join(
        f"{number:,} {each}" for each, number in network.count_by_class().items() if number
    )
    deadline = inf if network.switches <= LARGE else time.monotonic() + SECONDS
    far = distances(network, deadline=deadline) if network.links else None
    whole = far is not None and far.sampled is None and far.connected
    return (
        name, f"{network.switches:,}", f"{sum(network.hosts):,}", links or "none",
        _ports(network), far.diameter if far and whole else "-",
        f"{far.average:.2f}" if far and whole else "-",
    )  # fmt: skip


def _ports(network: Network) -> int:
    ports = list(network.hosts)
    for link in network.links:
        ports[link.first] += link.multiplicity
        ports[link.second] += link.multiplicity
    return max(ports)


def _front(report: Report) -> Iterator[str]:
    for each in report.of(DESIGN):
        document = each.document
        rows = document["designs"]
        yield paragraph(
            f"About {document['hosts']:,} hosts of switches with {document['radix']} ports: "
            f"{len(rows)} of {document['front']:,} on the front, of {document['fitting']:,} shapes "
            f"that were compared, at α = {document['alpha']}."
        )
        if document["prices"]["example"]:
            yield paragraph(
                "Prices and watts are example assumptions, in the order of list prices "
                f"({document['prices']['currency']})."
            )
        if not rows:
            continue
        yield figure(
            figures.front_svg(rows),
            "Price and bisection bandwidth for each host; numbers are those of the table, bars "
            "stand where the value lies between bounds.",
        )
        heads = ("no.", "network", "hosts", "switches", "copper", "optical", "price/host",
                 "W/host", "hops", "B/host", "by")  # fmt: skip
        yield table(heads, (_design(place, row) for place, row in enumerate(rows, start=1)))
        if document["beside"]:
            yield paragraph("The best of each family that has none on the front:")
            rest = ((_design("", row)[1:], row["than"]) for row in document["beside"])
            yield table((*heads[1:], "as good"), ((*cells, than) for cells, than in rest))


def _design(place: int | str, row: Json) -> tuple[object, ...]:
    costs = (f"{float(Fraction(row[name])):,.2f}" for name in ("price_per_host", "watts_per_host"))
    return (
        place, f"{row['family']} {row['name']}", f"{row['hosts']:,}", f"{row['switches']:,}",
        f"{row['cables']['copper']:,}", f"{row['cables']['optical']:,}", *costs,
        "-" if row["diameter"] is None else row["diameter"], per_host_of(row), row["status"],
    )  # fmt: skip


def _curves(report: Report) -> Iterator[str]:
    curves = report.of(CURVE.format)
    drawn = [dict(each.document) for each in curves if _drawable(each.document)][:MOST_CURVES]
    if drawn:
        yield figure(
            curve_svg(drawn),
            "Bisection bandwidth as a function of α; where a curve is bounded, the dashed line is "
            "what is proven from below.",
        )
    for each in (*curves, *report.of(POINT.format)):
        yield from _words(each)


def _drawable(document: Json) -> bool:
    return bool(document["segments"]) and document["segments"][0]["from"] != "inf"


def _words(each: Evidence) -> Iterator[str]:
    head, *rest = document_words(each.document)
    yield f"<h3>{escape(head)} {badge(each.judgement.status)}</h3>"
    if rest:
        yield lines(rest)


def _cuts(report: Report) -> Iterator[str]:
    for each in report.of(CURVE.format, POINT.format):
        name = network_name(each.document["topology"])
        network = build_any(parse(dict(each.document["topology"]), UNLIMITED), UNLIMITED)
        if isinstance(network, AnyWiring) or len(network.links) > LARGEST_CUT:
            continue
        try:
            yield figure(cut_svg(each.document), f"A cut of {name}: {each.judgement.status}.")
        except SolverError:  # none at any α that is drawn
            continue


def _others(report: Report) -> Iterator[str]:
    known = {CURVE.format, POINT.format, DESIGN, LAYOUT}
    for each in report.evidence:
        if each.format in known:
            continue
        entry = next(entry for entry in entries().values() if entry.kind.format == each.format)
        yield f"<p>{escape(entry.kind.asks[:1].upper() + entry.kind.asks[1:])}:</p>"
        yield from _words(each)
        yield from _pictures(entry, each)


def _pictures(entry: Entry, each: Evidence) -> Iterator[str]:
    for view in entry.views:
        if view.media_type != "image/svg+xml" or view.make is None or view.drawn:
            continue
        try:
            yield figure(view.make(each.document).decode(), f"{each.name}, as a picture.")
        except (SolverError, ArrangementsError, ValueError):  # nothing in it to draw
            continue


def _layouts(report: Report) -> Iterator[str]:
    for each in report.of(LAYOUT):
        document = each.document
        head, *told = layout_lines(document)
        yield f"<h3>{escape(head)}</h3>"
        yield from map(paragraph, told[:2])
        if len(document["racks"]) <= figures.MOST_RACKS:
            yield figure(
                figures.floor_svg(document),
                "The racks from above, coloured by the first group in each.",
            )
        yield figure(figures.lengths_svg(document["cables"]["lots"]), "Cables by length.")
        heads, *rows = bill_rows(document)
        yield table(heads, rows)
        for name, what in (
            ("prices", "Prices and watts are example assumptions, in the order of list prices."),
            ("racks", "Racks, floor and lengths are example assumptions."),
        ):
            if document["example"][name]:
                yield paragraph(what)


def _proofs(report: Report) -> Iterator[str]:
    if not report.evidence:
        return
    yield table(
        ("document", "status", "what was checked now", "SHA-256"),
        (
            (each.name, each.judgement.status, "; ".join(each.judgement.checked), each.sha256)
            for each in report.evidence
        ),
    )
    yield paragraph(
        "A document is checked from nothing but itself: alphacut verify FILE does the same, and "
        "alphacut-verify, of one file, checks without any code in common. Where a status is "
        "bounded the value lies between the bounds; unverified is not proven here."
    )


def _commands(report: Report) -> Iterator[str]:
    each = [one.command for one in report.evidence if one.command]
    yield lines([*each, report.command] if report.command else each)
    yield paragraph(
        "Documents tell when and where they were computed, so a repeated one has another hash; "
        "its values are the same, or closer bounds."
    )


def spec_argument(topology: Json) -> str:
    """Write a spec as an argument of a command."""
    text = json.dumps(topology, separators=(",", ":"))
    return shlex.quote(text) if len(text) <= LONGEST_SPEC else "FILE"


def design_command(document: Json) -> str:
    """Write the command that finds a front again, but for the files that it took."""
    asked = {
        "hosts": document["hosts"], "radix": document["radix"], "within": document["within"],
        "alpha": document["alpha"], "per-host": document["per_host"],
        "families": ",".join(each["family"] for each in document["families"]),
        "spare-ports": document["spare_ports"], "sort": document["sort"],
    }  # fmt: skip
    options = " ".join(f"--{name} {shlex.quote(str(each))}" for name, each in asked.items())
    return f"alphacut design {options}"


def layout_command(document: Json) -> str:
    """Write the command that lays a network out again, with files of its own where it had some."""
    given = document["example"]
    options = [
        *([] if given["racks"] else ["--racks RACKS.toml"]),
        *([] if given["prices"] else ["--prices PRICES.toml"]),
        *([] if document["radix"] is None else [f"--radix {document['radix']}"]),
    ]
    return " ".join(["alphacut layout", spec_argument(document["topology"]), *options])
