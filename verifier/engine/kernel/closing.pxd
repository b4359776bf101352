from verifier.engine.kernel.bounding cimport Bounded


cdef class Closing(Bounded):
    cdef int* growth
    cdef int* weight
    cdef int _sieve_total(self) noexcept
    cdef int _may_be_over(self) noexcept
    cdef void _weigh_ends(self) noexcept
    cdef int _heaviest(self, int count) noexcept
    cdef int _growth_to_come(self) noexcept
    cdef int _monasteries_to_come(self, int colour) noexcept
    cdef int _without_completions(self) noexcept
    cdef int _mark_heavy(self, int least) noexcept
