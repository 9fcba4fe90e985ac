# What other kernels call; `order.py` says what it does.

cdef Py_ssize_t greatest_first(
    const double[::1] values, int[::1] numbers, Py_ssize_t size, Py_ssize_t most
) nogil
