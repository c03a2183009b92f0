"""What tests share does not connect them."""

from __future__ import annotations

import pytest

from tests.conftest import Profile, Site

STORE = """() => new Promise((resolve, reject) => {
    localStorage.setItem("left", "over");
    document.cookie = "left=over";
    const opening = indexedDB.open("left");
    opening.onerror = reject;
    opening.onsuccess = () => resolve();
})"""
STORED = """async () => [localStorage.length, document.cookie, (await indexedDB.databases()).map(({ name }) => name)]"""


@pytest.mark.parametrize("hostname", ["localhost", "127.0.0.1"])
def test_nothing_that_a_page_stores_is_there_for_the_next_test(site: Site, profile: Profile, hostname: str) -> None:
    url = site.add({"index.html": "<title>Stores</title>"}, hostname)
    frame = site.add({"index.html": f'<iframe src="{url}"></iframe>'})
    for _ in range(2):
        page = profile.context.new_page()
        page.goto(frame)
        assert page.frames[1].evaluate(STORED) == [0, "", []]
        page.frames[1].evaluate(STORE)
        profile.clear()
