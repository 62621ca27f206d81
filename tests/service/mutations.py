"""Requests that are right, and what people and attackers make of them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

SPECS: tuple[dict[str, Any], ...] = (
    {"family": "dragonfly", "a": 2, "h": 1, "arrangement": "relative", "options": {}},
    {"family": "dragonfly", "a": 2, "h": 1, "arrangement": "lift", "offsets": [[0, 1]]},
    {"family": "dragonfly3", "a": 2, "m": 1, "h": 1},
    {"family": "port_map", "a": 1, "h": 1, "ports": [[1], [0]]},
    {"family": "link_list", "a": 1, "h": 1, "groups": 2, "links": [[0, 0, 1, 0]]},
    {"family": "cascade", "groups": 2, "rows": 2, "columns": 2, "h": 1, "trunking": 1},
    {"family": "cascade", "groups": 2, "rows": [2, 1], "columns": 2, "h": 1, "trunking": 1},
    {"family": "slingshot", "groups": 3, "switches": 2, "links": 1},
    {"family": "dragonfly_plus", "groups": 3, "leaves": 2, "spines": 1, "links": 1},
    {"family": "percs", "groups": 3, "drawers": 1, "hubs": 2, "h": 1, "arrangement": "absolute"},
    {
        "family": "graph", "switches": 3, "links": [[0, 1], [1, 2, "global", 2]],
        "groups": [0, 0, 1], "hosts": [1, 0, 1],
        "failed": {"links": [[0, 1]], "switches": [0], "random_links": 1, "seed": 1},
    },
    {"family": "hypercube", "dimension": 2},
    {"family": "mesh", "sides": [2, 3]},
    {"family": "torus", "sides": [3, 3], "capacities": {"local": "1+2alpha"}},
    {"family": "hamming", "sides": [2, 2]},
    {"family": "hyperx", "sides": [2, 2], "multiplicities": [1, 2], "p": 1},
    {"family": "flattened_butterfly", "k": 2, "n": 2},
    {"family": "complete", "switches": 4},
    {"family": "fat_tree", "k": 4},
    {"family": "leaf_spine", "leaves": 2, "spines": 2, "uplinks": 1},
    {"family": "xgft", "children": [2, 2], "parents": [1, 2]},
    {"family": "slim_fly", "q": 5},
    {"family": "polarfly", "q": 2},
    {"family": "spectralfly", "prime": 3, "q": 5},
    {"family": "bundlefly", "q": 3, "paley": 5},
    {"family": "rail", "units": 2, "boxes": 2, "rails": 2, "spines": 2},
    {"family": "hammingmesh", "board": [2, 2], "boards": [2, 2]},
    {"family": "xpander", "degree": 3, "lift": 2, "seed": 0},
    {"family": "jellyfish", "switches": 6, "degree": 3, "seed": 0},
    {"family": "de_bruijn", "symbols": 2, "length": 2},
    {"family": "butterfly", "dimension": 2, "wrapped": True},
    {"family": "cube_connected_cycles", "dimension": 3},
    {"family": "cycle", "switches": 4},
    {"family": "path", "switches": 4, "p": 2},
    {"family": "star", "leaves": 3},
    {"family": "tree", "branching": 2, "height": 2},
    {"family": "grid", "sides": [2, 3]},
    {"family": "preset", "name": "percs", "groups": 4, "trunking": 5},
)  # fmt: skip
LIMITS = {"seconds": 60, "gap": "0.05"}


def _requests() -> Iterator[dict[str, Any]]:
    for spec in SPECS:
        yield {
            "kind": "bisection-curve", "topology": spec, "limits": LIMITS,
            "alpha": {"min": "1/2", "max": "inf"}, "engine": "auto", "balance": "switches",
        }  # fmt: skip
        yield {"kind": "structure", "topology": spec}
    dragonfly = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}
    yield {"kind": "placement", "topology": dragonfly, "grid": [8, 8], "nodes": ["n0", "n1"]}
    yield {"kind": "placement", "topology": dragonfly, "stencil": [3, 4], "torus": True}
    yield {"kind": "routing", "topology": dragonfly, "mechanism": "minimal", "vcs": "2/1"}
    yield {"kind": "simulation", "topology": dragonfly, "mechanism": "minimal", "loads": ["1/2"]}
    yield {"kind": "synthesis", "topology": dragonfly, "alpha": ["3", "1/2"], "seed": 1}
    yield {
        "kind": "synthesis", "topology": dragonfly, "alpha": "3", "symmetry": "none", "moves": 2,
        "reach": 1, "closed": [],
    }  # fmt: skip
    yield {
        "kind": "resilience", "topologies": [dragonfly], "fail": "links=1:2", "samples": 1,
        "domains": {"rack": [0, 1]}, "traffic": ["uniform"],
    }  # fmt: skip
    yield {"kind": "conjecture", "arrangement": "nautilus", "h": "2:3", "a_max": 9, "a_min": 3}
    yield {
        "kind": "design", "hosts": 20, "radix": 6, "families": ["hyperx"], "prove": 5,
        "cost": {"switch": "1/2"}, "limits": LIMITS,
    }  # fmt: skip
    yield {"kind": "profile", "topology": dragonfly, "alpha": "5/4", "limits": LIMITS}
    yield {"kind": "throughput", "topology": dragonfly, "traffic": "shift:2", "alpha": "5/4"}
    yield {"kind": "bisection-point", "topology": SPECS[0], "alpha": "5/4"}
    for sizes in ({"sizes": "2:4"}, {"imbalance": "50%"}, {"partition": [0, 1, 0, 1, 0, 1]}):
        yield {"kind": "bisection-point", "topology": SPECS[0], "alpha": "5/4", **sizes}
    yield {
        "kind": "compare", "topologies": list(SPECS[:2]), "alpha": "1", "only_alpha": False,
        "injection": "1", "limits": LIMITS,
    }  # fmt: skip


REQUESTS = tuple(_requests())
BATCHES: tuple[dict[str, Any], ...] = (
    {"jobs": list(REQUESTS[:3])},
    {
        "sweep": {
            "sizes": [{"a": 2, "h": 1, "p": 1}], "arrangements": ["relative"],
            "impossible": "skip", "job": {"kind": "bisection-point", "alpha": 1},
        }
    },
)  # fmt: skip

HOSTILE = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    | st.sampled_from([
        0, -1, 10**9, 10**18, 10**400, 1e308, "1e-999999999", "9" * 5000, "1/0", "inf", "-0",
        "\x00", "\ud800", "=cmd", "../..", [], {}, [[]], {"": {}}, [0] * 5000, "compare",
    ])
)  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn, originals: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    """Draw a request that is right but in one to three places."""
    request: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(originals)))
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(list(_places(request))))
        how = draw(st.sampled_from(["replace", "remove", "add", "repeat"]))
        if how == "replace":
            holder[key] = copy.deepcopy(draw(HOSTILE))
        elif how == "remove":
            del holder[key]
        elif isinstance(holder, dict):
            holder[draw(st.text(max_size=8) | st.sampled_from(["kind", "failed", "compare"]))] = (
                copy.deepcopy(draw(HOSTILE))
            )
        else:
            holder.extend(copy.deepcopy(holder) * draw(st.integers(1, 9)))
        if not request:
            break
    return request


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a JSON value, as what holds it and its key there."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in list(entries):
        yield value, key
        if isinstance(each, dict | list) and each:
            yield from _places(each)


def as_body(request: dict[str, Any]) -> bytes:
    """Write a request as JSON, halves of surrogate pairs and all."""
    return json.dumps(request).encode()
