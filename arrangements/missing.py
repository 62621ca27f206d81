"""What to install where a package is missing that not everybody needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

EXTRAS = {  # by the top of what is imported: the extra that brings it
    "alembic": "server",
    "fastapi": "server",
    "fastapi_offline": "server",
    "plotly": "server",
    "prometheus_client": "server",
    "pydantic_settings": "server",
    "sqlalchemy": "server",
    "starlette": "server",
    "uvicorn": "server",
    "httpx": "client",
    "matplotlib": "plot",
    "psycopg": "postgres",
    "distributed": "dask",
    "numba": "compiled",
    "ortools": "cpsat",
    "pulp": "ilp",
    "pymetis": "metis",
    "rich": "terminal",
    "flint": "throughput",
}
BASE = frozenset(  # what comes without an extra, unless alphacut was installed by itself
    ("highspy", "igraph", "psutil", "scipy")
)


WITHOUT = {  # what is done without a package, in words
    "ortools": "CP-SAT was not tried on what the other engines leave open",
    "numba": "loops were interpreted, many times slower than compiled",
}


class MissingExtra(ModuleNotFoundError):
    """A package is missing that an extra brings; the message says what to install."""


def require(name: str, extra: str | None = None) -> None:
    """Find a package, which is not loaded yet, before work begins that ends with it.

    Parameters
    ----------
    extra
        What brings it along with all else that the work needs; None: the one for it alone.

    Raises
    ------
    MissingExtra
        If it is not installed.
    """
    if not installed(name):
        error = ModuleNotFoundError(f"No module named {name!r}", name=name)
        raise MissingExtra(missing(error, extra) or str(error), name=name)


def installed(name: str) -> bool:
    """Tell whether a package could be imported; it is not loaded."""
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):  # something keeps it out
        return False


def missing(error: ImportError, extra: str | None = None) -> str | None:
    """Say in one line what to install; None where it is none of the packages that may be missing.

    >>> missing(ModuleNotFoundError(name="matplotlib.figure"))
    "this needs matplotlib, which is not installed: pip install 'alphacut[plot]'"
    """
    if isinstance(error, MissingExtra):
        return str(error)
    name = (error.name or "").partition(".")[0]
    if name not in EXTRAS and name not in BASE:
        return None
    extra = extra or EXTRAS.get(name)
    what = "alphacut" if extra is None else f"alphacut[{extra}]"
    return f"this needs {name}, which is not installed: pip install '{what}'"


def absent(name: str) -> str:
    """Say what was done without a package, and how it is installed.

    >>> absent("ortools")
    "CP-SAT was not tried on what the other engines leave open: pip install 'alphacut[cpsat]'"
    """
    return f"{WITHOUT[name]}: pip install 'alphacut[{EXTRAS[name]}]'"


@contextmanager
def naming_extra() -> Iterator[None]:
    """Make the error of an import say what to install; also a decorator.

    Raises
    ------
    MissingExtra
        If a package that is imported within is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(missing(error) or str(error), name=error.name) from error
