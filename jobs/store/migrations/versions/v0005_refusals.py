"""How many proofs of each engine the verifier has refused."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; what was refused before was not counted."""
    counted = sa.Column("refused", sa.Integer, nullable=False, server_default="0")
    op.add_column("engine_totals", counted)


def downgrade() -> None:
    """Remove the column."""
    op.drop_column("engine_totals", "refused")
