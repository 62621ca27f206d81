"""The spec of a dragonfly."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from alphacut.arrangements import dragonfly
from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import (
    NAMED,
    Count,
    CountOrZero,
    at_most,
    wrong,
)
from alphacut.arrangements.formats.spec.failed import pairs_of
from alphacut.arrangements.formats.spec.local import LocalSpec
from alphacut.arrangements.links._base import FORMS, Shape
from alphacut.arrangements.links.catalogue import BY_NAME, arrangement
from alphacut.arrangements.links.trunking import misfit, usual_form
from alphacut.arrangements.network import Network
from alphacut.arrangements.words import LONGEST, known_names, shown


def read_pair(value: object) -> tuple[int, int]:
    """Read the positions that an offset joins."""
    if isinstance(value, list | tuple) and len(value) == 2 and all(type(x) is int for x in value):
        return value[0], value[1]
    raise wrong(f"must be two positions, such as [0, 2], got {shown(value)}")


Pair = Annotated[
    tuple[int, int],
    PlainValidator(read_pair),
    PlainSerializer(list),
    WithJsonSchema(
        {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}
    ),
]
SEVERAL_PAIRS = "must be pairs of positions joined by x, as in 0-0x1-2"
Pairs = Annotated[
    tuple[Pair, ...] | None, BeforeValidator(lambda value: pairs_of(value, SEVERAL_PAIRS))
]


class DragonflySpec(FamilySpec):
    """A (p,a,h)-dragonfly with a named global link arrangement."""

    size_fields: ClassVar[tuple[str, str]] = ("a", "a")

    family: Literal["dragonfly"] = "dragonfly"
    a: Count = Field(description="the number of switches in each group")
    h: Count = Field(description="the number of global ports of each switch")
    arrangement: str = Field(
        description="the name of a global link arrangement",
        json_schema_extra={"enum": [*sorted(BY_NAME)]},
    )
    p: Count = Field(default=1, description="the number of hosts of each switch")
    trunking: Count = Field(
        default=1, description="the number t of global links between each pair of groups"
    )
    groups: Annotated[int, Field(strict=True)] = Field(
        default=None, validate_default=True, description="the number of groups, a·h/t + 1"
    )
    trunks: str | None = Field(
        default=None,
        validate_default=True,
        description="how the links between two groups are spread",
        json_schema_extra={"enum": [*FORMS]},
    )
    seed: CountOrZero | None = Field(
        default=None, validate_default=True, description="the seed of a random arrangement"
    )
    offsets: Pairs = Field(
        default=None,
        description="the positions that a lift joins at groups i and i + d, for d = 1, 2, …",
    )
    local: LocalSpec | None = Field(
        default=None, description="the links inside a group, if they are not a complete graph"
    )
    options: Annotated[dict[str, str], at_most(NAMED)] = Field(
        default={}, validate_default=True, description="the options of the arrangement"
    )

    @field_validator("arrangement")
    @classmethod
    def _exists(cls, name: str) -> str:
        try:
            arrangement(name)
        except NetworkError as error:
            raise wrong(str(error)) from error
        return name

    @field_validator("groups", mode="before")
    @classmethod
    def _default_groups(cls, groups: object, info: ValidationInfo) -> object:
        if groups is not None or not {"a", "h", "trunking"} <= info.data.keys():
            return 1 if groups is None else groups
        return info.data["a"] * info.data["h"] // info.data["trunking"] + 1

    @field_validator("trunks")
    @classmethod
    def _default_trunks(cls, form: str | None, info: ValidationInfo) -> str | None:
        if form is not None and form not in FORMS:
            raise wrong(f"unknown form {shown(form)}; {known_names(form, FORMS)}")
        given = info.data
        if not {"a", "h", "arrangement", "trunking", "groups"} <= given.keys():
            return form
        shape = Shape(**{name: given[name] for name in ("a", "h", "groups", "trunking")})
        if shape.trunking == 1:
            return None
        return form or usual_form(arrangement(given["arrangement"]), shape)

    @field_validator("seed")
    @classmethod
    def _seeded(cls, seed: int | None, info: ValidationInfo) -> int | None:
        if "arrangement" not in info.data:
            return seed
        if arrangement(info.data["arrangement"]).seeded:
            return seed or 0
        if seed is not None:
            raise wrong("only a random arrangement has a seed, and this one is not; leave it out")
        return seed

    @field_validator("local")
    @classmethod
    def _whole_group(cls, local: LocalSpec | None, info: ValidationInfo) -> LocalSpec | None:
        if local is not None and "a" in info.data and local.record().switches != info.data["a"]:
            raise wrong(
                f"must have a product of a = {info.data['a']} switches, got "
                f"{' x '.join(map(str, local.sides))}",
                at="sides",
            )
        return local

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
                raise wrong(str(error), at=name[:LONGEST]) from error
        return rule.complete_options(options)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        shape = Shape(
            a=self.a,
            h=self.h,
            groups=self.groups,
            trunking=self.trunking,
            offsets=self.offsets or (),
        )
        found = misfit(arrangement(self.arrangement), shape, self.trunks)
        if found:
            raise wrong(found.problem, at=found.field)
        return self

    def size(self) -> Size:
        """Compute the size of the network."""
        local = self.local.record().link_count if self.local else self.a * (self.a - 1) // 2
        pairs = self.groups * (self.groups - 1) // 2
        apart = 1 if self.trunks == "lag" else self.trunking
        return Size(self.groups * self.a, self.groups * local + pairs * apart)

    def record(self) -> dragonfly.Dragonfly:
        """Return the dragonfly, which knows its places and its arrangement."""
        return dragonfly.Dragonfly(
            a=self.a,
            h=self.h,
            arrangement=self.arrangement,
            p=self.p,
            trunking=self.trunking,
            groups=self.groups,
            trunks=self.trunks,
            seed=self.seed or 0,
            offsets=self.offsets or (),
            local=self.local.record() if self.local else None,
            options=self.options,
        )

    def whole(self) -> Network:
        """Build the network."""
        return self.record().network()
