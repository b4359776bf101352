# What splitmix.py has for other compiled modules; splitmix.py says what everything means.

cdef unsigned long long WORD

cdef unsigned long long mixed(unsigned long long word) noexcept
cdef unsigned long long next_word(unsigned long long* stream) noexcept
cdef int below(unsigned long long* stream, int bound) noexcept
