"""Compiled loops of language packs, used by this package only.

Flat numpy arrays enter. Flat numpy arrays leave.
"""

from diglot.compiled import require_compiled

require_compiled(__path__)
