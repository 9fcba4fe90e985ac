"""Corpora in shards, worked on by processes of one machine or of a cluster.

A job enters: shards, and the name of a pure function that makes a file of one. It is done by an
executor, whole or in parts, on one machine or several, interrupted or not. The same files leave,
with a record of each.
"""

from diglot.runs.execution import execute
from diglot.runs.jobs import Job, Record, Shard, ShardResult, record_path, shard_path
from diglot.runs.options import RunOptions, SpreadOptions

__all__ = [
    "Job",
    "Record",
    "RunOptions",
    "Shard",
    "ShardResult",
    "SpreadOptions",
    "execute",
    "record_path",
    "shard_path",
]
