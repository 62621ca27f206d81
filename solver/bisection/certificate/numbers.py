"""Integers in a certificate, each with the least that it may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True)
class AtLeast:
    """An integer that is not below a number."""

    least: int


Natural = Annotated[int, AtLeast(0)]
Positive = Annotated[int, AtLeast(1)]
