"""Corpora in shards, worked on by the processes of one machine or of a cluster.

A `Job` enters: shards, and the name of a pure function that makes a file of one. A file for each
shard leaves, with a record of what came of it; they are the same however the job was divided or
interrupted.
"""

from diglot.runs.execution import end_part, execute, start_server, stream
from diglot.runs.jobs import (
    Job,
    Record,
    Shard,
    ShardResult,
    divide,
    record_path,
    shard_path,
    size_of,
)
from diglot.runs.options import RunOptions, SpreadOptions

__all__ = [
    "Job",
    "Record",
    "RunOptions",
    "Shard",
    "ShardResult",
    "SpreadOptions",
    "divide",
    "end_part",
    "execute",
    "record_path",
    "shard_path",
    "size_of",
    "start_server",
    "stream",
]
