"""The part of a spec that says what has failed."""

from typing import Annotated, Any

from pydantic import (
    BeforeValidator,
    FailFast,
    Field,
    PlainSerializer,
    PlainValidator,
    WithJsonSchema,
)

from alphacut.arrangements.failures import FailedLinks, Failures
from alphacut.arrangements.formats.spec._values import CountOrZero, LinkEnd, Part, wrong
from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import shown

SEVERAL_LINKS = "must be pairs of switches joined by x, as in 0-1x4-9"
SEVERAL_SWITCHES = "must be numbers of switches joined by x, as in 3x7"


def read_failed(value: object) -> FailedLinks:
    """Read [first, second, class, count], the last two optional."""
    if isinstance(value, FailedLinks):
        return value
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= 4:
        raise wrong(
            "must be [first, second], [first, second, class] or [first, second, class, count], "
            f"got {shown(value)}"
        )
    first, second, name, count = [*value, None, None][:4]
    for end in (first, second):
        if type(end) is not int:
            raise wrong(f"an end must be the number of a switch, an integer, got {shown(end)}")
    if name is not None and not isinstance(name, str):
        raise wrong(f"the link class must be a name, got {shown(name)}")
    if count is not None and (type(count) is not int or count < 1):
        raise wrong(f"the count must be an integer from 1, got {shown(count)}")
    return FailedLinks(first=first, second=second, link_class=name, count=count)


def write_failed(failed: FailedLinks) -> list[Any]:
    """Write it as it is read, leaving out what is not given at the end."""
    parts = [failed.first, failed.second, failed.link_class, failed.count]
    while parts[-1] is None:
        parts.pop()
    return parts


def several_links(value: object) -> object:
    """Read the short form of several links: 0-1x4-9."""
    return pairs_of(value, SEVERAL_LINKS)


def pairs_of(value: object, form: str) -> object:
    """Read the short form of pairs of integers, 0-1x4-9.

    Raises
    ------
    PydanticCustomError
        If a text is none, with the form that it must have.
    """
    if not isinstance(value, str):
        return value
    pairs = [part.split("-") for part in value.split("x")]
    try:
        read = [[read_integer(end, least=0) for end in pair] for pair in pairs]
    except NumberError:
        read = [[]]
    if any(len(pair) != 2 for pair in read):
        raise wrong(f"{form}; got {shown(value)}")
    return read


def several(value: object) -> object:
    """Read one number as a list of it, as the short form gives it."""
    if isinstance(value, str):
        raise wrong(f"{SEVERAL_SWITCHES}; got {shown(value)}")
    return [value] if type(value) is int else value


FailedLinkSpec = Annotated[
    FailedLinks,
    PlainValidator(read_failed),
    PlainSerializer(write_failed),
    WithJsonSchema({"type": "array", "minItems": 2, "maxItems": 4}),
]


class FailedSpec(Part):
    """What has failed: links and switches by list, and more of them at random."""

    links: Annotated[tuple[FailedLinkSpec, ...], FailFast(), BeforeValidator(several_links)] = (
        Field(default=(), description="links: two ends, and optionally their class and how many")
    )
    switches: Annotated[tuple[LinkEnd, ...], FailFast(), BeforeValidator(several)] = Field(
        default=(), description="the numbers of switches"
    )
    random_links: CountOrZero = Field(default=0, description="how many links more, at random")
    random_switches: CountOrZero = Field(default=0, description="how many switches, at random")
    random_class: str | None = Field(
        default=None, description="the class of the links that are drawn"
    )
    seed: CountOrZero = Field(default=0, description="decides what is drawn")

    def record(self) -> Failures:
        """Return what the network is degraded by."""
        return Failures(
            links=self.links,
            switches=self.switches,
            random_links=self.random_links,
            random_switches=self.random_switches,
            random_class=self.random_class,
            seed=self.seed,
        )
