"""The spec of a network given link by link."""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)

from arrangements.formats.spec._base import FamilySpec, Size
from arrangements.formats.spec._values import LARGEST, Count, CountOrZero, wrong
from arrangements.network import (
    GLOBAL,
    LOCAL,
    Link,
    LinkClass,
    Network,
    class_name_problem,
)
from arrangements.words import known_names, shown


class ClassSpec(BaseModel):
    """A link class: its links have the capacity base + slope·α."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=r"^\S{1,64}$")] = Field(
        description="a name without blanks, at most 64 characters"
    )
    base: CountOrZero = Field(description="the capacity at α = 0")
    slope: CountOrZero = Field(description="the capacity for each unit of α")

    @field_validator("name")
    @classmethod
    def _harmless(cls, name: str) -> str:
        if problem := class_name_problem(name):
            raise wrong(f"{problem}, got {shown(name)}")
        return name


DEFAULT_CLASSES = tuple(
    ClassSpec(name=each.name, base=each.base, slope=each.slope) for each in (LOCAL, GLOBAL)
)
LINK_DEFAULTS = (LOCAL.name, 1)  # class and multiplicity


def read_link(value: object, info: ValidationInfo) -> Link:
    """Read [first, second, class, multiplicity], the last two optional, of a graph spec."""
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= 4:
        raise wrong(
            "must be [first, second], [first, second, class] or "
            f"[first, second, class, multiplicity], got {shown(value)}"
        )
    parts: list[Any] = [*value, *LINK_DEFAULTS[len(value) - 2 :]]
    first, second, name, multiplicity = parts
    _check_ends(first, second, info.data.get("switches"))
    classes = [each.name for each in info.data.get("classes", ())]
    if classes and name not in classes:
        raise wrong(f"unknown link class {shown(name)}; {known_names(name, classes)}")
    if type(multiplicity) is not int or not 1 <= multiplicity <= LARGEST:
        raise wrong(f"the multiplicity must be an integer from 1, got {shown(multiplicity)}")
    return Link(first, second, name, multiplicity)


def _check_ends(first: object, second: object, switches: int | None) -> None:
    for end in (first, second):
        if type(end) is not int:
            raise wrong(f"an end must be the number of a switch, an integer, got {shown(end)}")
        if switches is not None and not 0 <= end < switches:
            raise wrong(
                f"switch {shown(end)} does not exist; switches are numbered 0 to {switches - 1}"
            )
    if first == second:
        raise wrong(f"joins switch {shown(first)} to itself; a link joins two different switches")


LinkSpec = Annotated[
    Link,
    PlainValidator(read_link),
    PlainSerializer(list),
    WithJsonSchema(
        {
            "type": "array",
            "prefixItems": [
                {"type": "integer", "minimum": 0, "title": "first"},
                {"type": "integer", "minimum": 0, "title": "second"},
                {"type": "string", "default": LOCAL.name, "title": "class"},
                {"type": "integer", "minimum": 1, "default": 1, "title": "multiplicity"},
            ],
            "minItems": 2,
            "maxItems": 4,
        }
    ),
]


class GraphSpec(FamilySpec):
    """A network given link by link.

    Groups that are all 0 and hosts that are all 1, their defaults, are kept
    as empty tuples.
    """

    size_fields: ClassVar[tuple[str, str]] = ("switches", "links")

    family: Literal["graph"] = "graph"
    switches: Count = Field(description="the number of switches")
    classes: tuple[ClassSpec, ...] = Field(default=DEFAULT_CLASSES, description="the link classes")
    links: tuple[LinkSpec, ...] = Field(description="the list of links")
    groups: tuple[CountOrZero, ...] = Field(default=(), description="the group of each switch")
    hosts: tuple[CountOrZero, ...] = Field(default=(), description="the hosts of each switch")

    @field_validator("classes", mode="before")
    @classmethod
    def _named(cls, classes: object) -> object:
        """Read an object of classes by their names like a list of them."""
        if not isinstance(classes, dict):
            return classes
        for name, each in classes.items():
            if isinstance(each, dict) and each.get("name", name) != name:
                raise wrong(f"the class {shown(name)} is named {shown(each['name'])} as well")
        return [
            {"name": name, **each} if isinstance(each, dict) else each
            for name, each in classes.items()
        ]

    @field_validator("classes")
    @classmethod
    def _distinct(cls, classes: tuple[ClassSpec, ...]) -> tuple[ClassSpec, ...]:
        names = [each.name for each in classes]
        if not names:
            raise wrong("must have at least 1 class; leave it out for local and global")
        for position, name in enumerate(names):
            if name in names[:position]:
                raise wrong(f"the name {shown(name)} is given twice", at=f"{position}.name")
        return classes

    @field_validator("groups", "hosts")
    @classmethod
    def _one_each(cls, values: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        switches = info.data.get("switches")
        if values and switches is not None and len(values) != switches:
            raise wrong(f"needs one number for each of {switches} switches, got {len(values)}")
        default = 0 if info.field_name == "groups" else 1
        return () if set(values) == {default} else values

    @classmethod
    def of(cls, network: Network) -> Self:
        """Write any network link by link."""
        return cls(
            switches=network.switches,
            classes=tuple(
                ClassSpec(name=each.name, base=each.base, slope=each.slope)
                for each in network.classes
            ),
            links=network.links,
            groups=network.groups,
            hosts=network.hosts,
        )

    def size(self) -> Size:
        """Compute the size of the network, with links that will be merged counted apart."""
        return Size(self.switches, len(self.links))

    def complete(self) -> dict[str, Any]:
        """Write the spec as a JSON object with all defaults filled in."""
        return {
            **super().complete(),
            "groups": list(self.groups or (0,) * self.switches),
            "hosts": list(self.hosts or (1,) * self.switches),
        }

    def whole(self) -> Network:
        """Build the network."""
        return Network(
            switches=self.switches,
            links=self.links,
            classes=tuple(
                LinkClass(name=each.name, base=each.base, slope=each.slope) for each in self.classes
            ),
            groups=self.groups,
            hosts=self.hosts,
        )
