"""Working on tasks outside the calling process."""

from alphacut.jobs.execution._base import Execution as Execution
from alphacut.jobs.execution._base import Step as Step
from alphacut.jobs.execution._base import Task as Task
from alphacut.jobs.execution.local import LocalExecution as LocalExecution
