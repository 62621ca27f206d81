"""Forged routing documents: whatever the verifier accepts must be true.

Run as `python -m benchmarks.routing_mutations`. Each forgery is made from a seed and its number
alone. Truth is told by networkx: the routes that a document lists, or those of its mechanism as the
command builds it, are put into a channel dependency graph anew.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import networkx

from alphacut.arrangements.formats.spec import build, complete, parse, read
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.routing.answer import answer
from alphacut.solver.routing.demand import Demand
from alphacut.solver.routing.document import routing_document
from alphacut.solver.routing.mechanism_spec import MechanismSpec
from alphacut.solver.routing.verify.document import verify_routing
from alphacut.solver.traffic.reading import read_traffic
from benchmarks.mutations import blind
from benchmarks.provenance import provenance, this_command

Document = dict[str, Any]
RESULTS = Path(__file__).parent / "results" / "routing_mutations.json"
REFUSED, TRUE = "refused", "accepted and true"
HARMLESS = (REFUSED, TRUE)
ADAPTIVE = "source,destination,route,from,to,vc,escape\n" + "".join(
    f"{s},{t},{vc},{s},{t},{vc},{vc}\n"
    for s in range(3)
    for t in range(3)
    if s != t
    for vc in (0, 1)
)
BOTH_WAYS = "source,destination,route,from,to\n" + "".join(
    f"{s},{(s + k) % 4},{way},{(s + turn * i) % 4},{(s + turn * (i + 1)) % 4}\n"
    for s in range(4)
    for k in (1, 2, 3)
    for way, turn in enumerate((1, -1))
    for i in range(k if turn == 1 else 4 - k)
)
ORIGINALS: dict[str, tuple[str, dict[str, Any], str | None]] = {
    "minimal": ("dragonfly:a=3,h=1,p=1,arrangement=palmtree", {"mechanism": "minimal"}, "uniform"),
    "a cycle": (
        "dragonfly:a=3,h=1,p=1,arrangement=palmtree", {"mechanism": "minimal", "vcs": (1, 1)},
        "adversarial:1",
    ),
    "valiant": ("dragonfly:a=2,h=1,p=1,arrangement=absolute", {"mechanism": "valiant"}, "uniform"),
    "valiant by group": (
        "dragonfly:a=2,h=1,p=1,arrangement=absolute", {"mechanism": "valiant", "valiant": "group"},
        None,
    ),
    "2-colour": (
        "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2", {"mechanism": "2-colour"}, "uniform",
    ),
    "dimension order": ("torus:sides=4x3", {"mechanism": "dimension-order"}, "uniform"),
    "up-down": ("fat_tree:k=4", {"mechanism": "up-down"}, "shift:3"),
    "shortest": ("torus:sides=5", {"mechanism": "shortest"}, "uniform"),
    "routes with a cycle": (
        "torus:sides=4",
        {"mechanism": "routes", "routes": "source,destination,from,to\n" + "".join(
            f"{s},{(s + k) % 4},{(s + i) % 4},{(s + i + 1) % 4}\n"
            for s in range(4) for k in (1, 2, 3) for i in range(k))},
        "uniform",
    ),
    "adaptive with an escape subset": (
        "complete:switches=3", {"mechanism": "routes", "routes": ADAPTIVE, "adaptive": True}, None,
    ),
    "adaptive, not shown": (
        "torus:sides=4",
        {"mechanism": "routes", "adaptive": True, "routes": BOTH_WAYS},
        None,
    ),
}  # fmt: skip


def original(name: str) -> Document:
    """Answer a question, and return its document as a reader of the file gets it."""
    text, asked, traffic = ORIGINALS[name]
    spec = read(text)
    network, topology = build(spec), complete(spec)
    built = MechanismSpec(**asked).build(topology, network)
    demand = Demand.of(read_traffic(traffic, network), network) if traffic else None
    found = routing_document(
        answer(built.mechanism, demand), built, topology=topology, network=network, provenance={}
    )
    if "listed" in found["mechanism"]:
        found["mechanism"]["remarks"] = ["not judged: multicast"]
    document: Document = json.loads(json.dumps(found))
    return document


def forgery(originals: dict[str, Document], seed: int, number: int) -> tuple[str, Document, str]:
    """Return the original's name, the forged document, and what was done."""
    rng = random.Random(f"{seed} {number}")
    name = list(originals)[number % len(originals)]
    document = copy.deepcopy(originals[name])
    if rng.random() < 0.3:
        changes = [_knowing(document, originals, rng)]
    else:
        changes = [blind.change(document, rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
    return name, document, ", ".join(changes)


def _knowing(document: Document, originals: dict[str, Document], rng: random.Random) -> str:
    """Change what a document claims so that it keeps its form."""
    claim, mechanism = document["deadlock"], document["mechanism"]
    kind = rng.randrange(7)
    if kind == 0:  # "1" as 1.0 or true, somewhere
        places = [p for p in blind.places(document) if type(blind.at(document, p)) is int]
        place = rng.choice(places)
        value = blind.at(document, place)
        blind.at(document, place[:-1])[place[-1]] = rng.choice([float(value), bool(value)])
        return "a number of another type"
    if kind == 1:
        part = rng.choice(["deadlock", "load", "mechanism", "hops", "routes", "topology", "links"])
        other = rng.choice(list(originals.values()))
        if part in other:
            document[part] = copy.deepcopy(other[part])
        return f"{part} of another document"
    if kind == 2 and "order" in claim:
        here, there = rng.sample(range(len(claim["order"])), 2)
        order = claim["order"]
        order[here], order[there] = order[there], order[here]
        return "two channels of the order swapped"
    if kind == 3 and "cycle" in claim:
        claim["cycle"] = claim["cycle"][1:] + (claim["cycle"][:1] if rng.random() < 0.5 else [])
        return "a cycle turned or cut"
    if kind == 4 and "listed" in mechanism:
        rows = mechanism["listed"]
        row = rng.choice(rows)
        row[2] = rng.choice([0, 1, 2, 7, 10**30])
        if rng.random() < 0.5:
            rows.remove(row)
        return "a weight or a route"
    if kind == 5:
        claim["verdict"] = rng.choice(["free", "possible", "not shown"])
        return "the verdict"
    claim["shortest"] = rng.choice([True, False])
    return "whether it is the shortest"


# ---- truth -------------------------------------------------------------------


def false_claims(document: Document) -> list[str]:
    """List what is false in a document that was accepted, in words."""
    return [*_types(document, ""), *_claims(document)]


def _types(value: Any, place: str) -> Iterator[str]:
    """Find numbers that are no integers: a routing document has none."""
    flags = (".adaptive", ".shortest")
    if isinstance(value, float) or (isinstance(value, bool) and not place.endswith(flags)):
        yield f"{place} is {value!r}"
    elif isinstance(value, dict):
        for name, each in value.items():
            if name != "provenance":
                yield from _types(each, f"{place}.{name}")
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from _types(each, f"{place}.{at}")


def _claims(document: Document) -> Iterator[str]:
    network = build(parse(document["topology"]))
    if document["switches"] != network.switches:
        yield "the number of switches"
    if document["links"] != network.count_by_class():
        yield "the numbers of links"
    routes = _routes(document)
    hops = Counter(str(len(way)) for ways in routes.values() for way in ways)
    if document["hops"] != dict(hops) or document["routes"] != sum(hops.values()):
        yield "the numbers of routes"
    graph = _graph(document, routes, network)
    claim = document["deadlock"]
    if claim["dependencies"] != graph.number_of_edges():
        yield f"dependencies are {graph.number_of_edges()}"
    free = networkx.is_directed_acyclic_graph(graph)
    if claim["verdict"] == "free" and "escape" not in claim and not free:
        yield "free, and there is a cycle"
    if claim["verdict"] != "free":
        yield from _cycle(claim, graph)
    if "load" in document:
        yield from _load(document["load"], document, network)


def _cycle(claim: Document, graph: networkx.DiGraph) -> Iterator[str]:
    channels = [step["channel"] for step in claim["cycle"]]
    for step in pairwise([*channels, channels[0]]):
        if not graph.has_edge(*step):
            yield f"the step {step}"
    if claim["shortest"] and _girth(graph) < len(channels):
        yield "the shortest"


def _girth(graph: networkx.DiGraph) -> int:
    """Return the length of a shortest directed cycle, of which there is one."""
    return min(
        1 + int(networkx.shortest_path_length(graph, other, one))
        for one, other in graph.edges
        if networkx.has_path(graph, other, one)
    )


def _built(document: Document) -> Any:
    mechanism = document["mechanism"]
    spec = parse(document["topology"])
    local, between = map(int, mechanism["vcs"].split("/"))
    return MechanismSpec(
        mechanism=mechanism["name"], vcs=(local, between),
        valiant=mechanism.get("valiant", "switch"), colouring=mechanism.get("colouring"),
        order=",".join(map(str, mechanism["order"])) if "order" in mechanism else None,
    ).build(complete(spec), build(spec)).mechanism  # fmt: skip


def _routes(document: Document) -> dict[tuple[int, int], dict[tuple[int, ...], Fraction]]:
    """Return the routes of each pair, with their shares."""
    mechanism = document["mechanism"]
    found: dict[tuple[int, int], dict[tuple[int, ...], Fraction]] = {}
    if mechanism["name"] == "routes":
        for source, target, weight, hops in mechanism["listed"]:
            found.setdefault((source, target), {})[tuple(hops)] = Fraction(weight)
        for ways in found.values():
            total = sum(ways.values()) or 1
            ways.update({way: share / total for way, share in ways.items()})
        return found
    built, n = _built(document), document["switches"]
    for source in range(n):
        for target in range(n):
            if source != target:
                ways = found.setdefault((source, target), {})
                for route in built.routes(source, target):
                    ways[route.channels] = ways.get(route.channels, Fraction(0)) + route.share
    return found


def _graph(document: Document, routes: Any, network: Any) -> networkx.DiGraph:
    graph = networkx.DiGraph()
    if not document["mechanism"].get("adaptive"):
        for ways in routes.values():
            for way in ways:
                graph.add_edges_from(pairwise(way))
        return graph
    ends = _ends(document, network)
    by_target: dict[int, networkx.DiGraph] = {}
    for (source, target), ways in routes.items():
        steps = by_target.setdefault(target, networkx.DiGraph())
        steps.add_edge("begin", ("at", source))
        for hop in (hop for way in ways for hop in way):
            tail, head = ends[hop]
            if tail != target:
                steps.add_edge(("at", tail), hop)
            steps.add_edge(hop, ("at", head))
    for target, steps in by_target.items():
        for hop in networkx.descendants(steps, "begin"):
            if isinstance(hop, int) and ends[hop][1] != target:
                graph.add_edges_from((hop, after) for after in steps[("at", ends[hop][1])])
    return graph


def _ends(document: Document, network: Any) -> list[tuple[int, int]]:
    local, between = map(int, document["mechanism"]["vcs"].split("/"))
    found = []
    for link in network.links:
        same = network.groups[link.first] == network.groups[link.second]
        for _ in range(link.multiplicity):
            for ends in ((link.first, link.second), (link.second, link.first)):
                found += [ends] * (local if same else between)
    return found


def _load(claim: Document, document: Document, network: Any) -> Iterator[str]:
    traffic = read_traffic(claim["traffic"], network)
    flows = traffic.between_switches(network)
    ends, routes = _ends(document, network), _routes(document)
    loads: dict[int, Fraction] = defaultdict(Fraction)
    hops = Fraction(0)
    numbers = _links(document, network)
    rows = zip(flows.sources.tolist(), flows.destinations.tolist(), flows.weights.tolist(),
               strict=True)  # fmt: skip
    for source, target, weight in rows:
        for way, share in routes[source, target].items():
            hops += len(way) * share * weight * flows.unit
            for hop in way:
                loads[numbers[hop]] += share * weight * flows.unit
    assert len(ends) == len(numbers)
    most = max(loads.values(), default=Fraction(0))
    saturation = min(Fraction(1), 1 / most) if most else Fraction(1)
    if Fraction(claim["saturation"]) != saturation:
        yield f"saturation is {saturation}"
    if max(map(Fraction, claim["largest"].values())) != most:
        yield f"the largest load is {most}"


def _links(document: Document, network: Any) -> list[int]:
    """Return the directed link of each channel."""
    local, between = map(int, document["mechanism"]["vcs"].split("/"))
    found: list[int] = []
    link_number = 0
    for link in network.links:
        same = network.groups[link.first] == network.groups[link.second]
        for _ in range(2 * link.multiplicity):
            found += [link_number] * (local if same else between)
            link_number += 1
    return found


# ---- trials ------------------------------------------------------------------


def trial(originals: dict[str, Document], seed: int, number: int) -> tuple[str, str]:
    """Forge, verify and judge: what became of it, and why."""
    name, document, changes = forgery(originals, seed, number)
    about = f"number {number} of {name!r} ({changes})"
    try:
        verify_routing(document)
    except (Refused, DocumentError) as refusal:
        return REFUSED, f"{about}: {refusal}"
    except Exception:  # whatever else escapes is what is looked for
        return "raised", f"{about}: {traceback.format_exc()[-1500:]}"
    false = false_claims(document)
    return ("accepted and false" if false else TRUE), f"{about}: {'; '.join(false)}"


@click.command
@click.option("--count", type=click.IntRange(min=1), default=10_000, show_default=True, metavar="N")
@click.option("--seed", type=int, default=1, show_default=True)
def main(count: int, seed: int) -> int:
    """Forge documents, and fail if the verifier accepts a false one or raises."""
    origin = provenance(this_command("routing_mutations"))
    originals = {name: original(name) for name in ORIGINALS}
    outcomes: Counter[str] = Counter()
    longest, faults = 0.0, []
    for number in range(count):
        began = time.monotonic()
        outcome, about = trial(originals, seed, number)
        longest = max(longest, time.monotonic() - began)
        outcomes[outcome] += 1
        if outcome not in HARMLESS:
            faults.append({"outcome": outcome, "about": about})
            click.echo(f"{outcome}: {about}")
    click.echo(json.dumps(outcomes))
    if count >= 10_000:
        results = {
            "format": "alphacut-benchmark/1", "seed": seed, "provenance": origin,
            "outcomes": dict(outcomes), "longest_seconds": round(longest, 1), "faults": faults,
        }  # fmt: skip
        RESULTS.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
