"""The state of a window with a presentation, and reading and writing its files."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.documents import plain
from omnigym.documents.converting import pdf_of_slides
from omnigym.documents.odp import read_odp, write_odp
from omnigym.documents.pptx_read import read_deck
from omnigym.documents.pptx_write import write_deck
from omnigym.documents.slides import Deck, Slide, laid_out
from omnigym.sim.app import Context
from omnigym.sim.documents.edit import Edit, start_editing
from omnigym.sim.files.kinds import extension
from omnigym.sim.vfs import base_name

_MAX_UNDO = 100
#: What of a slide can be written in, by name; "text.1" is its second text, "table.0.2.1" a cell of its first table.
_TITLE, _NOTES, _TABLE = "title", "notes", "table"


#: A new presentation: a title slide.
_NEW = Deck(laid_out((Slide(),)))


class State(NamedTuple):
    """The state of one window.

    Attributes:
        deck: The presentation: one slide at least.
        saved: As it was opened or saved last.
        path: Where it is kept (canonical), or "".
        at: The index of the slide that is shown.
        writing: Which part of it is written in ("title", "text.0", "table.0.1.1", "notes"), or "".
        edit: What is written there.
        picked: What lies on it and was clicked ("picture.0", "table.0", "shape.1"), or "".
        view: "normal", "notes" or "sorter".
        undos, redos: Presentations before and after.
        playing: Whether the slide show is on.
        closing: Whether the window closes once the presentation is saved.
        tab: The tab of a ribbon.
        backstage: The page behind its File that is shown, or "".
        find: What is looked for, or None where nothing is.
    """

    deck: Deck = _NEW
    saved: Deck = _NEW
    path: str = ""
    at: int = 0
    writing: str = ""
    edit: Edit = Edit()
    picked: str = ""
    view: str = "normal"
    undos: tuple[Deck, ...] = ()
    redos: tuple[Deck, ...] = ()
    playing: bool = False
    closing: bool = False
    tab: str = "home"
    backstage: str = ""
    find: str | None = None

    @property
    def slides(self) -> tuple[Slide, ...]:
        """Its slides."""
        return self.deck.slides


def shown(state: State) -> Slide:
    """The slide that is shown."""
    return state.slides[state.at]


def slide_text(slide: Slide, part: str) -> str:
    """What is written in a part of a slide."""
    if part in (_TITLE, _NOTES):
        return slide.title if part == _TITLE else slide.notes
    kind, *numbers = part.split(".")
    if kind == _TABLE:
        table, row, column = map(int, numbers)
        return slide.tables[table][row][column]
    index = int(numbers[0])
    return slide.texts[index] if index < len(slide.texts) else ""


def put_text(slide: Slide, part: str, text: str) -> Slide:
    """The slide with something else written in a part of it."""
    if part == _TITLE:
        return slide._replace(title=text)
    if part == _NOTES:
        return slide._replace(notes=text)
    kind, *numbers = part.split(".")
    if kind == _TABLE:
        at, row, column = map(int, numbers)
        cells = [list(line) for line in slide.tables[at]]
        cells[row][column] = text
        table = tuple(map(tuple, cells))
        return slide._replace(tables=(*slide.tables[:at], table, *slide.tables[at + 1 :]))
    index = int(numbers[0])
    texts = [*slide.texts, *[""] * (index + 1 - len(slide.texts))]
    texts[index] = text
    while texts and not texts[-1]:
        texts.pop()
    return slide._replace(texts=tuple(texts))


def changed(state: State, deck: Deck, at: int) -> State:
    """Another presentation, which becomes one step of undo."""
    if deck == state.deck:
        return state._replace(at=at)
    undos = (*state.undos[1 - _MAX_UNDO :], state.deck)
    return state._replace(deck=deck, at=at, undos=undos, redos=(), writing="", picked="")


def replaced(state: State, slide: Slide) -> State:
    """With another slide in the place of the one that is shown."""
    slides = (*state.slides[: state.at], slide, *state.slides[state.at + 1 :])
    return changed(state, state.deck._replace(slides=slides), state.at)


def kept(state: State) -> State:
    """What is being written put into the slide."""
    if not state.writing:
        return state
    return replaced(state, put_text(shown(state), state.writing, state.edit.document.text))._replace(writing="")


def started(state: State, part: str) -> State:
    """A part of the slide that is written in from now on."""
    edit = start_editing(plain(slide_text(shown(state), part)))
    return state._replace(writing=part, edit=edit, picked="")


def undone(state: State) -> State:
    """One step back, where there is one."""
    if not state.undos:
        return state
    redos = (*state.redos, state.deck)
    return _turned(state, state.undos[-1])._replace(undos=state.undos[:-1], redos=redos)


def redone(state: State) -> State:
    """One step forth again, where there is one."""
    if not state.redos:
        return state
    undos = (*state.undos, state.deck)
    return _turned(state, state.redos[-1])._replace(redos=state.redos[:-1], undos=undos)


def _turned(state: State, deck: Deck) -> State:
    return state._replace(deck=deck, at=min(state.at, len(deck.slides) - 1), writing="", picked="")


def load(path: str, ctx: Context) -> State:
    """The state for a file: .odp or .pptx.

    Raises:
        VfsError: There is no such file.
        ValueError: It is not what its name says.
    """
    content = ctx.vfs.read(path)
    deck = Deck()
    if content:
        deck = Deck(read_odp(content)) if extension(base_name(path)) == "odp" else read_deck(content)
    deck = deck._replace(slides=laid_out(deck.slides or (Slide(),)))
    return State(deck, deck, ctx.vfs.real_path(path))


def encoded(state: State, path: str) -> bytes:
    """The bytes of the presentation as a file of that name holds them."""
    end = extension(base_name(path))
    if end == "pdf":
        return pdf_of_slides(state.slides)
    return write_odp(state.slides) if end == "odp" else write_deck(state.deck)
