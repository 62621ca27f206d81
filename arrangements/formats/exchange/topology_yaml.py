"""Slurm's topology.yaml: the tree of switches, or the blocks, among the topologies that it lists.

The file has one key in a line, and no key has two meanings, so that neither its indentation nor
a reader of all YAML is needed.

References
----------
Slurm, manual page topology.yaml.
"""

from __future__ import annotations

import re

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
from alphacut.arrangements.formats.exchange._text import filled_lines_of, quoted
from alphacut.arrangements.words import shown

ENTRY = re.compile(r"\s*-\s+(['\"]?)([0-9]{1,9})\1")  # of a list of numbers
LINE = re.compile(r"\s*(?:-\s+)?([A-Za-z_]+)\s*:(?:\s+(.*))?")
COMMENT = re.compile(r"(?:^|\s)#.*")
KINDS = ("tree", "block", "flat", "torus3d")
READ = {"tree": "switch", "block": "block"}  # what the kinds that are read list
PLURAL = {"tree": "switches", "block": "blocks"}
OF_SWITCHES = ("switch", "nodes", "children")


class _Topology:
    """One of the topologies of a file."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.kind = ""
        self.is_default = False
        self.switches: list[dict[str, str]] = []  # its keys, and "place"; or those of a block
        self.sizes: list[tuple[str, str]] = []  # of blocks, and where they stand


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read the only tree, or the one that is the default of the cluster."""
    tree, lost = tree_of(files[0])
    return imported(tree, lost, reading)


def tree_of(content: bytes) -> tuple[Tree, list[str]]:
    """Return the tree of switches, and what else the file says.

    Raises
    ------
    SpecError
        With the line that cannot be read, or if there is no tree, or several of them.
    """
    lost: dict[str, None] = {}
    listed = _topologies(content, lost)
    chosen = _chosen(listed)
    lost.update(
        dict.fromkeys(f"the topology {shown(each.name)}" for each in listed if each is not chosen)
    )
    if chosen.kind == "block":
        return _blocks_of(chosen), list(lost)
    tree = Tree()
    for switch in chosen.switches:
        place = switch["place"]
        tree.add(place, switch["switch"], switch.get("nodes", ""), switch.get("children", ""))
    return tree, list(lost)


def _blocks_of(topology: _Topology) -> Tree:
    blocks = Blocks()
    for block in topology.switches:
        blocks.add(block["place"], block["block"], block.get("nodes", ""))
    for place, size in topology.sizes:
        blocks.size(place, size)
    return blocks.tree()


def _topologies(content: bytes, lost: dict[str, None]) -> list[_Topology]:
    found: list[_Topology] = []
    for number, text in filled_lines_of(content):
        line = COMMENT.sub("", text).rstrip()
        if not line.strip() or line in ("---", "..."):
            continue
        pair, entry = LINE.fullmatch(line), ENTRY.fullmatch(line)
        if entry is not None and found and found[-1].kind == "block":
            found[-1].sizes.append((f"line {number}", entry[2]))
            continue
        if pair is None:
            raise SpecError("", f"line {number}: must be as in switch: leaf1, got {quoted(text)}")
        key, value = pair[1], _plain(pair[2] or "")
        if key == "topology":
            found.append(_Topology(value))
        elif not found:
            raise SpecError("", f"line {number}: must begin with - topology: NAME")
        else:
            _said(found[-1], number, key, value, lost)
    return found


def _plain(value: str) -> str:
    """Return a value without the quotation marks around it."""
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value


def _said(topology: _Topology, number: int, key: str, value: str, lost: dict[str, None]) -> None:
    """Take in one key of a topology."""
    if not topology.kind and key != "cluster_default" and (key in KINDS or not value):
        topology.kind = key
    elif key == "cluster_default":
        topology.is_default = value.lower() in ("true", "yes")
    elif topology.kind not in READ or key in ("switches", "blocks"):
        return
    elif key == "block_sizes":
        for each in filter(None, value.strip("[]").split(",")):
            topology.sizes.append((f"line {number}", each))
    elif key == READ[topology.kind]:
        topology.switches.append({"place": f"line {number}", key: value})
    elif key not in OF_SWITCHES or (topology.kind == "block" and key != "nodes"):
        lost[f"{shown(key)} of {PLURAL[topology.kind]}"] = None
    elif not topology.switches or key in topology.switches[-1]:
        first = READ[topology.kind]
        raise SpecError("", f"line {number}: {key} must stand once after {first}: NAME")
    else:
        topology.switches[-1][key] = value


def _chosen(listed: list[_Topology]) -> _Topology:
    trees = [each for each in listed if each.kind == "tree"]
    trees = trees or [each for each in listed if each.kind == "block"]
    default = [each for each in trees if each.is_default]
    if not trees:
        kinds = ", ".join(sorted({each.kind or "unknown" for each in listed})) or "none"
        raise SpecError(
            "", f"has no tree of switches and no blocks; its topologies are of the kind {kinds}"
        )
    if len(trees) > 1 and len(default) != 1:
        names, kind = ", ".join(shown(each.name) for each in trees[:3]), trees[0].kind
        several = "trees" if kind == "tree" else "topologies of blocks"
        raise SpecError(
            "",
            f"has {len(trees)} {several} ({names}); give cluster_default: true to one of them",
        )
    return default[0] if len(trees) > 1 else trees[0]


TOPOLOGY_YAML = ExchangeFormat(
    name="topology.yaml",
    description="Slurm's topology.yaml: a tree of switches with their hosts, or blocks of hosts",
    media_type="application/yaml",
    extensions=(".yaml", ".yml"),
    read=read,
    write=only_read("topology.yaml is"),
    written=False,
)
