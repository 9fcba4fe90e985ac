"""Search for terms in texts.

Texts and lists of terms of one language enter. Encoded texts, and occurrences of terms with how
near they are to the term, leave.
"""
