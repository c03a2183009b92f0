"""Commands, how they are found, and their keys; and the settings of the page."""

from __future__ import annotations

import pytest

from demo_host.state.commands import Command, Commands, KeyPress, Shortcut, keys_text, match


def command(title: str, group: str = "Page", keys: str = "", *, enabled: bool = True) -> Command:
    return Command(title.lower(), title, group, lambda: None, keys, lambda: enabled)


TITLES = ["Connect Hello", "Disconnect Hello", "Open the settings", "Clear the wire", "get_weather_of", "Hello: greet"]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("conn", "Connect Hello"),
        ("dis", "Disconnect Hello"),
        ("settings", "Open the settings"),
        ("wire", "Clear the wire"),
        ("ctw", "Clear the wire"),
        ("gwo", "get_weather_of"),
        ("greet hello", "Hello: greet"),
        ("opstt", "Open the settings"),
        ("HELLO", "Hello: greet"),
    ],
)
def test_the_best_match_comes_first(query: str, first: str) -> None:
    assert match(query, map(command, TITLES))[0].title == first


def test_without_a_query_all_are_there_in_their_order() -> None:
    assert [found.title for found in match(" ", map(command, TITLES))] == TITLES


def test_the_group_is_searched_as_well_but_counts_less() -> None:
    commands = [command("Greet", "Weather"), command("Weather")]
    assert [found.title for found in match("weather", commands)] == ["Weather", "Greet"]
    assert match("zzz", commands) == []


def press(key: str, **held: bool) -> KeyPress:
    return KeyPress(key, **held)


@pytest.mark.parametrize(
    ("keys", "pressed", "mac", "fits"),
    [
        ("mod+k", press("k", ctrl=True), False, True),
        ("mod+k", press("K", ctrl=True), False, True),
        ("mod+k", press("k", meta=True), True, True),
        ("mod+k", press("k", ctrl=True), True, False),
        ("mod+k", press("k", ctrl=True, meta=True), False, False),
        ("mod+k", press("k", ctrl=True, shift=True), False, False),
        ("mod+k", press("k", ctrl=True, in_field=True), False, True),
        ("mod+k", press("k"), False, False),
        ("?", press("?", shift=True), False, True),
        ("?", press("?", shift=True, in_field=True), False, False),
        ("?", press("?", ctrl=True), False, False),
        ("alt+arrowup", press("ArrowUp", alt=True), False, True),
        ("mod+shift+e", press("E", ctrl=True, shift=True), False, True),
        ("+", press("+", shift=True), False, True),
    ],
)
def test_a_shortcut_fits_its_keys_and_not_what_is_typed_into_a_field(
    keys: str, pressed: KeyPress, mac: bool, fits: bool
) -> None:
    assert Shortcut.parse(keys).fits(pressed, mac=mac) is fits


def test_an_unknown_modifier_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown modifier 'hyper'"):
        Commands().add(command("x", keys="hyper+x"))


def test_keys_mean_the_command_that_is_enabled() -> None:
    commands = Commands()
    commands.add(command("Off", keys="mod+d", enabled=False), command("On", keys="mod+d"), command("None"))
    found = commands.for_press(press("d", ctrl=True), mac=False)
    assert found is not None
    assert found.title == "On"
    assert [one.title for one in commands.enabled] == ["On", "None"]


def test_single_letters_and_signs_can_be_switched_off_as_keys() -> None:
    wanted = True
    commands = Commands(lambda: wanted)
    keys = ["m", "?", "f2", "mod+k", "alt+arrowup"]
    commands.add(*(command(one, keys=one) for one in keys))
    assert [one.keys for one in commands.with_keys] == keys
    wanted = False
    assert [one.keys for one in commands.with_keys] == ["f2", "mod+k", "alt+arrowup"]
    assert commands.for_press(press("m"), mac=False) is None


def test_keys_are_named_as_on_the_keyboard() -> None:
    assert keys_text("mod+shift+k", mac=False) == ["Ctrl", "Shift", "K"]
    assert keys_text("mod+arrowup", mac=True) == ["⌘", "↑"]
    assert keys_text("?", mac=False) == ["?"]
    assert keys_text("+", mac=False) == ["+"]
