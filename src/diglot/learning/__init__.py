"""Learning algorithms that several packages share.

Boosted trees, support vector machines, word vectors and maps between vector spaces. Arrays of
features or vectors enter, with labels or seed pairs where training needs them. Trained models,
probabilities and nearest neighbours leave.
"""
