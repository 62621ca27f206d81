"""The wiring of a network as text, in several formats."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arrangements.errors import NetworkError
from arrangements.formats.spec import complete, to_spec
from arrangements.words import known_names, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from arrangements.network import Network

COLUMNS = ("first", "second", "first_group", "second_group", "class", "multiplicity")


def to_json(network: Network) -> str:
    """Write the spec of family "graph", which can be read back as an equal network."""
    return json.dumps(complete(to_spec(network)), ensure_ascii=False) + "\n"


def to_csv(network: Network) -> str:
    """Write a header and one row for each link, with parallel links of a class as one."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for first, second, name, multiplicity in network.links:
        groups = (network.groups[first], network.groups[second])
        rows.writerow((first, second, *groups, name, multiplicity))
    return text.getvalue()


def to_edges(network: Network) -> str:
    """Write one line for each link: first, second, class and multiplicity, with blanks between.

    networkx reads it as an edge list with the data (("link_class", str),
    ("multiplicity", int)). Switches without links do not show.

    Raises
    ------
    NetworkError
        If the name of a link class has blanks in it.
    """
    for link_class in network.classes:
        if len(link_class.name.split()) > 1:
            raise NetworkError(
                f"an edge list cannot hold the link class {link_class.name!r}: its name has blanks"
            )
    return "".join(f"{' '.join(map(str, link))}\n" for link in network.links)


@dataclass(frozen=True, kw_only=True)
class TableFormat:
    """A way to write the wiring."""

    name: str  # what the command line calls it
    description: str  # what is in it, in one line
    media_type: str  # of the text, for HTTP
    write: Callable[[Network], str]


FORMATS: tuple[TableFormat, ...] = (
    TableFormat(
        name="json",
        description="the network link by link, as a topology spec",
        media_type="application/json",
        write=to_json,
    ),
    TableFormat(
        name="csv",
        description=f"one row for each link: {', '.join(COLUMNS)}",
        media_type="text/csv",
        write=to_csv,
    ),
    TableFormat(
        name="edges",
        description="an edge list: first, second, class, multiplicity",
        media_type="text/plain",
        write=to_edges,
    ),
)
BY_NAME = {each.name: each for each in FORMATS}


def write(network: Network, format_name: str) -> str:
    """Write the wiring of a network in the format of a name.

    Raises
    ------
    NetworkError
        If there is no such format, or the network does not fit it.
    """
    if format_name not in BY_NAME:
        known = known_names(format_name, BY_NAME)
        raise NetworkError(f"unknown format {shown(format_name)}; {known}")
    return BY_NAME[format_name].write(network)
