"""The whole way from texts to a searchable termbase.

Folders of documents or files of units enter with one option record. A build folder with its
results leaves.
"""
