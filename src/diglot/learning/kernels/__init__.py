"""Compiled loops over decision trees.

Flat arrays of trees and feature rows enter from `learning.trees`. Sums of leaves and contributions
of features leave as arrays.
"""

from diglot.compiled import require_compiled

require_compiled(__path__)
