"""How a command takes less memory: what is freed goes back, what is not needed stays out."""

from __future__ import annotations

import sys
from importlib import import_module

_LARGE = -3  # M_MMAP_THRESHOLD of mallopt(3)
_BYTES = 1 << 18


def return_large_arrays() -> None:
    """Have every large array returned to the system as soon as it is let go.

    The C library of Linux otherwise keeps those below 32 MB for itself, in pieces: over the steps
    of a word alignment that adds a fifth to the peak of memory. Elsewhere this does nothing.
    """
    import ctypes

    try:
        ctypes.CDLL(None).mallopt(_LARGE, _BYTES)
    except (AttributeError, OSError, TypeError):
        return


def leave_linear_algebra_out() -> None:
    """Have numba start without SciPy's linear algebra, which no loop here needs.

    It looks for it at its first call, and all of ``scipy.linalg`` comes in: 15 MB and a tenth of a
    second. Where something has loaded it before, or numba has started, this does nothing.
    """
    name = "scipy.linalg.cython_blas"
    if "scipy.linalg" in sys.modules or "numba.np.arraymath" in sys.modules:
        return
    sys.modules[name] = None  # type: ignore[assignment]  # to Python: there is no such module
    try:
        import_module("numba.np.arraymath")
    except ImportError:
        return  # another release of numba is arranged otherwise, and will load what it likes
    finally:
        del sys.modules[name]
