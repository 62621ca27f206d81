"""Networks built anew from the `topology` of a document.

Nothing is taken from alphacut: families are those of `docs/networks.md`, and what each builds is
told beside it. A family that is not here is `Unsupported`, by its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from alphacut_verify.errors import Refused, Unreadable, Unsupported
from alphacut_verify.limits import Limits
from alphacut_verify.network import Line, Network
from alphacut_verify.reading import an_object
from alphacut_verify.topology.accelerators import ACCELERATORS
from alphacut_verify.topology.draft import Spec
from alphacut_verify.topology.dragonflies import DRAGONFLIES
from alphacut_verify.topology.failures import fail
from alphacut_verify.topology.graphs import GRAPHS
from alphacut_verify.topology.products import PRODUCTS
from alphacut_verify.topology.shuffles import SHUFFLES
from alphacut_verify.topology.trees import TREES

FAMILIES: dict[str, Callable[[Spec], Network]] = {
    **GRAPHS, **PRODUCTS, **TREES, **SHUFFLES, **DRAGONFLIES, **ACCELERATORS,
}  # fmt: skip
KNOWN_ELSEWHERE = (
    "bundlefly", "cascade", "dragonfly3", "jellyfish", "percs", "polarfly", "preset", "slim_fly",
    "spectralfly",
)  # fmt: skip
_CAPACITY = re.compile(r"(\d{1,10})(?:\+(\d{0,10})alpha)?|(\d{0,10})alpha", re.ASCII)


def build(topology: Any, place: str, limits: Limits) -> Network:
    """Build the network of a spec.

    Raises
    ------
    Unreadable
        If the spec is not one: with the field.
    Unsupported
        If its family is none of `FAMILIES`.
    TooLarge
        If it has more switches or links than allowed; nothing of that size is built.
    """
    members = an_object(topology, place)
    family = members.get("family")
    if family in KNOWN_ELSEWHERE:
        raise Unsupported(f"{place}.family", f"networks of the family {family} are not built here")
    if not isinstance(family, str) or family not in FAMILIES:
        raise Unreadable(f"{place}.family", "must be the name of a family of networks")
    spec = Spec(members, place, limits)
    network = FAMILIES[family](spec)
    capacities, failed = spec.rest("capacities"), spec.rest("failed")
    spec.close()
    if capacities is not None:
        network = _with_capacities(network, capacities, f"{place}.capacities")
    if failed is not None:
        network = fail(
            network, Spec(an_object(failed, f"{place}.failed"), f"{place}.failed", limits)
        )
    if not network.hosts:
        raise Refused(place, "no switch is left")
    return network


def _with_capacities(network: Network, value: Any, place: str) -> Network:
    classes = dict(network.classes)
    for name, text in an_object(value, place).items():
        if name not in classes:
            raise Unreadable(f"{place}.{name}", "is no class of links of this network")
        classes[name] = _capacity(text, f"{place}.{name}")
    return replace(network, classes=classes)


def _capacity(text: Any, place: str) -> Line:
    """Read "3", "2alpha" or "1+2alpha"."""
    if isinstance(text, int) and not isinstance(text, bool) and text >= 0:
        return text, 0
    found = _CAPACITY.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise Unreadable(place, 'must be a capacity such as "3", "2alpha" or "1+2alpha"')
    base, slope, alone = found.groups()
    if alone is not None:
        return 0, int(alone or 1)
    return int(base), 0 if slope is None else int(slope or 1)
