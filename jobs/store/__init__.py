"""Keeping jobs: the only state there is."""

from alphacut.jobs.store._base import MOST_LOSSES as MOST_LOSSES
from alphacut.jobs.store._base import Ending as Ending
from alphacut.jobs.store._base import Finding as Finding
from alphacut.jobs.store._base import Json as Json
from alphacut.jobs.store._base import Store as Store
from alphacut.jobs.store._base import Submission as Submission
from alphacut.jobs.store.sql import SqlStore as SqlStore
