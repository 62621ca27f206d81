"""The part of a spec that says how the switches of a group are joined."""

from typing import Annotated

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from alphacut.arrangements.formats.spec._values import SIDES, Counts, Part, Sides, wrong
from alphacut.arrangements.formats.spec.failed import several
from alphacut.arrangements.local_group import LocalGroup


class LocalSpec(Part):
    """A group as a Hamming graph: one dimension is a complete graph."""

    sides: Annotated[Sides, BeforeValidator(several)] = Field(description=SIDES)
    multiplicities: Counts = Field(
        default=(), validate_default=True, description="the parallel links in each dimension"
    )

    @field_validator("multiplicities")
    @classmethod
    def _one_each(cls, values: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        dimensions = len(info.data.get("sides", values))
        if values and len(values) != dimensions:
            raise wrong(f"needs one number for each of {dimensions} dimensions, got {len(values)}")
        return values or (1,) * dimensions

    def record(self) -> LocalGroup:
        """Return the local topology."""
        return LocalGroup(sides=self.sides, multiplicities=self.multiplicities)
