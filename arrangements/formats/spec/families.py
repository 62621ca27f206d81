"""The families of networks that a spec can name."""

from typing import Annotated

from pydantic import Field

from arrangements.formats.spec._base import FamilySpec
from arrangements.formats.spec.datacenter import (
    FatTreeSpec,
    FlattenedButterflySpec,
    HyperXSpec,
    JellyfishSpec,
    LeafSpineSpec,
    SlimFlySpec,
)
from arrangements.formats.spec.dragonfly import DragonflySpec
from arrangements.formats.spec.graph import GraphSpec
from arrangements.formats.spec.link_list import LinkListSpec
from arrangements.formats.spec.machines import (
    CascadeSpec,
    PercsSpec,
    PortMapSpec,
    ThreeLevelSpec,
)
from arrangements.formats.spec.regular import (
    CompleteSpec,
    HammingSpec,
    HypercubeSpec,
    MeshSpec,
    TorusSpec,
)
from arrangements.formats.spec.shuffles import (
    ButterflySpec,
    CubeConnectedCyclesSpec,
    DeBruijnSpec,
)

FAMILIES: tuple[type[FamilySpec], ...] = (
    DragonflySpec,
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
    SlimFlySpec,
    JellyfishSpec,
    DeBruijnSpec,
    ButterflySpec,
    CubeConnectedCyclesSpec,
)
BY_NAME: dict[str, type[FamilySpec]] = {
    model.model_fields["family"].default: model for model in FAMILIES
}

Spec = Annotated[
    DragonflySpec
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
    | SlimFlySpec
    | JellyfishSpec
    | DeBruijnSpec
    | ButterflySpec
    | CubeConnectedCyclesSpec,
    Field(discriminator="family"),
]
