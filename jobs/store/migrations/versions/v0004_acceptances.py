"""What was accepted for each key is counted for itself, and a job by its networks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table and the column; the jobs that are there count as what was accepted."""
    op.add_column("origins", sa.Column("networks", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "acceptances",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column(
            "key_id",
            sa.String(16),
            sa.ForeignKey("api_keys.id", name="fk_acceptances_key_id"),
            nullable=False,
        ),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("networks", sa.Integer, nullable=False),
    )
    op.create_index("ix_acceptances_key_id", "acceptances", ["key_id", "created"])
    op.execute(
        "INSERT INTO acceptances (key_id, created, networks) "
        "SELECT origins.key_id, jobs.created, 1 "
        "FROM origins JOIN jobs ON jobs.id = origins.job_id WHERE origins.key_id IS NOT NULL"
    )


def downgrade() -> None:
    """Forget what was accepted."""
    op.drop_table("acceptances")
    op.drop_column("origins", "networks")
