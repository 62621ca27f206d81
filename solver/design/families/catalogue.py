"""The families that designs come from, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.solver.design.families.diameter_two import polarfly, slim_fly
from alphacut.solver.design.families.dragonflies import dragonfly, slingshot
from alphacut.solver.design.families.dragonfly_plus import dragonfly_plus
from alphacut.solver.design.families.folded_clos import fat_tree, leaf_spine, xgft
from alphacut.solver.design.families.products import hamming, hyperx, torus
from alphacut.solver.design.families.random_regular import jellyfish, xpander

if TYPE_CHECKING:
    from alphacut.solver.design.families._base import Family

FAMILIES: dict[str, Family] = {
    "fat_tree": fat_tree,
    "leaf_spine": leaf_spine,
    "xgft": xgft,
    "dragonfly": dragonfly,
    "slingshot": slingshot,
    "dragonfly_plus": dragonfly_plus,
    "hyperx": hyperx,
    "hamming": hamming,
    "torus": torus,
    "slim_fly": slim_fly,
    "polarfly": polarfly,
    "jellyfish": jellyfish,
    "xpander": xpander,
}
