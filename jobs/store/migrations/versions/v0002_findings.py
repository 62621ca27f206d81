"""What was found once serves all; jobs that lose their workers are counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns of jobs, and the findings."""
    op.add_column("jobs", sa.Column("content", sa.String(64)))
    op.add_column("jobs", sa.Column("reused", sa.JSON))
    op.add_column("jobs", sa.Column("losses", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_jobs_content", "jobs", ["content", "number"])
    op.create_index("ix_jobs_finished", "jobs", ["finished"])
    op.create_table(
        "findings",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("job_id", sa.String(32), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("answer", sa.JSON, nullable=False),
    )
    op.create_index("ix_findings_network", "findings", ["network", "number"])
    op.create_index("ix_findings_created", "findings", ["created"])


def downgrade() -> None:
    """Forget the findings and the counts."""
    op.drop_table("findings")
    op.drop_index("ix_jobs_finished", "jobs")
    op.drop_index("ix_jobs_content", "jobs")
    for name in ("losses", "reused", "content"):
        op.drop_column("jobs", name)
