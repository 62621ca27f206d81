"""The topology file of SST-macro, in JSON: switches, nodes, and the ports that join them."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from arrangements.errors import NetworkError, SpecError
from arrangements.formats.exchange._base import (
    ExchangeFormat,
    Files,
    Imported,
    both_ways,
    text_of,
)
from arrangements.formats.exchange._numbering import network_of
from arrangements.network import LOCAL, Link
from arrangements.words import shown

if TYPE_CHECKING:
    from arrangements.network import Network


def write(network: Network) -> Files:
    """Write every link as a port of each end; ports to hosts come after those to switches.

    Names have as many digits each, for SST-macro orders them as words.
    """
    if not any(network.hosts):
        raise NetworkError("SST-macro needs hosts, and this network has none")
    wide = len(str(max(network.switches, sum(network.hosts)) - 1))
    ports: list[list[dict[str, Any]]] = [[] for _ in range(network.switches)]
    for first, second, _, multiplicity in network.links:
        for _ in range(multiplicity):
            one, other = len(ports[first]), len(ports[second])
            ports[first].append({"destination": f"switch{second:0{wide}}", "inport": other})
            ports[second].append({"destination": f"switch{first:0{wide}}", "inport": one})
    nodes = 0
    for switch, count in enumerate(network.hosts):
        for node in range(nodes, nodes + count):
            ports[switch].append({"destination": f"node{node:0{wide}}", "inport": 0})
        nodes += count
    written = {
        "avg_num_hops": _hops(network),
        "nodes": {f"node{node:0{wide}}": {} for node in range(nodes)},
        "switches": {
            f"switch{switch:0{wide}}": {"outports": {str(i): port for i, port in enumerate(each)}}
            for switch, each in enumerate(ports)
        },
    }
    return ((json.dumps(written) + "\n").encode(),)


def _hops(network: Network) -> int:
    """Return the average distance between switches, rounded up, as SST-macro asks for it."""
    import igraph  # here alone, for it takes longer to load than all formats together

    graph = igraph.Graph(n=network.switches, edges=[link[:2] for link in network.links])
    mean = graph.average_path_length() if network.links else 0
    return max(1, -int(-mean // 1))


def read(files: Files) -> Imported:
    """Read the switches in the order of their names, as SST-macro does.

    References
    ----------
    SST-macro, sstmac/hardware/topology/file.cc.
    """
    found = _object(files[0])
    names = sorted(found["switches"])
    number = {name: position for position, name in enumerate(names)}
    hosts: Counter[int] = Counter()
    directed: Counter[tuple[int, int]] = Counter()
    for name in names:
        for end in _destinations(found["switches"][name], name):
            if end in number:
                directed[number[name], number[end]] += 1
            elif end in found["nodes"]:
                hosts[number[name]] += 1
            else:
                raise SpecError(f"switches.{name}", f"leads to {shown(end)}, which does not exist")
    links = [Link(*ends, LOCAL.name, count) for ends, count in both_ways(directed, "ports").items()]
    network, _ = network_of(
        switches=len(names), links=links, hosts={i: hosts[i] for i in range(len(names))}
    )
    return Imported(
        network=network,
        notes=("the names of switches and the numbers of ports; all links are local",),
    )


def _object(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text_of(content))
    except (ValueError, RecursionError) as error:
        raise SpecError("", f"not JSON: {error}") from error
    for name in ("switches", "nodes"):
        if not isinstance(found, dict) or not isinstance(found.get(name), dict):
            raise SpecError(name, "must be an object with an entry for each by its name")
    if not found["switches"]:
        raise SpecError("switches", "is empty")
    return dict(found)


def _destinations(switch: Any, name: str) -> list[str]:
    ports = switch.get("outports") if isinstance(switch, dict) else None
    if not isinstance(ports, dict):
        raise SpecError(
            f"switches.{name}.outports", "must be an object with an entry for each port"
        )
    for port, content in ports.items():
        if not isinstance(content, dict) or not isinstance(content.get("destination"), str):
            raise SpecError(f"switches.{name}.outports.{port}.destination", "must be a name")
    return [content["destination"] for content in ports.values()]


def looks_like(content: bytes) -> bool:
    """Whether it is JSON with switches that have output ports."""
    if b'"switches"' not in content or b'"outports"' not in content:
        return False
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


SST_MACRO = ExchangeFormat(
    name="sst-macro",
    description="the topology file of SST-macro, in JSON",
    media_type="application/json",
    extensions=(".json",),
    read=read,
    write=write,
    looks_like=looks_like,
)
