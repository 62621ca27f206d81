"""Keeping jobs: the only state there is."""

from jobs.store._base import MOST_LOSSES as MOST_LOSSES
from jobs.store._base import Ending as Ending
from jobs.store._base import Finding as Finding
from jobs.store._base import Json as Json
from jobs.store._base import Store as Store
from jobs.store._base import Submission as Submission
from jobs.store.sql import SqlStore as SqlStore
