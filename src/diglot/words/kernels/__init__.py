"""Compiled loops of word alignment, used by this package only.

Numbers of words, counts and priors enter as flat arrays. Expected counts, posteriors and links
leave as arrays.
"""

from diglot.installed import require_compiled

require_compiled(__path__)
