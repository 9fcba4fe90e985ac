# What other kernels call; `order.py` says what it does.

cpdef Py_ssize_t greatest(
    const double[::1] values, Py_ssize_t size, Py_ssize_t most, int[::1] numbers
) nogil
cpdef Py_ssize_t greatest_first(
    const double[::1] values, Py_ssize_t size, Py_ssize_t most, int[::1] numbers
) nogil
