"""The dialog in which the person chooses the model."""

from __future__ import annotations

from collections.abc import Callable

from transom_client.models.choice import Models
from transom_client.models.form import ModelForm
from transom_page.dialogs import Modal

from assistant.model import Model


class Settings:
    def __init__(self, models: Models[Model], complain: Callable[[str], None]) -> None:
        """`complain` says what could not be kept, after the dialog has gone."""
        self._complain = complain
        self._form = ModelForm(models, "Who answers?", self._chosen)
        self._modal = Modal("Model", self._form.element, testid="settings", class_="settings")

    def open(self, kind: str = "") -> None:
        """With what is chosen, or with the kind that the person looks for."""
        self._modal.open()
        self._form.open(kind)

    def _chosen(self, problem: str) -> None:
        self._modal.hide()
        if problem:
            self._complain(problem)
