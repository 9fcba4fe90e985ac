"""The layer of labels of given word links: its rules, items, readers and writers.

Sentence pairs with word links and files of judgements enter. Items, problems and files of
judgements leave.
"""
