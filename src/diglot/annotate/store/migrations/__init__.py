"""The Alembic migrations of the tables.

A connection to a database of any earlier version enters. A database of the current version leaves.
`versions` holds one script for each version.
"""
