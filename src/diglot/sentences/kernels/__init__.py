"""Compiled loops of sentence alignment, used by this package only.

Flat numpy arrays enter, alone or as the values of the package hold them. Flat numpy arrays leave.
"""

from diglot.compiled import require_compiled

require_compiled(__path__)
