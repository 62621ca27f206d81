"""The spec of a dragonfly as it is built, with a wiring that is named or left open."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import LARGEST, Count, CountOrZero, check_ports
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies.slingshot import Wiring, slingshot


class SlingshotSpec(FamilySpec):
    """A dragonfly of large complete groups with several links between any two."""

    size_fields: ClassVar[tuple[str, str]] = ("groups", "groups")

    family: Literal["slingshot"] = "slingshot"
    groups: Annotated[int, Field(strict=True, ge=2, le=LARGEST)] = Field(
        description="the number of groups"
    )
    switches: Count = Field(description="the number of switches of each group")
    links: Count = Field(description="the global links between each two groups")
    ports: Count = Field(
        default=None,
        validate_default=True,
        description="the most global links of a switch; as few as will do if left out",
    )
    wiring: Literal[Wiring, "any"] = Field(
        default="round_robin",
        description="how global links are dealt to the switches of a group; any: bounds that "
        "hold for every wiring",
    )
    seed: CountOrZero = Field(default=0, description="decides a random wiring")
    p: Count = Field(default=1, description="the number of hosts of each switch")

    @field_validator("ports", mode="before")
    @classmethod
    def _as_few_as_will_do(cls, ports: object, info: ValidationInfo) -> object:
        given = info.data
        if ports is not None or not {"groups", "switches", "links"} <= given.keys():
            return 1 if ports is None else ports
        return min(-(-given["links"] * (given["groups"] - 1) // given["switches"]), LARGEST)

    @model_validator(mode="after")
    def _ports_suffice(self) -> Self:
        check_ports(self.groups, self.links, self.switches * self.ports, "switches·ports")
        return self

    def size(self) -> Size:
        """Compute the size of the network, every global link for itself."""
        inside = self.groups * (self.switches * (self.switches - 1) // 2)
        between = self.groups * (self.groups - 1) // 2 * self.links
        return Size(self.groups * self.switches, inside + between)

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
        return AnyWiring(
            switches=one.switches,
            links=one.links,
            classes=classes,
            groups=one.groups,
            hosts=one.hosts,
            ports=(self.ports,) * one.switches,
        )

    def _wired(self, wiring: Wiring) -> Network:
        return slingshot(self.groups, self.switches, self.links, wiring, self.seed, self.p)
