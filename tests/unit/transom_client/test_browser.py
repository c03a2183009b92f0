"""The browser's own model, as a stand-in: downloads, failures, and text alone."""

from __future__ import annotations

import pytest
from transom_client.models.browser import Availability, BrowserModel
from transom_client.models.limits import Limits
from transom_client.models.model import TRIAL
from transom_client.models.refusals import ModelError

from .browsers import StandIn

pytestmark = pytest.mark.anyio


async def test_a_reply_follows_what_was_said_before() -> None:
    api = StandIn("2 messages")
    before = {"role": "system", "content": "Be brief."}
    completion = await BrowserModel(api).reply([before, *TRIAL])
    assert (completion.text, completion.model, completion.reason) == ("2 messages", "browser", "stop")
    assert (api.told, api.asked) == ([before], [TRIAL[0]["content"]])
    assert not api.is_open


async def test_it_reads_text_only() -> None:
    with pytest.raises(ModelError, match="text only"):
        await BrowserModel(StandIn()).reply([{"role": "user", "content": [{"type": "image_url"}]}])


@pytest.mark.parametrize(
    ("availability", "words"),
    [("unavailable", "no model of its own"), ("downloadable", "downloaded first"), ("downloading", "downloaded first")],
)
async def test_a_model_that_is_not_there_says_what_to_do(availability: Availability, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        await BrowserModel(StandIn(availability=availability)).reply(TRIAL)


async def test_an_error_of_the_browser_is_said() -> None:
    with pytest.raises(ModelError, match="did not answer: NotSupportedError"):
        await BrowserModel(StandIn(OSError("NotSupportedError"))).reply(TRIAL)


async def test_a_silence_is_given_up() -> None:
    api = StandIn(None)
    with pytest.raises(ModelError, match="took too long"):
        await BrowserModel(api, Limits(silent_seconds=0.01)).reply(TRIAL)
    assert not api.is_open


async def test_it_is_downloaded_where_somebody_watches_that() -> None:
    parts: list[float] = []
    model = BrowserModel(StandIn("ready", availability="downloadable"))
    assert (await model.reply(TRIAL, progress=parts.append)).text == "ready"
    assert parts == [0.5]
    with pytest.raises(ModelError, match="no model of its own"):
        await BrowserModel(StandIn(availability="unavailable")).reply(TRIAL, progress=parts.append)
