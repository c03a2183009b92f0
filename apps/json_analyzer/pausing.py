"""JSONPath that pauses, wherever a query may look at many values in one go."""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable, Iterable
from typing import Any

from jsonpath import JSONPathEnvironment
from jsonpath.exceptions import JSONPathRecursionError
from jsonpath.filter import FilterExpression
from jsonpath.match import JSONPathMatch
from jsonpath.parse import Parser
from jsonpath.segments import JSONPathChildSegment, JSONPathRecursiveDescentSegment, JSONPathSegment
from jsonpath.selectors import Filter, FilterContext, IndexSelector, JSONPathSelector, KeysFilter, NameSelector
from jsonpath.stream import TokenStream

from slices import Pace
from walking import children

LOOKS_AT_ONCE = 16


class PausingMatch(JSONPathMatch):
    """Does not remember what was found within it: that would keep all values of a large document twice."""

    def add_child(self, *children: JSONPathMatch) -> None:
        pass


class _Selector(JSONPathSelector):
    """Another one, with pauses before it and between what it selects."""

    __slots__ = ("_other",)

    def __init__(self, other: JSONPathSelector) -> None:
        super().__init__(env=other.env, token=other.token)
        self._other = other

    def resolve(self, node: JSONPathMatch) -> Iterable[JSONPathMatch]:
        return self._other.resolve(node)

    async def resolve_async(self, node: JSONPathMatch) -> AsyncIterable[JSONPathMatch]:
        environment: Any = self.env
        if environment.looks():
            await environment.pause()
        async for match in self._other.resolve_async(node):
            if environment.looks():
                await environment.pause()
            yield match

    def __str__(self) -> str:
        return str(self._other)


class _Descent(JSONPathRecursiveDescentSegment):
    """Goes down through objects and arrays, which are all that has something in it."""

    async def resolve_async(self, nodes: AsyncIterable[JSONPathMatch]) -> AsyncIterable[JSONPathMatch]:
        async for node in nodes:
            async for below in self._below(node):
                for selector in self.selectors:
                    async for match in selector.resolve_async(below):
                        yield match

    async def _below(self, node: JSONPathMatch) -> AsyncIterable[JSONPathMatch]:
        environment: Any = self.env
        yield node
        open_nodes = [(node, iter(children(node.obj)))]
        while open_nodes:
            around, rest = open_nodes[-1]
            for key, value in rest:
                if environment.looks():
                    await environment.pause()
                if isinstance(value, dict | list):
                    if len(open_nodes) == self.env.max_recursion_depth:
                        raise JSONPathRecursionError("recursion limit exceeded", token=self.token)
                    below = around.new_child(value, key)
                    yield below
                    open_nodes.append((below, iter(children(value))))
                    break
            else:
                open_nodes.pop()


class _FilterExpression(FilterExpression):
    __slots__ = ()

    def cache_tree(self) -> FilterExpression:
        return _FilterExpression(super().cache_tree().expression)

    async def evaluate_async(self, context: FilterContext) -> bool:
        environment: Any = context.env
        if environment.looks():
            await environment.pause()
        return await super().evaluate_async(context)


class _Parser(Parser):
    def parse_query(self, stream: TokenStream) -> Iterable[JSONPathSegment]:
        for segment in super().parse_query(stream):
            # A single name or index takes no time
            selectors = tuple(
                selector if isinstance(selector, NameSelector | IndexSelector) else _Selector(selector)
                for selector in segment.selectors
            )
            make = _Descent if isinstance(segment, JSONPathRecursiveDescentSegment) else JSONPathChildSegment
            yield make(env=self.env, token=segment.token, selectors=selectors)

    def parse_filter_selector(self, stream: TokenStream, *, keys: bool = False) -> Filter | KeysFilter:
        selector = super().parse_filter_selector(stream, keys=keys)
        selector.expression = _FilterExpression(selector.expression.expression)
        return selector


class PausingEnvironment(JSONPathEnvironment):
    parser_class = _Parser
    match_class = PausingMatch

    def __init__(self, counted: Callable[[int], Awaitable[None]]) -> None:
        """`counted` is told how many values were looked at."""
        super().__init__(strict=True)
        self._pace = Pace[int](counted)
        self._looks = 0

    def looks(self) -> bool:
        """Count one more value; whether it is time to look at the clock."""
        self._looks += 1
        return self._looks % LOOKS_AT_ONCE == 0

    async def pause(self) -> None:
        await self._pace.pause(self._looks)
