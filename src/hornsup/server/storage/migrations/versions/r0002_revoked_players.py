"""Players whose sessions every worker has to end."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "revoked_players",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_revoked_players"),
    )
    op.create_index("ix_revoked_players_at", "revoked_players", ["at"])


def downgrade() -> None:
    op.drop_table("revoked_players")
