from verifier.engine.kernel.bounding cimport Bounded


cdef class Closing(Bounded):
    cdef int* growth
    cdef int* weight
    cdef int* sure
    cdef int* gain
    cdef int _sieve_ends(self) noexcept
    cdef int _sieve_total(self) noexcept
    cdef int _suffices(self) noexcept
    cdef int _may_be_over(self) noexcept
    cdef void _weigh_ends(self, int colour) noexcept
    cdef int _may_share(self, int part, int count, int colour) noexcept
    cdef int _heaviest(self, int colour) noexcept
    cdef int _claims_to_come(self, int colour) noexcept
    cdef int _growth_to_come(self) noexcept
    cdef int _monasteries_to_come(self, int colour) noexcept
    cdef int _mark_by_result(self, int growth) noexcept
