"""What is published about the symmetry of a network, and whether it is so."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from alphacut.arrangements.structure.transitivity import Symmetry

CAMARERO = (
    "Camarero et al., Topological characterization of Hamming and Dragonfly networks, section"
)
Claim = dict[str, Any]


def symmetry_claims(topology: Mapping[str, Any], found: Symmetry, plain: Symmetry) -> list[Claim]:
    """Return every published claim that applies to the network of a complete spec.

    Parameters
    ----------
    found, plain
        Its automorphisms, those that keep link classes and all of them.

    Returns
    -------
    list of dict
        "statement", "reference", and "agrees" with the automorphisms.
    """
    if topology.get("failed"):
        return []
    sides = _sides(topology)
    if sides:
        return list(_hamming(sides, plain))
    if topology.get("family") != "dragonfly" or topology.get("local"):
        return []
    a, h, t = (topology[name] for name in ("a", "h", "trunking"))
    whole = a * h == t * (topology["groups"] - 1) and topology.get("trunks") != "multichassis"
    if topology["arrangement"] in ("palmtree", "relative") and whole:
        return [_palmtree(a, found)]
    if topology["arrangement"] == "circulant" and (h, t) == (2, 1):
        return list(_circulant(topology["groups"], found))
    return []


def _sides(topology: Mapping[str, Any]) -> Sequence[int]:
    """Return the sides of a Hamming graph with links of equal multiplicity, or none."""
    family = topology.get("family")
    if family == "hamming" or (family == "hyperx" and len(set(topology["multiplicities"])) == 1):
        return [side for side in topology["sides"] if side > 1]
    if family == "flattened_butterfly":
        return [topology["k"]] * (topology["n"] - 1)
    return [topology["a"], topology["groups"]] if _fully_trunked(topology) else []


def _fully_trunked(topology: Mapping[str, Any]) -> bool:
    """Tell whether a dragonfly joins all switches of equal positions: section 5."""
    wanted = {"family": "dragonfly", "arrangement": "hamming", "trunks": "extended"}
    told = all(topology.get(name) == value for name, value in wanted.items())
    return told and not topology.get("local") and topology["trunking"] == topology["a"]


def _hamming(sides: Sequence[int], plain: Symmetry) -> Iterator[Claim]:
    yield {
        "statement": "a Hamming graph is vertex-transitive",
        "reference": f"{CAMARERO} 3",
        "agrees": plain.vertex_transitive,
    }
    if len(sides) > 1:
        yield {
            "statement": "a Hamming graph is edge-transitive if and only if its sides are equal",
            "reference": f"{CAMARERO} 3",
            "agrees": plain.edge_transitive == (len(set(sides)) == 1),
        }


def _palmtree(a: int, found: Symmetry) -> Claim:
    """Claim what rotation and reflection give; for odd a the paper has one class less."""
    most = (a + 1) // 2
    return {
        "statement": f"by rotation and reflection, at most {most} classes of switches",
        "reference": f"{CAMARERO}s 4.1.2 and 5.2.2",
        "agrees": len(found.switches) <= most,
    }


def _circulant(groups: int, found: Symmetry) -> Iterator[Claim]:
    if all(groups % divisor for divisor in range(2, isqrt(groups) + 1)):
        yield {
            "statement": f"vertex-transitive, as h = 2 and {groups} groups is prime",
            "reference": f"{CAMARERO} 4.1.3",
            "agrees": found.vertex_transitive,
        }
