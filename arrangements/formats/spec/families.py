"""The families of networks that a spec can name."""

from typing import Annotated

from pydantic import Field

from alphacut.arrangements.formats.spec._base import FamilySpec
from alphacut.arrangements.formats.spec.accelerators import HammingMeshSpec, RailSpec
from alphacut.arrangements.formats.spec.datacenter import (
    FatTreeSpec,
    FlattenedButterflySpec,
    HyperXSpec,
    JellyfishSpec,
    LeafSpineSpec,
    SlimFlySpec,
)
from alphacut.arrangements.formats.spec.dragonfly import DragonflySpec
from alphacut.arrangements.formats.spec.dragonfly_plus import DragonflyPlusSpec
from alphacut.arrangements.formats.spec.expanders import (
    BundleflySpec,
    PolarFlySpec,
    SpectralFlySpec,
    XpanderSpec,
)
from alphacut.arrangements.formats.spec.folded_clos import XgftSpec
from alphacut.arrangements.formats.spec.graph import GraphSpec
from alphacut.arrangements.formats.spec.link_list import LinkListSpec
from alphacut.arrangements.formats.spec.machines import (
    CascadeSpec,
    PercsSpec,
    PortMapSpec,
    ThreeLevelSpec,
)
from alphacut.arrangements.formats.spec.regular import (
    CompleteSpec,
    HammingSpec,
    HypercubeSpec,
    MeshSpec,
    TorusSpec,
)
from alphacut.arrangements.formats.spec.shapes import (
    CycleSpec,
    GridSpec,
    PathSpec,
    StarSpec,
    TreeSpec,
)
from alphacut.arrangements.formats.spec.shuffles import (
    ButterflySpec,
    CubeConnectedCyclesSpec,
    DeBruijnSpec,
)
from alphacut.arrangements.formats.spec.slingshot import SlingshotSpec

FAMILIES: tuple[type[FamilySpec], ...] = (
    DragonflySpec,
    DragonflyPlusSpec,
    SlingshotSpec,
    ThreeLevelSpec,
    PortMapSpec,
    LinkListSpec,
    CascadeSpec,
    PercsSpec,
    GraphSpec,
    HypercubeSpec,
    MeshSpec,
    TorusSpec,
    HammingSpec,
    HyperXSpec,
    FlattenedButterflySpec,
    CompleteSpec,
    FatTreeSpec,
    LeafSpineSpec,
    XgftSpec,
    RailSpec,
    HammingMeshSpec,
    SlimFlySpec,
    BundleflySpec,
    PolarFlySpec,
    SpectralFlySpec,
    JellyfishSpec,
    XpanderSpec,
    DeBruijnSpec,
    ButterflySpec,
    CubeConnectedCyclesSpec,
    CycleSpec,
    PathSpec,
    StarSpec,
    TreeSpec,
    GridSpec,
)
BY_NAME: dict[str, type[FamilySpec]] = {
    model.model_fields["family"].default: model for model in FAMILIES
}

Spec = Annotated[
    DragonflySpec
    | DragonflyPlusSpec
    | SlingshotSpec
    | ThreeLevelSpec
    | PortMapSpec
    | LinkListSpec
    | CascadeSpec
    | PercsSpec
    | GraphSpec
    | HypercubeSpec
    | MeshSpec
    | TorusSpec
    | HammingSpec
    | HyperXSpec
    | FlattenedButterflySpec
    | CompleteSpec
    | FatTreeSpec
    | LeafSpineSpec
    | XgftSpec
    | RailSpec
    | HammingMeshSpec
    | SlimFlySpec
    | BundleflySpec
    | PolarFlySpec
    | SpectralFlySpec
    | JellyfishSpec
    | XpanderSpec
    | DeBruijnSpec
    | ButterflySpec
    | CubeConnectedCyclesSpec
    | CycleSpec
    | PathSpec
    | StarSpec
    | TreeSpec
    | GridSpec,
    Field(discriminator="family"),
]
