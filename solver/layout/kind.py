"""Documents on layouts, which are checked, and answer no question that a service is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.solver.common.kind import Verifiable

if TYPE_CHECKING:
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict


class LayoutDocuments(Verifiable):
    """What `alphacut layout` writes."""

    name = "layout"
    format = "alphacut-layout/1"

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document."""
        from alphacut.solver.layout.verify.document import verify_layout

        return verify_layout(document, load, limits)


LAYOUT = LayoutDocuments()
