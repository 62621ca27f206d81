"""The wiring of a network as text, in several formats."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.formats.exchange.catalogue import WRITTEN
from alphacut.arrangements.formats.spec import complete, to_spec
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from alphacut.arrangements.formats.exchange._base import ExchangeFormat
    from alphacut.arrangements.network import Network


def to_json(network: Network, unit: str | None = None) -> str:
    """Write the spec of family "graph", which can be read back as an equal network.

    Parameters
    ----------
    unit
        What a capacity of 1 is to the owner of the network; None: nothing is said.
    """
    told = {} if unit is None else {"unit": unit}
    return json.dumps(complete(to_spec(network)) | told, ensure_ascii=False) + "\n"


@dataclass(frozen=True, kw_only=True)
class TableFormat:
    """A way to write the wiring as one text."""

    name: str  # what the command line calls it
    description: str  # what is in it, in one line
    media_type: str  # of the text, for HTTP
    write: Callable[[Network], str]


def _as_text(exchange: ExchangeFormat) -> TableFormat:
    return TableFormat(
        name=exchange.name,
        description=exchange.description,
        media_type=exchange.media_type,
        write=lambda network: exchange.write(network)[0].decode(),
    )


FORMATS: tuple[TableFormat, ...] = (
    TableFormat(
        name="json",
        description="the network link by link, as a topology spec",
        media_type="application/json",
        write=to_json,
    ),
    *(_as_text(each) for each in WRITTEN if not each.binary),
)
BY_NAME = {each.name: each for each in FORMATS}


def write(network: Network, format_name: str, unit: str | None = None) -> str:
    """Write the wiring of a network in the format of a name.

    Parameters
    ----------
    unit
        What a capacity of 1 is, which JSON alone can hold.

    Raises
    ------
    NetworkError
        If there is no such format, or the network does not fit it.
    """
    if format_name not in BY_NAME:
        known = known_names(format_name, BY_NAME)
        raise NetworkError(f"unknown format {shown(format_name)}; {known}")
    return to_json(network, unit) if format_name == "json" else BY_NAME[format_name].write(network)
