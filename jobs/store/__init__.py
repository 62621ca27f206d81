"""Keeping jobs: the only state there is.

`SqlStore` is loaded when it is first asked for: what reads and writes the database takes longer
to load than all else that many processes need, and most of them never open it.
"""

from typing import TYPE_CHECKING, Any

from alphacut.jobs.store._base import MOST_LOSSES as MOST_LOSSES
from alphacut.jobs.store._base import Ending as Ending
from alphacut.jobs.store._base import Json as Json
from alphacut.jobs.store._base import SharedResult as SharedResult
from alphacut.jobs.store._base import Store as Store
from alphacut.jobs.store._base import Submission as Submission
from alphacut.jobs.store._base import Workers as Workers

if TYPE_CHECKING:
    from alphacut.jobs.store.sql import SqlStore as SqlStore


def __getattr__(name: str) -> Any:
    if name != "SqlStore":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from alphacut.jobs.store.sql import SqlStore

    return SqlStore
