"""Keep: notes and checklists, with colours, labels, an archive and a trash. A note is kept as it is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.android.apps.keep.initial import with_notes
from omnigym.devices.sim.android.apps.keep.store import NOTES, Note, checked, checklist_item, item_text
from omnigym.devices.sim.android.apps.keep.styles import KEEP_STYLES
from omnigym.devices.sim.android.apps.keep.view import BODY, LIST, State, view
from omnigym.devices.sim.android.kit import left, phone_app
from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog, ScrollTo, SetFiles, ShowMenu
from omnigym.devices.sim.documents.edit import Edit, start_lines
from omnigym.devices.sim.paint.app_icons import sign_icon
from omnigym.devices.sim.program import Program, Taken
from omnigym.devices.sim.tables.table import next_id
from omnigym.devices.sim.ui.widgets import MenuItem

__all__ = ["APPS"]

_Result = tuple[State, tuple[Effect, ...]]
_TEXT, _NOTE = "text:", "note:"


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """A new note of a path "text:WORDS", or the one of "note:NUMBER"."""
    if path.startswith(_TEXT):
        return _begin(state, ctx, path.removeprefix(_TEXT), False)
    number = path.removeprefix(_NOTE) if path.startswith(_NOTE) else ""
    return _open(state, ctx, int(number)) if number.isdecimal() else (state, ())


def _kept(ctx: Context, rows: tuple[Note, ...]) -> SetFiles:
    return SetFiles(NOTES.written(ctx.vfs, rows, ctx.clock_ms))


def _of(ctx: Context, number: int) -> Note | None:
    return next((n for n in NOTES.rows(ctx.vfs) if n.id == number), None)


def _changed(state: State, ctx: Context, note: Note) -> _Result:
    """The note with what is new to it, changed now."""
    note = note._replace(edited_ms=ctx.clock_ms)
    return state, (_kept(ctx, tuple([note if n.id == note.id else n for n in NOTES.rows(ctx.vfs)])),)


def _begin(state: State, ctx: Context, body: str, listing: bool) -> _Result:
    rows = NOTES.rows(ctx.vfs)
    note = Note(next_id(rows), body=body, edited_ms=ctx.clock_ms)
    state = State(start_lines(body), note=note.id, listing=listing)
    return state, (_kept(ctx, (*rows, note)), Focus("keep.item" if listing else BODY))


def _open(state: State, ctx: Context, number: int) -> _Result:
    note = _of(ctx, number)
    if note is None:
        return state, ()
    edit = start_lines(note.body)
    return state._replace(edit=edit, note=number, listing=bool(note.items), item="", colours=False), ()


def _edit(state: State, ctx: Context, edit: Edit) -> _Result:
    note, state = _of(ctx, state.note), state._replace(edit=edit)
    body = edit.document.text
    return (state, ()) if note is None or note.body == body else _changed(state, ctx, note._replace(body=body))


def _title(state: State, ctx: Context, title: str) -> _Result:
    note = _of(ctx, state.note)
    return _changed(state, ctx, note._replace(title=title)) if note is not None else (state, ())


def _add(state: State, ctx: Context, text: str) -> _Result:
    """Enter after an item of a checklist."""
    note = _of(ctx, state.note)
    if note is None or not text.strip():
        return state, ()
    items = (*note.items, checklist_item(text.strip()))
    state, effects = _changed(state._replace(item=""), ctx, note._replace(items=items))
    return state, (*effects, Focus("keep.item", 0, 0), ScrollTo("keep.items", offset=1 << 20))


def _tick(state: State, ctx: Context, at: int) -> _Result:
    note = _of(ctx, state.note)
    if note is None or at >= len(note.items):
        return state, ()
    other = checklist_item(item_text(note.items[at]), not checked(note.items[at]))
    return _changed(state, ctx, note._replace(items=(*note.items[:at], other, *note.items[at + 1 :])))


def _drop(state: State, ctx: Context, at: int) -> _Result:
    note = _of(ctx, state.note)
    if note is None:
        return state, ()
    return _changed(state, ctx, note._replace(items=(*note.items[:at], *note.items[at + 1 :])))


def _boxes(state: State, ctx: Context) -> _Result:
    """Lines become items of a checklist, or items lines."""
    note = _of(ctx, state.note)
    if note is None:
        return state, ()
    if state.listing:
        body = "\n".join([item_text(i) for i in note.items])
        return _changed(state._replace(listing=False, edit=start_lines(body)), ctx, note._replace(body=body, items=()))
    items = tuple([checklist_item(line.strip()) for line in note.body.split("\n") if line.strip()])
    return _changed(state._replace(listing=True, edit=start_lines("")), ctx, note._replace(body="", items=items))


def _pin(state: State, ctx: Context, number: int) -> _Result:
    note = _of(ctx, number)
    return (state, ()) if note is None else _changed(state, ctx, note._replace(pinned=not note.pinned, archived=False))


def _where(state: State, ctx: Context, number: int, where: str) -> _Result:
    """A note goes to the "notes", the "archive" or the "trash"; if it was open, it is no more."""
    note = _of(ctx, number)
    if note is None:
        return state, ()
    note = note._replace(archived=where == "archive", trashed=where == "trash", pinned=note.pinned and where == "notes")
    return _changed(_closed(state), ctx, note)


def _closed(state: State) -> State:
    return State(tab=state.tab, query=state.query)


def _forever(state: State, _ctx: Context, number: int) -> _Result:
    args = ("Delete note forever?", "It cannot be restored.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", number)),)


def _deleted(state: State, ctx: Context, number: int, yes: bool) -> _Result:
    rows = tuple([n for n in NOTES.rows(ctx.vfs) if n.id != number])
    return (_closed(state), (_kept(ctx, rows),)) if yes else (state, ())


def _label(state: State, ctx: Context, number: int) -> _Result:
    note = _of(ctx, number)
    if note is None:
        return state, ()
    return state, (OpenDialog("prompt", ("Label note", "Label", note.label), ("labelled", number)),)


def _labelled(state: State, ctx: Context, number: int, label: str | None) -> _Result:
    note = _of(ctx, number)
    return (state, ()) if note is None or label is None else _changed(state, ctx, note._replace(label=label.strip()))


def _colour(state: State, ctx: Context, colour: str) -> _Result:
    note = _of(ctx, state.note)
    return (state, ()) if note is None else _changed(state, ctx, note._replace(colour=colour))


def _duplicate(state: State, ctx: Context, number: int) -> _Result:
    note, rows = _of(ctx, number), NOTES.rows(ctx.vfs)
    if note is None:
        return state, ()
    copy = note._replace(id=next_id(rows), pinned=False, edited_ms=ctx.clock_ms)
    return _closed(state), (_kept(ctx, (*rows, copy)),)


def _share(state: State, ctx: Context, number: int) -> _Result:
    note = _of(ctx, number)
    if note is None:
        return state, ()
    lines = [note.title, note.body, *[item_text(i) for i in note.items]]
    return state, (OpenDialog("share", ("text", "\n".join([line for line in lines if line]))),)


def _menu(state: State, ctx: Context, number: int) -> _Result:
    note = _of(ctx, number)
    if note is None:
        return state, ()
    back = note.archived or note.trashed
    away = MenuItem(
        "keep.menu.archive",
        "Restore" if note.trashed else "Unarchive" if back else "Archive",
        ("where", number, "notes" if back else "archive"),
        icon="m/archive",
    )
    pin = MenuItem("keep.menu.pin", "Unpin" if note.pinned else "Pin", ("pin", number), icon="m/push_pin")
    gone = MenuItem(
        "keep.menu.delete",
        "Delete forever" if note.trashed else "Delete",
        ("forever", number) if note.trashed else ("where", number, "trash"),
        icon="m/delete",
    )
    return state, (ShowMenu((away, gone) if note.trashed else (pin, away, gone)),)


def _back(state: State, ctx: Context) -> _Result:
    """Back from a note; one in which nothing was written is thrown away, as in Keep."""
    note = _of(ctx, state.note)
    if note is None:
        return (State(), ()) if state.tab != "notes" or state.query else left(state)
    if note.title or note.body or note.items:
        return _closed(state), ()
    return _closed(state), (_kept(ctx, tuple([n for n in NOTES.rows(ctx.vfs) if n.id != note.id])),)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "add": _add,
    "back": _back,
    "boxes": _boxes,
    "colour": _colour,
    "colours": lambda s, _: (s._replace(colours=not s.colours), ()),
    "deleted": _deleted,
    "drop": _drop,
    "duplicate": _duplicate,
    "edit": _edit,
    "forever": _forever,
    "item": lambda s, _, item: (s._replace(item=item), ()),
    "label": _label,
    "labelled": _labelled,
    "menu": _menu,
    "new": lambda s, ctx, listing: _begin(s, ctx, "", listing),
    "open": _open,
    "opened": _opened,
    "pin": _pin,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "share": _share,
    "tab": lambda _, __, tab: (State(tab=tab), (ScrollTo(LIST),)),
    "tick": _tick,
    "title": _title,
    "where": _where,
}


APPS = (
    phone_app(
        name="keep",
        title="Keep Notes",
        icon="app/keep",
        art={"app/keep": sign_icon(0xFBBC04, "lightbulb")},
        styles=KEEP_STYLES,
        program=Program(category="Note Management", takes=(Taken("text", 3),)),
        initial=with_notes,
        init=_init,
        view=view,
        on=_UPDATES,
        tables=(NOTES,),
    ),
)
