"""Documents that are checked and answer no kind of question that a service is asked."""

from __future__ import annotations

from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from alphacut.jobs.kinds.kind import Place


@dataclass(frozen=True, kw_only=True)
class Checked:
    """A format of documents, and who checks them; it has of a `Kind` what a check needs."""

    name: str
    format: str
    verify: Place

    def part(self, name: str) -> Any:
        """Load a part, by the name of its field."""
        return resolve_name(getattr(self, name))


FABRIC = Checked(
    name="fabric",
    format="alphacut-fabric/1",
    verify="alphacut.solver.fabric.verify.document:verify_fabric",
)
PROFILE = Checked(
    name="profile",
    format="alphacut-profile/1",
    verify="alphacut.solver.bisection.verify.profile:verify_profile",
)
DOCUMENTS = (FABRIC, PROFILE)
