"""Rules of a check other than missing terms: forbidden, added, inconsistent, untranslated.

Judged blocks or units enter. Findings leave. What stands for a term of the source (missing,
misplaced, another form, a variant) is decided in `judging.findings`.
"""
