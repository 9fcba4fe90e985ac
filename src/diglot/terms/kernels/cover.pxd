# What other kernels call; `cover.py` says what it does.

cdef Py_ssize_t find_cell(
    const long long[::1] offsets, const int[::1] columns, Py_ssize_t row, int column
) nogil
