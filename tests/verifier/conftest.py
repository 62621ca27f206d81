"""The originals of the forgeries, solved once for all tests that want them."""

from tests.arrangements.formats.spec.conftest import limited
from tests.solver.bisection.verify.conftest import exact

__all__ = ["exact", "limited"]
