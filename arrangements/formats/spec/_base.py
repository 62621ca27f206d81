"""What the spec of every family is: the contract that the models here fulfil."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from arrangements.errors import SpecError
from arrangements.network import Network

LARGEST = 10**9  # of any number in a spec, so that sizes stay cheap to compute and print
Count = Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
CountOrZero = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]


class Size(NamedTuple):
    """How large a network is."""

    switches: int
    links: int  # with parallel links of a class counted once


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The largest network that is built."""

    switches: int = 20_000
    links: int = 2_000_000


class FamilySpec(BaseModel, ABC):
    """The parameters of one family of networks, complete and checked."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    size_fields: ClassVar[tuple[str, str]]  # what decides about the switches, and the links

    @abstractmethod
    def size(self) -> Size:
        """Compute the size of the network without building it, never too small."""

    @abstractmethod
    def build(self) -> Network:
        """Build the network."""

    def complete(self) -> dict[str, Any]:
        """Write the spec as a JSON object with all defaults filled in."""
        return self.model_dump(mode="json", exclude_none=True)

    def check_size(self, limits: Limits) -> None:
        """Refuse, with a SpecError, a network that is larger than the limits."""
        size = self.size()
        for field, what, count, limit in zip(
            self.size_fields, Size._fields, size, (limits.switches, limits.links), strict=True
        ):
            if count > limit:
                shown = f"{count:,}" if count < 10**15 else "more than 10^15"
                raise SpecError(
                    field, f"too large: the network would have {shown} {what}, at most {limit:,}"
                )


def wrong(problem: str, at: str = "") -> PydanticCustomError:
    """Make the error of a validator; `at` is where inside the field it lies."""
    return PydanticCustomError("spec", "{problem}", {"problem": problem, "at": at})
