"""What the verifier of a kind says of a document that it accepts, and what it may load."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import Refused

Load = Callable[[Mapping[str, Any]], object]  # a certificate that a document keeps in a file


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a document was found to prove."""

    status: str  # "exact", "closed", "formula" or "bounded", as the document says
    checked: tuple[str, ...]  # what was checked, for people


def refuse_files(named: Mapping[str, Any]) -> object:
    """Load no certificate from a file."""
    raise Refused(f"certificate file {shown(named.get('file'))} cannot be read here")
