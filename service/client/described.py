"""Methods that are described once and done in two ways: at once, or to be awaited."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from alphacut.service.client.exchange import Call

Given = ParamSpec("Given")
Result = TypeVar("Result")


class AtOnce:
    """A client whose methods return what comes of them."""


class Awaited:
    """A client whose methods are to be awaited."""


class described(Generic[Given, Result]):  # noqa: N801 - a decorator
    """A method whose body returns the call that is to be carried out.

    A client that is `AtOnce` carries it out and returns what comes of it; one that is
    `Awaited` returns a coroutine that does.
    """

    def __init__(self, describe: Callable[Concatenate[Any, Given], Call[Result]]) -> None:
        self._describe = describe

    @overload
    def __get__(self, client: AtOnce, kind: object = ...) -> Callable[Given, Result]: ...

    @overload
    def __get__(
        self, client: Awaited, kind: object = ...
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
