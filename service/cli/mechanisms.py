"""Mechanisms as commands take them: by name, or by the path of a file of routes or tables."""

from __future__ import annotations

from pathlib import Path


def named_mechanism(mechanism: str) -> tuple[dict[str, str], dict[str, str]]:
    """Name a mechanism as a request does: by name, or by its routes.

    Returns
    -------
    named
        Members of the request.
    files
        Of its member "files": the path of forwarding tables, or of routes that a service would
        not be sent.
    """
    from alphacut.solver.routing.files import content_of
    from alphacut.solver.routing.infiniband.tables import looks_like_tables
    from alphacut.solver.routing.options import NAMES, Choice
    from alphacut.solver.routing.request import LARGEST, ROUTES

    if mechanism in NAMES or not ("/" in mechanism or "." in mechanism):
        return {"mechanism": Choice(mechanism=mechanism).mechanism}, {}
    content = content_of(Path(mechanism))
    unread = {"mechanism": ROUTES, "routes": ""}, {"mechanism": str(Path(mechanism).absolute())}
    if looks_like_tables(content) or len(content) > LARGEST:
        return unread
    try:
        return {"mechanism": ROUTES, "routes": content.decode()}, {}
    except UnicodeDecodeError:
        return unread  # whoever reads it says what is wrong
