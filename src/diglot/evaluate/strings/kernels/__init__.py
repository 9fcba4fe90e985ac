"""Compiled loops of the string metrics, used by evaluate.strings only.

Arrays of word or character numbers enter. Counts of n-gram matches and edits leave.
"""

from diglot.installed import require_compiled

require_compiled(__path__)
