"""A server's resources and templates: the list, and the one that is open."""

from __future__ import annotations

from typing import Any

import mcp_types as types
from transom_page.dom import Element, add, h, remove

from ..state.amounts import size_words
from ..state.completion import suggest_for
from ..state.live import LiveServer
from ..state.resources import Template, annotation_texts, searched
from ..state.store import Store
from .page import reveal
from .pick_list import Pick, PickList
from .reader import Reader
from .text_field import TextField, first_missing

WHAT_THEY_ARE = "Resources are texts and files that a server lets you read."
NONE = f"This server offers no resources. {WHAT_THEY_ARE}"
NOT_CONNECTED = f"Connect to see its resources. {WHAT_THEY_ARE}"
FROM_A_LINK = "The server’s list does not have it: a link led here."


class ResourcesView:
    def __init__(self, live: LiveServer, store: Store) -> None:
        self._live, self._store = live, store
        self._list = PickList(live.id, "resource", self.open)
        self._open: ResourceView | TemplateView | None = None
        self._place = h("div")
        self.element: Element = h("div", self._list.element, self._place, class_="tools", testid="resources")
        self._stops = [store.watch(f"{topic}:{live.id}", self._draw) for topic in ("catalog", "live", "updates")]
        self._draw()

    async def read(self, uri: str) -> None:
        """Show a resource that something else links to."""
        self.open(uri)

    def open(self, key: str) -> None:
        """Show a resource, and read it; or a template, and its fields."""
        template = next((one for one in self._live.catalog.templates or [] if one.uri_template == key), None)
        if self._open:
            self._open.close()
            remove(self._open.element)
        self._open = TemplateView(template, self._live, self._store) if template else self._resource(key)
        add(self._place, self._open.element)
        self._list.show_open(key)
        reveal(self._place)

    def _resource(self, uri: str) -> ResourceView:
        known = next((one for one in self._live.catalog.resources or [] if one.uri == uri), None)
        resource = known or types.Resource(name=uri, uri=uri, description=FROM_A_LINK)
        return ResourceView(resource, self._live, self._store)

    def _draw(self) -> None:
        catalog = self._live.catalog
        picks = [self._pick(one, one.uri) for one in catalog.resources or []]
        picks += [self._pick(one, one.uri_template, "Template") for one in catalog.templates or []]
        self._list.draw(picks, self._word(bool(picks)))

    def _pick(self, item: types.Resource | types.ResourceTemplate, address: str, mark: str = "") -> Pick:
        about = f"{address} · {item.description}" if item.description else address
        mark = "Changed" if self._live.subscribed.get(address) else mark
        return Pick(address, item.title or item.name, about, searched(item), mark)

    def _word(self, has_some: bool) -> str:
        problems = [self._live.catalog.problems.get(kind) for kind in ("resources", "templates")]
        if said := " ".join(problem for problem in problems if problem):
            return f"Not all can be listed: {said}"
        if has_some:
            return ""
        return NOT_CONNECTED if self._live.client is None else NONE

    def close(self) -> None:
        for stop in self._stops:
            stop()
        if self._open:
            self._open.close()
        remove(self.element)


class ResourceView:
    def __init__(self, resource: types.Resource, live: LiveServer, store: Store) -> None:
        self._reader = Reader(live, store, lambda: resource.uri)
        facts = [resource.mime_type, size_words(resource.size) if resource.size is not None else None]
        self.element: Element = h(
            "article",
            *_about(resource, resource.uri, [fact for fact in facts if fact]),
            self._reader.element,
            class_="resource",
            testid="resource",
        )
        if live.client is not None:
            self._reader.read()

    def close(self) -> None:
        self._reader.close()


class TemplateView:
    """A field for each variable, and the address that they make."""

    def __init__(self, template: types.ResourceTemplate, live: LiveServer, store: Store) -> None:
        self._template = Template(template.uri_template)
        self._fields = self._make_fields(template, live)
        self._made = h("output", testid="expanded")
        self._reader = Reader(live, store, self._address, in_form=True)
        facts = [template.mime_type] if template.mime_type else []
        fields = [field.element for field in self._fields]
        made = None if self._template.problem else h("p", h("span", "Address: ", class_="note"), self._made)
        self.element: Element = h(
            "article",
            *_about(template, template.uri_template, facts),
            h("form", self._note(), *fields, made, self._reader.element, on={"submit": self._submit}, novalidate=True),
            class_="resource",
            testid="template",
        )
        self._changed()

    def _make_fields(self, template: types.ResourceTemplate, live: LiveServer) -> list[TextField]:
        if self._template.problem:
            return [TextField("address", label="Address")]
        ref = types.ResourceTemplateReference(type="ref/resource", uri=template.uri_template)
        return [
            TextField(
                field.name,
                about="One value per line." if field.is_list else "",
                is_required=field.is_required,
                lines=3 if field.is_list else 1,
                suggest=suggest_for(live, ref, field.name, lambda: self._values),
                changed=self._changed,
            )
            for field in self._template.fields
        ]

    def _note(self) -> Element | None:
        if not self._template.problem:
            return None
        return h("p", f"Its fields can’t be shown: {self._template.problem} Type the address.", class_="note")

    @property
    def _values(self) -> dict[str, str]:
        return {field.name: field.value for field in self._fields}

    def _changed(self) -> None:
        if not self._template.problem:
            self._made.textContent = self._template.expand(self._values)

    def _address(self) -> str | None:
        wrong = first_missing(self._fields)
        if wrong:
            wrong.focus()
            return None
        return self._values["address"] if self._template.problem else self._template.expand(self._values)

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        self._reader.read()

    def close(self) -> None:
        for field in self._fields:
            field.close()
        self._reader.close()


def _about(item: types.Resource | types.ResourceTemplate, address: str, facts: list[str]) -> list[Element | None]:
    facts = [*facts, *annotation_texts(item.annotations)]
    return [
        h("h3", item.title or item.name),
        h("p", h("code", address), class_="resource-address"),
        h("p", *(h("span", fact, class_="badge") for fact in facts), class_="buttons") if facts else None,
        h("p", item.description, class_="tool-about") if item.description else None,
    ]
