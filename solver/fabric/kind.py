"""Documents on fabrics, which are checked, and answer no question that a service is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.solver.common.kind import Verifiable

if TYPE_CHECKING:
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict


class FabricDocuments(Verifiable):
    """What `alphacut fabric` writes."""

    name = "fabric"
    format = "alphacut-fabric/1"

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document."""
        from alphacut.solver.fabric.verify.document import verify_fabric

        return verify_fabric(document, load, limits)


FABRIC = FabricDocuments()
