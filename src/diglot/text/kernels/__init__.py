"""Compiled loops over the letters of words, and over the words of sentences.

Arrays of numpy enter and leave; nothing else of diglot is imported.
"""

from diglot.compiled import require_compiled

require_compiled(__path__)
