"""Learning algorithms that several packages share: trees, kernel machines, word vectors, maps.

Arrays of features or vectors enter, with labels or seed pairs where there is something to learn.
Trained models, probabilities and nearest neighbours leave.
"""
