"""Working on tasks outside the calling process."""

from jobs.execution._base import Execution as Execution
from jobs.execution._base import Step as Step
from jobs.execution._base import Task as Task
from jobs.execution.local import LocalExecution as LocalExecution
