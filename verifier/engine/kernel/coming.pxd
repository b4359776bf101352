from verifier.engine.kernel.aiming cimport Aim


cdef class Coming(Aim):
    cdef int kinds
    cdef int depth
    cdef int turns
    cdef int* coming
    cdef int coming_size
    cdef int* turns_of
    cdef int* helpful
    cdef void _note_coming(self, int kind) noexcept
    cdef void _count_turns(self) noexcept
    cdef int _hidden(self) noexcept
    cdef int _can_fill(self, int cell) noexcept
