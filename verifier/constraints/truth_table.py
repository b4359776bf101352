"""Sets of values of a few choices, each set a whole number with a bit for each of their values.

What holds for which values is so told by one operation for all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import accumulate
from operator import mul, or_


class TruthTable:
    """Sets of values of choices that have so many values each, counted from 0.

    >>> table = TruthTable([2, 3])
    >>> first, last = table.where(0, 1), table.where(1, 2)
    >>> [table.contains(first & last, (1, value)) for value in range(3)]
    [False, False, True]
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        *self._strides, size = accumulate(sizes, mul, initial=1)
        self._sizes = sizes
        self.everywhere = (1 << size) - 1
        """The set of all values."""

    def where(self, choice: int, value: int) -> int:
        """Return the set in which a choice has that value."""
        stride = self._strides[choice]
        period = stride * self._sizes[choice]
        block = ((1 << stride) - 1) << (value * stride)
        return block * (self.everywhere // ((1 << period) - 1))

    def at_least(self, weighted: Iterable[tuple[int, int]], bound: int) -> int:
        """Return the set where the weights of the given sets add up to at least the bound.

        >>> table = TruthTable([2, 2])
        >>> one, other = table.where(0, 1), table.where(1, 1)
        >>> table.at_least([(one, 1), (other, 1)], 2) == one & other
        True
        """
        sums = {0: self.everywhere}
        for where, weight in weighted:
            longer = dict[int, int]()
            for total, there in sums.items():
                longer[total] = longer.get(total, 0) | there & ~where
                longer[total + weight] = longer.get(total + weight, 0) | there & where
            sums = {total: there for total, there in longer.items() if there}
        return reduce(or_, (there for total, there in sums.items() if total >= bound), 0)

    def contains(self, holds: int, values: Sequence[int]) -> bool:
        """Return whether these values of all choices are in the set."""
        return bool(holds >> sum(map(mul, values, self._strides)) & 1)
