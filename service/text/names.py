"""What a network is called in titles, legends and file names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.links.catalogue import BY_NAME

_USUAL = {"p": 1, "trunking": 1, "seed": None, "groups": None}
_BOXES = ("mesh", "torus", "hamming", "hyperx", "flattened_butterfly")
_LONG = 40  # characters of one value; longer ones are left out of names


def network_name(topology: Mapping[str, Any]) -> str:
    """Name the network of a complete spec, such as "(4,8,4) relative", wherever it is named.

    One host for each switch, where p is left out, is the letter p.
    """
    if topology.get("failed"):
        whole = {key: value for key, value in topology.items() if key != "failed"}
        return f"{network_name(whole)}, {_failed(topology['failed'])}"
    if topology.get("family") == "dragonfly":
        return _dragonfly(topology)
    if topology.get("family") == "graph":
        return f"graph of {_count(topology.get('switches'), 'node', 'nodes')}"
    rest = _rest(topology, {"family"}, **_defaults(topology))
    return " ".join([str(topology.get("family")), *rest])


def group_noun(family: str) -> str:
    """Return what a group of switches is called: those of a box share their first coordinate."""
    return "layer" if family in _BOXES else "group"


def request_name(request: Mapping[str, Any]) -> str:
    """Name a complete request after its network, or after the first of several."""
    first, *others = request.get("topologies") or [request["topology"]]
    return network_name(first) + (f" and {len(others)} more" if others else "")


def file_stem(topology: Mapping[str, Any]) -> str:
    """Name a file after a spec, in characters that every file system takes."""
    words = re.findall(r"[A-Za-z0-9._-]+", network_name(topology).replace("p,", ""))
    family = str(topology.get("family"))
    return "-".join(words if words[:1] == [family] else [family, *words])[:80]


def _defaults(topology: Mapping[str, Any]) -> dict[str, int]:
    """Return the values that follow from others unless it is said."""
    family = topology.get("family")
    if family == "flattened_butterfly":
        return {"p": topology["k"]}
    if family == "fat_tree":
        return {"p": topology["k"] // 2}
    if family == "dragonfly_plus":
        up = topology["leaves"] * topology.get("uplinks", 1)
        leaving = topology["spines"] * topology.get("ports", up)
        return {"uplinks": 1, "ports": up, "links": leaving // (topology["groups"] - 1)}
    return {}


def _dragonfly(topology: Mapping[str, Any]) -> str:
    a, h = topology["a"], topology["h"]
    hosts = topology.get("p", 1)
    p = "p" if hosts == 1 else hosts
    told = {"family", "a", "h", "p", "arrangement", "options", "local"}
    usual = a * h // topology.get("trunking", 1) + 1
    rest = [*_options(topology), *_rest(topology, told, groups=usual), *_local(topology)]
    return ", ".join([f"({p},{a},{h}) {topology['arrangement']}", *rest])


def _local(topology: Mapping[str, Any]) -> list[str]:
    """Name the links inside a group, if they are not a complete graph."""
    local = topology.get("local")
    if not local:
        return []
    parallel = local.get("multiplicities", ())
    return [
        f"local {_value(local['sides'])}",
        *([f"multiplicities {_value(parallel)}"] if set(parallel) - {1} else []),
    ]


def _failed(failed: Mapping[str, Any]) -> str:
    """Tell in short how much has failed: by list and, with a seed, at random."""
    counts = [
        (len(failed.get("links", ())), "pair of switches cut", "pairs of switches cut"),
        (len(failed.get("switches", ())), "switch failed", "switches failed"),
        (failed.get("random_links", 0), "random link failed", "random links failed"),
        (failed.get("random_switches", 0), "random switch failed", "random switches failed"),
    ]
    told = [_count(number, one, many) for number, one, many in counts if number]
    drawn = failed.get("random_links") or failed.get("random_switches")
    return ", ".join([*told, *([f"seed {failed.get('seed', 0)}"] if drawn else [])])


def _options(topology: Mapping[str, Any]) -> list[str]:
    """Name the options of an arrangement that differ from its defaults."""
    known = BY_NAME.get(topology["arrangement"])
    usual = known.complete_options({}) if known else {}
    options = topology.get("options", {})
    return [f"{key}={value}" for key, value in options.items() if value != usual.get(key)]


def _rest(topology: Mapping[str, Any], told: set[str], **usual: int) -> list[str]:
    """Name what is neither told already nor as usual."""
    expected = {**_USUAL, **usual}
    return [
        f"{key} {_value(value)}"
        for key, value in topology.items()
        if key not in told and (key not in expected or value != expected[key])
        if len(_value(value)) <= _LONG
    ]


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={entry}" for key, entry in value.items())
    if isinstance(value, list | tuple):
        pairs = any(isinstance(entry, list | tuple) for entry in value)
        return ", ".join(map(_pair, value)) if pairs else " × ".join(str(entry) for entry in value)
    return str(value)


def _pair(entry: object) -> str:
    """Write two positions as specs do: 0-2."""
    return "-".join(map(str, entry)) if isinstance(entry, list | tuple) else str(entry)


def _count(number: object, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
