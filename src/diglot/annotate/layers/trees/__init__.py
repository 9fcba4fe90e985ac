"""The layer of divisions of sentence pairs into smaller pairs.

Its rules, items, readers and writers. Sentence pairs and files of judgements enter. Items, problems
and files of judgements leave.
"""
