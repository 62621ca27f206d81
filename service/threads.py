"""How many threads numerical libraries may start in each process: one, unless it is said.

The matrices of a bound have some hundred rows: a second thread costs a start and a wait at every
product and gains nothing (docs/decisions/0171-one-thread.md). Libraries read the number when they
are loaded, from the environment that children inherit.
"""

from __future__ import annotations

import os

VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def one_thread() -> None:
    """Have numerical libraries that are loaded from here on start one thread, unless it is said."""
    if not any(name in os.environ for name in VARIABLES):
        os.environ.update(dict.fromkeys(VARIABLES, "1"))
