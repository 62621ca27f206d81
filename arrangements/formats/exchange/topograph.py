"""The graph of NVIDIA's Topograph: instances, each with the switches above it, layer by layer.

The first of an instance's `network_layers` is the switch that it is at, and each next one is above
that before. (Topograph's other output, topology.conf or topology.yaml, is Slurm's.)

References
----------
NVIDIA, Topograph, docs/engines/graph.md.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
    only_read,
)
from alphacut.arrangements.formats.exchange._json import begins_object, object_of
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.words import shown

MOST_LAYERS = 16
ONCE = (
    "the file says which switches are above which and not by how many links; each pair counts once"
)
READ = ("id", "network_layers")


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches, one link from each to those above it, and the instances as hosts."""
    found = object_of(files[0], reading)
    instances = found.get("instances")
    if not isinstance(instances, list):
        raise SpecError("instances", f"must be a list, got {shown(instances)}")
    links, at = Links(reading), dict[str, str]()
    hosts: dict[str, list[str]] = {}
    joined: dict[tuple[str, str], None] = {}
    for number, each in enumerate(instances):
        name, layers = _instance(each, f"instances.{number}")
        if at.setdefault(name, layers[0]) != layers[0] or name in hosts.get(layers[0], ()):
            raise SpecError(f"instances.{number}.id", f"{shown(name)} is there twice")
        hosts.setdefault(layers[0], []).append(name)
        for below, above in pairwise(layers):
            if (below, above) not in joined:
                joined[below, above] = None
                links.add(f"instances.{number}", (below, above))
        links.switch(layers[0])
        links.lost.update(dict.fromkeys(f"{shown(key)} of instances" for key in each.keys() - READ))
    for name in dict.fromkeys((*hosts, *(switch for pair in joined for switch in pair))):
        number = links.switch(name)
        links.hosts[number] = len(hosts.get(name, ()))
        links.host_names[number] = tuple(hosts.get(name, ()))
    links.remarks.append(ONCE)
    return links.imported()


def _instance(value: Any, place: str) -> tuple[str, list[str]]:
    """Return the name of an instance, and the switches above it."""
    if not isinstance(value, dict):
        raise SpecError(place, f"must be an object, got {shown(value)}")
    layers = value.get("network_layers")
    if not isinstance(layers, list) or not 0 < len(layers) <= MOST_LAYERS:
        raise SpecError(
            f"{place}.network_layers",
            f"must be a list of 1 to {MOST_LAYERS} switches, got {shown(layers)}",
        )
    names = [value.get("id"), *layers]
    for name in names:
        if not isinstance(name, str) or not 0 < len(name) <= 200:
            raise SpecError(place, f"names are of 1 to 200 characters, got {shown(name)}")
    if len(set(layers)) < len(layers):
        raise SpecError(f"{place}.network_layers", "names a switch twice")
    return names[0], layers


def looks_like(content: bytes) -> bool:
    """Whether it is JSON that has what Topograph's graph has."""
    return begins_object(content) and b'"instances"' in content and b'"network_layers"' in content


TOPOGRAPH = ExchangeFormat(
    name="topograph",
    description="the graph of NVIDIA's Topograph: instances, and the switches above each",
    media_type="application/json",
    extensions=(".topograph",),
    read=read,
    write=only_read("a graph of Topograph is"),
    looks_like=looks_like,
    written=False,
)
