cdef class Arrays:
    cdef list stores
    cdef int* _shared_ints(self, object store)
    cdef _copy(self, object table, int* place)
    cdef int* _ints(self, int size)
    cdef unsigned long long* _words(self, int size)
    cdef long long* _counts(self, int size)
    cdef char* _room(self, int size)
