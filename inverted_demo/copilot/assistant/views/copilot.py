"""The page: what happens in the session and in the conversation, shown in its parts."""

from __future__ import annotations

import time
from collections.abc import Iterable

from transom_client.models.choice import Models
from transom_page.dom import find, on, set_attributes

from assistant.candidates import asked_in_words
from assistant.chat import Chat, Entry
from assistant.conversation import Candidate
from assistant.following import Following, Session
from assistant.matcher import Matcher
from assistant.memory import Memory
from assistant.model import Disconnected, Model
from assistant.offer import Offer
from assistant.suggestions import Suggestion, suggestions, title_of
from assistant.views.candidates_view import Picking
from assistant.views.composer import Composer
from assistant.views.log import Log
from assistant.views.offer_dialog import OfferDialog
from assistant.views.settings import Settings
from assistant.views.turn_view import Doing
from assistant.views.web import storage_lasts
from assistant.views.welcome import Welcome

CAN_NOT_CONNECT = "The application can connect again; this page can't do that by itself."
NOT_KEPT = "The browser keeps nothing for this page: the conversation lasts until it is reloaded."


class Copilot:
    """A `Watcher` of the server and a `Display` of the conversation."""

    def __init__(self, models: Models[Model], matcher: Matcher) -> None:
        self._models = models
        self._matcher = matcher
        self._memory: Memory | None = None
        self._following = Following(self)
        self._chat = Chat(self._following, models.chosen, matcher, self)
        picking = Picking(lambda: self._following.offer, self._pick)
        self._log = Log(Doing(self._ask_again, self._choose_model, picking))
        self._composer = Composer(self._ask, self._chat.stop)
        self._welcome = Welcome(self._choose, self._restore, self._choose_model)
        self._offers = OfferDialog()
        self._settings = Settings(models, self._tell)
        models.on_change(self._draw_model)
        on(find("#new"), "click", lambda event: self._begin_anew())
        on(find("#model"), "click", lambda event: self._choose_model())
        on(find("#offer"), "click", lambda event: self._offers.open(self._following.offer))
        set_attributes(find("#model"), disabled=None)
        self._draw_model()

    def remember(self, memory: Memory) -> None:
        """Where the conversation is kept; the one that is kept there comes back."""
        self._memory = memory
        self._chat.put(memory.load())
        if self._chat.entries:
            self._log.mark_past()
        if not storage_lasts():
            self._tell(NOT_KEPT)

    async def follow(self, session: Session) -> None:
        await self._following.run(session)

    def fail(self, reason: str) -> None:
        """There was no session at all."""
        self._draw_state("Not connected", f"Not connected. {reason}")

    def save(self) -> None:
        if self._memory:
            try:
                self._memory.save(self._chat.entries, time.time())
            except OSError as error:
                self._tell(f"{error} The conversation lasts until it is reloaded.")

    # A watcher of the server.

    def state_changed(self) -> None:
        following = self._following
        if following.state == "connected":
            self._draw_state(f"Connected to {following.offer.server or 'the application'}", "")
        elif following.state == "disconnected":
            self._draw_state("Disconnected", f"Disconnected. {following.reason} {CAN_NOT_CONNECT}")

    def offer_changed(self, before: Offer, after: Offer) -> None:
        if self._following.state == "connected":
            self._tell_of_tools(before, after)
        self._draw_offer()
        self._log.offer_changed()

    def resource_changed(self, uri: str) -> None:
        self._matcher.forget()
        self._log.mark_stale(uri)

    # A display of the conversation.

    def added(self, entry: Entry) -> None:
        self._welcome.show(False)
        self._log.add(entry)
        self._draw_writing()
        self.save()

    def written(self, entry: Entry) -> None:
        self._log.written(entry)

    def called(self, entry: Entry) -> None:
        self._log.called(entry)
        self.save()

    def ended(self, entry: Entry) -> None:
        self._log.ended(entry)
        self._draw_writing()
        if self._composer.only_waits:
            self._log.focus_what_is_needed()
        self.save()

    def replaced(self) -> None:
        self._welcome.show(not self._chat.entries)
        self._log.draw(self._chat.entries)
        self._draw_writing()
        self.save()

    # What the person does.

    def _ask(self, words: str) -> None:
        self._chat.ask(words)

    def _ask_again(self) -> None:
        questions = [turn.text for turn in self._chat.turns if turn.speaker == "person"]
        if questions and self._following.state == "connected" and not self._chat.is_writing:
            self._chat.ask(questions[-1])
            self._composer.focus()

    async def _choose(self, chosen: Suggestion) -> None:
        """Nothing is sent: the words become the person's when they send them."""
        if chosen.prompt:
            await self._put_prompt(chosen.prompt, chosen.words, {})
        else:
            self._composer.put(chosen.draft)

    async def _pick(self, candidate: Candidate, picked: Candidate) -> None:
        words = asked_in_words(candidate, picked, self._following.offer)
        if picked.kind == "prompt":
            await self._put_prompt(picked.name, words, {name: str(value) for name, value in picked.arguments.items()})
        elif self._following.state == "connected" and not self._chat.is_writing:
            self._chat.ask(words, picked)
            self._composer.focus()

    async def _put_prompt(self, name: str, words: str, arguments: dict[str, str]) -> None:
        try:
            self._composer.put(await self._following.prompt(name, arguments or None))
        except (LookupError, Disconnected) as error:
            self._tell(f"{words}: {error.args[0] if error.args else error}")

    def _choose_model(self, kind: str = "") -> None:
        self._settings.open(kind)

    def _begin_anew(self) -> None:
        before = self._chat.put([])
        self._welcome.offer_undo(before)
        self._tell("")
        if before:
            self._log.say("A new conversation.")
        self._composer.focus()

    def _restore(self, entries: list[Entry]) -> None:
        self._chat.put(entries)
        self._composer.focus()

    # What is seen.

    def _draw_state(self, state: str, hint: str) -> None:
        is_connected = self._following.state == "connected"
        find("#state").textContent = state
        server = self._following.offer.server or "the application"
        self._composer.set_connected(is_connected, hint, f"Ask about {server}" if is_connected else "Not connected")
        self._draw_offer()

    def _draw_offer(self) -> None:
        offer = self._following.offer
        count = len(offer.tools)
        button = find("#offer")
        button.textContent = f"{count} {'tool' if count == 1 else 'tools'}"
        set_attributes(button, hidden=self._following.state != "connected")
        is_matcher = self._models.chosen() is self._matcher
        self._welcome.draw(offer.server, suggestions(offer, with_prompts=not is_matcher))
        self._offers.draw(offer)

    def _draw_writing(self) -> None:
        self._composer.set_writing(self._chat.is_writing)
        set_attributes(find("#new"), disabled=not self._chat.entries)

    def _draw_model(self) -> None:
        model = self._models.chosen()
        find("#model-name").textContent = model.name
        self._welcome.draw_model("matcher" if model is self._matcher else self._models.choice.kind, model.name)
        self._draw_offer()

    def _tell_of_tools(self, before: Offer, after: Offer) -> None:
        known, offered = {tool.name for tool in before.tools}, {tool.name for tool in after.tools}
        gone, new = _titles(known - offered, before), _titles(offered - known, after)
        words = [f"No longer offered: {gone}."] if gone else []
        words += [f"Offered now: {new}."] if new else []
        if words:
            self._tell(" ".join(words))

    def _tell(self, words: str) -> None:
        """A line above the composer, which a screen reader says."""
        find("#news").textContent = words


def _titles(tools: Iterable[str], offer: Offer) -> str:
    return ", ".join(sorted(title_of(tool, offer) for tool in tools))
