"""Compiled loops of language packs, used by this package only.

Sparse probabilities of two languages with a third enter as flat arrays. Those of the two with each
other leave as arrays.
"""

from diglot.installed import require_compiled

require_compiled(__path__)
