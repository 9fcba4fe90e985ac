"""The layer of verified matches of a termbase: its rules, items, readers and writers.

Test sets with marked terms and files of judgements enter. Items, problems and files of judgements
leave.
"""
