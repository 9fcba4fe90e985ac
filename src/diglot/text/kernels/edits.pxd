# What other kernels call; `edits.py` says what each does.

ctypedef fused letter:
    unsigned char
    int
    unsigned int

cdef void mark_letters(
    const unsigned char[::1] letters, Py_ssize_t start, Py_ssize_t stop, unsigned long long[::1] masks
) nogil
cdef void clear_letters(
    const unsigned char[::1] letters, Py_ssize_t start, Py_ssize_t stop, unsigned long long[::1] masks
) nogil
cdef long long count_bits(unsigned long long bits) nogil
cdef long long masked_subsequence(
    const unsigned long long[::1] masks,
    Py_ssize_t length,
    const unsigned char[::1] other,
    Py_ssize_t start,
    Py_ssize_t stop,
) nogil
cdef long long masked_edits(
    const unsigned long long[::1] masks,
    Py_ssize_t length,
    const unsigned char[::1] other,
    Py_ssize_t start,
    Py_ssize_t stop,
) nogil
cdef long long edit_distance(const letter[::1] one, const letter[::1] other, int[::1] row) nogil
cdef long long common_letters(
    const unsigned char[::1] one, const unsigned char[::1] other, int[::1] row
) nogil
