"""The dragonfly that a job runs on, as the exchange model sees it: counts and bandwidths."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from alphacut.arrangements.formats.spec.dragonfly import DragonflySpec
from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec

GIGABIT = Fraction(10**9, 8)  # bytes a second
USUAL_BANDWIDTH = 40 * GIGABIT  # of every link of the paper's system


@dataclass(frozen=True, kw_only=True)
class Machine:
    """A dragonfly with complete groups and as many links between each two of them.

    Raises
    ------
    QuestionError
        If a bandwidth or the number of ranks is not positive.
    """

    a: int  # switches in each group
    p: int  # hosts of each switch
    h: int  # global ports of each switch
    groups: int  # g
    ranks: int = 1  # tasks on each host
    injection: Fraction = USUAL_BANDWIDTH  # B_P, bytes a second, of a host
    local: Fraction = USUAL_BANDWIDTH  # B_L, of a local link, each way
    remote: Fraction = USUAL_BANDWIDTH  # B_R, of a global link, each way
    trunks: int = 1  # t, links between each two groups, which share what is sent evenly
    port_pairs: Fraction | None = None  # mean over switches u ≠ v of a group, and the sum over
    # groups i ≠ j, of r(u, i)·r(v, j): r(u, i) is the part of the links to i that u has;
    # default: h², where every port is wired and there is one link between two groups
    port_returns: Fraction = Fraction(0)  # the same for i = j

    def __post_init__(self) -> None:
        for name in ("injection", "local", "remote"):
            if getattr(self, name) <= 0:
                raise QuestionError(name, "must be a bandwidth above 0 Gbit/s")
        if self.port_pairs is None:
            object.__setattr__(self, "port_pairs", Fraction(self.h**2))
        if self.ranks < 1:
            raise QuestionError("ranks", f"must be at least 1 for each host, got {self.ranks}")

    @property
    def slots(self) -> int:
        """Tasks that a group takes."""
        return self.a * self.p * self.ranks

    @property
    def total(self) -> int:
        """Tasks that the machine takes."""
        return self.slots * self.groups


def machine_of(
    spec: FamilySpec,
    *,
    ranks: int = 1,
    injection: Fraction = USUAL_BANDWIDTH,
    local: Fraction = USUAL_BANDWIDTH,
    remote: Fraction = USUAL_BANDWIDTH,
    what: str = "the exchange model",
    other: str = "ask for a stencil",
) -> Machine:
    """Return the machine of a spec.

    Parameters
    ----------
    spec
        Of a whole dragonfly with complete groups.
    ranks
        Tasks on each host.
    injection, local, remote
        Bandwidths of the links of hosts, inside groups and between them, in bytes a second.
    what, other
        What needs such a machine, and what can be asked of others, for messages.

    Raises
    ------
    QuestionError
        If the model does not hold for it: it needs complete groups, and is whole.
    """
    needs = f"{what} needs a whole dragonfly of complete groups"
    if not isinstance(spec, DragonflySpec):
        raise QuestionError(
            "topology",
            f"{needs}, got the family {spec.complete()['family']}; "
            f"give dragonfly:a=8,h=4,p=4,arrangement=relative, or {other}",
        )
    wrong = _misfit(spec)
    if wrong is not None:
        raise QuestionError(f"topology.{wrong[0]}", f"{needs}; {wrong[1]}")
    return Machine(
        a=spec.a, p=spec.p, h=spec.h, groups=spec.groups, ranks=ranks,
        injection=injection, local=local, remote=remote, trunks=spec.trunking, **_ports(spec),
    )  # fmt: skip


def _ports(spec: DragonflySpec) -> dict[str, Fraction]:
    """Average over the pairs of switches of all groups."""
    if spec.a == 1 or (spec.groups == spec.a * spec.h + 1 and spec.trunking == 1):
        return {}
    wired: Counter[tuple[tuple[int, int], int]] = Counter()  # by switch, and group at the far end
    for here, there in spec.record().global_links():
        wired.update([(here, there[0]), (there, here[0])])
    on_switch: Counter[tuple[int, int]] = Counter()
    for (switch, _), count in wired.items():
        on_switch[switch] += count
    groups, links = spec.groups, (spec.groups - 1) * spec.trunking
    apart = groups * links**2 - sum(count**2 for count in on_switch.values())
    back = groups * links * spec.trunking - sum(count**2 for count in wired.values())
    pairs = groups * spec.a * (spec.a - 1) * spec.trunking**2
    return {"port_pairs": Fraction(apart - back, pairs), "port_returns": Fraction(back, pairs)}


def _misfit(spec: DragonflySpec) -> tuple[str, str] | None:
    """Name the field that does not fit, and what would."""
    if spec.groups < 2:
        return "groups", f"must be at least 2, got {spec.groups}"
    inside = spec.local.record() if spec.local is not None else None
    if inside is not None and (len(inside.sides) > 1 or inside.multiplicities != (1,)):
        return "local", "groups must be complete; leave it out"
    if spec.failed is not None:
        return "failed", "the network must be whole; leave it out"
    if spec.capacities is not None:
        return "capacities", "say injection, local and remote instead"
    return None
