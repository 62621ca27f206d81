"""What a routing document says, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.words import printable
from alphacut.service.text.counting import count
from alphacut.service.text.names import network_name

if TYPE_CHECKING:
    from alphacut.service.render.units import Units

Json = Mapping[str, Any]


def of_routing(document: Json, units: Units | None) -> list[str]:  # noqa: ARG001
    """Say what a routing document says."""
    return routing_words(document)


def routing_words(document: Json) -> list[str]:
    """Say what routes there are, whether they can deadlock, and what links carry."""
    lines = [
        f"{network_name(document['topology'])}: {_mechanism(document['mechanism'])}, "
        f"{document['routes']:,} routes ({_hops(document['hops'])})",
        *_deadlock(document["deadlock"]),
        *(f"  {printable(each, 300)}" for each in document["mechanism"].get("remarks", ())),
    ]
    if "load" in document:
        lines += _load(document["load"])
    return lines


def _mechanism(mechanism: Json) -> str:
    name = mechanism["name"]
    if "valiant" in mechanism:
        name += f" by {mechanism['valiant']}"
    return f"{name} on {mechanism['vcs']} virtual channels"


def _hops(hops: Json) -> str:
    told = ", ".join(f"{number:,} of {length}" for length, number in hops.items())
    return f"{told} {'hop' if list(hops) == ['1'] else 'hops'}"


def _deadlock(found: Json) -> Iterator[str]:
    size = f"{found['channels']:,} channels, {found['dependencies']:,} dependencies"
    if found["verdict"] == "free":
        how = "an order that every dependency follows"
        if "escape" in found:
            how = "an escape subset, whose extended dependencies have an order"
        yield f"  free from deadlock: {size}; the document has {how}"
        return
    if "cycle" not in found:  # the verifier has refused the proof
        yield f"  freedom from deadlock is not shown: {size}; no proof is accepted"
        return
    cycle = found["cycle"]
    shortest = "the shortest cycle has" if found["shortest"] else "a cycle was found, of"
    if found["verdict"] == "possible":
        yield f"  deadlock is possible: {size}; {shortest} {count(len(cycle), 'channel')}:"
    else:
        yield (
            f"  freedom from deadlock is not shown: {size}; {shortest} "
            f"{count(len(cycle), 'channel')}:"
        )
    for step in cycle:
        route = " > ".join(str(switch) for switch in step["route"]["switches"])
        yield (
            f"    {step['from']} > {step['to']} (vc {step['vc']}) waits for the next: packets from "
            f"switch {step['route']['source']} to {step['route']['target']}, {route}"
        )


def _load(load: Json) -> Iterator[str]:
    saturation = Fraction(load["saturation"])
    largest = ", ".join(
        f"{name} {value} ({float(Fraction(value)):.3f})" for name, value in load["largest"].items()
    )
    traffic = load["traffic"] if isinstance(load["traffic"], str) else "the matrix"
    yield f"  {traffic}: links saturate at load {saturation} ({float(saturation):.3f})"
    yield f"    largest loads: {largest}; mean hops {float(Fraction(load['mean_hops'])):.3f}"
