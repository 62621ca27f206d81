"""Labels, priorities and lanes of jobs; workers that are alive, and failures by their type."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them; jobs that are there have no label, the usual priority, and are not short."""
    op.add_column("jobs", sa.Column("label", sa.Text))
    op.add_column("jobs", sa.Column("priority", sa.Integer, nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("short", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("jobs", sa.Column("queued", sa.Double))
    op.create_index("ix_jobs_queue", "jobs", ["state", "priority", "number"])
    op.create_table(
        "workers",
        sa.Column("name", sa.String(128), primary_key=True),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("short_only", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "failure_totals",
        sa.Column("type", sa.String(64), primary_key=True),
        sa.Column("jobs", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("failure_totals")
    op.drop_table("workers")
    op.drop_index("ix_jobs_queue", "jobs")
    for column in ("queued", "short", "priority", "label"):
        op.drop_column("jobs", column)
