"""Documents on cuts of all sizes, which answer no question that a service is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.solver.common.kind import Verifiable

if TYPE_CHECKING:
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict


class ProfileDocuments(Verifiable):
    """What `alphacut profile` writes."""

    name = "profile"
    format = "alphacut-profile/1"

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document."""
        from alphacut.solver.bisection.verify.profile import verify_profile

        return verify_profile(document, load, limits)


PROFILE = ProfileDocuments()
