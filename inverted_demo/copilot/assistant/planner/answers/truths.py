"""Answers to questions for yes or no."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.offer.records import Record
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.wording import MAX_INLINE, MAX_LISTED, bullet, counted, sentence


def about_all(selection: Selection, fitting: Sequence[Record], fields: Sequence[Slot]) -> Reply:
    """Whether something holds for many things, and for which it does not."""
    others = [one for one in selection.things if one not in fitting]
    number = counted(len(selection.things), selection.source)
    if not others:
        return Reply(f"Yes, all {number}.", selection.things, True)
    body = "\n".join(bullet(one, fields) for one in others[:MAX_LISTED])
    return Reply(
        f"No: {len(fitting)} of {number} {'is' if len(fitting) == 1 else 'are'}. The others:\n\n{body}", others, False
    )


def about_names(selection: Selection, slots: Sequence[Slot]) -> Reply | None:
    """`Does Omar own Offline mode?`, `Is Alice on call?`: names that have to fit together."""
    own = {one.value for one in selection.names if one.is_name}
    others = [one for one in selection.names if not one.is_name]
    if own and others:
        meant = [one for one in selection.pool if one.label in own or one.id in own]
        fields = [slot for slot in selection.source.fields if slot.name == others[0].field]
        if meant and fields:
            told = " ".join(sentence(one, fields) for one in meant[:MAX_INLINE])
            return Reply(f"{'Yes' if selection.things else 'No'}. {told}", meant, bool(selection.things))
    asked_for = [slot for slot in slots if slot.form == "text" and not slot.choices]
    if others and not own and asked_for and selection.things:
        fitting = [one for one in selection.pool if one.get(asked_for[0].name) == others[0].value]
        told = fitting or selection.things
        return Reply(
            f"{'Yes' if fitting else 'No'}. {' '.join(sentence(one, asked_for) for one in told)}", told, bool(fitting)
        )
    return None
