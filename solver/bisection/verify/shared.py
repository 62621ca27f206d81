"""What stands once in a document, or in a file beside it, and is named where it is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.certificate.leaves import StatesLeaf
from alphacut.solver.bisection.certificate.record_codec import read
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.verdict import Load


@dataclass(frozen=True, kw_only=True)
class Shared:
    """The certificates and multipliers of a document that have names."""

    certificates: object
    multipliers: Mapping[str, object]
    load: Load  # a certificate that is described by a file name and its SHA-256

    @classmethod
    def of(cls, document: Mapping[str, Any], load: Load) -> Shared:
        """Return what a document holds by name.

        Raises
        ------
        Refused
            If what is shared is not an object of names.
        """
        multipliers = document.get("multipliers", {})
        if not isinstance(multipliers, dict):
            raise Refused("multipliers is not an object of names")
        return cls(
            certificates=document.get("certificates", {}), multipliers=multipliers, load=load
        )

    def named(self, name: str) -> StatesLeaf:
        """Return the multipliers that a name stands for.

        Raises
        ------
        Refused
            If there are none.
        """
        if name not in self.multipliers:
            raise Refused(f"there are no multipliers with the name {shown(name)}")
        return read(StatesLeaf, self.multipliers[name], f"multipliers.{name}")

    def certificate(self, named: object) -> object:
        """Find a certificate: in place, by name in the document, or in a file.

        Raises
        ------
        Refused
            If there is none of that name.
        """
        if isinstance(named, str):
            if not isinstance(self.certificates, dict) or named not in self.certificates:
                raise Refused(f"there is no certificate named {shown(named)}")
            return self.certificates[named]
        if isinstance(named, dict) and "sha256" in named:
            return self.load(named)
        return named
