"""What is written down of one solver on one network."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Result:
    """The least bisection that a solver found, and how far it is proven."""

    value: str | None  # None: no bisection was found
    lower: str | None  # None: nothing is proven
    seconds: float  # wall time of the command
    processor: float  # seconds of the command and of the processes that it started
    nodes: int | None = None  # of its tree, where it tells
    status: str = ""  # of our document
    engine: str = ""  # which one of ours answered
    verified: bool | None = None  # whether our verifier accepted the document

    @property
    def shown(self) -> str:
        """The value, or the range that is left."""
        if self.value is None or self.lower is None:
            return "open"
        return self.value if self.value == self.lower else f"{self.lower}..{self.value}"
