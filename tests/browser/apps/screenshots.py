"""Pictures of the apps, alone and in the host, before, during and after what they are for:
`python -m tests.browser.apps.screenshots FOLDER`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from ...conftest import FAKE_CAMERAS, Site, wait_for_element
from ..host.person import Person
from ..host.screenshots import site_with, take
from .frames import frame_of, own_frame
from .test_camera import HANG, WATCHED
from .test_json_analyzer import ENDLESS, choose, file
from .test_mermaid import GANTT
from .test_pi import LONG, slow_down

FLOW = 'flowchart LR\n  Flour --> Dough\n  Water --> Dough\n  Dough -->|"200 °C"| Bread'


def pi(person: Person, url: str) -> Iterator[str]:
    person.add_and_connect(url)
    person["page-show"].click()
    person.open_tool("calculate_pi")
    yield "before"
    slow_down(person.page.context, own_frame(person), 10)
    person.run("", LONG)
    expect(person["progress-text"]).to_contain_text("About 3.1")
    yield "during"
    person["cancel-call"].click()
    person.sees_call("Cancelled")
    slow_down(person.page.context, own_frame(person), 1)
    person.run("", '{"iterations": 5000000, "seed": 42}')
    person.sees_result("Pi is about")
    person.run("digits_of_pi", '{"count": 1000}')
    person.sees_result("3.14159")
    yield "after"


def json_analyzer(person: Person, url: str) -> Iterator[str]:
    person.add(url)
    expect(person.setup_page.get_by_test_id("form")).to_have_attribute("data-status", "asking")
    yield "before"
    choose(person, file("broken.json", '{"title" 1}'))
    expect(person.setup_page.get_by_test_id("form-problem")).to_contain_text("Line 1")
    yield "problem"
    choose(person, file("nest.json", {"books": [{"title": "Tides", "price": 8.5}], "nest": [[[[[[[[0]]]]]]]]}))
    person.sees_status("Connected")
    person.run("query", ENDLESS)
    expect(person["progress-text"]).to_contain_text("Values looked at")
    yield "during"
    person["cancel-call"].click()
    person.run("query", '{"path": "$.books[?@.price < 10].title"}')
    person.sees_result("Tides")
    yield "after"


def mermaid(person: Person, url: str) -> Iterator[str]:
    person.add_and_connect(url)
    expect(person.server_page.get_by_test_id("picture")).to_be_visible()
    person.open_tool("draw")
    yield "before"
    person.page.context.route("**/ganttDiagram*", lambda route: None)
    person.run("", json.dumps({"code": GANTT}))
    person.answers("Run Draw a diagram?", "run")
    person.sees_call("Running")
    yield "during"
    person["cancel-call"].click()
    person.page.context.unroute_all(behavior="ignoreErrors")
    person.run("", json.dumps({"code": FLOW}))
    person.answers("Run Draw a diagram?", "run")
    person.sees_call("Done")
    yield "after"


def camera(person: Person, url: str) -> Iterator[str]:
    person.page.add_init_script(WATCHED)
    person.add(url)
    person.named("permission", "camera").locator("input[value=allow]").check()
    person["permissions-go"].click()
    form = person.setup_page
    expect(form.get_by_test_id("form")).to_have_attribute("data-status", "on")
    yield "before"
    form.get_by_role("button", name="Use it").click()
    person.sees_status("Connected")
    person["page-show"].click()
    person.run("take_snapshot", '{"width": 640}')
    person.sees_result("640 by 360 pixels.")
    yield "after"
    frame_of(person, url).evaluate(HANG)
    person["run"].click()
    person.sees_call("Running")
    yield "during"


def notebook(person: Person, url: str) -> Iterator[str]:
    person.add_and_connect(url)
    person.open_tool("plot")
    yield "before"
    person.run("trend", '{"column": "rain"}')
    expect(person["ask"]).to_be_visible()
    yield "during"
    person["ask-cancel"].click()
    person.run("plot", '{"x": "day", "y": "temperature", "by": "town"}')
    expect(person["image"]).to_be_visible()
    yield "after"


APPS: dict[str, Callable[[Person, str], Iterator[str]]] = {
    "pi": pi,
    "json_analyzer": json_analyzer,
    "mermaid": mermaid,
    "camera": camera,
    "notebook": notebook,
}


def states(person: Person, site: Site) -> Iterator[str]:
    for name, lead in APPS.items():
        person.page.goto(site.url(name))
        wait_for_element(person.page, "html[data-session=alone]")
        yield f"{name}-alone"
        person.visit(site.host())
        for state in lead(person, site.url(name)):
            if state in ("during", "after"):
                person["call-view"].evaluate("(view) => view.scrollIntoView()")
            yield f"{name}-{state}"


if __name__ == "__main__":
    with site_with(*(f"apps/{name}" for name in APPS)) as site:
        take(site, lambda person: states(person, site), *FAKE_CAMERAS)
