"""The alignment of sentences, from files.

Pairs of documents with dictionaries, vectors or translations as evidence enter. Aligned, scored
bitexts leave.
"""
