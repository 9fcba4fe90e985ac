# What other kernels read and call; `levels.py` says what each is.

cdef long long SAME, CASE, LEMMA, STEM, FAMILY, SPELLING, ALTERNATIVE, FAR

cdef class Tables:
    cdef const int[::1] plain
    cdef const int[::1] bare
    cdef const int[::1] lemma
    cdef const unsigned char[::1] content
    cdef const int[::1] letters
    cdef const long long[::1] letter_offsets
    cdef const int[::1] lemma_letters
    cdef const long long[::1] lemma_offsets
    cdef const int[::1] parts
    cdef const long long[::1] part_offsets
    cdef int[::1] row

cpdef long long level(long long g, long long w, Tables tables) nogil
cdef int first_letter(
    long long form, const int[::1] letters, const long long[::1] offsets
) nogil
cdef bint in_compound(long long g, long long w, Tables tables) nogil
cdef bint have_other_digits(long long g, long long w, Tables tables) nogil
cdef bint begins_with(long long w, long long g, bint compounds, Tables tables) nogil
cdef bint have_common_root(long long g, long long w, Tables tables) nogil
