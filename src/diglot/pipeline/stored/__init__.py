"""What is kept on disk between runs.

Sentence pairs, word links, models, terms and finished steps enter. The same values leave when a
later run opens them.
"""
