"""Groups that are alike inside, and the global links between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from alphacut_verify.errors import Refused
from alphacut_verify.network import GLOBAL, LOCAL, Network
from alphacut_verify.reading import an_object
from alphacut_verify.topology.draft import Draft, Spec
from alphacut_verify.topology.products import all_pairs

Place = tuple[int, int]  # group, position
Links = list[tuple[Place, Place]]


def grouped(spec: Spec, a: int, groups: int, links: Links) -> Network:
    """Build groups that are alike, with their global links; reads `p` and `local`."""
    sides: Sequence[int] = (a,)
    times: Sequence[int] = (1,)
    if (value := spec.rest("local")) is not None:
        inner = Spec(an_object(value, spec.at("local")), spec.at("local"), spec.limits)
        sides = inner.integers("sides")
        times = inner.integers("multiplicities", default=(1,) * len(sides))
        inner.close()
        if prod(sides) != a or len(times) != len(sides):
            raise Refused(spec.at("local"), f"must be sides of a = {a} switches")
    draft = Draft(spec, a * groups)
    inside = list(_hamming_pairs(sides, times))
    for group in range(groups):
        for one, other, count in inside:
            draft.join(group * a + one, group * a + other, LOCAL[0], count)
    for (i, j), (k, m) in links:
        draft.join(i * a + j, k * a + m, GLOBAL[0])
    return draft.network(
        hosts=[spec.integer("p", 1, 1)] * (a * groups),
        groups=[switch // a for switch in range(a * groups)],
    )


def _hamming_pairs(sides: Sequence[int], times: Sequence[int]) -> list[tuple[int, int, int]]:
    found = []
    for axis, side in enumerate(sides):
        stride = prod(sides[axis + 1 :])
        for start, (low, high), offset in product(
            range(0, prod(sides), side * stride), all_pairs(side), range(stride)
        ):
            found.append(
                (start + low * stride + offset, start + high * stride + offset, times[axis])
            )
    return found
