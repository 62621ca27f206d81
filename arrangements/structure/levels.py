"""How many hosts balanced networks of two and three levels reach for a given switch radix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """A balanced network, with sizes as real numbers: what the formulas give before rounding."""

    a: float  # switches in each group of the first level
    b: float  # of these in each group of the second level, or in the network
    c: float  # groups of the second level; 1 for two levels
    hosts_per_switch: float  # Δ₀, equal to the links of each switch on the highest level

    @property
    def switches(self) -> float:
        """The number of switches."""
        return self.a * self.b * self.c

    @property
    def hosts(self) -> float:
        """The number of hosts."""
        return self.switches * self.hosts_per_switch


@dataclass(frozen=True, kw_only=True)
class Corner:
    """An extreme of the designs between complete trunking and none.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 8 and Table IV.
    """

    name: str
    levels: int
    trunking: str  # t, or t₂ and t₃
    use_ratios: tuple[float, ...]  # avg₂/avg₁ and avg₃/avg₂: the table's α and β
    route: str  # the general minimal route: l local, m medium, g global
    diameter: int
    sizes: Callable[[float], Sizes]  # by radix
    printed: Callable[[float], float]  # hosts by radix, as the table gives them


def group_size(radix: float, alpha: float, beta: float | None = None) -> float:
    """Return a from R = (a - 1)(1 + 2α), or for three levels R = (a - 1)(1 + α + 2αβ)."""
    return 1 + radix / (1 + 2 * alpha if beta is None else 1 + alpha + 2 * alpha * beta)


def _dragonfly(radix: float) -> Sizes:
    a = group_size(radix, 1 / 2)
    return Sizes(a=a, b=1 + a * (a - 1) / 2, c=1, hosts_per_switch=(a - 1) / 2)


def _hamming(radix: float) -> Sizes:
    a = (radix + 2) / 3  # a hosts at each switch: R = a + 2(a - 1)
    return Sizes(a=a, b=a, c=1, hosts_per_switch=a)


def _three_levels(radix: float) -> Sizes:
    a = group_size(radix, 1 / 2, 1 / 2)
    b = 1 + a * (a - 1) / 2
    return Sizes(a=a, b=b, c=1 + b * (b - 1) / 2, hosts_per_switch=(a - 1) / 4)


def _cascade(radix: float) -> Sizes:
    a = group_size(radix, 1, 1 / 2)
    return Sizes(a=a, b=a, c=1 + a * a * (a - 1) / 2, hosts_per_switch=(a - 1) / 2)


def _trunked_above(radix: float) -> Sizes:
    a = group_size(radix, 1 / 3, 1)
    b = 1 + a * (a - 1) / 3
    return Sizes(a=a, b=b, c=b, hosts_per_switch=(a - 1) / 3)


def _cube(radix: float) -> Sizes:
    a = (radix + 3) / 4  # a hosts at each switch: R = a + 3(a - 1)
    return Sizes(a=a, b=a, c=a, hosts_per_switch=a)


CORNERS: tuple[Corner, ...] = (
    Corner(
        name="canonical dragonfly", levels=2, trunking="t = 1", use_ratios=(1 / 2,), route="lgl",
        diameter=3, sizes=_dragonfly, printed=lambda r: (r**4 + 4 * r**3 + 12 * r**2) / 2**6,
    ),
    Corner(
        name="Hamming graph", levels=2, trunking="t = a", use_ratios=(1.0,), route="lg",
        diameter=2, sizes=_hamming, printed=lambda r: (r + 2) ** 3 / 3**3,
    ),
    Corner(
        name="3-level dragonfly", levels=3, trunking="t2 = 1, t3 = 1", use_ratios=(1 / 2, 1 / 2),
        route="lmlglml", diameter=7, sizes=_three_levels,
        printed=lambda r: r**4 * (r + 2) ** 4 / 2**14,
    ),
    Corner(  # the table prints 54R³, where the product has 54R⁴
        name="Cascade-like", levels=3, trunking="t2 = a, t3 = 1", use_ratios=(1.0, 1 / 2),
        route="lmglm", diameter=5, sizes=_cascade,
        printed=lambda r: (r**6 + 12 * r**5 + 54 * r**4) / (2**2 * 3**6),
    ),
    Corner(
        name="trunked above", levels=3, trunking="t2 = 1, t3 = b", use_ratios=(1 / 3, 1.0),
        route="lmlgl", diameter=5, sizes=_trunked_above, printed=lambda r: r**6 / (2**6 * 3**3),
    ),
    Corner(
        name="3D Hamming graph", levels=3, trunking="t2 = a, t3 = a·b", use_ratios=(1.0, 1.0),
        route="lmg", diameter=3, sizes=_cube, printed=lambda r: (r + 3) ** 4 / 2**8,
    ),
)  # fmt: skip


def trunked(a: float, trunking: float) -> tuple[float, float]:
    """Return radix and hosts of the balanced dragonfly with a and t (figure 12a)."""
    alpha = 1 / (1 + (trunking / a - 1) ** 2)
    groups = 1 + alpha * a * (a - 1) / trunking
    links = alpha * (a - 1)
    return (a - 1) + 2 * links, a * groups * links


def trunked_cascade(a: float, trunking: float) -> tuple[float, float]:
    """Return radix and hosts with groups that are a × a Hamming graphs, and t₃ (figure 12b).

    Between t₃ = 1 and t₃ = a², where Table IV stands, the use of links is
    told as equation 2 tells it for two levels, with a² switches in a group.
    """
    beta = 1 / (1 + (trunking / a**2 - 1) ** 2)
    links = beta * (a - 1)
    groups = 1 + links * a**2 / trunking
    return 2 * (a - 1) + 2 * links, a**2 * groups * links
