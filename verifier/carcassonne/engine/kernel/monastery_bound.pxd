# The layout of monastery_bound.py's MonasteryBound in compiled code; monastery_bound.py says what everything means.

from verifier.carcassonne.engine.kernel.lookahead cimport Lookahead


cdef class MonasteryBound(Lookahead):
    cdef int _filter_monasteries(self) noexcept
    cdef int _gaps_around(self, int number) noexcept
    cdef int _room_for_monastery(self) noexcept
    cdef int _ring_can_be_filled(self, int cell) noexcept
    cdef int _mark_rings(self) noexcept
