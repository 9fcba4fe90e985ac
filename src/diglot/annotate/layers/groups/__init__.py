"""The layer of free groups of corresponding words: its rules, items, readers and writers.

Sentence pairs and files of judgements enter. Items, problems and files of judgements leave.
"""
