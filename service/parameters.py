"""Parameters of the query that a route does not have are refused, rather than left unread."""

from __future__ import annotations

from fastapi import Request
from fastapi.routing import APIRoute

from alphacut.arrangements.words import known_names
from alphacut.service.problems import FieldProblem, invalid
from alphacut.service.validation import InvalidRequest


async def known_parameters(request: Request) -> None:
    """Refuse a request that gives a parameter which its route does not know.

    Raises
    ------
    InvalidRequest
        It names the parameter.
    """
    route = request.scope.get("route")
    if not request.query_params or not isinstance(route, APIRoute):
        return
    described = request.app.openapi()["paths"].get(route.path, {}).get(request.method.lower())
    if described is None:
        return
    known = [each["name"] for each in described.get("parameters", []) if each["in"] == "query"]
    for name in request.query_params:
        if name not in known:
            told = known_names(name, known) if known else "there are none"
            problem = FieldProblem(field=name[:60], problem=f"is not a parameter here; {told}")
            raise InvalidRequest(invalid([problem]))
