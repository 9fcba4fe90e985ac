"""The alignment of words, from files and in bounded memory.

A stream of sentence pairs and saved models enter. Word links with probabilities, translation tables
and new models leave.
"""
