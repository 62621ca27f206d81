"""The families of networks that a spec can name."""

from typing import Annotated

from pydantic import Field

from arrangements.formats.spec._base import FamilySpec
from arrangements.formats.spec.dragonfly import DragonflySpec
from arrangements.formats.spec.graph import GraphSpec
from arrangements.formats.spec.regular import CompleteSpec, HammingSpec, HypercubeSpec, TorusSpec

FAMILIES: tuple[type[FamilySpec], ...] = (
    DragonflySpec,
    GraphSpec,
    HypercubeSpec,
    TorusSpec,
    HammingSpec,
    CompleteSpec,
)
BY_NAME: dict[str, type[FamilySpec]] = {
    model.model_fields["family"].default: model for model in FAMILIES
}

Spec = Annotated[
    DragonflySpec | GraphSpec | HypercubeSpec | TorusSpec | HammingSpec | CompleteSpec,
    Field(discriminator="family"),
]
