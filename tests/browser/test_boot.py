"""Python in a page: what works once it is up."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

from tests.conftest import CLOCK, RunPython, Site, held, html, result_of, wait_for_element, wait_for_status, wait_until

SERVER = """
from dataclasses import dataclass
from mcp import Client
from mcp.server import MCPServer
from pydantic import BaseModel

mcp = MCPServer("Test")

class Leaf(BaseModel):
    name: str

class Tree(BaseModel):
    leaves: list[Leaf]
    first: Leaf

@mcp.tool()
def plain(a: int, b: int) -> int:
    return a + b

@mcp.tool()
async def waiting(a: int, b: int) -> int:
    return a * b

@mcp.tool()
def tree(names: list[str]) -> Tree:
    leaves = [Leaf(name=name) for name in names]
    return Tree(leaves=leaves, first=leaves[0])

@mcp.resource("test://text")
def text() -> str:
    return "a text"

@mcp.resource("test://double/{number}")
def double(number: int) -> str:
    return str(2 * number)

@mcp.prompt()
def ask(topic: str) -> str:
    return f"Tell me about {topic}"
"""


def test_tools_resources_and_prompts_work_in_both_protocol_eras(run_python: RunPython) -> None:
    shown = run_python(
        SERVER
        + """
seen = []
for mode in ("auto", "legacy", "2026-07-28"):
    async with Client(mcp, mode=mode) as client:
        plain = await client.call_tool("plain", {"a": 2, "b": 3})
        waiting = await client.call_tool("waiting", {"a": 2, "b": 3})
        tree = await client.call_tool("tree", {"names": ["oak", "elm"]})
        wrong = await client.call_tool("plain", {"a": "x"})
        text = await client.read_resource("test://text")
        double = await client.read_resource("test://double/21")
        prompt = await client.get_prompt("ask", {"topic": "frames"})
        tools = await client.list_tools()
    seen.append({
        "plain": plain.structured_content,
        "waiting": waiting.structured_content,
        "tree": tree.structured_content,
        "schema": "$ref" in json.dumps(next(t.output_schema for t in tools.tools if t.name == "tree")),
        "wrong": wrong.is_error,
        "text": text.contents[0].text,
        "double": double.contents[0].text,
        "prompt": prompt.messages[0].content.text,
    })
show(seen)
"""
    )
    expected = {
        "plain": {"result": 5},
        "waiting": {"result": 6},
        "tree": {"leaves": [{"name": "oak"}, {"name": "elm"}], "first": {"name": "oak"}},
        "schema": True,
        "wrong": True,
        "text": "a text",
        "double": "42",
        "prompt": "Tell me about frames",
    }
    assert shown == [expected] * 3


def test_a_tool_asks_the_client_and_what_it_learnt_stays_sealed(run_python: RunPython) -> None:
    """In the new era the answers travel as sealed state, which the stand-in for `cryptography` makes and opens."""
    shown = run_python("""
from typing import Annotated
from mcp import Client
from mcp.server import MCPServer
from mcp.server.mcpserver import Elicit, Resolve
from mcp_types import ElicitResult
from pydantic import BaseModel

mcp = MCPServer("Test")

class Name(BaseModel):
    name: str

class Place(BaseModel):
    place: str

async def who():
    return Elicit("Who is it?", Name)

async def where(name: Annotated[Name, Resolve(who)]):
    return Elicit(f"Where is {name.name}?", Place)

@mcp.tool()
async def greet(name: Annotated[Name, Resolve(who)], place: Annotated[Place, Resolve(where)]) -> str:
    return f"Hello, {name.name} in {place.place}!"

questions = []

async def answer(context, params):
    questions.append(params.message)
    return ElicitResult(action="accept", content={"name": "Ada", "place": "London"})

said = []
for mode in ("auto", "legacy"):
    async with Client(mcp, mode=mode, elicitation_callback=answer) as client:
        result = await client.call_tool("greet", {})
    said.append(result.content[0].text)
show([said, questions])
""")
    assert shown == [["Hello, Ada in London!"] * 2, ["Who is it?", "Where is Ada?"] * 2]


def test_what_must_be_random_differs_between_two_loads(site: Site, page: Page) -> None:
    page.goto(
        site.add_script("""
import json, random, secrets, uuid
from pyscript import document
values = [random.random(), random.randrange(10**9), secrets.token_hex(), str(uuid.uuid4())]
document.documentElement.dataset.result = json.dumps(values)
""")
    )
    first = result_of(page)
    page.reload()
    second = result_of(page)
    assert not set(first) & set(second)


def test_the_time_zone_is_the_browsers(site: Site, browser: Browser) -> None:
    url = site.add_script("""
import json, time
from datetime import datetime
from pyscript import document
moment = datetime.fromtimestamp(1_700_000_000)
document.documentElement.dataset.result = json.dumps(
    [moment.isoformat(), moment.astimezone().isoformat(), time.timezone, time.daylight]
)
""")
    context = browser.new_context(timezone_id="America/New_York")
    page = context.new_page()
    page.goto(url)
    shown = result_of(page)
    context.close()
    assert shown == ["2023-11-14T17:13:20", "2023-11-14T17:13:20-05:00", 5 * 3600, 1]


def test_modules_that_the_snapshot_lacks_are_imported_later(run_python: RunPython) -> None:
    assert (
        run_python("import sqlite3, xml.dom.minidom as m; show(m.parseString('<a/>').documentElement.tagName)") == "a"
    )


def test_pyscripts_own_modules_come_from_the_runtime(run_python: RunPython) -> None:
    shown = run_python("""
import os, pyscript
from pyscript.web import page
page.find("h1")[0].textContent = "Changed"
show([pyscript.__file__, os.path.exists("/home/pyodide/pyscript"), document.querySelector("h1").textContent])
""")
    assert shown == ["/lib/site.zip/pyscript/__init__.pyc", False, "Changed"]


def test_a_page_adds_files_and_packages(site: Site, page: Page, wheel: bytes) -> None:
    config = """{
        "files": {"./helper.py": "", "data/words.txt": "./words.txt"},
        "packages": ["./tiny-1.0-py3-none-any.whl", "pydantic", "python_jsonpath"]
    }"""
    url = site.add_script(
        """
import json
from pathlib import Path
from pyscript import document
import helper, jsonpath, tiny
found = jsonpath.findall("$..b", {"a": {"b": 1}})
document.documentElement.dataset.result = json.dumps([helper.VALUE, tiny.VALUE, Path("words.txt").read_text(), found])
""",
        attributes='config="./conf/pyscript.json"',
        **{
            "conf/pyscript.json": config,
            "conf/helper.py": "VALUE = 'helped'\n",
            "conf/data/words.txt": "some words",
        },
    )
    folder = next((site.root / "apps").glob("page*"))
    (folder / "conf" / "tiny-1.0-py3-none-any.whl").write_bytes(wheel)
    page.goto(url)
    assert result_of(page) == ["helped", "tiny", "some words", [1]]


def test_a_page_adds_a_folder_of_modules_as_one_archive(site: Site, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    url = site.add_script(
        """
import json
from pathlib import Path
from pyscript import document
from shapes.circle import NAME
document.documentElement.dataset.result = json.dumps([NAME, Path("shapes/data/words.txt").read_text()])
""",
        attributes="""config='{"files": {"./shapes.zip": "./shapes/*"}}'""",
        **{
            "shapes/__init__.py": "",
            "shapes/circle.py": "from .names import NAME\n",
            "shapes/names.py": "NAME = 'circle'\n",
            "shapes/data/words.txt": "some words",
        },
    )
    page.goto(url)
    assert result_of(page) == ["circle", "some words"]
    assert [path for path in asked if "shapes" in path] == ["/shapes.zip"]


def test_packages_are_there_however_late_the_configuration_comes(site: Site, page: Page, wheel: bytes) -> None:
    url = site.add_script(
        "import tiny\nfrom pyscript import document\ndocument.documentElement.dataset.result = '1'",
        attributes='config="./pyscript.json"',
        **{"pyscript.json": '{"packages": ["./tiny-1.0-py3-none-any.whl"]}'},
    )
    next((site.root / "apps").glob("page*")).joinpath("tiny-1.0-py3-none-any.whl").write_bytes(wheel)
    release = held(page, "**/pyscript.json")
    page.goto(url)
    wait_for_status(page, "starting")
    boot = page.locator('link[href$="/boot.js"]').get_attribute("href")
    page.evaluate("async (boot) => void (await (await import(boot)).booted)", boot)
    release()
    assert result_of(page) == 1


def test_two_scripts_share_one_python(site: Site, page: Page) -> None:
    body = """<script type="py">value = 20</script>
<script type="py" src="./second.py"></script>"""
    second = "from pyscript import document\ndocument.documentElement.dataset.result = str(value + 1)"
    page.goto(site.add({"index.html": html(body), "second.py": second}))
    assert result_of(page) == 21
    wait_for_status(page, "ready")


def test_python_is_ready_while_the_script_still_waits(site: Site, page: Page) -> None:
    page.goto(site.add_script("import asyncio\nawait asyncio.Event().wait()"))
    wait_for_status(page, "ready")


def test_a_reload_while_booting_boots_again(site: Site, page: Page) -> None:
    url = site.url("hello")
    for _ in range(3):
        page.goto(url, wait_until="commit")
        wait_for_element(page, "html[data-status]")
    wait_for_status(page, "ready")
    page.get_by_text("No host is connected.").wait_for()


def test_a_first_visit_ends_with_exercise_once_per_build(site: Site, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(CLOCK)
    page.goto(site.url("hello"))
    wait_for_status(page, "ready")
    page.evaluate("hurry(50)")
    wait_until(page, "localStorage.getItem('transom-exercised')")
    done = page.evaluate("localStorage.getItem('transom-exercised')")
    page.add_init_script("window.requestIdleCallback = () => { throw new Error('once more') }")
    warnings: list[str] = []
    page.on("console", lambda message: warnings.append(message.text) if message.type == "warning" else None)
    page.reload()
    wait_for_status(page, "ready")
    assert page.evaluate("localStorage.getItem('transom-exercised')") == done
    assert not warnings
    context.close()
