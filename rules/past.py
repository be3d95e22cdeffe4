"""What has happened so far, remembered at every ply without being kept anew at every ply."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Past(Sequence[T], Generic[T]):
    """Things in the order in which they happened: a value like a tuple that shares its items with those it came from.

    Every ply of a game remembers what was before it. As tuples these would grow with the square of the plies; here each
    adds its own item to the one that it came from. The last item is at hand, older ones are walked back to.
    """

    __slots__ = ("_length", "_top")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._top: Any = None
        """The last item after all before it, ``((None, first), second)``; None where nothing has happened."""
        self._length = 0
        for item in items:
            self._top = self._top, item
            self._length += 1

    def then(self, *items: T) -> "Past[T]":
        """What has happened once ``items`` have, too."""
        top = self._top
        for item in items:
            top = top, item
        return self._sharing(top, self._length + len(items))

    def until(self, count: int) -> "Past[T]":
        """The first ``count`` items; raises IndexError where there are fewer."""
        if not 0 <= count <= self._length:
            raise IndexError(count)
        top = self._top
        for _ in range(self._length - count):
            top, _ = top
        return self._sharing(top, count)

    @property
    def last(self) -> T:
        """The newest item; raises IndexError where there is none."""
        if self._top is None:
            raise IndexError("nothing has happened")
        item: T = self._top[1]
        return item

    def newest(self, count: int) -> tuple[T, ...]:
        """The last ``count`` items, or all where there are fewer, in the order in which they happened."""
        return tuple(islice(reversed(self), count))[::-1]

    def _sharing(self, top: Any, length: int) -> "Past[T]":
        past: Past[T] = Past()
        past._top, past._length = top, length
        return past

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        return self.until(range(1, self._length + 1)[index]).last

    def __reversed__(self) -> Iterator[T]:
        top = self._top
        while top is not None:
            top, item = top
            yield item

    def __iter__(self) -> Iterator[T]:
        return reversed(list(reversed(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Past):
            return NotImplemented
        return self._top is other._top or tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Past({list(self)})"
