"""What all apps have in common: sessions that know nothing of each other, and browsers that keep nothing."""

from __future__ import annotations

import json
from collections.abc import Callable

from ...conftest import NO_STORAGE
from ..host.person import Person

DIAGRAM = json.dumps({"code": "flowchart LR\n  only --> here"})
TABLE = json.dumps({"text": "name,age\nAda,36\n", "name": "people"})


def draw(person: Person) -> None:
    person.run("draw", DIAGRAM)
    person.answers("Run Draw a diagram?", "run")
    person.sees_call("Done")


def load(person: Person) -> None:
    person.run("load_data", TABLE)
    person.answers("Run Load data?", "run")
    person.sees_result("people: 1 row")


def test_two_sessions_of_a_server_side_by_side_do_not_see_each_others_data(
    person: Person, app: Callable[[str], str]
) -> None:
    for name, change, look, own in [
        ("mermaid", draw, "read_diagram", "An idea"),
        ("notebook", load, "describe", "weather"),
    ]:
        url = app(name)
        person.add_and_connect(f"{url}?one")
        person.rename(name.capitalize(), f"The other {name}")
        person.add_and_connect(f"{url}?two")
        change(person)
        person.choose(f"The other {name}")
        person.run(look)
        person.sees_result(own)


def test_where_the_browser_keeps_nothing_the_apps_work_and_start_anew(
    person: Person, app: Callable[[str], str]
) -> None:
    person.page.add_init_script(NO_STORAGE)
    person.reload()
    person.add_and_connect(app("notebook"))
    load(person)
    person.add_and_connect(app("pi"))
    person.run("calculate_pi", '{"iterations": 1000}')
    person.sees_result("Pi is about")
    person.add_and_connect(app("mermaid"))
    draw(person)
    person["disconnect"].click()
    person["connect"].click()
    person.sees_status("Connected")
    person.run("read_diagram")
    person.sees_result("An idea")
    person.add(app("camera"))
    person.named("permission", "camera").locator("input[value=deny]").check()
    person["permissions-go"].click()
    for _ in range(2):
        person.sees_status("Connected")
        person.run("take_snapshot")
        person.sees_result("This is a drawn test picture.")
        person["disconnect"].click()
        person["connect"].click()
