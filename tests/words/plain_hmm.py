"""The HMM alone, without what the forms of words say: the method as its papers have it."""

from diglot.words.corpus import index
from diglot.words.models import hmm


def align(corpus, *, passes=hmm.PASSES, jobs=1, reported=None):
    """Posteriors and counts of a corpus that the HMM was trained on."""
    learnt, pairs = hmm.train(corpus, index(corpus), passes=passes, jobs=jobs)
    return hmm.decode(corpus, pairs, learnt, jobs=jobs, reported=reported), learnt
