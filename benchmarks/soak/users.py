"""Users of a service: each posts, polls, cancels, and remembers what was accepted."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import httpx

ENDED = ("succeeded", "failed", "cancelled")


class User(threading.Thread):
    """Posts a job, follows it for a while, now and then cancels it, and posts the next."""

    def __init__(self, address: str, *, until: float, seed: int) -> None:
        super().__init__()
        self.accepted: list[str] = []  # ids of jobs
        self.unavailable = 0  # requests that were refused, or not answered at all
        self.wrong: list[str] = []  # answers that should not be
        self._address = address
        self._until = until
        self._random = random.Random(seed)

    def run(self) -> None:
        """Use the service until the time is up."""
        with httpx.Client(base_url=self._address, timeout=10) as http:
            while time.monotonic() < self._until:
                job = self._post(http)
                if job is None:
                    time.sleep(0.3)
                else:
                    self._follow(http, job)

    def _post(self, http: httpx.Client) -> str | None:
        answer = self._send(http, "POST", "/v1/jobs", json=self._question())
        if answer is None:
            return None
        self.accepted.append(answer["id"])
        return str(answer["id"])

    def _question(self) -> dict[str, Any]:
        """Ask something that takes a moment or a few seconds; at times the same again."""
        if self._random.random() < 0.1:
            topologies = [self._network(), self._network()]
            return {"kind": "compare", "topologies": topologies, "limits": {"seconds": 120}}
        return {
            "kind": "bisection-curve", "topology": self._network(), "limits": {"seconds": 60},
        }  # fmt: skip

    def _network(self) -> dict[str, Any]:
        if self._random.random() < 0.3:
            arrangement = self._random.choice(["relative", "absolute", "helix"])
            return {"family": "dragonfly", "a": 2, "h": 4, "arrangement": arrangement}
        weight = self._random.randint(1, 400)
        links = [[0, 1, "local", weight], [1, 2], [2, 3, "global"], [3, 0, "global", 2]]
        return {"family": "graph", "switches": 4, "links": links}

    def _follow(self, http: httpx.Client, job: str) -> None:
        patience = time.monotonic() + self._random.uniform(0, 4)
        while time.monotonic() < min(patience, self._until):
            polled = self._send(http, "GET", f"/v1/jobs/{job}")
            if polled is not None and polled["state"] in ENDED:
                return
            time.sleep(0.1)
        if self._random.random() < 0.3:
            self._send(http, "POST", f"/v1/jobs/{job}/cancel")

    def _send(self, http: httpx.Client, method: str, path: str, **more: Any) -> Any:
        try:
            answer = http.request(method, path, **more)
        except httpx.TransportError:
            self.unavailable += 1
            return None
        if answer.status_code in (503, 429):
            self.unavailable += 1
            return None
        if answer.is_error:
            self.wrong.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
            return None
        return answer.json()
