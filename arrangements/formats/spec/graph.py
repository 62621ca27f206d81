"""The spec of a network given link by link."""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import FailFast, Field, ValidationInfo, field_validator, model_validator

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._failed_names import numbered
from alphacut.arrangements.formats.spec._values import (
    NAMED,
    Count,
    CountOrZero,
    Part,
    at_most,
    wrong,
)
from alphacut.arrangements.formats.spec.graph_links import GraphLinks
from alphacut.arrangements.network import (
    GLOBAL,
    LOCAL,
    LinkClass,
    Network,
    class_name_problem,
    switch_names_problem,
)
from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.arrangements.words import shown


class ClassSpec(Part):
    """A link class: its links have the capacity base + slope·α."""

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


def _default_classes() -> tuple[ClassSpec, ...]:
    """Make the link classes of a network of which nothing is said."""
    return tuple(
        ClassSpec(name=each.name, base=each.base, slope=each.slope) for each in (LOCAL, GLOBAL)
    )


PerSwitch = Annotated[tuple[CountOrZero, ...], FailFast()]
Names = Annotated[tuple[Annotated[str, Field(strict=True)], ...], FailFast()]


class GraphSpec(FamilySpec):
    """A network given link by link.

    Groups that are all 0 and hosts that are all 1, their defaults, are kept
    as empty tuples. Names say what the owner of the network calls its switches, and the unit
    how its capacities are counted; all other documents speak of numbers of switches, and of
    capacities in this unit.
    """

    size_fields: ClassVar[tuple[str, str]] = ("switches", "links")

    family: Literal["graph"] = "graph"
    switches: Count = Field(description="the number of switches")
    classes: Annotated[tuple[ClassSpec, ...], FailFast(), at_most(NAMED)] = Field(
        default_factory=_default_classes,
        description="the link classes",
        json_schema_extra={
            "default": [
                {"name": each.name, "base": each.base, "slope": each.slope}
                for each in (LOCAL, GLOBAL)
            ]
        },
    )
    links: GraphLinks = Field(description="the list of links")
    groups: PerSwitch = Field(default=(), description="the group of each switch")
    hosts: PerSwitch = Field(default=(), description="the hosts of each switch")
    names: Names = Field(default=(), description="the name of each switch, all different")
    unit: str | None = Field(
        default=None,
        description="what a single link with the capacity 1 carries, as its owner counts, such as "
        '"1/10": people are told capacities in these units',
    )

    @model_validator(mode="before")
    @classmethod
    def _failed_by_number(cls, data: object) -> object:
        """Read names of switches in what has failed."""
        if not isinstance(data, dict):
            return data
        names, failed = data.get("names"), data.get("failed")
        listed = isinstance(names, list | tuple) and all(isinstance(name, str) for name in names)
        if not names or not listed or not isinstance(failed, dict):
            return data
        return {**data, "failed": numbered(failed, names)}

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
        met: set[str] = set()
        for position, name in enumerate(names):
            if name in met:
                raise wrong(f"the name {shown(name)} is given twice", at=f"{position}.name")
            met.add(name)
        return classes

    @field_validator("groups", "hosts")
    @classmethod
    def _one_each(cls, values: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        switches = info.data.get("switches")
        if values and switches is not None and len(values) != switches:
            raise wrong(f"needs one number for each of {switches} switches, got {len(values)}")
        default = 0 if info.field_name == "groups" else 1
        return () if set(values) == {default} else values

    @field_validator("unit")
    @classmethod
    def _positive(cls, unit: str | None) -> str | None:
        if unit is None:
            return None
        try:
            value = read_rational(unit, digits=18, exponent=18)
        except NumberError as error:
            raise wrong(str(error)) from error
        if value <= 0:
            raise wrong(f'must be above 0, such as "1/10", got {shown(unit)}')
        return None if value == 1 else str(value)

    @field_validator("names")
    @classmethod
    def _distinct_names(cls, names: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        switches = info.data.get("switches")
        problem = switch_names_problem(names, switches) if names and switches else None
        if problem:
            raise wrong(problem)
        return names

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
            names=network.names,
        )

    def size(self) -> Size:
        """Compute the size of the network, with links that will be merged counted apart."""
        return Size(self.switches, len(self.links))

    def complete(self) -> dict[str, Any]:
        """Write the spec as a JSON object with all defaults filled in."""
        written = super().complete()
        for name in ("names", "unit"):
            if not getattr(self, name):
                written.pop(name, None)
        return {
            **written,
            "groups": list(self.groups or (0,) * self.switches),
            "hosts": list(self.hosts or (1,) * self.switches),
        }

    def host_numbers(self) -> tuple[int, ...]:
        """Return the hosts of each switch; 1 if nothing is said."""
        return self.hosts or (1,)

    def hosts_at_most(self) -> int:
        """Compute the number of hosts."""
        return sum(self.hosts) if self.hosts else self.switches

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
            names=self.names,
        )
