"""API keys, batches, idempotency keys, where jobs come from, and what engines have done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables; nothing that is there is changed."""
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("revoked", sa.Double),
        sa.Column("max_active", sa.Integer),
        sa.Column("max_daily", sa.Integer),
        sa.UniqueConstraint("name", name="uq_api_keys_name"),
    )
    op.create_table(
        "batches",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.UniqueConstraint("id", name="uq_batches_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "origins",
        _refers("origins", "job_id", "jobs.id", primary_key=True, nullable=False),
        sa.Column("key_id", sa.String(16), sa.ForeignKey("api_keys.id", name="fk_origins_key_id")),
        _refers("origins", "batch_id", "batches.id"),
        sa.Column("position", sa.Integer),
    )
    op.create_index("ix_origins_key_id", "origins", ["key_id"])
    op.create_index("ix_origins_batch_id", "origins", ["batch_id", "position"])
    op.create_table(
        "idempotency_keys",
        sa.Column("owner", sa.String(16), primary_key=True),
        sa.Column("key", sa.String(255), primary_key=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        _refers("idempotency_keys", "job_id", "jobs.id"),
        _refers("idempotency_keys", "batch_id", "batches.id"),
    )
    for column in ("job_id", "batch_id"):
        op.create_index(f"ix_idempotency_keys_{column}", "idempotency_keys", [column])
    op.create_table(
        "engine_totals",
        sa.Column("engine", sa.String(64), primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
    )


def downgrade() -> None:
    """Remove the tables."""
    for table in ("engine_totals", "idempotency_keys", "origins", "batches", "api_keys"):
        op.drop_table(table)


def _refers(table: str, column: str, target: str, **options: bool) -> sa.Column[str]:
    """Make a column whose row goes when the row that it refers to goes."""
    key = sa.ForeignKey(target, name=f"fk_{table}_{column}", ondelete="CASCADE")
    return sa.Column(column, sa.String(32), key, **options)  # type: ignore[arg-type]
