"""The topology file of SST-macro, in JSON: switches, nodes, and the ports that join them."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
    both_ways,
    check_written,
)
from alphacut.arrangements.formats.exchange._json import begins_object, object_of
from alphacut.arrangements.formats.exchange._numbering import network_of
from alphacut.arrangements.network import LOCAL, Link
from alphacut.arrangements.words import printable, shown

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

MOST_NOTES = 20  # of one kind


def write(network: Network) -> Files:
    """Write every link as a port of each end; ports to hosts come after those to switches.

    Names have as many digits each, for SST-macro orders them as words.
    """
    if not any(network.hosts):
        raise NetworkError("SST-macro needs hosts, and this network has none")
    check_written(sum(link.multiplicity for link in network.links), "parallel links")
    check_written(sum(network.hosts), "hosts")
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


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read the switches in the order of their names, as SST-macro does.

    References
    ----------
    SST-macro, sstmac/hardware/topology/file.cc.
    """
    found = _object(files[0], reading)
    names = sorted(found["switches"])
    reading.check_size(len(names))
    number = {name: position for position, name in enumerate(names)}
    home: dict[str, int] = {}
    directed: Counter[tuple[int, int]] = Counter()
    for name in names:
        for end in _destinations(found["switches"][name], name):
            if end in number:
                directed[number[name], number[end]] += 1
            elif end in found["nodes"]:
                _settle(end, name, home, number)
            else:
                raise SpecError(f"switches.{name}", f"leads to {shown(end)}, which does not exist")
        if directed[number[name], number[name]]:
            raise SpecError(f"switches.{name}", "leads to itself")
        del directed[number[name], number[name]]
    reading.check_size(0, len(directed) // 2)
    joined = both_ways(directed, "ports", dict(enumerate(names)))
    links = [Link(*ends, LOCAL.name, count) for ends, count in joined.items()]
    hosts = Counter(home.values())
    network, _ = network_of(
        switches=len(names), links=links, hosts={i: hosts[i] for i in range(len(names))}
    )
    lost = sorted(found.keys() - {"switches", "nodes", "avg_num_hops"})
    return Imported(
        network=network,
        notes=(
            "the names of switches and the numbers of ports; all links are local",
            *(f"the parameter {printable(str(name), 60)}" for name in lost[:MOST_NOTES]),
            *_lost_of_ports(found["switches"]),
        ),
    )


def _object(content: bytes, reading: Reading) -> dict[str, Any]:
    found = object_of(content, reading)
    for name in ("switches", "nodes"):
        if not isinstance(found.get(name), dict):
            raise SpecError(name, "must be an object with an entry for each by its name")
    if not found["switches"]:
        raise SpecError("switches", "is empty")
    return found


def _settle(node: str, switch: str, home: dict[str, int], number: dict[str, int]) -> None:
    """Note the switch of a host, which has only one."""
    if home.setdefault(node, number[switch]) != number[switch]:
        raise SpecError(f"switches.{switch}", f"leads to {shown(node)}, as another switch does")


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


def _lost_of_ports(switches: dict[str, Any]) -> list[str]:
    names = {
        name
        for switch in switches.values()
        for each in switch["outports"].values()
        for name in each
    }
    lost = sorted(names - {"destination", "inport"})
    return [f"{printable(str(name), 60)} of ports" for name in lost[:MOST_NOTES]]


def looks_like(content: bytes) -> bool:
    """Whether it is JSON with switches that have output ports."""
    return begins_object(content) and b'"switches"' in content and b'"outports"' in content


SST_MACRO = ExchangeFormat(
    name="sst-macro",
    description="the topology file of SST-macro, in JSON",
    media_type="application/json",
    extensions=(".json",),
    read=read,
    write=write,
    looks_like=looks_like,
)
