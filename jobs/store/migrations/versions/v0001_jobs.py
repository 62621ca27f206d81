"""Jobs, their answers and their results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "jobs",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("request", sa.JSON, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("started", sa.Double),
        sa.Column("finished", sa.Double),
        sa.Column("cancel_requested", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("seconds", sa.Double, nullable=False, server_default="0"),
        sa.Column("progress", sa.JSON),
        sa.Column("error", sa.JSON),
        sa.Column("lease_owner", sa.String(128)),
        sa.Column("lease_epoch", sa.Integer, nullable=False, server_default="0"),
        sa.Column("lease_expiry", sa.Double),
        sa.UniqueConstraint("id", name="uq_jobs_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_jobs_state", "jobs", ["state", "number"])
    op.create_table(
        "answers",
        _job_id("answers"),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("alpha", sa.String(64)),
        sa.Column("answer", sa.JSON, nullable=False),
    )
    op.create_table(
        "results",
        _job_id("results"),
        sa.Column("document", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    """Remove every table."""
    op.drop_table("results")
    op.drop_table("answers")
    op.drop_table("jobs")


def _job_id(table: str) -> sa.Column[str]:
    return sa.Column(
        "job_id",
        sa.String(32),
        sa.ForeignKey("jobs.id", name=f"fk_{table}_job_id", ondelete="CASCADE"),
        primary_key=True,
        nullable=False,
    )
