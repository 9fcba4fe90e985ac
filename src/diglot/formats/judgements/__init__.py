"""Records of what people or annotators decided.

Answers to findings and to questions on terms, suppressions, standoff judgements and TransRead
labels. A file enters, or judgements for writing. Judgements leave as values, or a file.
"""
