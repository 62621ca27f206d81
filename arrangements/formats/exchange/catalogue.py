"""The formats of other programs: by name, by the name of a file, and by its content."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Exported,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._disk import content_of
from alphacut.arrangements.formats.exchange._text import signed
from alphacut.arrangements.formats.exchange.booksim import BOOKSIM
from alphacut.arrangements.formats.exchange.codes import CODES
from alphacut.arrangements.formats.exchange.csv_links import CSV_LINKS
from alphacut.arrangements.formats.exchange.differences import differences
from alphacut.arrangements.formats.exchange.dimacs import DIMACS
from alphacut.arrangements.formats.exchange.dot import DOT
from alphacut.arrangements.formats.exchange.edge_list import EDGE_LIST
from alphacut.arrangements.formats.exchange.gml import GML
from alphacut.arrangements.formats.exchange.graphml import GRAPHML
from alphacut.arrangements.formats.exchange.ibdiagnet_db_csv import IBDIAGNET
from alphacut.arrangements.formats.exchange.iblinkinfo import IBLINKINFO
from alphacut.arrangements.formats.exchange.ibnetdiscover import IBNETDISCOVER
from alphacut.arrangements.formats.exchange.ibsim_net import IBSIM_NET
from alphacut.arrangements.formats.exchange.matrix_market import MATRIX_MARKET
from alphacut.arrangements.formats.exchange.metis import METIS
from alphacut.arrangements.formats.exchange.node_link import NODE_LINK
from alphacut.arrangements.formats.exchange.opensm_subnet import OPENSM_SUBNET
from alphacut.arrangements.formats.exchange.pajek import PAJEK
from alphacut.arrangements.formats.exchange.slingshot_cables import SLINGSHOT_CABLES
from alphacut.arrangements.formats.exchange.slingshot_template import SLINGSHOT_TEMPLATE
from alphacut.arrangements.formats.exchange.sst_macro import SST_MACRO
from alphacut.arrangements.formats.exchange.sst_merlin import SST_MERLIN
from alphacut.arrangements.formats.exchange.topograph import TOPOGRAPH
from alphacut.arrangements.formats.exchange.topology_conf import TOPOLOGY_CONF
from alphacut.arrangements.formats.exchange.topology_yaml import TOPOLOGY_YAML
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

SIGNED = (MATRIX_MARKET, PAJEK, DIMACS, GML, DOT, TOPOLOGY_CONF, TOPOLOGY_YAML)
INFINIBAND = (OPENSM_SUBNET, IBNETDISCOVER, IBLINKINFO, IBSIM_NET, IBDIAGNET)
FABRICS = (*INFINIBAND, SLINGSHOT_CABLES, SLINGSHOT_TEMPLATE, TOPOGRAPH)
SURE = (  # told by their content
    *SIGNED,
    *FABRICS,
    *(GRAPHML, SST_MERLIN, SST_MACRO, NODE_LINK, BOOKSIM, CSV_LINKS),
)
GUESSED = (METIS, EDGE_LIST)  # rows of numbers, which may be either
EXCHANGE_FORMATS: tuple[ExchangeFormat, ...] = (*SURE, *GUESSED, CODES)
BY_NAME = {each.name: each for each in EXCHANGE_FORMATS}
WRITTEN = tuple(each for each in EXCHANGE_FORMATS if each.written)


def format_named(name: str) -> ExchangeFormat:
    """Return the format of a name.

    Raises
    ------
    NetworkError
        If there is none; the message lists the names that are known.
    """
    if name not in BY_NAME:
        raise NetworkError(f"unknown format {shown(name)}; {known_names(name, BY_NAME)}")
    return BY_NAME[name]


def recognise(path: Path, content: bytes) -> ExchangeFormat | None:
    """Tell the format of a file: from its content where that is sure, or else from its name."""
    if b"\0" in content[:4096] and partner(path):
        return CODES
    named = [each for each in EXCHANGE_FORMATS if path.suffix.lower() in each.extensions]
    candidates = (
        *(each for each in SURE if fits(each, content)),
        *(named if len(named) == 1 else ()),
    )
    if candidates or signed(content):
        return candidates[0] if candidates else None
    return next((each for each in GUESSED if fits(each, content)), None)


def fits(format_: ExchangeFormat, content: bytes) -> bool:
    """Tell whether a file's content is of a format."""
    if format_.looks_like is None:
        return signed(content) == format_.name
    return format_.looks_like(content)


def partner(path: Path) -> tuple[Path, Path] | None:
    """Return the two files of CODES, if the path names one of them and the other is there."""
    for one, other in (("intra", "inter"), ("inter", "intra")):
        start, found, end = path.name.rpartition(one)
        beside = path.with_name(f"{start}{other}{end}") if found else path
        if found and beside.is_file() and path.suffix.lower() not in (".json", ".csv"):
            return (path, beside) if one == "intra" else (beside, path)
    return None


def import_files(
    format_: ExchangeFormat, path: Path, content: bytes, reading: Reading = ANYTHING
) -> Imported:
    """Read a network from a file, or two of them.

    Raises
    ------
    SpecError
        If the content is wrong.
    """
    both = partner(path) if format_ is CODES else None
    files = tuple(map(content_of, both)) if both else (content,)
    return format_.read(files, reading)


def export(network: Network, format_: ExchangeFormat) -> Exported:
    """Write a network, with notes on what the format does not hold.

    Raises
    ------
    NetworkError
        If the format cannot hold it at all.
    """
    files = format_.write(network)
    try:
        again = format_.read(files).network
    except SpecError as error:  # an empty list of links, for one, is no file of some formats
        raise NetworkError(f"{format_.name} cannot hold this network: {error}") from error
    return Exported(files=files, notes=tuple(differences(network, again)))
