"""Compiled loops over graphs of dictionaries.

Flat arrays of words, edges and offsets enter from the other modules of `lexicons`. Paths, walks,
cycles, counts and similarities leave as arrays.
"""

from diglot.installed import require_compiled

require_compiled(__path__)
