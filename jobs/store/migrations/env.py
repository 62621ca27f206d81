"""Runs migrations on the connection that `jobs.store.migrate` hands over."""

from __future__ import annotations

from alembic import context

from alphacut.jobs.store.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
