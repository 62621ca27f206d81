"""Who asks for a job, and on what terms."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Quota:
    """How much one asker may ask for; None: as much as they like."""

    active: int | None = None  # jobs that are queued or running at the same time
    daily: int | None = None  # jobs accepted within 24 hours, whatever became of them


@dataclass(frozen=True, kw_only=True)
class ApiKey:
    """What is kept about an API key; the secret itself is not."""

    id: str  # 8 hexadecimal digits, shown in lists and logs
    name: str  # whose it is, in words
    created: datetime  # UTC
    revoked: datetime | None = None  # from when on it opens nothing
    quota: Quota = Quota()


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a submission comes from."""

    key: ApiKey | None = None  # None: nobody said who they are
    idempotency_key: str | None = None  # the same one names the same submission
    fingerprint: str = ""  # of what is submitted, if it was computed before
    former: str = ""  # the same as earlier releases computed it, whose keys are still kept

    @property
    def owner(self) -> str:
        """The space in which idempotency keys are unique."""
        return self.key.id if self.key else ""


ANYONE = Origin()


def fingerprint(submission: Any) -> str:
    """Return what is the same for the same JSON value, and else differs."""
    written = json.dumps(submission, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()
