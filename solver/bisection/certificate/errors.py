"""What is said of a certificate that is not accepted."""

from __future__ import annotations

from alphacut.solver.errors import SolverError


class Refused(SolverError):
    """Something in a document or a proof is false, or does not prove what it says."""
