"""PowerPoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.a11y import Role
from omnigym.documents.slides import LAYOUTS, Slide, Table
from omnigym.sim.app import App, Context, Focus, OpenDialog, ShowMenu
from omnigym.sim.common.message_box import Prompt, tell
from omnigym.sim.common.suite import Saying, Suite
from omnigym.sim.documents.edit import LONGEST, insert
from omnigym.sim.kinds.deck.changing import Changing, Result, finishing, with_picture
from omnigym.sim.kinds.deck.slide_view import DECK_ART, DECK_STYLES
from omnigym.sim.kinds.deck.state import State, changed, encoded, kept, load, replaced, shown
from omnigym.sim.program import FileKind, Program
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.sim.vfs import native
from omnigym.sim.windows.apps.powerpoint.art import POWERPOINT_ART
from omnigym.sim.windows.apps.powerpoint.view import PAGE, POWERPOINT_STYLES, layout_items, view
from omnigym.sim.windows.office import KEYS
from omnigym.sim.work_budget import charge

__all__ = ["APPS"]

_TITLE = "Microsoft PowerPoint"
_DECKS = ("PowerPoint Presentation (*.pptx)", "pptx")
_SAYING = Saying(
    untitled="Presentation1",
    caption="{name} - PowerPoint",
    corrupt="PowerPoint couldn't read some content in {name}: it is no presentation, or it is damaged.\n({path})",
    box=_TITLE,
    question="Want to save your changes to {name}?",
    answers=("Save", "Don't Save", "Cancel"),
    kind="warning",
    exported=(("PDF (*.pdf)", "pdf"),),
)
_SUITE = Suite(
    app="powerpoint",
    title=_TITLE,
    page=PAGE,
    opens=(_DECKS, ("All Files (*.*)", "")),
    saves=(_DECKS, ("PDF (*.pdf)", "pdf")),
    load=load,
    blank=lambda _ctx: State(),
    encoded=encoded,
    is_saved=lambda state: kept(state).deck == state.saved,
    saved=lambda state, path: state._replace(path=path, saved=state.deck, backstage=""),
    untouched=lambda state: not state.path and not state.undos and kept(state).deck == state.saved,
    outward=native,
    saying=_SAYING,
)
_CHANGING = Changing("powerpoint", _TITLE, "PowerPoint can't insert this picture. The file may be damaged.")
_TO_PAGE = (Focus(PAGE),)


#: Rows and columns of a table, as PowerPoint has them; units of work of a letter that is pasted.
_MOST_CELLS, _PASTED = 75, 3


def _restyled(state: State, slide: Slide) -> Result:
    return replaced(state, slide), _TO_PAGE


def _table(state: State, _ctx: Context, size: tuple[int, int]) -> Result:
    return _with_table(state, (("",) * size[1],) * size[0])


def _with_table(state: State, table: Table) -> Result:
    return _restyled(state, shown(state)._replace(tables=(*shown(state).tables, table)))


def _paste(state: State, ctx: Context) -> Result:
    """A picture, or cells of a sheet as a table; a text into what is being written, or else into a box of its own."""
    copied = ctx.clipboard
    if copied.image:
        new = with_picture(kept(state), copied.image)
        return (new, _TO_PAGE) if new is not None else (state, ())
    if not copied.text:
        return state, ()
    charge(_PASTED * len(copied.text))
    if state.writing:
        return state._replace(edit=insert(state.edit, copied.text)), ()
    lines = copied.text.rstrip("\r\n").replace("\r\n", "\n").split("\n")
    rows = [line.split("\t")[:_MOST_CELLS] for line in lines[:_MOST_CELLS]]
    if len(rows[0]) > 1:
        width = max(map(len, rows))
        return _with_table(state, tuple([tuple(cells + [""] * (width - len(cells))) for cells in rows]))
    texts = shown(state).texts
    text = copied.text.strip()[: max(0, LONGEST - sum(map(len, texts)))]
    return _restyled(state, shown(state)._replace(texts=(*texts, text))) if text else (state, ())


def _all_slides(state: State, _ctx: Context) -> Result:
    """The transition of this slide for all."""
    slides = tuple([s._replace(transition=shown(state).transition) for s in state.slides])
    return changed(state, state.deck._replace(slides=slides), state.at), _TO_PAGE


def _find(state: State, _ctx: Context) -> Result:
    return state, (
        OpenDialog("prompt", Prompt("Find", "Find what:", state.find or "", button="Find Next"), ("found",)),
    )


def _found(state: State, _ctx: Context, wanted: str | None) -> Result:
    """The next slide that shows a text, from the one that is shown on and round."""
    if not wanted:
        return state, ()
    order = [(state.at + 1 + n) % len(state.slides) for n in range(len(state.slides))]
    for at in order:
        slide = state.slides[at]
        cells = [cell for table in slide.tables for row in table for cell in row]
        if any(wanted.casefold() in text.casefold() for text in (slide.title, *slide.texts, slide.notes, *cells)):
            return state._replace(at=at, find=wanted, picked=""), (Focus(f"powerpoint.slides.{at}"),)
    return state._replace(find=wanted), (tell(_TITLE, "We couldn't find what you were looking for.", "info"),)


def _backstage(state: State, _ctx: Context, page: str) -> Result:
    return state._replace(backstage=page), (Focus("powerpoint.file.back"),) if page else _TO_PAGE


def _slide_menu(state: State, _ctx: Context, at: int) -> Result:
    at = min(at, len(state.slides) - 1)
    lines = (
        MenuItem("powerpoint.menu.new_slide", "New Slide", ("new_slide",), "slide-add", "Ctrl+M"),
        MenuItem("powerpoint.menu.duplicate", "Duplicate Slide", ("duplicate",), "copy", "Ctrl+D"),
        MenuItem("powerpoint.menu.delete_slide", "Delete Slide", ("delete_slide",), "delete"),
        SEPARATOR,
        MenuItem("powerpoint.menu.layout", "Layout", icon="slide-layout", items=layout_items("layout")),
        MenuItem("powerpoint.menu.hide", "Hide Slide", ("hide",), "slide-hide", checked=state.slides[at].hidden),
        SEPARATOR,
        MenuItem("powerpoint.menu.to_start", "Move to Beginning", ("move", "start"), "", "Ctrl+Shift+Up"),
        MenuItem("powerpoint.menu.to_end", "Move to End", ("move", "end"), "", "Ctrl+Shift+Down"),
    )
    return state._replace(at=at, picked=""), (ShowMenu(lines),)


def _layout(state: State, _ctx: Context, name: str) -> Result:
    return _restyled(state, shown(state)._replace(layout=name)) if name in LAYOUTS else (state, ())


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    "apply_to_all": _all_slides,
    "backstage": lambda s, _, page: (
        s._replace(backstage=page),
        (Focus("powerpoint.file.back"),) if page else _TO_PAGE,
    ),
    "find": _find,
    "found": _found,
    "layout": _layout,
    "play_here": lambda s, ctx: _CHANGING.handlers()["play"](s, ctx, s.at),
    "shape": lambda s, _, kind: _restyled(s, shown(s)._replace(shapes=(*shown(s).shapes, kind))),
    "slide_menu": _slide_menu,
    "step": lambda s, ctx, by: _CHANGING.handlers()["slide"](s, ctx, s.at + by),
    "tab": lambda s, _, name: (s._replace(tab=name), ()),
    "table": _table,
    "theme": lambda s, _, name: (changed(s, s.deck._replace(theme=name), s.at), _TO_PAGE),
    "transition": lambda s, _, kind: _restyled(s, shown(s)._replace(transition=kind)),
    **_SUITE.handlers(),
}


APPS = (
    App(
        name="powerpoint",
        title="PowerPoint",
        icon="powerpoint",
        art={**POWERPOINT_ART, **DECK_ART},
        styles={**DECK_STYLES, **POWERPOINT_STYLES},
        program=Program(
            spoken=("PowerPoint", "Microsoft PowerPoint"),
            category="Office",
            commands=("powerpnt",),
            opens=(FileKind(("pptx",), "Microsoft PowerPoint Presentation", "file-pptx"),),
            reads=("odp",),
        ),
        init=_SUITE.init,
        view=view,
        on={
            **_CHANGING.handlers(),
            **{name: finishing(handler) for name, handler in _HANDLERS.items()},
            "paste": _paste,
        },
        caption=_SUITE.caption,
        document=_SUITE.document,
        keys=(
            *KEYS,
            ("ctrl+c", ("copy",)),
            ("ctrl+x", ("cut",)),
            ("ctrl+v", ("paste",)),
            ("ctrl+m", ("new_slide",)),
            ("ctrl+d", ("duplicate",)),
            ("ctrl+f", ("find",)),
            ("ctrl+enter", ("write_first",)),
            ("ctrl+up", ("move", "up")),
            ("ctrl+down", ("move", "down")),
            ("ctrl+shift+up", ("move", "start")),
            ("ctrl+shift+down", ("move", "end")),
            ("delete", ("delete",)),
            ("pageup", ("step", -1)),
            ("pagedown", ("step", 1)),
            ("f5", ("play", 0)),
            ("shift+f5", ("play_here",)),
        ),
        size=(960, 640),
        min_size=(620, 420),
        close=("close",),
        focus=PAGE,
        locate={
            "page": {"key": PAGE},
            "slide": {"role": Role.PANE, "name": "{name}"},
            "slides": {"role": Role.LIST, "name": "Slides"},
            "overwrite_confirm": {"key": "message.yes"},
            "discard": {"key": "message.dont_save"},
            "save_changes": {"key": "message.save"},
        },
    ),
)
