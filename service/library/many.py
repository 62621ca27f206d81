"""The same question about many networks, several at the same time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.service.library.asking import bisection, curve
from alphacut.service.library.children import check_processes, own_children
from alphacut.service.library.questions import profile
from alphacut.service.text.counting import count
from alphacut.solver.common.errors import QuestionError

QUESTIONS: dict[str, Callable[..., Any]] = {
    "bisection": bisection, "curve": curve, "profile": profile,
}  # fmt: skip


def map_networks(
    graphs: Iterable[object],
    *,
    ask: str | Callable[..., Any] = "bisection",
    processes: int = 2,
    progress: bool | Callable[[int, int], object] = False,
    **options: Any,
) -> list[Any]:
    """Ask the same of many networks; several are worked on at the same time.

    Parameters
    ----------
    graphs
        Networks, as `bisection` takes them.
    ask
        "bisection", "curve" or "profile", or a function of a network that asks one of these.
    processes
        How many networks are worked on at the same time, each in a process of its own.
    progress
        Tell on standard error how many are done; or call a function with that and how many
        there are.
    options
        As the question takes them: `time_limit="1m"`, `weight=None`, …

    Returns
    -------
    list
        The answers, in the order of the networks.

    Raises
    ------
    SolverError, ArrangementsError
        The first that any network raises; those that are under way are still finished.
    """
    if not callable(ask) and ask not in QUESTIONS:
        raise QuestionError("ask", f"must be one of {', '.join(QUESTIONS)}, got {shown(ask)}")
    check_processes(processes)
    question = ask if callable(ask) else QUESTIONS[ask]
    work = _Work(list(graphs), lambda graph: question(graph, **options), progress)
    threads = [
        Thread(target=work.go, daemon=True) for _ in range(min(processes, len(work.answers)))
    ]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    finally:
        work.stopped = True  # by Ctrl-C, for example
    if work.error is not None:
        raise work.error
    return work.answers


class _Work:
    """Networks that wait, and the answers to those that are done."""

    def __init__(
        self,
        graphs: list[object],
        ask: Callable[[object], Any],
        progress: bool | Callable[[int, int], object],
    ) -> None:
        self.answers: list[Any] = [None] * len(graphs)
        self.error: BaseException | None = None
        self.stopped = False
        self._ask = ask
        self._tell = progress if callable(progress) else _on_terminal if progress else None
        self._done, self._lock = 0, Lock()
        self._waiting: Queue[tuple[int, object]] = Queue()
        for each in enumerate(graphs):
            self._waiting.put(each)

    def go(self) -> None:
        """Work on one network after the other, until there are no more."""
        try:
            with own_children():
                while not self.stopped:
                    number, graph = self._waiting.get_nowait()
                    self.answers[number] = self._ask(graph)
                    with self._lock:
                        self._done += 1
                        if self._tell is not None:
                            self._tell(self._done, len(self.answers))
        except Empty:
            return
        except BaseException as error:  # raised again by who waits for it
            with self._lock:
                self.error = self.error or error
            self.stopped = True


def _on_terminal(done: int, all_: int) -> None:
    end = "\n" if done == all_ else ""
    sys.stderr.write(f"\r{done} of {count(all_, 'network')}{end}")
    sys.stderr.flush()
