# Memory that is needed soon, asked for ahead, so that a loop does not wait for it.

cdef extern from *:
    void prefetch "__builtin_prefetch" (const void *address) noexcept nogil
