# The layout of judging.py's Judge in compiled code; judging.py says what everything means.

from verifier.carcassonne.engine.kernel.dealing cimport Dealer


cdef class Judge(Dealer):
    cdef int[24] finish
    cdef int[8] ready
    cdef long long[4] hoped
    cdef unsigned long long owned
    cdef int _result(self) noexcept
    cdef long long _worth(self) noexcept
    cdef void _hope(self) noexcept
    cdef void _hope_for(self, unsigned long long meeples, long long points) noexcept
