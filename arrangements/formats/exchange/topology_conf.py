"""Slurm's topology.conf: a tree of switches, and the hosts of those at its leaves.

References
----------
Slurm, manual page topology.conf.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
    only_read,
)
from alphacut.arrangements.formats.exchange._slurm_tree import Tree, imported
from alphacut.arrangements.formats.exchange._text import LONGEST, filled_lines_of
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator


PAIR = re.compile(r'\s*([A-Za-z_]+)\s*=\s*(?:"([^"]*)"|([^\s"]+))(?=\s|$)')


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches by name, one link from each to those below it, and their hosts."""
    tree, lost = tree_of(files[0])
    return imported(tree, lost, reading)


def tree_of(content: bytes) -> tuple[Tree, list[str]]:
    """Return the tree of switches, and what else the file says of them.

    Raises
    ------
    SpecError
        With the line that cannot be read.
    """
    tree = Tree()
    lost: dict[str, None] = {}
    for place, text in _statements(content):
        pairs = dict(_pairs(text, place))
        name = pairs.pop("switchname", "")
        if not name and any(key.startswith("block") for key in pairs):
            raise SpecError(
                "", f"{place}: blocks (topology/block) say nothing of switches and links"
            )
        if not name:
            raise SpecError("", f"{place}: must begin with SwitchName=")
        tree.add(place, name, pairs.pop("nodes", ""), pairs.pop("switches", ""))
        lost.update(dict.fromkeys(f"{shown(key)} of switches" for key in pairs))
    return tree, list(lost)


def _statements(content: bytes) -> Iterator[tuple[str, str]]:
    """Give lines without comments; one that ends with a backslash goes on in the next."""
    begun, parts = 0, ""
    for number, line in filled_lines_of(content):
        text = line.split("#")[0].rstrip()
        begun = begun if parts else number
        parts += text.removesuffix("\\") + " "
        if len(parts) > LONGEST:
            raise SpecError("", f"line {begun}: has more than {LONGEST:,} characters")
        if text.endswith("\\"):
            continue
        if parts.strip():
            yield f"line {begun}", parts
        parts = ""
    if parts.strip():
        yield f"line {begun}", parts


def _pairs(text: str, place: str) -> Iterator[tuple[str, str]]:
    """Give keys, in small letters, and values; blanks may stand beside the sign between them."""
    at, end = 0, len(text.rstrip())
    while at < end:
        pair = PAIR.match(text, at)
        if pair is None:
            word = text[at:].split()[0]
            raise SpecError("", f"{place}: must be pairs such as Nodes=n[0-15], got {shown(word)}")
        at = pair.end()
        yield pair[1].lower(), pair[3] if pair[2] is None else pair[2]


TOPOLOGY_CONF = ExchangeFormat(
    name="topology.conf",
    description="Slurm's topology.conf: a tree of switches with their hosts",
    media_type="text/plain",
    extensions=(".conf",),
    read=read,
    write=only_read("topology.conf is"),
    written=False,
)
