"""The graph of dictionaries: built, reduced, described in numbers, turned back into entries.

Translations enter with their origins. A `Graph` of flat arrays leaves, its statistics, or the
entries of a dictionary.
"""
