"""Slurm's topology.conf: a tree of switches and the hosts at its leaves, or blocks of hosts.

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
from alphacut.arrangements.formats.exchange._slurm_tree import Blocks, Tree, imported
from alphacut.arrangements.formats.exchange._text import LONGEST, filled_lines_of
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator


BEGIN = ("switchname", "blockname", "blocksizes")  # with which a line begins
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
    tree, blocks = Tree(), Blocks()
    lost: dict[str, None] = {}
    for place, text in _statements(content):
        pairs = dict(_pairs(text, place))
        kind = next((key for key in BEGIN if key in pairs), "")
        name = pairs.pop(kind, "")
        if not name:
            raise SpecError("", f"{place}: must begin with SwitchName=, BlockName= or BlockSizes=")
        if kind == "switchname":
            tree.add(place, name, pairs.pop("nodes", ""), pairs.pop("switches", ""))
        elif kind == "blockname":
            blocks.add(place, name, pairs.pop("nodes", ""))
        else:
            for size in name.split(","):
                blocks.size(place, size)
        if tree.switches and not blocks.none:
            raise SpecError("", f"{place}: a file has switches or blocks, and not both")
        what = "switches" if kind == "switchname" else "blocks"
        lost.update(dict.fromkeys(f"{shown(key)} of {what}" for key in pairs))
    return (tree if blocks.none else blocks.tree()), list(lost)


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
    description="Slurm's topology.conf: a tree of switches with their hosts, or blocks of hosts",
    media_type="text/plain",
    extensions=(".conf",),
    read=read,
    write=only_read("topology.conf is"),
    written=False,
)
