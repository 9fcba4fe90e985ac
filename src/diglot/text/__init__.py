"""Rules for the text of single languages.

Codes and direction, segmentation, tokens, lemmas, function words, frequencies, language detection
and spelling. A text, or a document, and a language code enter. Offsets into the unchanged text, or
properties of words and languages, leave.
"""
