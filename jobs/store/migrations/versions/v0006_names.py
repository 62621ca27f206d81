"""What the network of a job is called, so that lists need not read requests."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; jobs that are there are named after their requests."""
    op.add_column("jobs", sa.Column("name", sa.Text))
