# What other kernels call; `pairs.py` says what it does.

cdef Py_ssize_t find_column(
    const int[::1] columns, Py_ssize_t low, Py_ssize_t high, long long wanted
) nogil
