"""Compiled loops over decision trees, and the order of values, which kernels of others ask for.

Flat arrays of trees and feature rows enter from `learning.trees`. Sums of leaves and contributions
of features leave as arrays.
"""

from diglot.compiled import require_compiled

require_compiled(__path__)
