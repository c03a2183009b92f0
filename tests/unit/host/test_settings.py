"""The settings of the page."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from demo_host.state.settings import Preferences, Settings
from demo_host.state.store import Store

from .test_servers import Shelf


def settings_on(shelf: Shelf) -> Settings:
    return Settings(shelf, Store(lambda work: None))


def test_settings_survive_a_reload() -> None:
    shelf = Shelf()
    settings_on(shelf).change(theme="dark", wire_height=400.4, welcomed=True)
    assert settings_on(shelf).value == Preferences(theme="dark", wire_height=400, welcomed=True)


def test_two_tabs_change_different_settings() -> None:
    shelf = Shelf()
    one, two = settings_on(shelf), settings_on(shelf)
    one.change(theme="dark")
    two.change(wire_open=True)
    one.reload()
    assert one.value == two.value == Preferences(theme="dark", wire_open=True)


@pytest.mark.parametrize("text", ["", "x", "[]", "3", "[" * 100_000])
def test_what_can_not_be_read_is_as_in_the_beginning(text: str) -> None:
    shelf = Shelf()
    shelf.kept["settings"] = text
    assert settings_on(shelf).value == Preferences()


@given(st.dictionaries(st.sampled_from([*Preferences.__slots__, "other"]), st.none() | st.text() | st.integers()))
def test_a_wrong_value_leaves_the_others_alone(stored: dict[str, Any]) -> None:
    shelf = Shelf()
    shelf.kept["settings"] = json.dumps({**stored, "theme": "light"})
    value = settings_on(shelf).value
    assert value.theme == "light"
    assert value.reconnect in ("never", "chosen", "all")
    assert 180 <= value.sidebar_width <= 640


def test_what_a_newer_host_has_stored_is_kept() -> None:
    shelf = Shelf()
    shelf.kept["settings"] = '{"v": 1, "newer": true}'
    settings_on(shelf).change(theme="dark")
    assert json.loads(shelf.kept["settings"])["newer"] is True


def test_without_room_a_setting_holds_until_the_page_is_closed() -> None:
    shelf = Shelf()
    settings = settings_on(shelf)
    shelf.is_full = True
    settings.change(theme="dark")
    settings.change(wire_open=True)
    assert settings.value == Preferences(theme="dark", wire_open=True)
    assert "no room" in settings.problem


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(TypeError, match="no setting 'colour'"):
        settings_on(Shelf()).change(colour="red")
