"""Headers of answers, as the service's own documentation describes them."""

from __future__ import annotations

from typing import Any

LOCATION: dict[str, Any] = {
    "Location": {"description": "where to poll", "required": True, "schema": {"type": "string"}}
}
RETRY_AFTER: dict[str, Any] = {
    "Retry-After": {
        "description": "seconds to wait before asking again; absent once it has ended",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    }
}
TAG: dict[str, Any] = {
    "ETag": {
        "description": "to be sent as If-None-Match; weak (W/) where the answer is compressed",
        "required": True,
        "schema": {"type": "string", "pattern": '^(W/)?"[0-9a-f]{32}"$'},
    }
}
