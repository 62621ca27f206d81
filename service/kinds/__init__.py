"""The kinds of question: each is one entry in one table, and all else looks there."""

from alphacut.service.kinds.entry import Command as Command
from alphacut.service.kinds.entry import Entry as Entry
from alphacut.service.kinds.entry import View as View
from alphacut.service.kinds.registry import KindError as KindError
from alphacut.service.kinds.registry import entries as entries
from alphacut.service.kinds.registry import entry_of as entry_of
from alphacut.service.kinds.registry import kinds as kinds
from alphacut.service.kinds.registry import own_entries as own_entries
