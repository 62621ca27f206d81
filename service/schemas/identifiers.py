"""Ids in addresses: what cannot be one leads nowhere, whatever the database thinks of it."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Path
from pydantic import AfterValidator

from alphacut.jobs.errors import UnknownBatch, UnknownJob

_ID = re.compile(r"[0-9a-f]{32}")


def _job_id(written: str) -> str:
    if not _ID.fullmatch(written):
        raise UnknownJob(written)
    return written


def _batch_id(written: str) -> str:
    if not _ID.fullmatch(written):
        raise UnknownBatch(written)
    return written


JobId = Annotated[str, AfterValidator(_job_id), Path(description="of a job")]
BatchId = Annotated[str, AfterValidator(_batch_id), Path(description="of a batch")]
