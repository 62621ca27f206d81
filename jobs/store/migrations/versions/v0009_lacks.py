"""Which links of their kind jobs have not, so that lists need not read requests."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; jobs that are there keep all links of their kind."""
    op.add_column("jobs", sa.Column("lacks", sa.JSON(none_as_null=True)))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("jobs", "lacks")
