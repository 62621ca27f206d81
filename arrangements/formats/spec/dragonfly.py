"""The spec of a dragonfly."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator

from arrangements import dragonfly
from arrangements.errors import NetworkError
from arrangements.formats.spec._base import FamilySpec, Size
from arrangements.formats.spec._values import Count, wrong
from arrangements.links.catalogue import BY_NAME, arrangement
from arrangements.network import Network
from arrangements.words import shown


class DragonflySpec(FamilySpec):
    """A (p,a,h)-dragonfly with a named global link arrangement."""

    size_fields: ClassVar[tuple[str, str]] = ("a", "a")

    family: Literal["dragonfly"] = "dragonfly"
    a: Count = Field(description="the number of switches in each group")
    h: Count = Field(description="the number of global links of each switch")
    arrangement: str = Field(
        description="the name of a global link arrangement",
        json_schema_extra={"enum": [*sorted(BY_NAME)]},
    )
    p: Count = Field(default=1, description="the number of hosts of each switch")
    trunking: Annotated[int, Field(strict=True)] = Field(
        default=1, description="the number of links between each pair of groups"
    )
    groups: Annotated[int, Field(strict=True)] = Field(
        default=None, validate_default=True, description="the number of groups, a·h + 1"
    )
    seed: Annotated[int, Field(strict=True)] | None = Field(
        default=None, description="the seed of a random arrangement"
    )
    options: dict[str, str] = Field(
        default={}, validate_default=True, description="the options of the arrangement"
    )

    @field_validator("arrangement")
    @classmethod
    def _exists(cls, name: str, info: ValidationInfo) -> str:
        try:
            rule = arrangement(name)
        except NetworkError as error:
            raise wrong(str(error)) from error
        if "a" in info.data and "h" in info.data:
            reason = rule.refusal(info.data["a"], info.data["h"])
            if reason:
                raise wrong(f"{name} does not exist for these a and h: {reason}")
        return name

    @field_validator("trunking")
    @classmethod
    def _single(cls, trunking: int) -> int:
        if trunking != 1:
            raise wrong(
                f"must be 1, got {shown(trunking)}; arrangements with several links between "
                f"two groups are not supported"
            )
        return trunking

    @field_validator("groups", mode="before")
    @classmethod
    def _default_groups(cls, groups: object, info: ValidationInfo) -> object:
        if groups is not None or "a" not in info.data or "h" not in info.data:
            return 1 if groups is None else groups
        return info.data["a"] * info.data["h"] + 1

    @field_validator("groups")
    @classmethod
    def _full(cls, groups: int, info: ValidationInfo) -> int:
        if "a" in info.data and "h" in info.data:
            full = info.data["a"] * info.data["h"] + 1
            if groups != full:
                raise wrong(
                    f"must be a·h + 1 = {full}, got {shown(groups)}; dragonflies with fewer groups "
                    f"than the global links can reach are not supported"
                )
        return groups

    @field_validator("seed")
    @classmethod
    def _unseeded(cls, seed: int | None) -> int | None:
        if seed is not None:
            raise wrong("only a random arrangement has a seed, and this one is not; leave it out")
        return seed

    @field_validator("options")
    @classmethod
    def _complete_options(cls, options: dict[str, str], info: ValidationInfo) -> dict[str, str]:
        if "arrangement" not in info.data:
            return options
        rule = arrangement(info.data["arrangement"])
        for name, value in options.items():
            try:
                rule.complete_options({name: value})
            except NetworkError as error:
                raise wrong(str(error), at=name) from error
        return rule.complete_options(options)

    def size(self) -> Size:
        """Compute the size of the network."""
        local = self.groups * (self.a * (self.a - 1) // 2)
        return Size(self.groups * self.a, local + self.groups * (self.groups - 1) // 2)

    def record(self) -> dragonfly.Dragonfly:
        """Return the dragonfly, which knows its places and its arrangement."""
        return dragonfly.Dragonfly(
            a=self.a, h=self.h, arrangement=self.arrangement, p=self.p, options=self.options
        )

    def whole(self) -> Network:
        """Build the network."""
        return self.record().network()
