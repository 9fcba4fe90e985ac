"""Rules for texts of single languages: codes, direction, segmentation, tokens, lemmas, spelling.

A text, or a document, and a language code enter. Offsets into the unchanged text, or properties of
words and languages, leave.
"""
