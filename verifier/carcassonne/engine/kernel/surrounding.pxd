from verifier.carcassonne.engine.kernel.coming cimport Coming


cdef class Surrounding(Coming):
    cdef int _sieve_monasteries(self) noexcept
    cdef int _gaps_around(self, int number) noexcept
    cdef int _room_for_monastery(self) noexcept
    cdef int _ring_can_be_filled(self, int cell) noexcept
    cdef int _mark_rings(self) noexcept
