"""What to install where a package is missing that not everybody needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

EXTRAS = {  # by the top of what is imported: the extra that brings it
    "alembic": "service",
    "fastapi": "service",
    "fastapi_offline": "service",
    "plotly": "service",
    "prometheus_client": "service",
    "pydantic_settings": "service",
    "sqlalchemy": "service",
    "starlette": "service",
    "uvicorn": "service",
    "httpx": "client",
    "matplotlib": "plot",
    "psycopg": "postgres",
    "distributed": "dask",
}
BASE = frozenset(  # what comes without an extra, unless alphacut was installed by itself
    ("flint", "highspy", "igraph", "numba", "ortools", "psutil", "pulp", "rich", "scipy")
)


def require(name: str) -> None:
    """Find a package, which is not loaded yet, before work begins that ends with it.

    Raises
    ------
    ModuleNotFoundError
        If it is not installed.
    """
    if find_spec(name) is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def missing(error: ImportError) -> str | None:
    """Say in one line what to install; None where it is none of the packages that may be missing.

    >>> missing(ModuleNotFoundError(name="matplotlib.figure"))
    "this needs matplotlib, which is not installed: pip install 'alphacut[plot]'"
    """
    name = (error.name or "").partition(".")[0]
    if name not in EXTRAS and name not in BASE:
        return None
    what = f"alphacut[{EXTRAS[name]}]" if name in EXTRAS else "alphacut"
    return f"this needs {name}, which is not installed: pip install '{what}'"


@contextmanager
def naming_extra() -> Iterator[None]:
    """Make the error of an import say what to install; also a decorator.

    Raises
    ------
    ModuleNotFoundError
        If a package that is imported within is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(missing(error) or str(error), name=error.name) from error
