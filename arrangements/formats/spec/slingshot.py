"""The spec of a dragonfly as it is built, with a wiring that is named or left open."""

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal, Self

from pydantic import (
    Field,
    JsonValue,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import LARGEST, CountOrZero, check_ports, wrong
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies.slingshot import GroupKind, Matrix, Wiring, slingshot
from alphacut.arrangements.words import shown

MOST_KINDS = 16
MOST_GROUPS = 2_000  # of several kinds together; of one kind, links tell how many there may be
Numbers = int | tuple[int, ...]


def _reader(least: int) -> Callable[[object], Numbers]:
    """Return what reads one number, or a list of one for each kind."""

    def read(value: object) -> Numbers:
        if not isinstance(value, list | tuple):
            return _number(value, least)
        if not 1 <= len(value) <= MOST_KINDS * (MOST_KINDS + 1) // 2:
            raise wrong(
                f"must be a number, or a list of one for each of at most {MOST_KINDS} kinds of "
                f"groups; got {len(value)} entries"
            )
        return tuple(_number(each, least, str(place)) for place, each in enumerate(value))

    return read


def _number(value: object, least: int, at: str = "") -> int:
    if type(value) is not int or not least <= value <= LARGEST:
        raise wrong(f"must be an integer from {least} to {LARGEST:,}, got {shown(value)}", at=at)
    return value


def _written(value: Numbers) -> int | list[int]:
    return value if isinstance(value, int) else list(value)


def _schema(least: int) -> WithJsonSchema:
    one: dict[str, JsonValue] = {"type": "integer", "minimum": least, "maximum": LARGEST}
    return WithJsonSchema({"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]})


OneOrMore = Annotated[Numbers, PlainValidator(_reader(1)), PlainSerializer(_written), _schema(1)]
ZeroOrMore = Annotated[Numbers, PlainValidator(_reader(0)), PlainSerializer(_written), _schema(0)]


class SlingshotSpec(FamilySpec):
    """A dragonfly of large complete groups, of one kind or several, with links between any two."""

    size_fields: ClassVar[tuple[str, str]] = ("groups", "groups")

    family: Literal["slingshot"] = "slingshot"
    groups: OneOrMore = Field(
        description="the number of groups, or the list of those of each kind of groups"
    )
    switches: OneOrMore = Field(description="the number of switches of each group, by kind")
    links: ZeroOrMore = Field(
        description="the global links between each two groups; of several kinds, the upper "
        "triangle of a matrix, row by row: two of the first kind, first and second, …, two of the "
        "second, …"
    )
    ports: OneOrMore = Field(
        default=None,
        validate_default=True,
        description="the most global links of a switch, by kind; as few as will do if left out",
    )
    wiring: Literal[Wiring, "any"] = Field(
        default="round_robin",
        description="how global links are dealt to the switches of a group; any: bounds that "
        "hold for every wiring",
    )
    seed: CountOrZero = Field(default=0, description="decides a random wiring")
    p: ZeroOrMore = Field(default=1, description="the number of hosts of each switch, by kind")

    @field_validator("groups")
    @classmethod
    def _several(cls, groups: Numbers) -> Numbers:
        """Take a list of one kind as its number, and refuse what is one group or too many."""
        if not isinstance(groups, int) and len(groups) == 1:
            groups = groups[0]
        if isinstance(groups, int):
            if groups < 2:
                raise wrong(f"must be at least 2, got {groups}")
        elif len(groups) > MOST_KINDS:
            raise wrong(f"must be of at most {MOST_KINDS} kinds, got {len(groups)}")
        elif sum(groups) > MOST_GROUPS:
            raise wrong(f"must be at most {MOST_GROUPS:,} groups together, got {sum(groups):,}")
        return groups

    @field_validator("switches", "p")
    @classmethod
    def _one_for_each(cls, numbers: Numbers, info: ValidationInfo) -> Numbers:
        return _by_kind(numbers, info.data.get("groups"))

    @field_validator("p")
    @classmethod
    def _some_hosts(cls, numbers: Numbers) -> Numbers:
        if not (numbers if isinstance(numbers, int) else any(numbers)):
            raise wrong("must be at least 1 in some kind, got 0")
        return numbers

    @field_validator("links")
    @classmethod
    def _one_for_each_two(cls, links: Numbers, info: ValidationInfo) -> Numbers:
        groups = info.data.get("groups", 1)
        kinds = 1 if isinstance(groups, int) else len(groups)
        wanted = kinds * (kinds + 1) // 2
        if not isinstance(links, int) and len(links) == 1:
            links = links[0]
        if isinstance(links, int):
            if links == 0:
                raise wrong(f"must be an integer from 1 to {LARGEST:,}, got 0")
        elif len(links) != wanted:
            raise wrong(
                f"needs one number, or {wanted}: the upper triangle of a matrix of {kinds} kinds, "
                f"row by row; got {len(links)}"
            )
        return links

    @field_validator("ports", mode="before")
    @classmethod
    def _as_few_as_will_do(cls, ports: object, info: ValidationInfo) -> object:
        given = info.data
        if ports is not None or not {"groups", "switches", "links"} <= given.keys():
            return 1 if ports is None else ports
        switches = _each(given["switches"], _kinds_of(given["groups"]))
        used = _used(given["groups"], given["links"])
        found = [
            max(1, min(-(-each // own), LARGEST)) for each, own in zip(used, switches, strict=True)
        ]
        return found[0] if isinstance(given["groups"], int) else found

    @field_validator("ports")
    @classmethod
    def _ports_for_each(cls, numbers: Numbers, info: ValidationInfo) -> Numbers:
        return _by_kind(numbers, info.data.get("groups"))

    @model_validator(mode="after")
    def _ports_suffice(self) -> Self:
        if isinstance(self.groups, int) and isinstance(self.links, int):
            ports = _each(self.switches, 1)[0] * _each(self.ports, 1)[0]
            check_ports(self.groups, self.links, ports, "switches·ports")
            return self
        count = _kinds_of(self.groups)
        switches, ports_of = _each(self.switches, count), _each(self.ports, count)
        for kind, used in enumerate(_used(self.groups, self.links)):
            most = switches[kind] * ports_of[kind]
            if used > most:
                least = -(-used // switches[kind])
                raise wrong(
                    f"must be at least {least:,} for groups of kind {kind}, which have {used:,} "
                    f"global links and {most:,} ports for them",
                    "ports",
                )
        return self

    def kinds(self) -> tuple[GroupKind, ...]:
        """Return the kinds of groups."""
        count = _kinds_of(self.groups)
        numbers = (self.groups, self.switches, self.p)
        each = zip(*(_each(one, count) for one in numbers), strict=True)
        return tuple(GroupKind(groups=own, switches=a, p=p) for own, a, p in each)

    def size(self) -> Size:
        """Compute the size of the network, every global link for itself."""
        kinds, links = self.kinds(), _matrix(self.links, _kinds_of(self.groups))
        inside = sum(each.groups * (each.switches * (each.switches - 1) // 2) for each in kinds)
        between = sum(
            links[own][other]
            * (
                kinds[own].groups * kinds[other].groups
                if own < other
                else kinds[own].groups * (kinds[own].groups - 1) // 2
            )
            for own in range(len(kinds))
            for other in range(own, len(kinds))
        )
        return Size(sum(each.groups * each.switches for each in kinds), inside + between)

    def host_numbers(self) -> tuple[int, ...]:
        """Return the hosts of a switch of each kind."""
        return tuple(each.p for each in self.kinds())

    def hosts_at_most(self) -> int:
        """Compute the number of hosts."""
        return sum(each.groups * each.switches * each.p for each in self.kinds())

    @property
    def any_wiring(self) -> bool:
        """Whether no wiring is named."""
        return self.wiring == "any"

    def whole(self) -> Network:
        """Build the network.

        Raises
        ------
        SpecError
            If no wiring is named.
        """
        if self.wiring == "any":
            raise SpecError(
                "wiring",
                "any stands for every wiring, for which there are curves and points alone; what "
                "is asked here needs one: round_robin, blocks or random",
            )
        return self._wired(self.wiring)

    def build_any(self) -> Network:
        """Build the network, or what is known of it where any wiring is meant."""
        if self.wiring != "any":
            return self.build()
        if self.failed:
            raise SpecError("failed", "nothing can fail of a network whose wiring is not named")
        one = self._wired("round_robin")
        classes = self._classes(one, self.capacities) if self.capacities else one.classes
        kinds = self.kinds()
        ports = zip(kinds, _each(self.ports, len(kinds)), strict=True)
        return AnyWiring(
            switches=one.switches,
            links=one.links,
            classes=classes,
            groups=one.groups,
            hosts=one.hosts,
            ports=tuple(most for each, most in ports for _ in range(each.groups * each.switches)),
        )

    def _wired(self, wiring: Wiring) -> Network:
        links = _matrix(self.links, _kinds_of(self.groups))
        return slingshot(self.kinds(), links, wiring, self.seed)


def _kinds_of(groups: Numbers) -> int:
    return 1 if isinstance(groups, int) else len(groups)


def _each(numbers: Numbers, kinds: int) -> tuple[int, ...]:
    """Return the number of each kind: one that is given alone holds for all."""
    return (numbers,) * kinds if isinstance(numbers, int) else numbers


def _by_kind(numbers: Numbers, groups: Numbers | None) -> Numbers:
    """Check that a list has one number for each kind; take that of one kind as a number."""
    kinds = 1 if groups is None else _kinds_of(groups)
    if isinstance(numbers, int) or groups is None:
        return numbers
    if len(numbers) != kinds:
        raise wrong(
            f"needs one number, or one for each of {kinds} kinds of groups, got {len(numbers)}"
        )
    return numbers[0] if kinds == 1 else numbers


def _matrix(links: Numbers, kinds: int) -> Matrix:
    """Return the symmetric matrix of which the upper triangle is given."""
    triangle = iter(_each(links, kinds * (kinds + 1) // 2))
    rows = {(own, other): next(triangle) for own in range(kinds) for other in range(own, kinds)}
    return tuple(
        tuple(rows[min(own, other), max(own, other)] for other in range(kinds))
        for own in range(kinds)
    )


def _used(groups: Numbers, links: Numbers) -> list[int]:
    """Return the global links of a group of each kind."""
    kinds = _kinds_of(groups)
    counts, matrix = _each(groups, kinds), _matrix(links, kinds)
    return [
        sum(
            links * (count - (own == other))
            for other, (links, count) in enumerate(zip(matrix[own], counts, strict=True))
        )
        for own in range(kinds)
    ]
