"""The check of translations against termbases.

Files of translation units or pairs of texts, termbases and options enter. Findings with the numbers
that a report needs leave.
"""
