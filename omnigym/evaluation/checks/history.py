"""CRAB's checks of typing and tapping in the whole episode, not only since a node became open."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.evaluation.events import ClickEvent, Event, TextEvent
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import plain, same

__all__ = ["contain_input_text", "contain_input_text_list", "tap_text"]


@check("check_contain_input_text", subject="history")
def contain_input_text(events: Sequence[Event], text: str) -> bool:
    """The text was typed, at once or letter by letter (CRAB's ``check_contain_input_text``).

    Letter case and white space do not matter; all else does, as one letter makes another command or another place.
    """
    wanted = plain(text)
    return bool(wanted) and any(type(e) is TextEvent and wanted in plain(e.text) for e in events)


@check("check_contain_input_text_list", subject="history")
def contain_input_text_list(events: Sequence[Event], texts: Sequence[str]) -> bool:
    """Each of the texts was typed, together or one after another (CRAB's ``check_contain_input_text_list``)."""
    return all(contain_input_text(events, text) for text in texts)


@check("check_tap_text", subject="history")
def tap_text(events: Sequence[Event], text: str) -> bool:
    """An element with that text was clicked or tapped (CRAB's ``check_tap_text``)."""
    return any(type(e) is ClickEvent and same(text, e.text) for e in events)
