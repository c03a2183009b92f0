"""The development server: what it sends with which headers, to whom, and what it never sends."""

from __future__ import annotations

import gzip
import http.client
import io
import mimetypes
import socket
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest
import uvicorn
import zstandard
from starlette.testclient import TestClient

from devserver.app import create_app, hostname_of, is_own_host
from devserver.origins import BLOCK, ROLES, Origins, bind_block

FIRST = 8700
PORTS_TO_TRY = 22_000
BUILD = "0123456789abcdef"
BIG = b"// code\n" * 1000
SECRET = "do not show"  # noqa: S105

SECURITY_HEADERS = {
    "origin-agent-cluster": "?1",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
SOURCE_HEADERS = {**SECURITY_HEADERS, "cache-control": "no-store", "cross-origin-resource-policy": "same-origin"}
RUNTIME_HEADERS = {
    **SECURITY_HEADERS,
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "vary": "accept-encoding",
}
FOREVER = {**RUNTIME_HEADERS, "cache-control": "public, max-age=31536000, immutable"}
ASKED_EACH_TIME = {**RUNTIME_HEADERS, "cache-control": "no-cache"}
OF_THE_FILE = {"accept-ranges", "content-length", "content-type", "etag", "last-modified"}

FILES: dict[str, str | bytes] = {
    "secret.txt": SECRET,
    "project/README.md": SECRET,
    "project/host/index.html": "the host",
    "project/apps/chess/index.html": "chess",
    "project/apps/chess/server.py": "print('chess')",
    "project/apps/chess/style.css": "body {}",
    "project/apps/chess/only_chess.txt": "only chess",
    "project/apps/chess/pages/index.html": "a page of chess",
    "project/apps/chess/data/list.json": "[]",
    "project/apps/chess/.env": SECRET,
    "project/apps/chess/.git/config": SECRET,
    "project/apps/chess/data/.hidden": SECRET,
    "project/apps/chess/__pycache__/server.cpython-314.pyc": SECRET,
    "project/apps/maps/index.html": "maps",
    "dist/page.js": "// entry",
    "dist/page.css": "body {}",
    "dist/.secret": SECRET,
    f"dist/{BUILD}/boot.js": BIG,
    f"dist/{BUILD}/boot.js.zst": zstandard.compress(BIG),
    f"dist/{BUILD}/boot.js.gz": gzip.compress(BIG),
    f"dist/{BUILD}/only_gz.js": BIG,
    f"dist/{BUILD}/only_gz.js.gz": gzip.compress(BIG),
    f"dist/{BUILD}/plain.js": "// small",
}
CHESS, MAPS = FIRST + len(ROLES), FIRST + len(ROLES) + 1


def write(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


@dataclass
class Server:
    """The application over a folder of files."""

    folder: Path
    origins: Origins
    announced: list[str]
    client: TestClient

    def get(self, path: str, port: int = CHESS, **headers: str) -> httpx2.Response:
        """With `accept_encoding="gzip"` as the header of that name."""
        sent = {"accept-encoding": "identity", **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self.client.get(f"http://localhost:{port}{path}", headers=sent, follow_redirects=False)


@pytest.fixture
def server(tmp_path: Path) -> Server:
    write(tmp_path, FILES)
    origins = Origins(tmp_path / "project", FIRST)
    origins.refresh()
    announced: list[str] = []
    app = create_app(origins, tmp_path / "dist", announce=announced.append)
    return Server(tmp_path, origins, announced, TestClient(app))


def headers_of(response: httpx2.Response) -> dict[str, str]:
    """Without those that say what is in the file."""
    return {name: value for name, value in response.headers.items() if name not in OF_THE_FILE}


@pytest.mark.parametrize("path", ["/", "/index.html", "/server.py", "/style.css", "/data/list.json", "/pages/"])
def test_a_page_is_as_it_is_now_and_its_sources_are_for_their_own_origin(server: Server, path: str) -> None:
    response = server.get(path)
    assert response.status_code == 200
    is_page = response.headers["content-type"].startswith("text/html")
    policy = {"cross-origin-resource-policy": "cross-origin"} if is_page else {}
    assert headers_of(response) == {**SOURCE_HEADERS, **policy}
    assert set(response.headers) >= OF_THE_FILE


def test_nobody_may_put_the_host_into_a_frame(server: Server) -> None:
    policy = "content-security-policy"
    assert server.get("/", FIRST).headers[policy] == "frame-ancestors 'none'"
    assert policy not in server.get("/", CHESS).headers


@pytest.mark.parametrize("port", [FIRST, CHESS, MAPS])
def test_the_built_runtime_is_kept_for_good_and_open_to_opaque_frames_on_every_port(server: Server, port: int) -> None:
    response = server.get(f"/runtime/{BUILD}/boot.js", port)
    assert (response.status_code, response.content) == (200, BIG)
    assert headers_of(response) == FOREVER


@pytest.mark.parametrize("path", ["/runtime/page.js", "/runtime/page.css"])
def test_the_entries_are_asked_for_each_time(server: Server, path: str) -> None:
    assert headers_of(server.get(path)) == ASKED_EACH_TIME


def test_the_runtime_may_be_behind_a_link(server: Server) -> None:
    linked = server.folder / "linked"
    linked.symlink_to(server.folder / "dist")
    client = TestClient(create_app(server.origins, linked), base_url="http://localhost")
    assert client.get("/runtime/page.js").headers["cache-control"] == "no-cache"
    assert client.get(f"/runtime/{BUILD}/boot.js").headers["cache-control"] == FOREVER["cache-control"]


@pytest.mark.parametrize("path", ["/runtime/page.js", "/runtime/page.css"])
def test_an_entry_that_has_not_changed_is_not_sent_again(server: Server, path: str) -> None:
    """The answer has the same headers: a browser puts them in the place of those that it has kept."""
    etag = server.get(path).headers["etag"]
    response = server.get(path, if_none_match=etag)
    assert (response.status_code, response.content) == (304, b"")
    assert {**headers_of(response), "etag": response.headers["etag"]} == {**ASKED_EACH_TIME, "etag": etag}
    assert server.get(path, if_none_match='"another"').status_code == 200


def test_an_entry_that_names_another_build_is_sent_again(server: Server) -> None:
    etag = server.get("/runtime/page.js").headers["etag"]
    (server.folder / "dist" / "page.js").write_text("// entry of another build", encoding="utf-8")
    response = server.get("/runtime/page.js", if_none_match=etag)
    assert (response.status_code, response.text) == (200, "// entry of another build")
    assert response.headers["etag"] != etag


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("a.py", "text/x-python; charset=utf-8"),
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.html", "text/html; charset=utf-8"),
        ("a.md", "text/markdown; charset=utf-8"),
        ("a.txt", "text/plain; charset=utf-8"),
        ("a.json", "application/json"),
        ("a.wasm", "application/wasm"),
        ("a.zip", "application/zip"),
        ("a.whl", "application/zip"),
        ("A.WHL", "application/zip"),
        ("a.bin", "application/octet-stream"),
        ("a.so", "application/octet-stream"),
        ("a.toml", "application/toml"),
        ("a.svg", "image/svg+xml"),
        ("a.png", "image/png"),
        ("a.webp", "image/webp"),
        ("a.unheard-of", "application/octet-stream"),
    ],
)
def test_a_file_has_the_type_of_its_suffix_whatever_the_machine_says(
    server: Server, monkeypatch: pytest.MonkeyPatch, name: str, content_type: str
) -> None:
    no_types = mimetypes.MimeTypes()
    no_types.types_map = ({}, {})
    monkeypatch.setattr(mimetypes, "_db", no_types)
    write(server.folder, {f"project/apps/chess/{name}": "content", f"dist/{BUILD}/{name}": "content"})
    for path in (f"/{name}", f"/runtime/{BUILD}/{name}"):
        response = server.get(path)
        assert (response.status_code, response.text) == (200, "content")
        assert response.headers["content-type"] == content_type


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("gzip, deflate, br, zstd", "zstd"),
        ("zstd", "zstd"),
        ("ZSTD", "zstd"),
        ("gzip", "gzip"),
        ("gzip;q=0.5, zstd;q=0.1", "zstd"),
        ("zstd;q=0, gzip", "gzip"),
        ("zstd; q=0.000 , gzip ; q=1", "gzip"),
        ("gzip;q=0", None),
        ("zstd;q=0,gzip;q=0", None),
        ("br, deflate", None),
        ("x-gzip, gzipped, zstd2", None),
        ("identity", None),
        ("*", None),
        ("", None),
    ],
)
def test_a_compressed_form_is_sent_where_the_client_takes_it(server: Server, accepted: str, sent: str | None) -> None:
    response = server.get(f"/runtime/{BUILD}/boot.js", accept_encoding=accepted)
    assert response.status_code == 200
    assert response.headers.get("content-encoding") == sent
    assert zstandard.decompress(response.content) == BIG if sent == "zstd" else response.content == BIG
    assert response.headers["content-type"] == "text/javascript; charset=utf-8"
    assert {name: value for name, value in headers_of(response).items() if name != "content-encoding"} == FOREVER


@pytest.mark.parametrize(("encoding", "suffix"), [("zstd", ".zst"), ("gzip", ".gz"), ("identity", "")])
def test_each_form_has_its_own_length_and_tag(server: Server, encoding: str, suffix: str) -> None:
    response = server.get(f"/runtime/{BUILD}/boot.js", accept_encoding=encoding)
    assert int(response.headers["content-length"]) == len(FILES[f"dist/{BUILD}/boot.js{suffix}"])
    tags = [server.get(f"/runtime/{BUILD}/boot.js", accept_encoding=e).headers["etag"] for e in ("zstd", "gzip", "")]
    assert len(set(tags)) == 3
    assert response.headers["etag"] in tags


def test_a_form_that_was_not_made_is_not_sent(server: Server) -> None:
    everything = "zstd, gzip"
    only_gz = server.get(f"/runtime/{BUILD}/only_gz.js", accept_encoding=everything)
    assert (only_gz.headers["content-encoding"], only_gz.content) == ("gzip", BIG)
    plain = server.get(f"/runtime/{BUILD}/plain.js", accept_encoding=everything)
    assert headers_of(plain) == FOREVER
    assert plain.text == "// small"


def test_sources_are_never_compressed(server: Server) -> None:
    write(server.folder / "project/apps/chess", {"app.js": BIG, "app.js.gz": gzip.compress(BIG)})
    response = server.get("/app.js", accept_encoding="gzip")
    assert headers_of(response) == SOURCE_HEADERS
    assert response.content == BIG


@pytest.mark.parametrize(
    ("asked", "status", "sent", "content_range"),
    [
        ("bytes=3-6", 206, BIG[3:7], f"bytes 3-6/{len(BIG)}"),
        ("bytes=-5", 206, BIG[-5:], f"bytes {len(BIG) - 5}-{len(BIG) - 1}/{len(BIG)}"),
        ("bytes=0-", 206, BIG, f"bytes 0-{len(BIG) - 1}/{len(BIG)}"),
    ],
)
def test_a_part_of_a_file_is_a_part_of_its_plain_form(
    server: Server, asked: str, status: int, sent: bytes, content_range: str
) -> None:
    response = server.get(f"/runtime/{BUILD}/boot.js", accept_encoding="zstd, gzip", range=asked)
    assert (response.status_code, response.content) == (status, sent)
    assert response.headers["content-range"] == content_range
    assert "content-encoding" not in response.headers
    assert response.headers["vary"] == "accept-encoding"


def test_a_head_request_has_the_headers_of_the_file_and_no_content(server: Server) -> None:
    url = f"http://localhost:{CHESS}/runtime/{BUILD}/boot.js"
    got, headed = (server.client.request(m, url, headers={"accept-encoding": "gzip"}) for m in ("GET", "HEAD"))
    assert headed.headers == got.headers
    assert headed.content == b""


def test_a_client_that_names_no_encoding_gets_the_plain_form(server: Server) -> None:
    server.client.headers.pop("accept-encoding")
    response = server.client.get(f"http://localhost:{CHESS}/runtime/{BUILD}/boot.js")
    assert "content-encoding" not in response.headers
    assert response.content == BIG


def test_a_page_is_served_on_its_own_port_only(server: Server) -> None:
    assert [server.get("/", port).text for port in (FIRST, CHESS, MAPS)] == ["the host", "chess", "maps"]
    assert server.get("/only_chess.txt").text == "only chess"
    for port in (FIRST, MAPS):
        assert server.get("/only_chess.txt", port).status_code == 404
    for path in ("/apps/chess/", "/host/", "/maps/"):
        assert server.get(path, FIRST).status_code == 404


def test_a_port_without_a_page_has_only_the_runtime(server: Server) -> None:
    for port in (FIRST + 1, FIRST + BLOCK - 1):
        assert server.get("/", port).status_code == 404
        assert server.get("/runtime/page.js", port).status_code == 200


def test_a_folder_is_answered_with_its_page_under_a_url_that_ends_in_a_slash(server: Server) -> None:
    assert server.get("/pages/").text == "a page of chess"
    response = server.get("/pages")
    assert (response.status_code, response.headers["location"]) == (307, f"http://localhost:{CHESS}/pages/")


@pytest.mark.parametrize("path", ["/data/", "/data", "/runtime/", f"/runtime/{BUILD}/", "/runtime"])
def test_no_folder_is_listed(server: Server, path: str) -> None:
    assert server.get(path).status_code == 404


def test_a_changed_file_is_served_as_it_is_now(server: Server) -> None:
    assert server.get("/server.py").text == "print('chess')"
    write(server.folder / "project/apps/chess", {"server.py": "print('mate')", "new.py": "print('new')"})
    assert server.get("/server.py").text == "print('mate')"
    assert server.get("/new.py").text == "print('new')"


def unpacked(response: httpx2.Response) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_folder_is_had_as_an_archive_without_what_is_hidden_or_leads_out(server: Server) -> None:
    chess = server.folder / "project/apps/chess"
    write(chess, {"pieces/king.py": "KING = 1", "pieces/board/__init__.py": "", "pieces/__pycache__/king.pyc": SECRET})
    write(chess, {"pieces/.env": SECRET, "pieces/.git/config": SECRET})
    (chess / "pieces/outside.txt").symlink_to(server.folder / "project/README.md")
    (chess / "pieces/all").symlink_to(server.folder, target_is_directory=True)
    response = server.get("/pieces.zip")
    assert response.headers["content-type"] == "application/zip"
    assert headers_of(response) == SOURCE_HEADERS
    assert unpacked(response) == {"board/__init__.py": b"", "king.py": b"KING = 1"}


def test_an_archive_is_of_the_files_as_they_are_now(server: Server) -> None:
    pieces = server.folder / "project/apps/chess/pieces"
    write(pieces, {"king.py": "KING = 1", "queen.py": ""})
    assert server.get("/pieces.zip").content == server.get("/pieces.zip").content
    write(pieces, {"king.py": "KING = 22"})
    (pieces / "queen.py").unlink()
    assert unpacked(server.get("/pieces.zip")) == {"king.py": b"KING = 22"}


def test_an_archive_that_is_a_file_is_that_file(server: Server) -> None:
    write(server.folder / "project/apps/chess", {"pieces/king.py": "", "pieces.zip": b"its own"})
    assert server.get("/pieces.zip").content == b"its own"


@pytest.mark.parametrize(
    "path", ["/nothing.zip", "/server.py.zip", "/.git.zip", "/__pycache__.zip", "/runtime/build.zip", "/.zip"]
)
def test_there_is_no_archive_of_anything_else(server: Server, path: str) -> None:
    (server.folder / "dist/build").mkdir()
    write(server.folder / "project/apps/chess", {".git/config": SECRET})
    assert server.get(path).status_code == 404


def test_an_app_that_is_added_is_announced_once_and_served(server: Server) -> None:
    server.get("/")
    assert server.announced == []
    write(server.folder, {"project/apps/zoo/index.html": "the zoo"})
    assert server.get("/", MAPS + 1).text == "the zoo"
    server.get("/origins.json")
    assert server.announced == ["zoo"]


def test_an_app_that_is_removed_is_gone(server: Server) -> None:
    assert server.get("/", MAPS).status_code == 200
    (server.folder / "project/apps/maps/index.html").unlink()
    assert server.get("/", MAPS).status_code == 404


def test_too_many_apps_are_said_in_a_line_of_plain_text(server: Server) -> None:
    server.get("/")
    write(server.folder, {f"project/apps/more{n}/index.html": "" for n in range(BLOCK)})
    for path in ("/", "/origins.json"):
        response = server.get(path)
        assert response.status_code == 500
        assert response.text.startswith("There is no port left for apps/more")
        assert response.headers["content-type"] == "text/plain; charset=utf-8"
        assert headers_of(response) == SOURCE_HEADERS
    assert server.get("/runtime/page.js").status_code == 200


@pytest.mark.parametrize("hostname", ["localhost", "127.0.0.1", "[::1]", "app.localhost"])
def test_the_origins_are_those_of_the_host_name_that_was_asked(server: Server, hostname: str) -> None:
    response = server.get("/origins.json", host=f"{hostname}:{CHESS}")
    assert response.json() == {
        "host": f"http://{hostname}:{FIRST}",
        "apps": {"chess": f"http://{hostname}:{CHESS}", "maps": f"http://{hostname}:{MAPS}"},
    }
    assert response.headers["content-type"] == "application/json"
    assert headers_of(response) == SOURCE_HEADERS


def test_the_origins_are_known_on_every_port_and_also_those_of_new_apps(server: Server) -> None:
    write(server.folder, {"project/apps/zoo/index.html": "", "project/sandbox/index.html": ""})
    for port in (FIRST, CHESS, FIRST + BLOCK - 1):
        shown = server.get("/origins.json", port).json()
        assert shown["apps"]["zoo"] == f"http://localhost:{MAPS + 1}"
        assert shown["sandbox"] == f"http://localhost:{FIRST + 3}"


@pytest.mark.parametrize("path", ["/nothing", "/data/nothing.json", "/runtime/nothing.js", "/favicon.ico", "/<script>"])
def test_what_is_not_there_is_said_in_a_line_of_plain_text(server: Server, path: str) -> None:
    response = server.get(path)
    assert response.status_code == 404
    assert response.text == f"There is nothing at {path} here.\n"
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert headers_of(response) == SOURCE_HEADERS


@pytest.mark.parametrize("path", ["/" + "a" * 300, "/" + "a/" * 3000])
def test_a_path_that_is_longer_than_any_file_name_is_not_found(server: Server, path: str) -> None:
    assert server.get(path).status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("path", ["/", "/server.py", "/runtime/page.js", "/origins.json", "/new.py"])
def test_nothing_can_be_changed(server: Server, method: str, path: str) -> None:
    before = sorted(server.folder.rglob("*"))
    response = server.client.request(method, f"http://localhost:{CHESS}{path}", content=b"content")
    assert response.status_code == 405
    assert response.headers["allow"] in ("GET, HEAD", "HEAD, GET")
    assert headers_of(response).items() >= SOURCE_HEADERS.items()
    assert sorted(server.folder.rglob("*")) == before
    assert server.get("/server.py").text == "print('chess')"


OWN_HOSTS = (
    "localhost",
    "LOCALHOST:1234",
    "localhost.:8700",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.8.9.10:8700",
    "[::1]",
    "[::1]:8",
    "app.localhost",
    "a.b.localhost:8700",
)
FOREIGN_HOSTS = (
    "",
    ":8700",
    "evil.test",
    "evil.test:8700",
    "localhost.evil.test",
    "localhost.evil.test:8700",
    "127.0.0.1.evil.test",
    "127.0.0.1.nip.io:8700",
    "evillocalhost",
    "localhost-evil.test",
    "localhost:8700@evil",
    "localhost@evil.test",
    "localhost:8700.evil.test",
    "localhost: 8700",
    "localhost:-1",
    "evil.test:localhost",
    "evil.test#.localhost:8700",
    "evil.test/.localhost",
    "evil.test?.localhost",
    "evil.test\\.localhost",
    "localhost/",
    "localhost, evil.test",
    "localhost evil.test",
    "0x7f.1",
    "0x7f000001",
    "127.1",
    "2130706433",
    "0177.0.0.1",
    "0.0.0.0",
    "192.0.2.1",
    "[::2]:8700",
    "[::1].evil.test",
    "[::1]evil.test:8700",
    "::1",
    "[localhost]",
    "null",
    "*",
)


@pytest.mark.parametrize("host", OWN_HOSTS)
def test_its_own_host_names_are_answered(server: Server, host: str) -> None:
    response = server.get("/", host=host)
    assert (response.status_code, response.text) == (200, "chess")


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_a_foreign_host_name_is_refused_whatever_it_asks_for(server: Server, host: str) -> None:
    for path in ("/", "/runtime/page.js", "/origins.json", "/nothing"):
        response = server.get(path, host=host)
        assert response.status_code == 421
        assert response.text == "This server answers only to its own host names.\n"
        assert headers_of(response) == SOURCE_HEADERS


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_a_loopback_address_is_asked_by_loopback_names_only(address: str) -> None:
    assert [host for host in OWN_HOSTS if not is_own_host(host, address)] == []
    assert [host for host in FOREIGN_HOSTS if is_own_host(host, address)] == []


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.0.2.1"])
def test_on_a_network_every_address_is_its_own_and_of_names_only_the_machines(address: str) -> None:
    """A name is what a foreign page could point here; an address is not."""
    hostname = socket.gethostname()
    addresses = ["192.0.2.1", "192.0.2.7:8700", "0.0.0.0:8700", "[2001:db8::1]:8700", "[2001:DB8::1]"]
    for host in (*OWN_HOSTS, *addresses, hostname, f"{hostname.upper()}:8700"):
        assert is_own_host(host, address), host
    literals = {"0.0.0.0", "192.0.2.1", "[::2]:8700"}
    assert [host for host in FOREIGN_HOSTS if host not in literals and is_own_host(host, address)] == []
    assert not is_own_host(f"{hostname}.evil.test", address)
    assert not is_own_host(f"evil-{hostname}", address)


def test_a_name_that_was_bound_to_is_its_own() -> None:
    assert is_own_host("workstation.example:8700", "Workstation.example")
    assert is_own_host("WORKSTATION.example", "workstation.example")
    assert not is_own_host("other.example:8700", "workstation.example")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("localhost", "localhost"),
        ("localhost:8700", "localhost"),
        ("[::1]", "[::1]"),
        ("[::1]:8700", "[::1]"),
        ("127.0.0.1:1", "127.0.0.1"),
    ],
)
def test_the_name_of_a_host_is_without_its_port(host: str, name: str) -> None:
    assert hostname_of(host) == name


@dataclass
class Wire:
    """A real server, asked with request targets as they are: clients of a higher level put paths right."""

    folder: Path
    connection: http.client.HTTPConnection

    def get(self, target: str) -> tuple[int, str]:
        """The status and the text of an answer."""
        self.connection.request("GET", target)
        response = self.connection.getresponse()
        return response.status, response.read().decode()


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    folder = tmp_path_factory.mktemp("wire")
    write(folder, FILES)
    chess = folder / "project" / "apps" / "chess"
    (chess / "inside.html").symlink_to(chess / "index.html")
    (chess / "outside.txt").symlink_to(folder / "secret.txt")
    (chess / "outside").symlink_to(folder)
    (folder / "dist" / "outside.txt").symlink_to(folder / "secret.txt")
    sockets = bind_block("127.0.0.1", PORTS_TO_TRY)
    origins = Origins(folder / "project", sockets[0].getsockname()[1])
    origins.refresh()
    config = uvicorn.Config(create_app(origins, folder / "dist"), log_level="warning", lifespan="off")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, kwargs={"sockets": sockets})
    thread.start()
    with closing(http.client.HTTPConnection("127.0.0.1", origins.first_port + len(ROLES), timeout=20)) as connection:
        yield Wire(folder, connection)
    running.should_exit = True
    thread.join()


CLIMBS = (
    "../",
    "%2e%2e/",
    "..%2f",
    "%2e%2e%2f",
    "%2E%2E%2F",
    "..%5c",
    "%2e%2e%5c",
    "..\\",
    "./../",
    "data/../../",
    ".%2e/",
    "..//",
    "....//",
    "..;/",
    "..%00/",
    "%252e%252e%252f",
    "..%252f",
    "%c0%ae%c0%ae/",
    "%ef%bc%8e%ef%bc%8e/",
    "..%c0%af",
)


@pytest.mark.parametrize("climb", CLIMBS)
def test_no_path_leads_out_of_the_folder(wire: Wire, climb: str) -> None:
    starts = ("/", "//", "/data/", "/runtime/", f"/runtime/{BUILD}/", "/%2f", "/outside/")
    for start, steps, name in product(starts, range(1, 6), ("secret.txt", "README.md")):
        status, text = wire.get(f"{start}{climb * steps}{name}")
        assert status == 404, (start, steps, name)
        assert SECRET not in text


@pytest.mark.parametrize(
    "before", ["/", "//", "///", "/%2f", "/%5c", "/.//", "/runtime/", "/runtime//", "/runtime/%2f"]
)
def test_no_absolute_path_is_taken(wire: Wire, before: str) -> None:
    absolute = str(wire.folder / "secret.txt").lstrip("/")
    for target in (absolute, quote(absolute, safe=""), f"file:///{absolute}", "etc/passwd", "C:/Windows/win.ini"):
        status, text = wire.get(before + target)
        assert status == 404
        assert SECRET not in text
        assert "root:" not in text


@pytest.mark.parametrize(
    "target",
    [
        "/.env",
        "/%2eenv",
        "/.git/config",
        "/data/.hidden",
        "/data/../.env",
        "/./.env",
        "/__pycache__/server.cpython-314.pyc",
        "/%5f%5fpycache__/server.cpython-314.pyc",
        "/outside.txt",
        "/outside/secret.txt",
        "/outside/project/README.md",
        "/runtime/.secret",
        "/runtime/outside.txt",
        "/server.py%00.html",
        "/%00",
        "/index.html/../server.py%00",
        "/%ff%fe",
        "/%ed%a0%80",
        "http://localhost/server.py",
        "*",
    ],
)
def test_hidden_files_links_that_lead_out_and_odd_names_are_not_found(wire: Wire, target: str) -> None:
    status, text = wire.get(target)
    assert status == 404
    assert SECRET not in text


def test_a_link_within_the_folder_is_followed(wire: Wire) -> None:
    assert wire.get("/inside.html") == (200, "chess")


def test_a_path_that_stays_inside_is_served(wire: Wire) -> None:
    for target in ("/data/../server.py", "/./server.py", "/%73erver.py", "/server.py?version=2"):
        assert wire.get(target) == (200, "print('chess')")
