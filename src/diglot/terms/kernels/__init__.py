"""Compiled loops for term extraction and alignment.

Flat arrays of tokens, letters, offsets and links enter from the other modules of `terms`. Counts,
similarities and candidate pairs leave as arrays.
"""

from diglot.installed import require_compiled

require_compiled(__path__)
