"""The spec of a dragonfly wired as its user says, by a list of its global links."""

from collections import Counter
from typing import Annotated, ClassVar, Literal

from pydantic import FailFast, Field, ValidationInfo, field_validator

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import Count, CountOrZero, wrong
from alphacut.arrangements.formats.spec.local import LocalSpec
from alphacut.arrangements.local_group import LocalGroup
from alphacut.arrangements.network import GLOBAL, LOCAL, Network
from alphacut.arrangements.topologies.grouped import grouped_network

Ends = tuple[CountOrZero, CountOrZero, CountOrZero, CountOrZero]


class LinkListSpec(FamilySpec):
    """A dragonfly whose global links are listed, by group and position at both ends."""

    size_fields: ClassVar[tuple[str, str]] = ("groups", "links")

    family: Literal["link_list"] = "link_list"
    a: Count = Field(description="the number of switches in each group")
    h: Count = Field(description="the number of global ports of each switch")
    groups: Count = Field(description="the number of groups")
    links: Annotated[tuple[Ends, ...], FailFast()] = Field(
        description="the list of global links: group and position of one end, and of the other"
    )
    p: Count = Field(default=1, description="the number of hosts of each switch")
    local: LocalSpec | None = Field(
        default=None, description="the links inside a group, if they are not a complete graph"
    )

    @field_validator("links")
    @classmethod
    def _fit(cls, links: tuple[Ends, ...], info: ValidationInfo) -> tuple[Ends, ...]:
        given = info.data
        if not {"a", "h", "groups"} <= given.keys():
            return links
        used: Counter[tuple[int, int]] = Counter()
        for index, (group, place, other, there) in enumerate(links):
            if group == other:
                raise wrong(f"must join two groups, got {group} twice", at=str(index))
            for value, least, what in (
                (max(group, other), given["groups"], "groups"),
                (max(place, there), given["a"], "positions"),
            ):
                if value >= least:
                    problem = f"has {value}, but {what} are numbered 0 to {least - 1}"
                    raise wrong(problem, at=str(index))
            used.update([(group, place), (other, there)])
            for (i, j), count in ((end, used[end]) for end in ((group, place), (other, there))):
                if count > given["h"]:
                    problem = f"is link {count} of switch {j} of group {i}, which has h = "
                    raise wrong(f"{problem}{given['h']} global ports", at=str(index))
        return links

    @field_validator("local")
    @classmethod
    def _whole_group(cls, local: LocalSpec | None, info: ValidationInfo) -> LocalSpec | None:
        if local is not None and "a" in info.data and local.record().switches != info.data["a"]:
            raise wrong(f"must have a product of a = {info.data['a']} switches", at="sides")
        return local

    def size(self) -> Size:
        """Compute the size of the network, every global link for itself."""
        inside = self.groups * self._group().link_count
        return Size(self.groups * self.a, inside + len(self.links))

    def _group(self) -> LocalGroup:
        return self.local.record() if self.local else LocalGroup(sides=(self.a,))

    def whole(self) -> Network:
        """Build the network."""
        links = [((group, place), (other, there)) for group, place, other, there in self.links]
        return grouped_network([self._group()] * self.groups, links, (LOCAL, GLOBAL), self.p)
