"""The kinds of question: each is one entry in one table, and all else looks there."""

from alphacut.jobs.kinds.kind import Command as Command
from alphacut.jobs.kinds.kind import Kind as Kind
from alphacut.jobs.kinds.kind import View as View
from alphacut.jobs.kinds.registry import KindError as KindError
from alphacut.jobs.kinds.registry import kind_of as kind_of
from alphacut.jobs.kinds.registry import kinds as kinds
