"""The stand-in for `rpds` does what the real package does: every test runs over both."""

from __future__ import annotations

import json
import operator
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import rpds as real
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from runtime.pins import RUNTIME
from tests.unit.loading import load

SOURCE = RUNTIME / "python" / "rpds.py"
STAND_IN = load(SOURCE, "rpds_stand_in")

both = pytest.mark.parametrize("rpds", [real, STAND_IN], ids=["real", "stand-in"])


@dataclass(frozen=True)
class Colliding:
    """A key with the same hash as every other of its kind.

    And as nothing else: the real package panics when two keys have one hash and `__eq__` is not implemented between
    them. So no test has 1 and 1.0 in one map, nor 0 and "".
    """

    number: int

    def __hash__(self) -> int:
        return 1_000_003


LOOKED_FOR = (-3, -2, -1, 0, 1, 6, 0.5, True, None, "a", "ab", Colliding(0), Colliding(3), (0, ""), (2, "a"))

keys = st.one_of(
    st.integers(-3, 6),
    st.sampled_from([False, True, None, 0.5]),
    st.text("ab", min_size=1, max_size=2),
    st.builds(Colliding, st.integers(0, 3)),
    st.tuples(st.integers(0, 2), st.text("a", max_size=1)),
)
values = st.one_of(st.integers(-2, 2), st.none(), st.text("xy", max_size=1), st.lists(st.integers(0, 1), max_size=1))
key_lists = st.lists(keys, max_size=5)
pair_lists = st.lists(st.tuples(keys, values), max_size=5)
keywords = st.dictionaries(st.sampled_from(["a", "b", "ab", "key", "value"]), values, max_size=2)


def outcome(function: Callable[..., Any], *arguments: Any) -> object:
    """What a call returns, or the type of the exception that it raises."""
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301


class Machine(RuleBasedStateMachine):
    """Applies the same operations to a persistent class and to a model made of built-in types.

    A version is a pair of the two. None ever changes: all are compared again after each operation.
    """

    versions: Bundle[tuple[Any, Any]] = Bundle("versions")

    rpds: ModuleType
    """The one of the two that a subclass is for."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[tuple[Any, Any]] = []

    def version(self, actual: Any, model: Any) -> tuple[Any, Any]:
        self.compare(actual, model)
        self.made.append((actual, model))
        return actual, model

    def compare(self, actual: Any, model: Any) -> None:
        """Every way to look at a version shows what the model has."""
        raise NotImplementedError

    def assert_same_failure(self, of_actual: Callable[..., Any], of_model: Callable[..., Any], *arguments: Any) -> None:
        failure = outcome(of_model, *arguments)
        assert isinstance(failure, type)
        assert outcome(of_actual, *arguments) is failure

    @invariant()
    def no_version_has_changed(self) -> None:
        for actual, model in self.made:
            assert type(model)(actual) == model

    def is_wrong_about_equality(self, model: Any) -> bool:
        return False

    def is_wrong_about_inequality(self) -> bool:
        return False

    @rule(version=versions)
    def pickle_one(self, version: tuple[Any, Any]) -> None:
        actual, model = version
        self.compare(pickled(actual), model)

    @rule(one=versions, other=versions)
    def compare_two(self, one: tuple[Any, Any], other: tuple[Any, Any]) -> None:
        if one[1] == other[1]:
            assert one[0] == other[0]
            assert outcome(hash, one[0]) == outcome(hash, other[0])
        elif not self.is_wrong_about_equality(one[1]):
            assert not one[0] == other[0]  # noqa: SIM201
        if not self.is_wrong_about_inequality():
            assert (one[0] != other[0]) is (one[1] != other[1])


class MapMachine(Machine):
    versions = Machine.versions

    def compare(self, actual: Any, model: dict[Any, Any]) -> None:
        assert isinstance(actual, self.rpds.HashTrieMap)
        assert isinstance(actual, Mapping)
        assert len(actual) == len(list(actual)) == len(model)
        assert bool(actual) is bool(model)
        assert set(actual) == set(actual.keys()) == set(model)
        assert dict(actual) == dict(actual.items()) == model
        assert len(actual.keys()) == len(actual.values()) == len(actual.items()) == len(model)
        assert list(zip(actual.keys(), actual.values(), strict=True)) == list(actual.items())
        for key in LOOKED_FOR:
            assert (key in actual) is (key in actual.keys()) is (key in model)  # noqa: SIM118
            assert actual.get(key) == model.get(key)
            assert actual.get(key, "nothing") == model.get(key, "nothing")
            assert outcome(lambda key=key: actual[key]) == outcome(lambda key=key: model[key])
        in_another_order = self.rpds.HashTrieMap(reversed(model.items()))
        assert actual == in_another_order
        assert outcome(hash, actual) == outcome(hash, in_another_order)
        all_hashable = outcome(hash, tuple(model.values())) is not TypeError
        assert isinstance(outcome(hash, actual), int) is all_hashable

    def is_wrong_about_equality(self, model: dict[Any, Any]) -> bool:
        """The real package compares a missing key's value as None."""
        return self.rpds is real and None in model.values()

    def is_wrong_about_inequality(self) -> bool:
        """In the real package an empty map differs from itself, and one equal entry makes two maps not differ."""
        return self.rpds is real

    @rule(target=versions, items=pair_lists, as_dict=st.booleans(), more=keywords)
    def new(self, items: list[Any], as_dict: bool, more: dict[str, Any]) -> tuple[Any, Any]:
        more.pop("value", None)  # the name of the parameter
        return self.version(self.rpds.HashTrieMap(dict(items) if as_dict else items, **more), {**dict(items), **more})

    @rule(target=versions, version=versions, more=keywords)
    def new_of_another(self, version: tuple[Any, Any], more: dict[str, Any]) -> tuple[Any, Any]:
        more.pop("value", None)
        return self.version(self.rpds.HashTrieMap(version[0], **more), {**version[1], **more})

    @rule(target=versions, items=pair_lists, as_dict=st.booleans())
    def convert(self, items: list[Any], as_dict: bool) -> tuple[Any, Any]:
        return self.version(self.rpds.HashTrieMap.convert(dict(items) if as_dict else items), dict(items))

    @rule(version=versions)
    def convert_another(self, version: tuple[Any, Any]) -> None:
        assert self.rpds.HashTrieMap.convert(version[0]) is version[0]

    @rule(target=versions, names=key_lists, value=values)
    def fromkeys(self, names: list[Any], value: Any) -> tuple[Any, Any]:
        return self.version(self.rpds.HashTrieMap.fromkeys(names, value), dict.fromkeys(names, value))

    @rule(target=versions, names=key_lists)
    def fromkeys_without_a_value(self, names: list[Any]) -> tuple[Any, Any]:
        return self.version(self.rpds.HashTrieMap.fromkeys(names), dict.fromkeys(names))

    @rule(target=versions, version=versions, key=keys, value=values)
    def insert(self, version: tuple[Any, Any], key: Any, value: Any) -> tuple[Any, Any]:
        return self.version(version[0].insert(key, value), {**version[1], key: value})

    @rule(target=versions, version=versions, data=st.data())
    def remove(self, version: tuple[Any, Any], data: st.DataObject) -> tuple[Any, Any]:
        actual, model = version
        key = data.draw(st.sampled_from(list(model)) | keys if model else keys)
        if key not in model:
            self.assert_same_failure(actual.remove, dict(model).__delitem__, key)
            return version
        return self.version(actual.remove(key), {k: v for k, v in model.items() if k != key})

    @rule(target=versions, version=versions, data=st.data())
    def discard(self, version: tuple[Any, Any], data: st.DataObject) -> tuple[Any, Any]:
        actual, model = version
        key = data.draw(st.sampled_from(list(model)) | keys if model else keys)
        return self.version(actual.discard(key), {k: v for k, v in model.items() if k != key})

    @rule(
        target=versions,
        version=versions,
        updates=st.lists(st.one_of(pair_lists, st.dictionaries(keys, values, max_size=3)), max_size=3),
        more=keywords,
    )
    def update(self, version: tuple[Any, Any], updates: list[Any], more: dict[str, Any]) -> tuple[Any, Any]:
        expected = dict(version[1])
        for one in (*updates, more):
            expected.update(one)
        return self.version(version[0].update(*updates, **more), expected)

    @rule(target=versions, version=versions, others=st.lists(versions, min_size=1, max_size=2))
    def update_by_others(self, version: tuple[Any, Any], others: list[tuple[Any, Any]]) -> tuple[Any, Any]:
        expected = dict(version[1])
        for _, model in others:
            expected.update(model)
        return self.version(version[0].update(*(actual for actual, _ in others)), expected)


class SetMachine(Machine):
    versions = Machine.versions

    def compare(self, actual: Any, model: frozenset[Any]) -> None:
        assert isinstance(actual, self.rpds.HashTrieSet)
        assert isinstance(actual, Set)
        assert len(actual) == len(list(actual)) == len(model)
        assert bool(actual) is bool(model)
        assert set(actual) == model
        assert all((value in actual) is (value in model) for value in LOOKED_FOR)
        assert actual == self.rpds.HashTrieSet(sorted(model, key=repr))
        assert hash(actual) == hash(self.rpds.HashTrieSet(sorted(model, key=repr)))

    @rule(target=versions, items=key_lists, kind=st.sampled_from([list, tuple, set, iter, frozenset]))
    def new(self, items: list[Any], kind: Callable[[Iterable[Any]], Iterable[Any]]) -> tuple[Any, Any]:
        return self.version(self.rpds.HashTrieSet(kind(items)), frozenset(items))

    @rule(target=versions, version=versions)
    def new_of_another(self, version: tuple[Any, Any]) -> tuple[Any, Any]:
        return self.version(self.rpds.HashTrieSet(version[0]), version[1])

    @rule(target=versions, version=versions, value=keys)
    def insert(self, version: tuple[Any, Any], value: Any) -> tuple[Any, Any]:
        return self.version(version[0].insert(value), version[1] | {value})

    @rule(target=versions, version=versions, data=st.data())
    def remove(self, version: tuple[Any, Any], data: st.DataObject) -> tuple[Any, Any]:
        actual, model = version
        value = data.draw(st.sampled_from(list(model)) | keys if model else keys)
        if value not in model:
            self.assert_same_failure(actual.remove, set(model).remove, value)
            return version
        return self.version(actual.remove(value), model - {value})

    @rule(target=versions, version=versions, data=st.data())
    def discard(self, version: tuple[Any, Any], data: st.DataObject) -> tuple[Any, Any]:
        actual, model = version
        value = data.draw(st.sampled_from(list(model)) | keys if model else keys)
        return self.version(actual.discard(value), model - {value})

    @rule(target=versions, version=versions, updates=st.lists(key_lists, max_size=3))
    def update(self, version: tuple[Any, Any], updates: list[list[Any]]) -> tuple[Any, Any]:
        return self.version(version[0].update(*updates), version[1].union(*updates))

    @rule(
        target=versions,
        one=versions,
        other=versions,
        names=st.sampled_from(
            [("union", "or_"), ("intersection", "and_"), ("difference", "sub"), ("symmetric_difference", "xor")]
        ),
        by_operator=st.booleans(),
    )
    def algebra(
        self, one: tuple[Any, Any], other: tuple[Any, Any], names: tuple[str, str], by_operator: bool
    ) -> tuple[Any, Any]:
        method, symbol = names
        expected = getattr(one[1], method)(other[1])
        if by_operator:
            return self.version(getattr(operator, symbol)(one[0], other[0]), expected)
        return self.version(getattr(one[0], method)(other[0]), expected)

    @rule(one=versions, other=versions, name=st.sampled_from(["eq", "ne", "lt", "le", "gt", "ge"]))
    def order(self, one: tuple[Any, Any], other: tuple[Any, Any], name: str) -> None:
        relation = getattr(operator, name)
        expected = relation(one[1], other[1])
        assert relation(one[0], other[0]) is expected
        assert relation(one[0], other[1]) is expected  # a built-in set on one side
        assert relation(set(one[1]), other[0]) is expected


class ListMachine(Machine):
    versions = Machine.versions

    def compare(self, actual: Any, model: tuple[Any, ...]) -> None:
        assert isinstance(actual, self.rpds.List)
        assert tuple(actual) == model
        assert tuple(reversed(actual)) == model[::-1]
        assert len(actual) == len(model)
        assert bool(actual) is bool(model)
        assert all((value in actual) is (value in model) for value in LOOKED_FOR)
        assert outcome(lambda: actual.first) == outcome(lambda: model[0])
        assert tuple(actual.rest) == model[1:]
        assert actual == self.rpds.List(list(model))
        assert isinstance(outcome(hash, actual), int) is isinstance(outcome(hash, model), int)

    @rule(target=versions, items=st.lists(values, max_size=4), kind=st.sampled_from([list, tuple]))
    def new(self, items: list[Any], kind: Callable[[list[Any]], Any]) -> tuple[Any, Any]:
        return self.version(self.rpds.List(kind(items)), tuple(items))

    @rule(target=versions, items=st.lists(values, min_size=2, max_size=4))
    def new_of_several_arguments(self, items: list[Any]) -> tuple[Any, Any]:
        return self.version(self.rpds.List(*items), tuple(items))

    @rule(target=versions, version=versions)
    def new_of_another(self, version: tuple[Any, Any]) -> tuple[Any, Any]:
        return self.version(self.rpds.List(version[0]), version[1])

    @rule(target=versions, version=versions, value=st.one_of(values, keys))
    def push_front(self, version: tuple[Any, Any], value: Any) -> tuple[Any, Any]:
        return self.version(version[0].push_front(value), (value, *version[1]))

    @rule(target=versions, version=versions)
    def drop_first(self, version: tuple[Any, Any]) -> tuple[Any, Any]:
        actual, model = version
        if not model:
            self.assert_same_failure(actual.drop_first, list(model).pop)
            return version
        return self.version(actual.drop_first(), model[1:])

    @rule(target=versions, version=versions)
    def rest(self, version: tuple[Any, Any]) -> tuple[Any, Any]:
        return self.version(version[0].rest, version[1][1:])


@both
@pytest.mark.parametrize("machine", [MapMachine, SetMachine, ListMachine], ids=["map", "set", "list"])
def test_any_sequence_of_operations_gives_what_built_in_types_give(rpds: ModuleType, machine: type[Machine]) -> None:
    for_one = type(machine.__name__, (machine,), {"rpds": rpds})
    run_state_machine_as_test(for_one, settings=settings(max_examples=40, stateful_step_count=20))


@given(items=pair_lists, others=pair_lists)
def test_views_compare_and_combine_as_those_of_the_real_package(items: list[Any], others: list[Any]) -> None:
    """Equality, order and intersection of views, with views of another map and with built-in sets."""
    views = []
    for rpds in (real, STAND_IN):
        one, other = rpds.HashTrieMap(items), rpds.HashTrieMap(others)
        views.append(
            [
                outcome(lambda relation=relation, a=a, b=b: relation(a, b))
                for relation in (operator.eq, operator.ne, operator.le, operator.lt, operator.ge, operator.gt)
                for a, b in [
                    (one.keys(), other.keys()),
                    (one.keys(), set(dict(others))),
                    (one.items(), other.items()),
                ]
            ]
        )
        views[-1].append(set(one.keys() & other.keys()))
        views[-1].append(set(one.keys() | other.keys()))
        views[-1].append(outcome(hash, one.keys()))
    assert views[0] == views[1]


@both
@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("HashTrieMap(5)", TypeError),
        ("HashTrieMap(0)", TypeError),
        ("HashTrieMap([1])", TypeError),
        ("HashTrieMap([([], 1)])", TypeError),
        ("HashTrieMap.convert(None)", TypeError),
        ("HashTrieMap({1: 2})[3]", KeyError),
        ("HashTrieMap({1: 2})[[]]", TypeError),
        ("[] in HashTrieMap()", TypeError),
        ("HashTrieMap({1: 2}).get([])", TypeError),
        ("HashTrieMap().insert([], 1)", TypeError),
        ("HashTrieMap({1: 2}).remove(3)", KeyError),
        ("HashTrieMap({1: 2}).discard([])", TypeError),
        ("HashTrieMap().update(5)", TypeError),
        ("HashTrieMap() < HashTrieMap({1: 2})", TypeError),
        ("hash(HashTrieMap({1: []}))", TypeError),
        ("setattr(HashTrieMap(), 'x', 1)", AttributeError),
        ("operator.setitem(HashTrieMap(), 1, 2)", TypeError),
        ("operator.delitem(HashTrieMap({1: 2}), 1)", TypeError),
        ("reversed(HashTrieMap())", TypeError),
        ("HashTrieSet(5)", TypeError),
        ("HashTrieSet(0)", TypeError),
        ("HashTrieSet([[]])", TypeError),
        ("HashTrieSet([1]).insert([])", TypeError),
        ("HashTrieSet([1]).remove(2)", KeyError),
        ("HashTrieSet([1]).remove([])", TypeError),
        ("HashTrieSet([1]).discard([])", TypeError),
        ("HashTrieSet([1]).update(5)", TypeError),
        ("HashTrieSet([1]).union({2})", TypeError),
        ("HashTrieSet([1]).intersection({2})", TypeError),
        ("HashTrieSet([1]).difference({2})", TypeError),
        ("HashTrieSet([1]).symmetric_difference({2})", TypeError),
        ("[] in HashTrieSet()", TypeError),
        ("List(1)", TypeError),
        ("List(None)", TypeError),
        ("List().first", IndexError),
        ("List().drop_first()", IndexError),
        ("List([1])[0]", TypeError),
        ("hash(List([[]]))", TypeError),
        ("List([1]) < List([2])", TypeError),
    ],
)
def test_wrong_use_raises_the_same_error(rpds: ModuleType, expression: str, error: type[Exception]) -> None:
    names = {**vars(rpds), "operator": operator}
    assert outcome(eval, expression, names) is error


@both
def test_nothing_makes_an_empty_one(rpds: ModuleType) -> None:
    assert rpds.HashTrieMap() == rpds.HashTrieMap(None) == rpds.HashTrieMap({}) == rpds.HashTrieMap.convert([])
    assert rpds.HashTrieSet() == rpds.HashTrieSet(None) == rpds.HashTrieSet([])
    assert rpds.List() == rpds.List([]) == rpds.List(()) == rpds.List().rest


@both
def test_the_kinds_are_not_equal_to_built_in_ones_but_sets_are(rpds: ModuleType) -> None:
    assert rpds.HashTrieMap({1: 2}) != {1: 2}
    assert rpds.List([1]) != [1]
    assert rpds.List([1]) != (1,)
    assert rpds.HashTrieSet([1]) == {1} == rpds.HashTrieSet([1]) == frozenset({1})
    assert rpds.HashTrieSet([1]) != [1]


@both
def test_a_generator_of_pairs_is_read_once(rpds: ModuleType) -> None:
    assert rpds.HashTrieMap((n, str(n)) for n in range(3)) == rpds.HashTrieMap({0: "0", 1: "1", 2: "2"})
    assert rpds.HashTrieMap().update((n, n) for n in range(2)) == rpds.HashTrieMap({0: 0, 1: 1})
    assert rpds.HashTrieSet().update(iter([1, 2]), iter([3])) == {1, 2, 3}


@both
def test_a_view_keeps_showing_the_version_that_it_was_taken_of(rpds: ModuleType) -> None:
    version = rpds.HashTrieMap({1: 2})
    names, contents, items = version.keys(), version.values(), version.items()
    version = version.insert(3, 4).remove(1)
    assert (list(names), list(contents), list(items)) == ([1], [2], [(1, 2)])
    assert dict(version) == {3: 4}


@both
def test_a_changed_dict_changes_no_map_that_was_made_of_it(rpds: ModuleType) -> None:
    source, members = {1: 2}, [1]
    mapping, group, listed = rpds.HashTrieMap(source), rpds.HashTrieSet(members), rpds.List(members)
    source[3] = 4
    members.append(3)
    assert (dict(mapping), set(group), list(listed)) == ({1: 2}, {1}, [1])


@both
def test_they_nest(rpds: ModuleType) -> None:
    inner = rpds.HashTrieMap({"a": rpds.HashTrieSet([1]), "b": rpds.List([1, 2])})
    same = rpds.HashTrieMap({"b": rpds.List([1, 2]), "a": rpds.HashTrieSet([1])})
    assert rpds.HashTrieSet([inner, same]) == {inner}
    assert pickled(rpds.HashTrieMap({inner: 1}))[same] == 1


@both
def test_the_text_of_one_shows_what_it_has(rpds: ModuleType) -> None:
    assert repr(rpds.HashTrieMap({1: "a"})) == "HashTrieMap({1: 'a'})"
    assert repr(rpds.HashTrieSet(["a"])) == "HashTrieSet({'a'})"
    assert repr(rpds.List([1, "a"])) == "List([1, 'a'])"
    assert repr((rpds.HashTrieMap(), rpds.HashTrieSet(), rpds.List())) == "(HashTrieMap({}), HashTrieSet({}), List([]))"


USERS = """
import json, rpds
from jsonschema import Draft7Validator, Draft202012Validator
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

tree = {
    "$id": "https://schemas.example/tree",
    "type": "object",
    "properties": {
        "name": {"$ref": "name#/$defs/short"},
        "leaves": {"type": "array", "items": {"$ref": "#"}},
        "first": {"$ref": "#leaf"},
    },
    "required": ["name"],
    "$defs": {"leaf": {"$anchor": "leaf", "type": "object", "required": ["name"]}},
}
name = {"$id": "https://schemas.example/name", "$defs": {"short": {"type": "string", "maxLength": 3}}}
loose = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$dynamicAnchor": "node",
         "properties": {"children": {"items": {"$dynamicRef": "#node"}}}}
strict = {"$id": "https://schemas.example/strict", "$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "https://schemas.example/loose",
          "$dynamicAnchor": "node", "unevaluatedProperties": False}

empty = Registry()
registry = empty.with_resources([("https://schemas.example/name", DRAFT202012.create_resource(name)),
                                 ("https://schemas.example/loose", Resource.from_contents(loose))])
good = {"name": "oak", "leaves": [{"name": "elm"}], "first": {"name": "ash"}}
bad = {"name": "willow", "leaves": [{"name": 1}, {}], "first": {}}
validator = Draft202012Validator(tree, registry=registry)
nodes = Draft202012Validator(strict, registry=registry)
try:
    empty.resolver().lookup("https://schemas.example/name")
except Unresolvable as error:
    missing = error.ref
print(json.dumps({
    "rpds": rpds.__file__,
    "good": validator.is_valid(good),
    "bad": sorted([list(map(str, e.absolute_path)), e.validator] for e in validator.iter_errors(bad)),
    "dynamic": [nodes.is_valid({"children": [{"children": []}]}), nodes.is_valid({"children": [{"x": 1}]})],
    "metaschema": [Draft7Validator(Draft7Validator.META_SCHEMA).is_valid(schema) for schema in ({}, {"type": 1})],
    "registries": [len(empty), len(registry), len(registry.crawl())],
    "missing": missing,
}))
"""


@pytest.mark.parametrize("which", ["real", "stand-in"])
def test_jsonschema_and_referencing_work_on_it(which: str, tmp_path: Path) -> None:
    expected_file = Path(str(real.__file__))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if which == "stand-in":
        expected_file = Path(shutil.copy(SOURCE, tmp_path))
        environment["PYTHONPATH"] = str(tmp_path)
    ran = subprocess.run([sys.executable, "-c", USERS], env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    shown = json.loads(ran.stdout)
    assert Path(shown.pop("rpds")) == expected_file
    assert shown == {
        "good": True,
        "bad": [
            [["first"], "required"],
            [["leaves", "0", "name"], "type"],
            [["leaves", "1"], "required"],
            [["name"], "maxLength"],
        ],
        "dynamic": [True, False],
        "metaschema": [True, False],
        "registries": [0, 2, 2],
        "missing": "https://schemas.example/name",
    }
