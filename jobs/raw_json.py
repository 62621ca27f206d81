"""JSON objects that are passed on as text, and read only where something is looked up in them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any


class Written(Mapping[str, Any]):
    """A JSON object as text, which can be a million characters: a request, a document.

    Whoever passes it on from a client to the database, or back, takes `text`.
    """

    def __init__(self, text: str) -> None:
        self.text = text  # JSON

    @classmethod
    def of(cls, read: Mapping[str, Any]) -> Written:
        """Write an object, unless it is written already."""
        if isinstance(read, Written):
            return read
        written = cls(json.dumps(read))
        written._read = dict(read)  # so that it need not be read again
        return written

    @cached_property
    def _read(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text)
        return found

    def __getitem__(self, name: str) -> Any:
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)

    def __bool__(self) -> bool:
        return len(self.text) > len("{}")  # else it would be read to find its length

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __reduce__(self) -> tuple[type[Written], tuple[str]]:
        return type(self), (self.text,)
