"""Recognition of term variants.

Candidates of one language with their words and lemmas enter. Relations between them leave, such as
inflection, spelling, derivation and permutation.
"""
