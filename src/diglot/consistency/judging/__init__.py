"""What stands in a translation for each term of the source.

Encoded units, occurrences of terms and evidence from word links enter. A judgement of every
occurrence leaves, and the findings that follow.
"""
