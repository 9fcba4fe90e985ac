"""What Alembic runs to migrate: on the connection, and in the transaction, of the store."""

from alembic import context

from diglot.annotate.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=False,  # the caller's transaction holds everything
)
context.run_migrations()
