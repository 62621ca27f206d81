"""What searches found, which would take as long to find again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Asked = TypeVar("Asked", bound=Hashable)


class Remembered(Generic[Asked]):
    """A search that is made once for each question, however many letters it may set.

    Parameters
    ----------
    search
        Finds for what is asked the most that sequences have, if it is more than a number; it may
        set so many letters, and refuses else.
    answers
        The last ones are remembered.
    """

    def __init__(self, search: Callable[[Asked, int, int], int | None], answers: int) -> None:
        self._search, self._answers = search, answers
        self._found = dict[tuple[Asked, int], int | None]()

    def __call__(self, asked: Asked, most: int, steps: int) -> int | None:
        """Return the most that sequences have, if it is more than a number."""
        if (asked, most) in self._found:
            return self._found[asked, most]
        found = self._search(asked, most, steps)
        self._remember(asked, most, found)
        if found is not None:  # that is the most
            self._remember(asked, found, None)
        return found

    def _remember(self, asked: Asked, most: int, found: int | None) -> None:
        while len(self._found) >= self._answers:
            del self._found[next(iter(self._found))]
        self._found[asked, most] = found
