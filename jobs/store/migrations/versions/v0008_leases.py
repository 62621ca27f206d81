"""How long each lease is, so that one which a clock set ahead has written can be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; of leases that are there it is not known."""
    op.add_column("jobs", sa.Column("lease_seconds", sa.Double))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("jobs", "lease_seconds")
