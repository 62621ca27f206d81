"""A fabric on one page: what is there, what differs from the design, what is left of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from alphacut.arrangements.words import printable
from alphacut.service.text.counting import count
from alphacut.service.text.decimals import both

Json = Mapping[str, Any]
SHOWN = 10  # entries of each kind; the document has all
_STATUS = {
    "exact": "exact, with certificates",
    "closed": "closed, on a solver's word",
    "formula": "by a theorem, not certified here",
    "bounded": "between bounds",
}
_BY = {
    "file": "as the file says",
    "names": "by the names of switches",
    "pattern": "by the pattern given",
    "design": "as in the design",
}


def fabric_lines(document: Json) -> list[str]:
    """Write the page, in lines."""
    page = _Page(document)
    return [
        *page.counted(),
        *page.compared(),
        *page.bisections(),
        *page.cut(),
        *page.losses(),
    ]


def together_lines(documents: Sequence[Json]) -> list[str]:
    """Say what several fabrics have together, where they count capacities alike."""
    points = [document["now"] for document in documents]
    units = {point["topology"].get("unit", "1") for point in points}
    first = f"{len(documents)} fabrics, which share no switch"
    if len(units) > 1:
        return [f"{first} and count capacities in different units"]
    unit = Fraction(units.pop())
    lines = [first]
    for said, listed in (
        ("now", points),
        ("designed", [document["designed"] for document in documents]),
    ):
        if all(listed):
            bounds = [_bounds_of(each["point"]) for each in listed]
            if listed is points:
                bounds = [*map(_at_least, bounds, documents)]
            low, high = (sum(side) * unit for side in zip(*bounds, strict=True))
            value = both(low) if low == high else f"{both(low)} to {both(high)}"
            lines.append(f"  {said}, the sum of all, each with halves of its own: {value}")
    return lines


def _at_least(bounds: tuple[Fraction, Fraction], document: Json) -> tuple[Fraction, Fraction]:
    """Return bounds of a fabric, the lower one from its design where that is more."""
    told = document.get("from_design")
    return (Fraction(told["lower"]), bounds[1]) if told else bounds


def _bounds_of(point: Json) -> tuple[Fraction, Fraction]:
    return Fraction(point["lower"]), Fraction(point["value"])


class _Page:
    def __init__(self, document: Json) -> None:
        self._document = document
        self._now, self._designed = document["now"], document["designed"]
        self._names = self._names_of(self._now)
        self._unit = Fraction(self._now["topology"].get("unit", 1))
        same = (document["match"] or {}).get("same", ())
        planned = self._names_of(self._designed) if self._designed else []
        behind = iter((document["differences"] or {"switches": {"unplanned": ()}})["switches"][
            "unplanned"
        ])  # fmt: skip
        self._common = [
            self._names[there] if there is not None else planned[switch]
            for switch, there in enumerate(same)
        ] + [self._names[there] for there in behind]

    @staticmethod
    def _names_of(point: Json) -> list[str]:
        names = point["topology"].get("names") or map(str, range(point["switches"]))
        return [printable(name, 40) for name in names]

    def counted(self) -> Iterator[str]:
        """Say what there is."""
        topology, groups = self._now["topology"], self._document["groups"]
        links, hosts = self._now["links"], sum(topology["hosts"])
        kinds = ", ".join(f"{n:,} {name}" for name, n in links.items() if n) or "no"
        cables = "link" if sum(links.values()) == 1 else "links"
        yield (
            f"{', '.join(printable(f, 60) for f in self._document['files'][:3])}: "
            f"{count(self._now['switches'], 'switch', 'switches')}, {count(hosts, 'host')}, "
            f"{kinds} {cables}"
        )
        united = self._document.get("united", ())
        for each in united[:SHOWN]:
            one, other = (printable(Path(each[key]).name, 60) for key in ("file", "with"))
            yield (
                f"  one fabric, as {each['switches']:,} names of switches are in both {one} and "
                f"{other}; --apart takes each for its own"
            )
        yield from _more(united)
        if groups["by"] == "none":
            yield "  no groups are recognised"
            return
        sizes = [0] * len(groups["names"])
        for group in topology["groups"]:
            sizes[group] += 1
        least, most = min(sizes), max(sizes)
        size = f"{most:,}" if least == most else f"{least:,} to {most:,}"
        switches = f"{size} switch" if most == 1 else f"{size} switches"
        yield f"  {count(len(sizes), 'group')} of {switches}, {_BY[groups['by']]}"

    def compared(self) -> Iterator[str]:
        """Say what differs from the design."""
        found, match = self._document["differences"], self._document["match"]
        if found is None:
            yield "no design is given (--design), so nothing is compared"
            return
        told = [*self._switches(found), *self._links(found)]
        pairs = found["pairs"]
        if match["by"] == "groups":
            yield "compared with the design by the links between groups alone:"
        else:
            by = "their names" if match["by"] == "names" else "their order in groups"
            yield f"compared with the design, switches by {by}:"
        yield from told or ([] if pairs else ["  no difference"])
        if pairs:
            group = match["groups"]
            yield f"  pairs of groups with other numbers of links: {len(pairs):,}"
            for first, second, planned, there in sorted(pairs, key=_by_difference)[:SHOWN]:
                one, other = self._group(group[first]), self._group(group[second])
                where = f"inside {one}" if first == second else f"{one} and {other}"
                yield f"    {where}: {there:,} links, designed {planned:,}"
            yield from _more(pairs)

    def _group(self, number: int | None) -> str:
        """Name a group of the fabric, by its place."""
        groups = self._document["groups"]
        if number is None or groups["by"] == "none":
            return "a group that is not there" if number is None else f"group {number}"
        return f"group {printable(groups['names'][number], 40)}"

    def _switches(self, found: Json) -> Iterator[str]:
        for kind, names in (
            ("missing", [self._common[each] for each in found["switches"]["missing"]]),
            ("unplanned", [self._names[each] for each in found["switches"]["unplanned"]]),
        ):
            if names:
                rest = ", …" if len(names) > SHOWN else ""
                yield f"  switches {kind}: {len(names):,} ({', '.join(names[:SHOWN])}{rest})"

    def _links(self, found: Json) -> Iterator[str]:
        name, lost = self._common, set(found["switches"]["missing"])
        missing = [each for each in found["missing"] if not lost & set(each[:2])]
        gone = sum(each[3] for each in found["missing"]) - sum(each[3] for each in missing)
        if gone:
            yield f"  links missing with their switches: {gone:,}"
        for kind, entries in (
            ("links missing", missing),
            ("links doubled", found["doubled"]),
            ("links not in the design", found["unplanned"]),
        ):
            if entries:
                yield f"  {kind}: {sum(each[3] for each in entries):,}"
                for first, second, _, number in entries[:SHOWN]:
                    times = f", {number} times" if number > 1 else ""
                    yield f"    {name[first]} - {name[second]}{times}"
                yield from _more(entries)
        yield from self._exchanged(found)

    def _exchanged(self, found: Json) -> Iterator[str]:
        name = self._common
        if found["swapped"]:
            yield f"  cables with exchanged ends: {2 * len(found['swapped'])}"
            for a, x, b, y, _ in found["swapped"][:SHOWN]:
                yield (
                    f"    {name[a]} - {name[b]} and {name[x]} - {name[y]}; designed "
                    f"{name[a]} - {name[x]} and {name[b]} - {name[y]}"
                )
            yield from _more(found["swapped"])
        if found["moved"]:
            yield f"  cables with one end at a wrong switch: {len(found['moved'])}"
            for a, x, b, _ in found["moved"][:SHOWN]:
                yield f"    {name[a]} - {name[b]}; designed {name[a]} - {name[x]}"
            yield from _more(found["moved"])
        if found["changed"]:
            yield f"  links of another class: {sum(each[4] for each in found['changed']):,}"
            for first, second, planned, now, number in found["changed"][:SHOWN]:
                yield f"    {name[first]} - {name[second]}: {number} {now}; designed {planned}"
            yield from _more(found["changed"])

    def bisections(self) -> Iterator[str]:
        """Say what the bisection is, and was to be."""
        yield f"bisection bandwidth at α = {self._now['point']['alpha']}, by {self._now['balance']}"
        for when, point in (("now", self._now), ("designed", self._designed)):
            if point is None:
                continue
            value, lower = (self._unit * Fraction(point["point"][each]) for each in _BOTH)
            status = _STATUS[point["status"]]
            if when == "now" and "from_design" in self._document:
                told = self._document["from_design"]
                lower, gone = (self._unit * Fraction(told[each]) for each in ("lower", "gone"))
                status = f"from below as the design less {both(gone)} that is gone"
            hosts = self._document["hosts"][when]
            each = f", {both(value / hosts)} for each host" if hosts else ""
            by_theorem = point["status"] == "formula"
            known = value == lower or by_theorem
            shown = both(value) if known else f"{both(lower)} to {both(value)}"
            yield f"  {when}: {shown}{each} ({status})"
        if self._designed is not None:
            values = [Fraction(point["point"]["value"]) for point in (self._now, self._designed)]
            if values[1]:
                yield f"  {float(100 * values[0] / values[1]):.2f} % of the design"

    def cut(self) -> Iterator[str]:
        """Name the cables of the cut that attains it."""
        cut = self._document["cut"]
        cables = sum(each[3] for each in cut)
        yield f"the cut that attains it severs {count(cables, 'link')} (--cut FILE lists them):"
        for *_, names in cut[:3]:
            yield f"    {printable(names[0], 100)}"
        yield from _more(cut, 3)

    def losses(self) -> Iterator[str]:
        """Say what failures would cost."""
        losses = self._document["losses"]
        if losses["links"]:
            yield "left after the worst failures of links:"
            yield "  " + "; ".join(
                f"{each['links']:,}: {self._left(each)}" for each in losses["links"]
            )
        if losses["worst_links"]:
            yield "links whose loss costs most (each is in the cut):"
            for first, second, _, capacity in losses["worst_links"]:
                loss = both(self._unit * Fraction(capacity))
                yield f"    {self._names[first]} - {self._names[second]}: {loss}"
        if losses["switches"]:
            yield "left after the loss of one switch, the costliest first:"
            for each in losses["switches"]:
                yield f"    {self._names[each['switch']]}: {self._left(each)}"
        if losses["groups"]:
            yield "left after the loss of one group, the costliest first:"
            for each in losses["groups"]:
                yield f"    {self._group(each['group'])}: {self._left(each)}"

    def _left(self, entry: Json) -> str:
        lower, upper = (self._unit * Fraction(entry[each]) for each in ("lower", "upper"))
        return both(lower) if lower == upper else f"{both(lower)} to {both(upper)}"


_BOTH = ("value", "lower")


def _by_difference(pair: Sequence[int]) -> tuple[int, ...]:
    return (pair[3] - pair[2], *pair)


def _more(entries: Sequence[object], shown: int = SHOWN) -> Iterator[str]:
    if len(entries) > shown:
        yield f"    and {len(entries) - shown:,} more, in the document (--out)"
