"""Compiled loops of sentence alignment, used by this package only.

Numbers of words, bands and weights enter as flat arrays. Scores of blocks, best paths and
posteriors leave as arrays.
"""

from diglot.installed import require_compiled

require_compiled(__path__)
