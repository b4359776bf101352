# The layout of evaluator.py's Evaluator in compiled code; evaluator.py says what everything means.

from verifier.carcassonne.engine.kernel.dealer cimport Dealer


cdef class Evaluator(Dealer):
    cdef int[24] finish
    cdef int[8] ready
    cdef long long[4] expected
    cdef unsigned long long owned
    cdef int _result(self) noexcept
    cdef long long _worth(self) noexcept
    cdef void _expect(self) noexcept
    cdef void _expect_for(self, unsigned long long meeples, long long points) noexcept
