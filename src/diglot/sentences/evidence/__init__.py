"""What speaks for or against a link: lengths, a learned lexicon, sentence vectors, breaks.

An encoded corpus and its current links enter. The names, values and weights of features leave.
"""
