"""Words for the fields of records: what numbers may be, and how records stand in JSON.

A field without a default must be there; one with a default may be left out by whoever writes.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Annotated, TypeVar

from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.certificate.numbers import Natural


class Form(Enum):
    """How something stands in JSON."""

    OMITTED = auto()  # a field that is not written where it has its default
    LISTED = auto()  # a record that is a list of its fields; a last one that is None is left out
    SPLICED = auto()  # a tuple whose members stand in the list of its record


Kind = TypeVar("Kind")
Omitted = Annotated[Kind, Form.OMITTED]
Listed = Annotated[Kind, Form.LISTED]
Spliced = Annotated[Kind, Form.SPLICED]

Pair = tuple[Natural, Natural]
Permutation = tuple[Natural, ...]  # the image of every switch
Point = Listed[KnownPoint]  # with its α as a string
Claim = Listed[InterceptLemma]
Packed = str  # a table of integers, as `verify.packed` reads it; its shape follows from its place
