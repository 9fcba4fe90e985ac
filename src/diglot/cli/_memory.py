"""How freed memory goes back to the system."""

from __future__ import annotations

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
