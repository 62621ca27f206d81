"""Routes as users write them: CSV with one row for each hop."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from alphacut.arrangements.bounded_files import read_up_to
from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._text import lines_of
from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import MOST_VCS, Channels, Links
from alphacut.solver.routing.explicit_routes import Listed, check_pairs, listed

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.routes import Mechanism

NEEDED = ("source", "destination", "from", "to")
OPTIONAL = ("route", "vc", "link", "weight", "escape")
LARGEST_FILE = 256 * 2**20  # bytes
MOST_WRITTEN = 5_000_000  # rows
FIELD = "mechanism"
Cells = dict[str, int]
Hop = tuple[int, int, int]  # directed link, virtual channel, 1 if it is in the escape subset


@dataclass(kw_only=True)
class _Route:
    """A route that is being read."""

    source: int
    target: int
    number: int
    weight: int
    line: int  # where it begins
    at: int  # where it has come to
    hops: list[Hop]


def content_of(path: Path, name: str = FIELD) -> bytes:
    """Read a file of routes or tables, up to a size.

    Raises
    ------
    QuestionError
        If it cannot be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            content = read_up_to(file, LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "this is not the name of a file"
        raise QuestionError(name, f"{shown(str(path))} cannot be read: {why}") from error
    if len(content) > LARGEST_FILE:
        raise QuestionError(name, f"{path}: larger than {LARGEST_FILE:,} bytes")
    return content


def read_routes(
    path: Path,
    content: bytes,
    network: Network,
    vcs: tuple[int, int] | None = None,
    *,
    adaptive: bool = False,
) -> Listed:
    """Read a user's routes, as docs/routing.md describes their columns.

    Parameters
    ----------
    vcs
        The virtual channels of links within groups and between them; None: as many as the
        file uses, the same for all.

    Raises
    ------
    QuestionError
        With the line: a hop over no link, a route that is broken, a virtual channel out of
        range; or the pair of switches that no route joins.
    """
    try:
        return routes_of(content, network, vcs, adaptive=adaptive)
    except SpecError as error:
        raise QuestionError(FIELD, f"{path}: {error}") from error
    except QuestionError as error:
        raise QuestionError(FIELD, f"{path}: {error.problem}") from error


def routes_of(
    content: bytes, network: Network, vcs: tuple[int, int] | None = None, *, adaptive: bool = False
) -> Listed:
    """Read a user's routes from what is in the file; see `read_routes`."""
    links = Links.of(network)
    found = list(_read(content, links, _names(content, network)))
    most = 1 + max((vc for each in found for _, vc, _ in each.hops), default=0)
    channels = Channels(links=links, vcs=vcs or (most, most))
    allowed = np.diff(channels.first)
    rows: list[tuple[int, int, int, tuple[int, ...]]] = []
    escape: set[int] = set()
    for each in found:
        for link, vc, _ in each.hops:
            if vc >= allowed[link]:
                raise QuestionError(
                    FIELD,
                    f"the route at line {each.line}: virtual channel {vc} is out of range; the "
                    f"link from switch {links.tails[link]} to {links.heads[link]} has 0 to "
                    f"{allowed[link] - 1}",
                )
        hops = tuple(int(channels.first[link]) + vc for link, vc, _ in each.hops)
        escape.update(hop for hop, (_, _, marked) in zip(hops, each.hops, strict=True) if marked)
        rows.append((each.source, each.target, each.weight, hops))
    if escape and not adaptive:
        raise QuestionError(FIELD, "an escape subset is for adaptive routes; give --adaptive too")
    marked = np.array(sorted(escape), dtype=np.int64) if escape else None
    routes = listed(channels, rows, adaptive=adaptive, escape=marked)
    check_pairs(routes, np.array(network.hosts))
    return routes


def _names(content: bytes, network: Network) -> Mapping[str, int]:
    """Return the switches by name, if the file calls all of them by name; else nothing."""
    names = {name: switch for switch, name in enumerate(network.names)}
    if not names:
        return {}
    strange = {
        cells[name] for _, cells in _rows(content) for name in NEEDED if cells[name] not in names
    }
    if not strange:
        return names
    numbers = {str(switch) for switch in range(network.switches)}
    if not strange <= numbers:
        least = min(strange - numbers)
        raise QuestionError(
            FIELD, f"no switch is called {shown(least)}; {known_names(least, sorted(names))}"
        )
    return {}


def _read(content: bytes, links: Links, names: Mapping[str, int]) -> Iterator[_Route]:
    current: _Route | None = None
    for line, texts in _rows(content):
        cells = _numbers(texts, names, line)
        for name in NEEDED:
            if cells[name] >= links.switches:
                raise QuestionError(
                    FIELD,
                    f"line {line}: switch {cells[name]} does not exist; switches are numbered 0 "
                    f"to {links.switches - 1}",
                )
        key = (cells["source"], cells["destination"], cells["route"])
        if current is not None and key != (current.source, current.target, current.number):
            yield _ended(current)
            current = None
        if current is None:
            current = _begun(cells, line)
        _add(current, cells, line, links)
    if current is not None:
        yield _ended(current)


def _begun(cells: Cells, line: int) -> _Route:
    if cells["source"] == cells["destination"]:
        raise QuestionError(FIELD, f"line {line}: a route leads from a switch to itself")
    return _Route(
        source=cells["source"], target=cells["destination"], number=cells["route"],
        weight=cells["weight"], line=line, at=cells["source"], hops=[],
    )  # fmt: skip


def _add(route: _Route, cells: Cells, line: int, links: Links) -> None:
    if cells["from"] != route.at:
        raise QuestionError(
            FIELD, f"line {line}: this hop leaves switch {cells['from']}, but the route has come "
            f"to switch {route.at}",
        )  # fmt: skip
    parallel = links.by_ends.get((cells["from"], cells["to"]), [])
    if cells["link"] >= len(parallel):
        what = f"only {len(parallel)} links lead" if parallel else "no link leads"
        raise QuestionError(
            FIELD, f"line {line}: {what} from switch {cells['from']} to switch {cells['to']}"
        )
    if cells["vc"] >= MOST_VCS:
        raise QuestionError(
            FIELD, f"line {line}: vc must be from 0 to {MOST_VCS - 1}, got {cells['vc']}"
        )
    route.hops.append((parallel[cells["link"]], cells["vc"], cells["escape"]))
    route.at = cells["to"]


def _ended(route: _Route) -> _Route:
    if route.at != route.target:
        raise QuestionError(
            FIELD,
            f"the route at line {route.line} ends at switch {route.at}, not at its destination "
            f"{route.target}",
        )
    return route


def _rows(content: bytes) -> Iterator[tuple[int, dict[str, str]]]:
    header: list[str] = []
    for line, text in lines_of(content):
        if not text.strip() or text.startswith("#"):
            continue
        cells = [cell.strip() for cell in next(csv.reader([text]))]
        if not header:
            header = _header(cells, line)
            continue
        if len(cells) != len(header):
            raise QuestionError(
                FIELD, f"line {line}: has {len(cells)} cells, but the header {len(header)}"
            )
        yield line, dict(zip(header, cells, strict=True))
    if not header:
        raise QuestionError(FIELD, f"is empty; it needs a header {','.join(NEEDED)}")


def _header(cells: list[str], line: int) -> list[str]:
    header = [cell.lower() for cell in cells]
    for name in header:
        if name not in NEEDED + OPTIONAL or header.count(name) > 1:
            raise QuestionError(
                FIELD, f"line {line}: unknown or repeated column {shown(name)}; "
                f"{known_names(name, NEEDED + OPTIONAL)}",
            )  # fmt: skip
    for name in NEEDED:
        if name not in header:
            raise QuestionError(
                FIELD, f"line {line}: the column {name} is missing; needed are {','.join(NEEDED)}"
            )
    return header


def _numbers(texts: Mapping[str, str], names: Mapping[str, int], line: int) -> Cells:
    found = {"route": 0, "vc": 0, "link": 0, "weight": 1, "escape": 0}
    for name, cell in texts.items():
        if names and name in NEEDED:
            found[name] = names[cell]
        elif cell or name in NEEDED:
            try:
                found[name] = read_integer(cell, least=0)
            except NumberError as error:
                raise QuestionError(FIELD, f"line {line}: {name} {error}") from error
    return found


def routes_csv(mechanism: Mechanism, network: Network) -> str:
    """Write all routes, one row for each hop; switches that have names by these.

    Raises
    ------
    QuestionError
        If there would be too many rows.
    """
    count = sum(length * many for length, many in enumerate(mechanism.histogram()))
    if count > MOST_WRITTEN:
        raise QuestionError(
            "tables", f"the routes have {count:,} hops, at most {MOST_WRITTEN:,} are written"
        )
    links = mechanism.channels.links
    place = {link: at for ends in links.by_ends.values() for at, link in enumerate(ends)}
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow((*NEEDED[:2], "route", *NEEDED[2:], "link", "vc", "weight"))
    called = network.name_of
    for source, target in _pairs(mechanism, network.hosts):
        found = list(mechanism.routes(source, target))
        unit = lcm(*(each.share.denominator for each in found))
        for number, route in enumerate(found):
            for hop in route.channels:
                link, vc = mechanism.channels.link_of(hop)
                ends = map(called, (int(links.tails[link]), int(links.heads[link])))
                weight = int(route.share * unit)
                pair = called(source), called(target)
                rows.writerow((*pair, number, *ends, place[link], vc, weight))
    return text.getvalue()


def _pairs(mechanism: Mechanism, hosts: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the pairs that have routes: of switches with hosts, and those that are listed."""
    if isinstance(mechanism, Listed):
        yield from mechanism.pairs()
        return
    used = [switch for switch, many in enumerate(hosts) if many]
    yield from ((source, target) for source in used for target in used if source != target)
