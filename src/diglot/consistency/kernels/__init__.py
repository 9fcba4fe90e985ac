"""Compiled loops of the check, used by the package consistency only.

Arrays of word numbers, terms and links enter. Judgements, candidates and token numbers leave.
"""

from diglot.installed import require_compiled

require_compiled(__path__)
