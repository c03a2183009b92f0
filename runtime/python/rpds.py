"""Stand-in for what `referencing` and `jsonschema` use of `rpds`: persistent map, set and list, by copying."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, Set, ValuesView
from itertools import chain
from typing import Any, Self, TypeVar

__all__ = ["HashTrieMap", "HashTrieSet", "List"]

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

Items = Mapping[K, V] | Iterable[tuple[K, V]]
AnyItems = Mapping[Any, Any] | Iterable[tuple[Any, Any]]


class HashTrieMap(Mapping[K, V]):
    __slots__ = ("_dict",)

    def __init__(self, value: Items[K, V] | None = None, **kwds: V) -> None:
        self._dict: dict[K, V] = dict(() if value is None else value, **kwds)  # type: ignore[assignment]

    @classmethod
    def convert(cls, value: Items[K, V]) -> HashTrieMap[K, V]:
        return value if isinstance(value, cls) else cls(dict(value))

    @classmethod
    def fromkeys(cls, keys: Iterable[K], value: Any = None) -> HashTrieMap[K, Any]:
        return cls(dict.fromkeys(keys, value))  # type: ignore[arg-type]

    def __getitem__(self, key: K) -> V:
        return self._dict[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._dict)

    def __len__(self) -> int:
        return len(self._dict)

    def __contains__(self, key: object) -> bool:
        return key in self._dict

    def __eq__(self, other: object) -> bool:
        return self._dict == other._dict if isinstance(other, HashTrieMap) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._dict.items()))

    def __repr__(self) -> str:
        return f"HashTrieMap({self._dict!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return HashTrieMap, (self._dict,)

    def keys(self) -> KeysView[K]:
        return self._dict.keys()

    def values(self) -> ValuesView[V]:
        return self._dict.values()

    def items(self) -> ItemsView[K, V]:
        return self._dict.items()

    def insert(self, key: K, val: V) -> Self:
        return type(self)({**self._dict, key: val})

    def remove(self, key: K) -> Self:
        rest = dict(self._dict)
        del rest[key]
        return type(self)(rest)

    def discard(self, key: K) -> Self:
        return self.remove(key) if key in self._dict else self

    def update(self, *args: AnyItems, **kwds: Any) -> Self:
        items: dict[Any, Any] = dict(self._dict)
        for more in (*args, kwds):
            items.update(more)
        return type(self)(items)


class HashTrieSet(Set[T]):
    __slots__ = ("_set",)

    def __init__(self, value: Iterable[T] | None = None) -> None:
        self._set = frozenset(() if value is None else value)

    def __contains__(self, value: object) -> bool:
        return value in self._set

    def __iter__(self) -> Iterator[T]:
        return iter(self._set)

    def __len__(self) -> int:
        return len(self._set)

    def __hash__(self) -> int:
        return hash(self._set)

    def __repr__(self) -> str:
        return f"HashTrieSet({{{', '.join(map(repr, self._set))}}})"

    def __reduce__(self) -> tuple[Any, ...]:
        return HashTrieSet, (self._set,)

    def insert(self, value: T) -> Self:
        return type(self)(self._set | {value})

    def remove(self, value: T) -> Self:
        if value not in self._set:
            raise KeyError(value)
        return self.discard(value)

    def discard(self, value: T) -> Self:
        return type(self)(self._set - {value})

    def update(self, *args: Iterable[T]) -> Self:
        return type(self)(chain(self._set, *args))

    def union(self, other: HashTrieSet[T]) -> Self:
        return type(self)(self._set | self._members(other))

    def intersection(self, other: HashTrieSet[T]) -> Self:
        return type(self)(self._set & self._members(other))

    def difference(self, other: HashTrieSet[T]) -> Self:
        return type(self)(self._set - self._members(other))

    def symmetric_difference(self, other: HashTrieSet[T]) -> Self:
        return type(self)(self._set ^ self._members(other))

    @staticmethod
    def _members(other: HashTrieSet[T]) -> frozenset[T]:
        if not isinstance(other, HashTrieSet):
            raise TypeError(f"{type(other).__name__!r} object is not an instance of 'HashTrieSet'")
        return other._set


class List(Iterable[T]):
    __slots__ = ("_items",)

    def __init__(self, value: Iterable[T] | T = (), *more: T) -> None:
        self._items: tuple[T, ...] = (value, *more) if more else tuple(value)  # pyright: ignore[reportArgumentType, reportAttributeAccessIssue]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __reversed__(self) -> Iterator[T]:
        return reversed(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        return self._items == other._items if isinstance(other, List) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        return f"List([{', '.join(map(repr, self._items))}])"

    def __reduce__(self) -> tuple[Any, ...]:
        return List, (self._items,)

    @property
    def first(self) -> T:
        if not self._items:
            raise IndexError("empty list has no first element")
        return self._items[0]

    @property
    def rest(self) -> List[T]:
        return List(self._items[1:])

    def push_front(self, value: T) -> List[T]:
        return List((value, *self._items))

    def drop_first(self) -> List[T]:
        if not self._items:
            raise IndexError("empty list has no first element")
        return self.rest
