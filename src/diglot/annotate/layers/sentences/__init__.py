"""The layer of alignments of sentences: its rules, items, readers and writers.

Documents and bitexts and files of judgements enter. Items, problems and files of judgements leave.
"""
