"""One file for each database that the SQL store runs on, and the list of them."""

from __future__ import annotations

from alphacut.jobs.store.databases._base import Database as Database
from alphacut.jobs.store.databases._base import hidden as hidden
from alphacut.jobs.store.databases.postgresql import PostgreSQL
from alphacut.jobs.store.databases.sqlite import SQLite

DATABASES: tuple[Database, ...] = (SQLite(), PostgreSQL())
