"""Answers of the service, shown in its own documentation."""

from __future__ import annotations

from typing import Any

JOB_ID = "0d6c1f0e7a5b4c3d9e8f7a6b5c4d3e2f"
TOPOLOGY = {
    "family": "dragonfly",
    "a": 4,
    "h": 2,
    "arrangement": "relative",
    "p": 1,
    "trunking": 1,
    "groups": 9,
    "options": {},
}
JOB: dict[str, Any] = {
    "id": JOB_ID,
    "kind": "bisection-curve",
    "title": "(p,4,2) relative",
    "name": "(p,4,2) relative",
    "owner": "alice",
    "label": "rack plan B",
    "priority": 0,
    "place": None,
    "state": "running",
    "created": "2026-01-05T09:30:00Z",
    "started": "2026-01-05T09:30:00Z",
    "finished": None,
    "cancel_requested": False,
    "progress": {
        "phase": "proving",
        "points": {"solved": 3, "open": 2},
        "alpha": "5/4",
        "incumbent": "24",
        "bound": "45/2",
        "gap": 0.0625,
        "seconds": 1.7,
    },
    "error": None,
    "reused": None,
    "has_result": False,
    "unfinished": False,
    "links": {
        "self": f"/v1/jobs/{JOB_ID}",
        "cancel": f"/v1/jobs/{JOB_ID}/cancel",
        "retry": f"/v1/jobs/{JOB_ID}/retry",
        "continue": f"/v1/jobs/{JOB_ID}/continue",
        "events": f"/v1/jobs/{JOB_ID}/events",
        "result": f"/v1/jobs/{JOB_ID}/result",
        "bounds": f"/v1/jobs/{JOB_ID}/bounds",
        "network": f"/v1/jobs/{JOB_ID}/network",
        "curve": f"/v1/jobs/{JOB_ID}/curve",
        "svg": f"/v1/jobs/{JOB_ID}/curve.svg",
        "csv": f"/v1/jobs/{JOB_ID}/curve.csv",
    },
}
JOB_DETAIL = {
    **JOB,
    "request": {
        "kind": "bisection-curve",
        "topology": TOPOLOGY,
        "alpha": {"min": "0", "max": "inf"},
        "limits": {"seconds": 3600.0, "gap": "0"},
        "engine": "auto",
        "balance": "switches",
    },
}
CURVE: dict[str, Any] = {
    "format": "alphacut-curve/1",
    "topology": {"family": "graph", "switches": 2, "links": [[0, 1, "global", 1]]},
    "switches": 2,
    "links": {"local": 0, "global": 1},
    "balance": "switches",
    "status": "closed",
    "segments": [{"from": "0", "to": None, "intercept": 0, "slope": 1, "side": [0]}],
    "points": [
        {
            "alpha": "0",
            "value": "0",
            "lower": "0",
            "proof": "solver",
            "engine": "cpsat",
            "seconds": 0.1,
            "certificate": None,
        },
        {
            "alpha": "inf",
            "value": "1",
            "lower": "1",
            "proof": "solver",
            "engine": "cpsat",
            "seconds": 0.1,
            "certificate": None,
        },
    ],
    "provenance": {"version": "0.1.0", "engines": ["cpsat"], "seconds": 0.4},
}
NETWORK: dict[str, Any] = {
    "family": "graph",
    "switches": 4,
    "links": [[0, 1, "local", 1], [1, 2, "global", 1], [2, 3, "local", 1]],
    "classes": [
        {"name": "local", "base": 1, "slope": 0},
        {"name": "global", "base": 0, "slope": 1},
    ],
    "groups": [0, 0, 1, 1],
}
