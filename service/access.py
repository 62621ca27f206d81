"""Who may use the service: API keys, and where none is needed."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated

from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.concurrency import run_in_threadpool

from alphacut.jobs.errors import JobsError, StoreError
from alphacut.jobs.origin import ApiKey
from alphacut.jobs.store import Store
from alphacut.service.hosts import ANY, LOOPBACK, AllowedHosts, read_names
from alphacut.service.settings import Settings
from alphacut.service.state import Leaving, LeavingOf, SettingsOf, StoreOf

logger = logging.getLogger(__name__)
_BEARER = HTTPBearer(
    auto_error=False,
    scheme_name="ApiKey",
    description="An API key, made by `alphacut keys add`. Not needed on a loopback address.",
)


_EVERYWHERE = ("0.0.0.0", "::")


class NotAuthorized(JobsError):
    """A request came without a key where one is needed, or with one that opens nothing."""


class StoreHidden(StoreError):
    """The store cannot be used, told to somebody who need not know more."""


class BindRefused(JobsError):
    """The service would be open to others."""


async def caller(
    request: Request,
    store: StoreOf,
    settings: SettingsOf,
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)] = None,
) -> ApiKey | None:
    """Return the key that a request came with.

    Raises
    ------
    NotAuthorized
        If a key is needed and none was given, or the given one is not valid.
    """
    if credentials is None:
        if key_needed(settings):
            raise NotAuthorized("send an API key: Authorization: Bearer alphacut_…")
        return None
    with hiding_the_store():
        key = await run_in_threadpool(store.keys.find, credentials.credentials)
    if key is None:
        raise NotAuthorized("this API key is not known, or was revoked")
    request.state.key = key.id  # for the log
    return key


@contextmanager
def hiding_the_store() -> Iterator[None]:
    """Have what is wrong with the store told to the log, and not to a stranger.

    Raises
    ------
    StoreHidden
        If the store cannot be used.
    """
    try:
        yield
    except StoreError as error:
        logger.error("the store cannot be used: %s", error)
        raise StoreHidden("the store cannot be used now; the server's log says why") from error


CallerOf = Annotated[ApiKey | None, Depends(caller)]


async def _sender(request: Request, key: CallerOf) -> str:
    """Name whom a request comes from: its key, or else its address."""
    if key is not None:
        return key.id
    return request.client.host if request.client else ""


SenderOf = Annotated[str, Depends(_sender)]


class Standing:
    """Whether a request that lasts is still one that is answered."""

    def __init__(
        self, store: Store, key: ApiKey | None, leaving: Leaving, request: Request
    ) -> None:
        self._store = store
        self._key = key
        self._leaving = leaving
        self._request = request

    @property
    def key_id(self) -> str:
        """The id of the key that the request came with; empty: none was needed."""
        return "" if self._key is None else self._key.id

    async def ends(self) -> None:
        """Wait until the server is about to end."""
        await self._leaving.wait()

    async def is_left(self) -> None:
        """Wait until the client has gone."""
        with suppress(HTTPException):  # it sends too much instead
            while (await self._request.receive())["type"] != "http.disconnect":
                pass

    @property
    def over(self) -> bool:
        """Whether it is to be answered now, because the server is about to end."""
        return self._leaving.given

    def check(self) -> None:
        """Raise `NotAuthorized` if the key that the request came with was revoked since.

        It asks the store, and may block.
        """
        if self._key is not None and not self._store.keys.holds(self._key.id):
            raise NotAuthorized("this API key was revoked")


async def _standing(
    request: Request, store: StoreOf, key: CallerOf, leaving: LeavingOf
) -> Standing:
    return Standing(store, key, leaving, request)


StandingOf = Annotated[Standing, Depends(_standing)]


def key_needed(settings: Settings) -> bool:
    """Tell whether requests need a key."""
    if settings.require_key == "auto":
        return not is_loopback(settings.host)
    return settings.require_key == "yes"


def allowed_hosts(settings: Settings) -> AllowedHosts:
    """Return the names by which the service may be reached.

    Without a setting these are, where a key protects it, all. Where none does, a page of
    another site must not reach it by a name of its own. Right in any case are the names of
    the loopback address, the address that the service listens on, and, where it listens on
    all addresses of its machine, each of them.
    """
    names = read_names(settings.allowed_hosts or "")
    if not names and key_needed(settings):
        return AllowedHosts((ANY,))
    everywhere = settings.host in _EVERYWHERE
    return AllowedHosts((*names, *LOOPBACK, settings.host), addresses=everywhere)


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_bind(settings: Settings, store: Store) -> None:
    """Refuse to listen where others could come in and no key has been made.

    Raises
    ------
    BindRefused
        The message says what to do.
    """
    if key_needed(settings) and not store.keys.any():
        # where the setting itself asks for keys, another address changes nothing
        elsewhere = "" if settings.require_key == "yes" else "listen on 127.0.0.1, "
        raise BindRefused(
            f"refusing to listen on {settings.host} without an API key: make one with "
            f"alphacut keys add NAME, {elsewhere}or set ALPHACUT_REQUIRE_KEY=no "
            "if something in front of the service keeps others out"
        )
