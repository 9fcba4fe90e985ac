"""What speaks for or against a link.

Lengths, a learned lexicon, vectors, anchors, and the weighted features. An encoded corpus and
current links enter. Scores and feature weights leave.
"""
