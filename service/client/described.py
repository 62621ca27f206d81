"""Methods that are described once and done in two ways: at once, or to be awaited."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from alphacut.service.client.exchange import Call

if TYPE_CHECKING:
    from alphacut.service.client.blocking import Client
    from alphacut.service.client.concurrent import AsyncClient

Given = ParamSpec("Given")
Result = TypeVar("Result")


class described(Generic[Given, Result]):  # noqa: N801 - a decorator
    """A method whose body returns the call that is to be carried out.

    A `Client` carries it out and returns what comes of it; an `AsyncClient`
    returns a coroutine that does.
    """

    def __init__(self, describe: Callable[Concatenate[Any, Given], Call[Result]]) -> None:
        self._describe = describe

    @overload
    def __get__(self, client: Client, kind: object = ...) -> Callable[Given, Result]: ...

    @overload
    def __get__(
        self, client: AsyncClient, kind: object = ...
    ) -> Callable[Given, Coroutine[Any, Any, Result]]: ...

    @overload
    def __get__(
        self, client: None, kind: object = ...
    ) -> Callable[Concatenate[Any, Given], Call[Result]]: ...

    def __get__(self, client: Any, kind: object = None) -> Callable[..., Any]:
        """Return the method of a client; of a class, its description."""
        if client is None:
            return self._describe

        @wraps(self._describe)
        def carry_out(*given: Any, **named: Any) -> Any:
            return client._run(self._describe(client, *given, **named))

        bound = self._describe.__get__(client)  # the signature that callers see has no self
        carry_out.__wrapped__ = bound
        return carry_out
