"""The layer of questions on terms in the output of systems.

Its rules, items, readers and writers. Outputs of systems with marked terms and files of judgements
enter. Items, problems and files of judgements leave.
"""
