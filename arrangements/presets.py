"""Machines that people know, as specs with their published parameters."""

from __future__ import annotations

from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.machines import LEFT_OUT, MACHINES
from alphacut.arrangements.preset import Preset
from alphacut.arrangements.words import known_names, shown

PRESETS: tuple[Preset, ...] = (
    Preset(
        name="dragonfly-72",
        title="the dragonfly of 72 hosts and 36 switches",
        source="Kim et al., Technology-driven, highly-scalable dragonfly topology, ISCA 2008, "
        "the example of N = 72",
        assumed="",
        spec={"family": "dragonfly", "a": 4, "h": 2, "p": 2, "arrangement": "absolute"},
    ),
    Preset(
        name="dragonfly-1056",
        title="the dragonfly of 1,056 hosts and 264 switches",
        source="Kim et al., Technology-driven, highly-scalable dragonfly topology, ISCA 2008, "
        "whose evaluation takes p = h = 4 and a = 8",
        assumed="the arrangement of the global links: absolute",
        spec={"family": "dragonfly", "a": 8, "h": 4, "p": 4, "arrangement": "absolute"},
    ),
    Preset(
        name="edison-6",
        title="six groups of the Cray Cascade system Edison",
        source="Mollah et al., Modeling UGAL on the Dragonfly topology, section 2.2: groups of 6 "
        "chassis of 16 switches with 4 hosts and 10 global ports, three links between two chassis "
        "for one inside, 24 links between two groups; Faanes et al., Cray Cascade, SC 2012. The "
        "page XC50 Aries Network Architecture (support.nesi.org.nz) counts 15, 15 and 10 ports too",
        assumed="at which switches the global links end: spread evenly. α = 1 makes all links "
        "alike; that page has 14 Gb/s inside a group and 12.5 between groups, so α = 25/28",
        spec={"family": "cascade", "groups": 6, "trunking": 24},
    ),
    Preset(
        name="percs",
        title="the largest IBM PERCS system, 512 supernodes of 32 hubs",
        source="Arimilli et al., The PERCS high-performance interconnect, HOTI 2010. The redbook "
        "IBM Power Systems 775, SG24-8003, has clusters of up to 2,048 drawers, 4 in a supernode; "
        "NCSA's figures (insidehpc.com, December 2010) are 336 GB/s from a hub to 7 others in its "
        "drawer, 240 GB/s to 24 in its supernode, 320 GB/s beyond, both ways counted: links of "
        "24, 5 and 10 GB/s each way",
        assumed="one D link between two supernodes, of the absolute arrangement, as Hastings et "
        "al., Comparing global link arrangements for Dragonfly networks, say; α = 1 is the "
        "published capacity",
        spec={
            "family": "percs",
            "groups": 512,
            "arrangement": "absolute",
            "capacities": {"drawer": "24", "supernode": "5", "global": "10alpha"},
        },
    ),
    Preset(
        name="slingshot",
        title="the largest one-dimensional Slingshot dragonfly, 545 groups of 32 switches",
        source="De Sensi et al., An in-depth analysis of the Slingshot interconnect, SC 2020; "
        "Lockwood's notes on Slingshot (glennklockwood.com): 64 ports of 200 Gb/s, 16 to hosts, "
        "31 inside the group of 32 switches, 17 to other groups, 545 groups",
        assumed="the arrangement of the global links: relative; systems choose their own, and "
        "join fewer groups by more links",
        spec={"family": "dragonfly", "a": 32, "h": 17, "p": 16, "arrangement": "relative"},
    ),
    *MACHINES,
)
BY_NAME = {each.name: each for each in PRESETS}
MISSING = {each.name: each for each in LEFT_OUT}


def expand(obj: dict[str, Any]) -> dict[str, Any]:
    """Return the spec that {"family": "preset", "name": …} means, with its other fields changed.

    Raises
    ------
    SpecError
        If there is no such preset.
    """
    name = obj.get("name")
    if isinstance(name, str) and name in MISSING:
        raise SpecError("name", f"there is no preset {name}: {MISSING[name].why}")
    if not isinstance(name, str) or name not in BY_NAME:
        known = known_names(name, BY_NAME)
        what = f"unknown preset {shown(name)}" if "name" in obj else "is missing"
        raise SpecError("name", f"{what}; {known}")
    changes = {field: value for field, value in obj.items() if field not in ("family", "name")}
    return {**BY_NAME[name].spec, **changes}
