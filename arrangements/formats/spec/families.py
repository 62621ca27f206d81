"""The families of networks that a spec can name; the model of one is loaded when it is asked for.

Together they are 20 modules, which take longer to load than a small network takes to solve.
"""

from __future__ import annotations

from functools import cache, reduce
from importlib import import_module
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec._base import FamilySpec

FAMILIES = {  # by their names: the module, in this folder, and the model
    "dragonfly": "dragonfly:DragonflySpec",
    "dragonfly_plus": "dragonfly_plus:DragonflyPlusSpec",
    "slingshot": "slingshot:SlingshotSpec",
    "dragonfly3": "machines:ThreeLevelSpec",
    "port_map": "machines:PortMapSpec",
    "link_list": "link_list:LinkListSpec",
    "cascade": "machines:CascadeSpec",
    "percs": "machines:PercsSpec",
    "graph": "graph:GraphSpec",
    "hypercube": "regular:HypercubeSpec",
    "mesh": "regular:MeshSpec",
    "torus": "regular:TorusSpec",
    "hamming": "regular:HammingSpec",
    "hyperx": "datacenter:HyperXSpec",
    "flattened_butterfly": "datacenter:FlattenedButterflySpec",
    "complete": "regular:CompleteSpec",
    "fat_tree": "datacenter:FatTreeSpec",
    "leaf_spine": "datacenter:LeafSpineSpec",
    "xgft": "folded_clos:XgftSpec",
    "rail": "accelerators:RailSpec",
    "hammingmesh": "accelerators:HammingMeshSpec",
    "slim_fly": "datacenter:SlimFlySpec",
    "bundlefly": "expanders:BundleflySpec",
    "polarfly": "expanders:PolarFlySpec",
    "spectralfly": "expanders:SpectralFlySpec",
    "jellyfish": "datacenter:JellyfishSpec",
    "xpander": "expanders:XpanderSpec",
    "de_bruijn": "shuffles:DeBruijnSpec",
    "butterfly": "shuffles:ButterflySpec",
    "cube_connected_cycles": "shuffles:CubeConnectedCyclesSpec",
    "cycle": "shapes:CycleSpec",
    "path": "shapes:PathSpec",
    "star": "shapes:StarSpec",
    "tree": "shapes:TreeSpec",
    "grid": "shapes:GridSpec",
}


@cache
def model_of(name: str) -> type[FamilySpec]:
    """Return the model of a family.

    Raises
    ------
    KeyError
        If there is no family of that name.
    """
    module, _, model = FAMILIES[name].partition(":")
    found: type[FamilySpec] = getattr(import_module(f"{__package__}.{module}"), model)
    return found


def all_models() -> tuple[type[FamilySpec], ...]:
    """Return the models of all families."""
    return tuple(map(model_of, FAMILIES))


def any_model() -> Any:
    """Return the type that is any of them, told by "family": what adapters and schemas take."""
    from pydantic import Field

    union: Any = reduce(or_, all_models())
    return Annotated[union, Field(discriminator="family")]
