"""The graph of dictionaries.

Built from translations, selected from, described in numbers and turned back into entries.
Translations with their origins enter. A `Graph` of flat arrays, its statistics, or the entries of a
dictionary leave.
"""
