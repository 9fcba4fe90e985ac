"""Compiled loops over decision trees.

Flat arrays of trees and rows of features enter from `learning.trees`. Sums of leaves and
contributions of features leave as arrays. The order of values is found here for other packages,
too.
"""

from diglot.installed import require_compiled

require_compiled(__path__)
