"""Steps of short clips of the phone that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Drag, Wait
from omnigym.errors import OracleError
from omnigym.tasks.step_library.phone import at_root
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

#: So many clips are looked at, at most, and so many seconds each.
_MOST, _LOOKS = 20, 2
_NEXT, _BEFORE = Drag((0.4, 0.6), (0.4, 0.3)), Drag((0.4, 0.3), (0.4, 0.6))


def _author(ui: UI) -> str:
    node = ui.find("clips.author")
    return "" if node is None else node.name


@word
def first_clip(ui: UI, author: str = "") -> Iterator[Action]:
    """The feed at its first clip, from the beginning of the clip.

    Raises:
        OracleError: It is by another author than that.
    """
    yield from at_root(ui, "clips.like")
    seen = ""
    for _ in range(_MOST):
        seen, before = _author(ui), seen
        if seen == before:
            break
        yield _BEFORE
    if author and seen != author:
        raise OracleError(f"The oracle expected a first clip by {author!r}, not by {seen!r}.")


@word
def clip_of(ui: UI, author: str) -> Iterator[Action]:
    """One clip after another, looked at and listened to for a while, until one of an author comes.

    Raises:
        OracleError: None comes.
    """
    yield from first_clip(ui)
    for _ in range(_MOST):
        for _second in range(_LOOKS):
            yield Wait(1.0)
        if _author(ui) == author:
            return
        yield _NEXT
    raise OracleError(f"The oracle expected a clip by {author!r} in the feed.")


@word
def comment_on_clip(ui: UI, text: str) -> Iterator[Action]:
    """A comment on the clip that is shown."""
    yield ui.click("clips.comment")
    yield ui.type(text)
    yield ui.click("clips.send")
