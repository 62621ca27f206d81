"""What is asked about routing: the mechanism by name, and what it leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import MOST_VCS

NAMES = (
    "up-down",
    "shortest",
    "dimension-order",
    "minimal",
    "valiant",
    "2-colour",
    "4-colour",
    "4-colour-nonminimal",
)
INTERMEDIATES = ("switch", "group")


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A mechanism by name, with what users may decide about it; None: the default."""

    mechanism: str  # one of NAMES
    vcs: tuple[int, int] | None = None  # virtual channels of local and global links
    valiant: str = "switch"  # where Valiant's routes go through
    colouring: str | None = None  # the colour of each position
    order: str | None = None  # of the groups

    def __post_init__(self) -> None:
        if self.mechanism not in NAMES:
            raise QuestionError(
                "mechanism",
                f"unknown mechanism {shown(self.mechanism)}; "
                f"{known_names(self.mechanism, NAMES)}; or give the path of a file of routes",
            )
        if self.valiant not in INTERMEDIATES:
            raise QuestionError(
                "valiant",
                f"unknown intermediate {shown(self.valiant)}; "
                f"{known_names(self.valiant, INTERMEDIATES)}",
            )


def read_vcs(text: str) -> tuple[int, int]:
    """Read the virtual channels of local and global links: 2/1, or one number for both."""
    first, slash, second = text.partition("/")
    try:
        local = read_integer(first, least=1)
        return local, read_integer(second, least=1) if slash else local
    except NumberError as error:
        raise QuestionError(
            "vcs", f"{error}; write local/global, such as 2/1, up to {MOST_VCS}"
        ) from error
