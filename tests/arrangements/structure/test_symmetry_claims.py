"""Published claims about symmetry: to which networks they apply, and that a false one is seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.formats.spec import read
from alphacut.arrangements.structure.symmetry_claims import symmetry_claims
from alphacut.arrangements.structure.transitivity import Symmetry, symmetry, unclassed


def measured(text: str) -> tuple[dict[str, Any], Symmetry, Symmetry]:
    spec = read(text)
    network = spec.build()
    return spec.complete(), symmetry(network), symmetry(unclassed(network))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("hamming:sides=3x3", 2),
        ("hamming:sides=3x4", 2),
        ("hamming:sides=5", 1),
        ("hyperx:sides=3x3,multiplicities=2x2", 2),
        ("hyperx:sides=3x3,multiplicities=2x1", 0),
        ("flattened_butterfly:k=3,n=3", 2),
        ("dragonfly:a=3,h=2,arrangement=hamming,trunking=3", 2),
        ("dragonfly:a=4,h=2,arrangement=relative", 1),
        ("dragonfly:a=5,h=2,arrangement=palmtree", 1),
        ("dragonfly:a=4,h=3,arrangement=palmtree,trunking=3", 1),
        ("dragonfly:a=4,h=2,arrangement=relative,groups=5", 0),
        ("dragonfly:a=3,h=2,arrangement=circulant", 1),
        ("dragonfly:a=4,h=2,arrangement=circulant", 0),
        ("dragonfly:a=4,h=2,arrangement=absolute", 0),
        ("dragonfly:a=4,h=2,arrangement=relative,local.sides=2x2", 0),
        ("hamming:sides=3x3,failed.random_links=1", 0),
        ("torus:sides=3x4", 0),
    ],
)
def test_claims_apply_and_agree(text: str, count: int) -> None:
    claims = symmetry_claims(*measured(text))
    assert len(claims) == count
    assert all(claim["agrees"] for claim in claims)


@pytest.mark.parametrize(
    "text", ["hamming:sides=3x3", "dragonfly:a=3,h=2,arrangement=circulant",
             "dragonfly:a=4,h=2,arrangement=relative"]
)  # fmt: skip
def test_claims_about_a_network_without_symmetry_do_not_agree(text: str) -> None:
    topology, found, _ = measured(text)
    switches = sum(map(len, found.switches))
    nothing = replace(
        found,
        switches=tuple((switch,) for switch in range(switches)),
        links=tuple((link,) for orbit in found.links for link in orbit),
    )
    assert not any(claim["agrees"] for claim in symmetry_claims(topology, nothing, nothing))


@pytest.mark.parametrize(
    ("arrangement", "a", "h"),
    [
        ("relative", 2, 3),
        ("relative", 2, 4),
        ("helix", 2, 4),
        ("nautilus", 5, 1),
        ("absolute", 4, 1),
    ],
)
def test_vertex_transitive_dragonflies_that_join_unequal_positions(
    arrangement: str, a: int, h: int
) -> None:
    """Section 4 of Camarero et al. met only subgraphs of Hamming graphs that are."""
    network = Dragonfly(a=a, h=h, arrangement=arrangement).network()
    assert symmetry(network).vertex_transitive
    assert any(link.first % a != link.second % a for link in network.links_of("global"))
