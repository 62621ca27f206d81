"""Where a submission comes from, as its headers say."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Header

from alphacut.jobs.origin import Origin
from alphacut.service.access import CallerOf


async def _origin(
    key: CallerOf,
    idempotency_key: Annotated[
        str | None,
        Header(
            min_length=1,
            max_length=255,
            description="any text that is new for each request; sent again with the same "
            "request it brings the same job, and with another one 422",
        ),
    ] = None,
) -> Origin:
    return Origin(key=key, idempotency_key=idempotency_key)


OriginOf = Annotated[Origin, Depends(_origin)]
