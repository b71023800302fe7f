"""What is done to slides, whatever the program: handlers of its messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from omnigym.documents.slides import Slide
from omnigym.pictures import FORMATS, read_picture, write_picture
from omnigym.sim.app import Context, Effect, Focus, OpenDialog, SetClipboard, Snap
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import tell
from omnigym.sim.documents.edit import delete_selection, insert, selected_text
from omnigym.sim.handlers import sets
from omnigym.sim.kinds.deck.state import State, changed, kept, redone, replaced, shown, started, undone
from omnigym.sim.vfs import HOME
from omnigym.values import ClipboardContent

Result: TypeAlias = tuple[State, tuple[Effect, ...]]
_PICTURES = (("Images", ";".join(sorted(FORMATS))),)
#: The fields of a slide whose members can be picked, by what the parts are called.
_FIELDS = {"picture": "pictures", "table": "tables", "shape": "shapes"}


def finishing(handler: Callable[..., Result]) -> Callable[..., Result]:
    """A handler before which what is being written is put into the slide."""

    def handle(state: State, ctx: Context, *args: object) -> Result:
        return handler(kept(state), ctx, *args)

    return handle


def with_picture(state: State, content: bytes) -> State | None:
    """With a picture more on the slide, which is picked; None where the bytes are none that can be read."""
    image = read_picture(content)
    if image is None:
        return None
    if not content.startswith((b"\x89PNG", b"\xff\xd8")):
        content = write_picture(image)
    held = shown(state).pictures
    return replaced(state, shown(state)._replace(pictures=(*held, content)))._replace(picked=f"picture.{len(held)}")


@dataclass(frozen=True, slots=True)
class Changing:
    """What a program does to slides.

    Args:
        app: Its name, with which keys begin.
        title: What its messages are headed with.
        unknown: What it says of a file that is no picture.
    """

    app: str
    title: str
    unknown: str

    @property
    def _page(self) -> Focus:
        return Focus(f"{self.app}.page")

    def handlers(self) -> Mapping[str, Callable[..., Result]]:
        """The handlers of its messages."""
        page = self._page
        others: Mapping[str, Callable[..., Result]] = {
            "delete_slide": self._delete_slide,
            "duplicate": self._duplicate,
            "escape": self._escape,
            "hide": lambda s, _: (replaced(s, shown(s)._replace(hidden=not shown(s).hidden)), (page,)),
            "image": self._image,
            "image_from": self._image_from,
            "leave": lambda s, _: (s._replace(picked=""), (page,)),
            "move": self._move,
            "new_slide": self._new_slide,
            "pick": lambda s, _, part: (s._replace(picked=part if part.split(".")[0] in _FIELDS else ""), ()),
            "play": self._play,
            "play_back": self._back,
            "redo": lambda s, _: (redone(s), ()),
            "slide": self._slide,
            "text_box": lambda s, ctx: self._write(s, ctx, f"text.{len(shown(s).texts)}"),
            "undo": lambda s, _: (undone(s), ()),
            "view": lambda s, _, name: (s._replace(view=name, picked=""), (page,)),
            "write": self._write,
            "write_first": lambda s, ctx: self._write(s, ctx, "notes" if s.view == "notes" else "title"),
            **{name: lambda s, _: (s, ()) for name in ("bold", "italic", "underline")},
        }
        # What goes on while something is written; before anything else, what was written is put into the slide.
        writing: Mapping[str, Callable[..., Result]] = {
            "copy": _copy,
            "cut": self._cut,
            "delete": self._delete,
            "edit": sets("edit"),
            "paste": _paste,
        }
        return {**writing, **{name: finishing(handler) for name, handler in others.items()}}

    def _put(self, state: State, slides: tuple[Slide, ...], at: int) -> Result:
        return changed(state, state.deck._replace(slides=slides), at), (self._page,)

    def _slide(self, state: State, _ctx: Context, at: int) -> Result:
        if not 0 <= at < len(state.slides):
            return state, ()
        return state._replace(at=at, picked=""), (Focus(f"{self.app}.slides.{at}"),)

    def _write(self, state: State, _ctx: Context, part: str) -> Result:
        seen = state._replace(view="normal") if state.view == "sorter" else state
        return started(seen, part), (Focus(f"{self.app}.editor"),)

    def _new_slide(self, state: State, _ctx: Context, layout: str = "Title and Content") -> Result:
        at = state.at + 1
        return self._put(state, (*state.slides[:at], Slide(layout=layout), *state.slides[at:]), at)

    def _duplicate(self, state: State, _ctx: Context) -> Result:
        at = state.at + 1
        return self._put(state, (*state.slides[:at], shown(state), *state.slides[at:]), at)

    def _delete_slide(self, state: State, _ctx: Context) -> Result:
        slides = (*state.slides[: state.at], *state.slides[state.at + 1 :]) or (Slide(),)
        return self._put(state, slides, min(state.at, len(slides) - 1))

    def _delete(self, state: State, ctx: Context) -> Result:
        if state.picked:
            kind, _, number = state.picked.partition(".")
            field, at = _FIELDS[kind], int(number)
            members = getattr(shown(state), field)
            without: dict[str, Any] = {field: (*members[:at], *members[at + 1 :])}
            return replaced(state, shown(state)._replace(**without)), (self._page,)
        return self._delete_slide(state, ctx) if not state.writing and state.view != "notes" else (state, ())

    def _cut(self, state: State, ctx: Context) -> Result:
        _, effects = _copy(state, ctx)
        if not effects:
            return state, ()
        if state.writing:
            return state._replace(edit=delete_selection(state.edit)), effects
        without, others = self._delete(state, ctx)
        return without, (*effects, *others)

    def _move(self, state: State, _ctx: Context, where: str | int) -> Result:
        last = len(state.slides) - 1
        places = {"start": 0, "up": max(0, state.at - 1), "down": min(last, state.at + 1), "end": last}
        to = places[where] if isinstance(where, str) else min(max(where, 0), last)
        rest = [*state.slides[: state.at], *state.slides[state.at + 1 :]]
        rest.insert(to, shown(state))
        return changed(state, state.deck._replace(slides=tuple(rest)), to), ()

    def _image(self, state: State, _ctx: Context) -> Result:
        return state, (
            OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Pictures", "", _PICTURES), ("image_from",)),
        )

    def _image_from(self, state: State, ctx: Context, path: str | None) -> Result:
        if path is None or not ctx.vfs.is_file(path):
            return state, ()
        new = with_picture(state, ctx.vfs.read(path))
        return (state, (tell(self.title, self.unknown),)) if new is None else (new, (self._page,))

    def _play(self, state: State, _ctx: Context, at: int) -> Result:
        """The slide show from a slide on; one that is hidden is passed over."""
        while at < len(state.slides) and state.slides[at].hidden:
            at += 1
        if at >= len(state.slides):
            return state._replace(playing=False), (self._page,)
        maximise = () if state.playing else (Snap("maximised"),)
        return state._replace(playing=True, at=at, picked=""), (*maximise, Focus(f"{self.app}.next"))

    def _back(self, state: State, ctx: Context) -> Result:
        earlier = [n for n in range(state.at) if not state.slides[n].hidden]
        return self._play(state, ctx, earlier[-1]) if earlier else (state, ())

    def _escape(self, state: State, _ctx: Context) -> Result:
        return state._replace(playing=False, picked="", find=None, backstage=""), (self._page,)


def picked_picture(state: State) -> bytes:
    """The picture of the slide that is picked; nothing where none is."""
    kind, _, number = state.picked.partition(".")
    pictures = shown(state).pictures
    return pictures[int(number)] if kind == "picture" and int(number) < len(pictures) else b""


def can_copy(state: State) -> bool:
    """Whether a text is selected, or a picture picked."""
    return bool(selected_text(state.edit) if state.writing else picked_picture(state))


def _copies(state: State) -> ClipboardContent | None:
    """What Copy takes: the text that is selected, or the picture that is picked; None where neither is."""
    if state.writing:
        chosen = selected_text(state.edit)
        return ClipboardContent(text=chosen) if chosen else None
    image = read_picture(picked_picture(state))
    return ClipboardContent(image=write_picture(image)) if image is not None else None


def _copy(state: State, _ctx: Context) -> Result:
    content = _copies(state)
    return state, (SetClipboard(content),) if content is not None else ()


def _paste(state: State, ctx: Context) -> Result:
    chosen = ctx.clipboard.text
    return (state._replace(edit=insert(state.edit, chosen)) if state.writing and chosen else state), ()
