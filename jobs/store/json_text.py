"""JSON columns whose text is passed on as it is, and read only when it is looked into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.types import UserDefinedType

from alphacut.jobs.raw_json import Written


class JsonText(UserDefinedType[Mapping[str, Any]]):
    """A JSON object; what is read from it is `Written`."""

    cache_ok = True
    render_bind_cast = True  # PostgreSQL would take the text for one

    def get_col_spec(self, **_: object) -> str:
        """Return the name of the type in SQL."""
        return "JSON"

    def bind_processor(self, dialect: sa.Dialect) -> Callable[[Any], str | None]:  # noqa: ARG002
        """Write an object for the database."""
        return lambda value: None if value is None else Written.of(value).text

    def result_processor(
        self,
        dialect: sa.Dialect,  # noqa: ARG002
        coltype: object,  # noqa: ARG002
    ) -> Callable[[Any], Written | None]:
        """Take the text that the database gives."""
        return lambda text: None if text is None else Written(text)

    def column_expression(self, column: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
        """Have the database give text; drivers would read it."""
        return sa.type_coerce(sa.cast(column, sa.Text), self)
