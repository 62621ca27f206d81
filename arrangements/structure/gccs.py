"""Globally connected components (GCCs), and what is known about them without counting."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

BELKA = "Belka et al., New link arrangements for Dragonfly networks"
HASTINGS = "Hastings et al., Comparing global link arrangements for Dragonfly networks"
ROTATION = "docs/structure.md, components of arrangements with rotation"
ABSOLUTE = "docs/structure.md, where absolute stays bounded"


@dataclass(frozen=True, kw_only=True)
class Canonical:
    """A dragonfly with one global link between each pair of its a·h + 1 groups."""

    a: int
    h: int
    arrangement: str
    options: Mapping[str, str]

    @property
    def groups(self) -> int:
        """The number of groups, g."""
        return self.a * self.h + 1

    @property
    def switches(self) -> int:
        """The number of switches."""
        return self.a * self.groups


@dataclass(frozen=True, kw_only=True)
class Known:
    """The sizes of all GCCs, as a theorem, a formula or a conjecture tells them."""

    statement: str
    proven: bool  # False for a conjecture
    reference: str
    sizes: Mapping[int, int]  # how many GCCs there are of each size

    def agrees(self, found: Iterable[Sequence[int]]) -> bool:
        """Tell whether the GCCs that were found are of these sizes."""
        return Counter(len(block) for block in found) == self.sizes


def known_components(network: Canonical) -> list[Known]:
    """Return all that is known about the GCCs of a dragonfly."""
    found = list(_RULES.get(network.arrangement, _nothing)(network))
    return [*_matching(network), *found]


def even_split(sizes: Iterable[int]) -> bool:
    """Tell whether whole blocks can be dealt out to two halves, equal but for one switch.

    Where GCCs can, some bisection severs no global link, and the bisection
    bandwidth stays bounded as α grows; where they cannot, it does not.
    """
    sums = 1  # bit s: some blocks have s switches together
    total = 0
    for size in sizes:
        sums |= sums << size
        total += size
    return bool(sums >> total // 2 & 1)


@dataclass(frozen=True, kw_only=True)
class LargeAlpha:
    """What paper 002 says of the bisection bandwidth of a network for every large α."""

    statement: str
    bounded: bool  # whether it stays bounded as α grows
    value: int | None  # the bandwidth, or None where only the order is told
    reference: str = HASTINGS


def large_alpha(network: Canonical) -> LargeAlpha | None:
    """Return what is published about large α for a dragonfly, if anything applies."""
    a, h, g = network.a, network.h, network.groups
    half = (a // 2) ** 2 * g
    if network.arrangement == "circulant" and a % 2 == 0:
        return LargeAlpha(statement="(a/2)²·g for even a", bounded=True, value=half)
    if network.arrangement == "relative" and h >= 2 and a % 4 == 0:
        return LargeAlpha(statement="(a/2)²·g if 4 divides a, h >= 2", bounded=True, value=half)
    if network.arrangement == "relative" and h >= 2:
        return LargeAlpha(
            statement="grows with α if 4 does not divide a", bounded=False, value=None
        )
    if network.arrangement == "absolute":
        return _absolute_at_large_alpha(a, h)
    return None


def _absolute_at_large_alpha(a: int, h: int) -> LargeAlpha:
    if a % 4 == 0:
        return LargeAlpha(statement="bounded if 4 divides a", bounded=True, value=None)
    bounded = absolute_stays_bounded(a, h)
    told = "bounded for these a and h" if bounded else "grows with α for these a and h"
    return LargeAlpha(statement=told, bounded=bounded, value=None, reference=ABSOLUTE)


def absolute_stays_bounded(a: int, h: int) -> bool:
    """Tell whether whole GCCs of absolute can be dealt out to two halves.

    The slides of Hastings et al. say that they can if 4 divides a, and three
    other times; docs/structure.md has the proof of these.
    """
    if a % 4 == 0:
        return True
    if a % 4 == 2:
        return h % 2 == 0 and 2 * h <= a
    if h % 2:
        return h <= a and (a + h) % 4 == 0
    return (h - 1 if (a + h) % 4 == 1 else h + 1) <= a


def _nothing(_network: Canonical) -> Iterator[Known]:
    return iter(())


def _matching(network: Canonical) -> Iterator[Known]:
    if network.h == 1:
        yield Known(
            statement="h = 1: every switch has one global link, so all GCCs are pairs",
            proven=True, reference="plain", sizes={2: network.switches // 2},
        )  # fmt: skip


def _absolute(network: Canonical) -> Iterator[Known]:
    a, h = network.a, network.h
    sizes = Counter({2 * h: a * (a - 1) // 2})
    sizes[h + 1] += a
    yield Known(
        statement="absolute: a(a-1)/2 GCCs of size 2h, and a of size h + 1",
        proven=True, reference=HASTINGS, sizes=+sizes,
    )  # fmt: skip


def _relative(network: Canonical) -> Iterator[Known]:
    if network.h == 1:
        return  # the published count needs h >= 2
    sizes = {2 * network.groups: network.a // 2, network.groups: network.a % 2}
    yield Known(
        statement="relative, h >= 2: floor(a/2) GCCs of size 2g, and one of size g if a is odd",
        proven=True, reference=HASTINGS, sizes=+Counter(sizes),
    )  # fmt: skip


def _circulant(network: Canonical) -> Iterator[Known]:
    g = network.groups
    if network.h >= 4:
        yield Known(
            statement="circulant, h >= 4: one GCC of size g for each position",
            proven=True, reference=ROTATION, sizes={g: network.a},
        )  # fmt: skip
        return
    parts = [gcd(step, g) for step in range(1, network.a + 1)]
    sizes: Counter[int] = Counter()
    for part in parts:
        sizes[g // part] += part
    yield Known(
        statement="circulant, h = 2: gcd(j + 1, g) GCCs for position j",
        proven=True, reference=ROTATION, sizes=sizes,
    )  # fmt: skip


def _nautilus(network: Canonical) -> Iterator[Known]:
    a, h = network.a, network.h
    if h <= 2 or (a % 2 and network.options.get("sign") == "figures"):
        return
    theorem = {a < h: "6 (a < h)", a == h: "7 (a = h)", a == 2 * h: "8 (a = 2h)"}.get(True)
    name = f"theorem {theorem}" if theorem else "conjecture for a > h"
    yield Known(
        statement=f"nautilus, h > 2, {name}: a single GCC",
        proven=theorem is not None, reference=f"{BELKA}, section 4.1", sizes=_single(network),
    )  # fmt: skip


def _helix(network: Canonical) -> Iterator[Known]:
    if network.h >= 4:
        statement, where = "helix, theorem 9 (h >= 4)", f"{BELKA}, section 4.2"
    elif network.h >= 2:
        statement, where = f"helix, h = {network.h}, a conjecture that is proven here", ROTATION
    else:
        return
    yield Known(
        statement=f"{statement}: a single GCC",
        proven=True, reference=where, sizes=_single(network),
    )  # fmt: skip


def _single(network: Canonical) -> Mapping[int, int]:
    return {network.switches: 1}


_RULES: Mapping[str, Callable[[Canonical], Iterator[Known]]] = {
    "absolute": _absolute,
    "relative": _relative,
    "circulant": _circulant,
    "nautilus": _nautilus,
    "helix": _helix,
}
