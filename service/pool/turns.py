"""Who is given the next process that is free: each caller in turn, and not all to large tasks."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

from alphacut.service.pool.process import TaskProcess


class Waiter:
    """A task that waits for a process, seen from the event loop that it was made in."""

    def __init__(self, caller: str, *, large: bool) -> None:
        self.caller = caller
        self.large = large
        self.process: TaskProcess | None = None  # that it was given
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """End the wait; from any thread."""
        self._loop.call_soon_threadsafe(self._woken.set)

    async def wait(self) -> None:
        """Wait until there is a process, or will be none."""
        await self._woken.wait()


class Turns:
    """Those who wait; whoever uses it holds a lock.

    Parameters
    ----------
    large
        How many large tasks may be at work at once.
    """

    def __init__(self, large: int) -> None:
        self._large_left = large
        self._callers: OrderedDict[str, deque[Waiter]] = OrderedDict()  # whose turn is next, first

    def __bool__(self) -> bool:
        """Whether anybody waits."""
        return bool(self._callers)

    def add(self, waiter: Waiter) -> None:
        """Have a task wait, after the others of its caller."""
        self._callers.setdefault(waiter.caller, deque()).append(waiter)

    def next(self) -> Waiter | None:
        """Take the task whose turn it is; None if none may begin now."""
        for waiting in self._callers.values():
            found = next((each for each in waiting if self._large_left or not each.large), None)
            if found is not None:
                self.remove(found)
                if found.caller in self._callers:
                    self._callers.move_to_end(found.caller)
                self._large_left -= found.large
                return found
        return None

    def remove(self, waiter: Waiter) -> None:
        """Have a task wait no more."""
        waiting = self._callers[waiter.caller]
        waiting.remove(waiter)
        if not waiting:
            del self._callers[waiter.caller]

    def ended(self, waiter: Waiter) -> None:
        """Hear that a task which had its turn is done."""
        self._large_left += waiter.large

    def clear(self) -> list[Waiter]:
        """Have nobody wait any more; return those who did."""
        found = [waiter for waiting in self._callers.values() for waiter in waiting]
        self._callers.clear()
        return found
