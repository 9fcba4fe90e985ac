"""The layer of judgements of how well two passages translate each other.

Its rules, items, readers and writers. Aligned passages and files of judgements enter. Items,
problems and files of judgements leave.
"""
