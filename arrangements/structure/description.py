"""The structure document: all that can be told of a network without solving anything."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.structure.components import blocks
from alphacut.arrangements.structure.distances import distances
from alphacut.arrangements.structure.gccs import (
    Canonical,
    even_split,
    known_components,
    large_alpha,
)
from alphacut.arrangements.structure.machine import dimensions, inventory, load
from alphacut.arrangements.structure.routes import Routes, hierarchical_routes, trunked_formula
from alphacut.arrangements.structure.spectrum import (
    Spectrum,
    girth,
    girth_bound,
    moore_bound,
    spectrum,
)
from alphacut.arrangements.structure.symmetry import is_automorphism, orbits
from alphacut.arrangements.structure.symmetry_claims import symmetry_claims
from alphacut.arrangements.structure.theorem import known_bisection
from alphacut.arrangements.structure.three_levels import three_levels, three_routes
from alphacut.arrangements.structure.transitivity import Symmetry, symmetry_within, unclassed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from alphacut.arrangements.network import Network

FORMAT = "alphacut-structure/1"
LARGEST_GROUP = 300_000  # links of a network whose automorphisms are looked for
LARGEST_FOLDED = 16_000  # switches of it, interchangeable ones counted once
LARGEST_SEARCH = 200_000_000  # sources times switches and links of a search for all distances
LARGEST_ROUTES = 6_000  # switches
LARGEST_TABLE = 500  # switches of a group whose distances are tabled
LARGEST_MATRIX = 3_000  # switches
EACH = 4e-9  # seconds for the eigenvalues of a matrix, over the cube of its size
LARGEST_ORDER = 10**1000  # of a group whose order is written out
LONGEST_LIST = 50_000  # numbers in a list of generators or of members


def describe(
    network: Network, topology: Mapping[str, Any], *, seconds: float = math.inf
) -> dict[str, Any]:
    """Describe a network, as a JSON object.

    Parameters
    ----------
    topology
        Its complete spec, which tells what theorems apply.
    seconds
        Wall time after which no part is begun that may take long, and distances are
        measured from no further switch.

    Returns
    -------
    dict
        Fractions are strings ("5/4"); what would take too long is null, and
        "left_out" says why.
    """
    deadline = time.monotonic() + seconds
    group, plain = _symmetries(network)
    far = _distances(network, group, deadline)
    found = _spectrum(network, deadline)
    measured = {
        **inventory(network),
        "distances": far,
        "balance": _balance(network),
        "symmetry": group
        and plain
        and {
            **_symmetry(network, group),
            "claims": symmetry_claims(topology, group, plain),
        },
        "plain_graph": plain and _symmetry(network, plain, generators=False),
        "girth": _girth(network),
        "spectrum": found and asdict(found),
        "known_bisection": known_bisection(topology, found),
        "components": _components(network, topology),
    }
    missing = {key: _LIMITS[key] for key in _LIMITS if measured[key] is None}
    if found is None and network.switches <= LARGEST_MATRIX:
        missing["spectrum"] = f"it would have taken more than the {seconds:g} s that were given"
    if far["sampled"] is not None:
        missing["distances"] = (
            f"from {far['sampled']:,} switches alone, whose distances stand for all"
        )
    if not _small_enough(network):
        missing["routes"] = f"more than {LARGEST_ROUTES:,} switches, or {LARGEST_TABLE} in a group"
    return {"format": FORMAT, "topology": dict(topology), **measured, "left_out": missing}


_TOO_MANY = (
    f"more than {LARGEST_GROUP:,} links, or {LARGEST_FOLDED:,} switches when interchangeable "
    "ones count once, or too many generators"
)
_LIMITS = {
    "symmetry": _TOO_MANY,
    "plain_graph": _TOO_MANY,
    "spectrum": f"more than {LARGEST_MATRIX:,} switches",
}


_SAME = {"consecutive": "absolute", "palmtree": "relative"}  # other names, or isomorphic


def canonical(topology: Mapping[str, Any]) -> Canonical | None:
    """Return the dragonfly that theorems speak of, if a complete spec is one."""
    if topology.get("family") != "dragonfly" or topology.get("trunking", 1) != 1:
        return None
    a, h = topology["a"], topology["h"]
    if topology.get("groups", a * h + 1) != a * h + 1:
        return None
    name = topology["arrangement"]
    if topology.get("failed") or not isinstance(name, str):
        return None
    same = _SAME.get(name, name)
    return Canonical(a=a, h=h, arrangement=same, options=topology.get("options", {}))


def _symmetries(network: Network) -> tuple[Symmetry | None, Symmetry | None]:
    if len(network.links) > LARGEST_GROUP:
        return None, None
    one, other = network, unclassed(network)
    return symmetry_within(one, LARGEST_FOLDED), symmetry_within(other, LARGEST_FOLDED)


def rotated(network: Network) -> tuple[tuple[int, ...], ...]:
    """Return the orbits of the rotation of groups, if it is an automorphism, or single switches."""
    size = network.groups.count(network.groups[0])
    rotation = tuple((switch + size) % network.switches for switch in range(network.switches))
    kept = size < network.switches and is_automorphism(network, rotation)
    return orbits(network.switches, [rotation] if kept else [])


def _symmetry(network: Network, found: Symmetry, *, generators: bool = True) -> dict[str, Any]:
    told: dict[str, Any] = {
        "order": str(found.order) if found.order < LARGEST_ORDER else None,
        "order_log10": math.log10(found.order),
        "vertex_transitive": found.vertex_transitive,
        "edge_transitive": found.edge_transitive,
        "switch_orbits": {"count": len(found.switches), "sizes": _sizes(found.switches)},
        "link_orbits": {"count": len(found.links), "sizes": _sizes(found.links)},
    }
    if generators:
        numbers = sum(map(len, found.generators))
        told["switch_orbits"]["members"] = [list(orbit) for orbit in found.switches]
        first = [network.links[orbit[0]] for orbit in found.links]
        told["link_orbits"]["first_of_each"] = [list(link[:3]) for link in first]
        told["generators"] = found.generators if numbers <= LONGEST_LIST else None
    return told


def _distances(network: Network, group: Symmetry | None, deadline: float) -> dict[str, Any]:
    """Measure distances from one switch of each orbit, or if these are too many, from some."""
    alike = group.switches if group else rotated(network)
    sources = {orbit[0]: len(orbit) for orbit in alike}
    most = max(1, LARGEST_SEARCH // (network.switches + 2 * len(network.links)))
    if len(sources) <= most and deadline == math.inf:
        return asdict(distances(network, sources))
    if len(sources) <= most:  # in random order, so that those for which there is time are a sample
        order = random.Random(0).sample(list(sources), len(sources))
        return asdict(distances(network, {u: sources[u] for u in order}, deadline=deadline))
    chosen = random.Random(0).sample(range(network.switches), min(most, network.switches))
    some = dict.fromkeys(chosen, 1)
    return asdict(distances(network, some, complete=False, deadline=deadline))


def _spectrum(network: Network, deadline: float) -> Spectrum | None:
    soon = time.monotonic() + EACH * network.switches**3 < deadline
    return spectrum(network) if network.switches <= LARGEST_MATRIX and soon else None


def _small_enough(network: Network) -> bool:
    sizes = Counter(network.groups)
    return len(sizes) == 1 or (
        network.switches <= LARGEST_ROUTES and max(sizes.values()) <= LARGEST_TABLE
    )


def _balance(network: Network) -> dict[str, Any]:
    routes = hierarchical_routes(network) if _small_enough(network) else None
    found = dimensions(network)
    told: dict[str, Any] = {
        "routes": routes and _routes(network, routes),
        "dimensions": None,
        "levels": _levels(network),
    }
    if found is not None:
        told["dimensions"] = {
            "a": found.a,
            "groups": found.groups,
            "trunking": found.trunking,
            "h": str(found.h),
            "avg1_across_formula": str(trunked_formula(found.a, found.trunking)),
            "use_ratio": str(found.use_ratio),
            "link_ratio": str(found.link_ratio),
            "balanced_groups": str(found.balanced_groups),
            "balanced_h": str(found.balanced_h),
            "groups_between": [str(each) for each in found.groups_between],
        }
    return told


def _levels(network: Network) -> dict[str, Any] | None:
    """Tell what three levels of links make of a network, if it has them."""
    found = three_levels(network)
    if found is None:
        return None
    small = network.switches <= LARGEST_ROUTES
    routes = three_routes(network, found) if small else None
    uses = routes and routes.use_ratios
    corner = found.corner
    return {
        **{name: getattr(found, name) for name in ("classes", "a", "b", "c", "t2", "t3")},
        "averages": routes and [str(each) for each in routes.averages],
        "use_ratios": uses and [str(each) for each in uses],
        "link_ratios": [str(each) for each in found.link_ratios],
        "hosts_per_switch_at_most": routes and str(found.hosts_at_most(routes.averages)),
        "balanced_b_and_c": uses and [str(each) for each in found.balanced(uses)],
        "corner": corner
        and {
            "name": corner.name,
            "use_ratios": list(corner.use_ratios),
            "route": corner.route,
            "diameter": corner.diameter,
        },
    }


def _routes(network: Network, routes: Routes) -> dict[str, Any]:
    asked = load(network, routes)
    return {
        "avg1": str(routes.local),
        "avg2": str(routes.between),
        "avg1_across": str(routes.local_across),
        "use_ratio": _text(routes.use_ratio),
        "local_load": _text(asked.local if asked else None),
        "global_load": _text(asked.between if asked else None),
        "hosts_per_switch_at_most": _text(asked.hosts_at_most if asked else None),
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _girth(network: Network) -> dict[str, Any]:
    """Tell the girth, and what the least degree makes of it."""
    degrees = [
        sum(each) for each in zip(*(network.degrees(k.name) for k in network.classes), strict=True)
    ]
    cycle = girth(network)
    least = min(degrees)
    return {
        "length": cycle,
        "switches_at_least": None if cycle is None or least < 2 else girth_bound(least, cycle),
        "moore_bound": {
            str(diameter): moore_bound(max(degrees), diameter) for diameter in range(1, 6)
        },
    }


def _components(network: Network, topology: Mapping[str, Any]) -> dict[str, Any]:
    return {kind.name: _blocks(network, kind.name, topology) for kind in network.classes}


def _blocks(network: Network, name: str, topology: Mapping[str, Any]) -> dict[str, Any]:
    found = blocks(network, name)
    told: dict[str, Any] = {
        "count": len(found),
        "sizes": _sizes(found),
        "members": [list(block) for block in found],
        "even_split": even_split(map(len, found)),
    }
    dragonfly = canonical(topology)
    if name != "global" or dragonfly is None:
        return told
    told["known"] = [
        {
            "statement": each.statement,
            "proven": each.proven,
            "reference": each.reference,
            "sizes": {str(size): count for size, count in sorted(each.sizes.items())},
            "agrees": each.agrees(found),
        }
        for each in known_components(dragonfly)
    ]
    claim = None if topology.get("local") else large_alpha(dragonfly)
    told["large_alpha"] = claim and {**asdict(claim), "agrees": claim.bounded == told["even_split"]}
    return told


def _sizes(blocks: tuple[tuple[int, ...], ...]) -> dict[str, int]:
    counts = Counter(map(len, blocks))
    return {str(size): counts[size] for size in sorted(counts)}
