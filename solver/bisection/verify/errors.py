"""The verifier's verdict on something that is false."""

from __future__ import annotations

from solver.errors import SolverError


class Refused(SolverError):
    """Something in a document or a proof is false, or does not prove what it says."""
