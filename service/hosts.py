"""Which names the service may be reached by, and which pages may change something.

A browser sends requests for every page that it shows. A page of another site reaches
a service without keys in two ways: by a name of its own that it has led to this address
(DNS rebinding), where the header Host tells; and by forms, which come with an Origin.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from alphacut.service.problems import FieldProblem, Problem

LOOPBACK = ("localhost", "127.0.0.1", "::1")
ANY = "*"
_READING = ("GET", "HEAD", "OPTIONS")
_OWN = ("same-origin", "none")  # values of Sec-Fetch-Site: our own page, or typed by the user
_NAME = re.compile(r"(\*\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")
_PORT = re.compile(r":\d{0,5}$")


class AllowedHosts:
    """Names, of which one must stand in the header Host of each request.

    Parameters
    ----------
    names
        Names and addresses without ports; `*.example.org` stands for all names below
        example.org, and `*` for whatever there is.
    addresses
        Whether every IP address is right as well. No page is ever at such an address
        but one of the machine that has it.
    """

    def __init__(self, names: Iterable[str], *, addresses: bool = False) -> None:
        self._names = frozenset(map(_plain, names))
        self._addresses = addresses

    def hold(self, host: str) -> bool:
        """Tell whether a value of Host is right, whatever its port."""
        name = _plain(_PORT.sub("", host))
        if ANY in self._names or name in self._names or (self._addresses and is_address(name)):
            return True
        return any(each[:1] == ANY and name.endswith(each[1:]) for each in self._names)


class HostCheck:
    """ASGI middleware that refuses requests by a wrong name (421), or from foreign pages (403).

    Parameters
    ----------
    own_pages_only
        Whether what changes something must not come from the page of another site.
    """

    def __init__(self, app: ASGIApp, *, allowed: AllowedHosts, own_pages_only: bool) -> None:
        self._app = app
        self._allowed = allowed
        self._own_pages_only = own_pages_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http" and (problem := self._problem(scope)):
            await problem.response()(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _problem(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        host = headers.get("host")  # HTTP/1.0 knows requests without; no browser sends them
        if host is not None and not self._allowed.hold(host):
            return _wrong_host(host)
        if self._own_pages_only and scope["method"] not in _READING and _is_foreign(headers):
            return _foreign_page(headers)
        return None


def _is_foreign(headers: Headers) -> bool:
    """Tell whether a browser sends a request for the page of another site."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in _OWN
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


def read_names(written: str) -> tuple[str, ...]:
    """Read names with commas between them.

    Raises
    ------
    ValueError
        If one of them is no name of a host.
    """
    names = tuple(filter(None, (each.strip() for each in written.split(","))))
    for name in names:
        plain = _plain(name)
        if plain != ANY and not is_address(plain) and not _NAME.fullmatch(plain):
            raise ValueError(
                f"{name!r} is not a host name; write names without ports, such as "
                "alphacut.example.org, *.example.org, 192.0.2.1, or * for all"
            )
    return names


def is_address(name: str) -> bool:
    """Tell whether a name is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _plain(name: str) -> str:
    """Write a name in the one way in which names are compared."""
    return name.lower().removeprefix("[").removesuffix("]").removesuffix(".")


def _wrong_host(host: str) -> Problem:
    told = f"{host[:100]!r} is not a name of this service; add it to ALPHACUT_ALLOWED_HOSTS"
    return Problem(
        status=421,
        name="wrong-host",
        title="The host name is not allowed",
        detail=told,
        errors=(FieldProblem(field="Host", problem=told),),
    )


def _foreign_page(headers: Headers) -> Problem:
    field = "Sec-Fetch-Site" if "sec-fetch-site" in headers else "Origin"
    told = "a page of another site may not change anything here"
    return Problem(
        status=403,
        name="foreign-page",
        title="Requests from other sites are refused",
        detail=told,
        errors=(FieldProblem(field=field, problem=told),),
    )
