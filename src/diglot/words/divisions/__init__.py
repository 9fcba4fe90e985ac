"""Division of a sentence pair in two corresponding parts.

Word sequences and their links enter. Ranked divisions and trims leave.
"""
