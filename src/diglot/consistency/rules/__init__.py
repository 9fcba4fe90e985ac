"""Rules of a check beyond missing terms: forbidden, added, inconsistent and untranslated.

Judged blocks or units enter. Findings leave. The rules on what stands for a term of the source
(missing, misplaced, form, variant and so on) are applied by `judging.findings`.
"""
