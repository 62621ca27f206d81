"""The tables of the SQL store."""

from __future__ import annotations

import sqlalchemy as sa

from alphacut.jobs.store.json_text import JsonText

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

# Times are seconds since 1970, UTC, on the clock of the database.
jobs = sa.Table(
    "jobs",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("id", sa.String(32), nullable=False, unique=True),
    sa.Column("kind", sa.String(64), nullable=False),
    sa.Column("request", JsonText, nullable=False),
    sa.Column("name", sa.Text),  # what its network is called; NULL: of a job that came before
    sa.Column("label", sa.Text),  # its owner's own words
    sa.Column("priority", sa.Integer, nullable=False, server_default="0"),  # the higher come first
    sa.Column("short", sa.Boolean, nullable=False, server_default=sa.false()),  # see Store.claim
    sa.Column("queued", sa.Double),  # since when it waits; NULL: since it was made
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("started", sa.Double),
    sa.Column("finished", sa.Double),
    sa.Column("cancel_requested", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("seconds", sa.Double, nullable=False, server_default="0"),  # spent on the job
    sa.Column("progress", sa.JSON(none_as_null=True)),
    sa.Column("error", sa.JSON(none_as_null=True)),  # type, title, detail
    sa.Column("content", sa.String(64)),  # equal for jobs that ask the same; see Store.submit
    sa.Column("reused", sa.JSON(none_as_null=True)),  # what was found for others and served here
    sa.Column("lacks", sa.JSON(none_as_null=True)),  # links of its kind that it has not
    sa.Column("losses", sa.Integer, nullable=False, server_default="0"),  # see Store.claim
    sa.Column("lease_owner", sa.String(128)),
    sa.Column("lease_epoch", sa.Integer, nullable=False, server_default="0"),  # claims so far
    sa.Column("lease_expiry", sa.Double),
    sa.Column("lease_seconds", sa.Double),  # its length; NULL: of a lease that came before
    sa.Index("ix_jobs_state", "state", "number"),
    sa.Index("ix_jobs_queue", "state", "priority", "number"),
    sa.Index("ix_jobs_content", "content", "number"),
    sa.Index("ix_jobs_finished", "finished"),
    sqlite_autoincrement=True,  # a deleted job's number is never given again
)

# What was found at each α, as it came: what a run goes on from.
answers = sa.Table(
    "answers",
    metadata,
    sa.Column(
        "job_id", sa.ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),  # 0, 1, … in a job
    sa.Column("alpha", sa.String(64)),  # as a ratio, "inf", or NULL for a search at every α
    sa.Column("answer", JsonText, nullable=False),
)

results = sa.Table(
    "results",
    metadata,
    sa.Column(
        "job_id", sa.ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    sa.Column("document", JsonText, nullable=False),
)

# API keys: of the secret only a digest. A revoked key stays, so that its id means one thing.
api_keys = sa.Table(
    "api_keys",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False, unique=True),
    sa.Column("digest", sa.String(64), nullable=False),  # SHA-256 of the key, hexadecimal
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("revoked", sa.Double),
    sa.Column("max_active", sa.Integer),  # NULL: without limit
    sa.Column("max_daily", sa.Integer),
)

batches = sa.Table(
    "batches",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("id", sa.String(32), nullable=False, unique=True),
    sa.Column("created", sa.Double, nullable=False),
    sqlite_autoincrement=True,
)

# How a job came to be: by which key, and as which member of a batch.
origins = sa.Table(
    "origins",
    metadata,
    sa.Column(
        "job_id", sa.ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    sa.Column("key_id", sa.ForeignKey("api_keys.id")),
    sa.Column("batch_id", sa.ForeignKey("batches.id", ondelete="CASCADE")),
    sa.Column("position", sa.Integer),  # 0, 1, … in a batch
    sa.Column("networks", sa.Integer, nullable=False, server_default="1"),  # that it is about
    sa.Index("ix_origins_key_id", "key_id"),
    sa.Index("ix_origins_batch_id", "batch_id", "position"),
)

# What was accepted for a key, whatever became of it; see Quota.daily. Kept for a day.
acceptances = sa.Table(
    "acceptances",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("key_id", sa.ForeignKey("api_keys.id"), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("networks", sa.Integer, nullable=False),
    sa.Index("ix_acceptances_key_id", "key_id", "created"),
)

# Submissions that came with an idempotency key, for as long as what they made is there.
idempotency_keys = sa.Table(
    "idempotency_keys",
    metadata,
    sa.Column("owner", sa.String(16), primary_key=True),  # an API key's id, or ""
    sa.Column("key", sa.String(255), primary_key=True),
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("job_id", sa.ForeignKey("jobs.id", ondelete="CASCADE")),
    sa.Column("batch_id", sa.ForeignKey("batches.id", ondelete="CASCADE")),
    sa.Index("ix_idempotency_keys_job_id", "job_id"),
    sa.Index("ix_idempotency_keys_batch_id", "batch_id"),
)

# What engines have done since the database was made, deleted jobs included.
engine_totals = sa.Table(
    "engine_totals",
    metadata,
    sa.Column("engine", sa.String(64), primary_key=True),
    sa.Column("points", sa.Integer, nullable=False),  # answers that came with a proof
    sa.Column("seconds", sa.Double, nullable=False),  # spent on all answers
    sa.Column("refused", sa.Integer, nullable=False, server_default="0"),  # proofs, by the verifier
)

# How many jobs have failed since the database was made, deleted jobs included.
failure_totals = sa.Table(
    "failure_totals",
    metadata,
    sa.Column("type", sa.String(64), primary_key=True),  # as in the errors of jobs
    sa.Column("jobs", sa.Integer, nullable=False),
)

# Workers, and when each was last heard of. One that leaves takes its row away.
workers = sa.Table(
    "workers",
    metadata,
    sa.Column("name", sa.String(128), primary_key=True),
    sa.Column("seen", sa.Double, nullable=False),
    sa.Column("short_only", sa.Boolean, nullable=False, server_default=sa.false()),
)

# Answers that serve every question on the same network. They outlive their jobs.
shared_results = sa.Table(
    "findings",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("network", sa.String(64), nullable=False),  # equal for equal networks
    sa.Column("job_id", sa.String(32), nullable=False),  # the job that found it, perhaps deleted
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("answer", sa.JSON, nullable=False),
    sa.Index("ix_findings_network", "network", "number"),
    sa.Index("ix_findings_created", "created"),
)
