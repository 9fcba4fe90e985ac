"""Rules of a check beyond missing terms: forbidden, added, inconsistent and untranslated.

Judged blocks or units enter. Findings leave.
"""
