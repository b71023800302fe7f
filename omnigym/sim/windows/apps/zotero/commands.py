"""What can be done in Zotero, and to an item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.counts import count_of
from omnigym.documents.bibtex import read_bib, write_bib
from omnigym.errors import OmnigymError
from omnigym.sim.app import Context, Effect, Focus, Handler, Launch, OpenDialog, SetClipboard, SetFiles
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands, delete_record, rows_of
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import Prompt, asking, tell
from omnigym.sim.handlers import saved, sets
from omnigym.sim.kinds.records import Line, Order, filled, listed, turned
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, VfsError, base_name, join, native
from omnigym.sim.windows.apps.zotero.store import (
    COLLECTIONS,
    FOLDER,
    ITEMS,
    KINDS,
    Collection,
    Item,
    bibliography,
    citation,
    cited,
    item_of,
    reference_of,
)
from omnigym.sim.windows.file_kinds import app_for
from omnigym.values import ClipboardContent

_TITLE, _TYPES, TABLE = "Zotero", (("BibTeX", "bib"),), "zotero.items"
LINES = (
    Line("kind", "Item Type", options=KINDS),
    Line("title", "Title"),
    Line("authors", "Author", "Last, First; Last, First"),
    Line("publication", "Publication"),
    Line("volume", "Volume", visible=lambda item: item.kind == "article"),
    Line("pages", "Pages"),
    Line("year", "Date"),
    Line("doi", "DOI"),
    Line("url", "URL"),
)


class State(NamedTuple):
    """Where one is.

    Attributes:
        collection: The name of the one whose items are listed, "" for all, "#none" for those that are in none.
        query: What is searched for.
        order: By what the table is sorted.
        item: The number of the item that is chosen, or 0.
        tab: What of it is shown: "info", "tags" or "notes".
        tag: A tag while it is typed.
    """

    collection: str = ""
    query: str = ""
    order: Order = Order("title")
    item: int = 0
    tab: str = "info"
    tag: str = ""


_Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def shown(state: State, rows: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items of the collection that the search leaves."""
    wanted = state.query.strip().casefold()
    here = [i for i in rows if state.collection in ("", i.collection or "#none")]
    return tuple([i for i in here if wanted in f"{i.title} {i.authors} {i.year} {i.tag_text}".casefold()])


def chosen(state: State, rows: tuple[Item, ...]) -> Item | None:
    """The item that is chosen."""
    return next((i for i in rows if i.id == state.item), None)


def _changed(state: State, ctx: Context, **values: Any) -> _Result:
    """The chosen item with other values."""
    rows = ITEMS.rows(ctx.vfs)
    after = [i._replace(**values) if i.id == state.item else i for i in rows]
    return state, (saved(ITEMS, ctx, after),) if tuple(after) != rows else ()


def _field(state: State, ctx: Context, name: str, value: str) -> _Result:
    """A line of the form; an item is kept as it is typed, as Zotero does."""
    item = chosen(state, ITEMS.rows(ctx.vfs))
    return (state, ()) if item is None else _changed(state, ctx, **filled(LINES, item, name, value)._asdict())


def _tagged(state: State, ctx: Context, *_: str) -> _Result:
    item, tag = chosen(state, ITEMS.rows(ctx.vfs)), " ".join(state.tag.split())
    if item is None or not tag:
        return state, ()
    return _changed(state._replace(tag=""), ctx, tags=tuple(dict.fromkeys((*item.tags, tag))))


def _untag(state: State, ctx: Context, tag: str) -> _Result:
    item = chosen(state, ITEMS.rows(ctx.vfs))
    return (state, ()) if item is None else _changed(state, ctx, tags=tuple([t for t in item.tags if t != tag]))


# -- items and collections ------------------------------------------------------------------------------------------


def _new(kind: str) -> Handler:
    def run(state: State, ctx: Context) -> _Result:
        rows = ITEMS.rows(ctx.vfs)
        collection = "" if state.collection == "#none" else state.collection
        item = Item(next_id(rows), "", kind=kind, collection=collection)
        state = state._replace(item=item.id, tab="info", query="")
        return state, (saved(ITEMS, ctx, (*rows, item)), Focus("zotero.form.title"))

    return run


def _named(state: State, ctx: Context, name: str | None) -> _Result:
    """A new collection, in the one that is shown."""
    rows, name = COLLECTIONS.rows(ctx.vfs), " ".join((name or "").split())
    if not name:
        return state, ()
    if name[0] == "#" or name.casefold() in [c.name.casefold() for c in rows]:
        return state, (tell(_TITLE, f"There is a collection “{name}” already, or it cannot be called so."),)
    parent = state.collection if state.collection in [c.name for c in rows] else ""
    files = COLLECTIONS.written(ctx.vfs, (*rows, Collection(next_id(rows), name, parent)), ctx.clock_ms)
    return state._replace(collection=name, item=0), (SetFiles(files),)


def _dropped(state: State, ctx: Context, collection: str, payload: object) -> _Result:
    """An item of the table is dropped on a collection."""
    match payload:
        case ("zotero", (*names,)):
            to = "" if collection in ("", "#none") else collection
            rows = [i._replace(collection=to) if str(i.id) in names else i for i in ITEMS.rows(ctx.vfs)]
            return state, (saved(ITEMS, ctx, rows),)
    return state, ()


# -- files ----------------------------------------------------------------------------------------------------------


def opened(state: State, ctx: Context, path: str | None) -> _Result:
    """The references of a .bib file become items of the collection that is shown."""
    if not path:
        return state, ()
    try:
        found = read_bib(ctx.vfs.read(path))
    except (VfsError, OmnigymError):
        return state, (tell(_TITLE, f"{base_name(path)}\nThe selected file is not in a supported format."),)
    rows = ITEMS.rows(ctx.vfs)
    collection, first = "" if state.collection == "#none" else state.collection, next_id(rows)
    new = [item_of(reference, first + n, collection) for n, reference in enumerate(found)]
    state = state._replace(item=new[-1].id, query="")
    said = f"{count_of(len(new), 'item')} imported."
    return state, (saved(ITEMS, ctx, (*rows, *new)), tell(_TITLE, said, "info"))


def _ask_import(state: State, _ctx: Context) -> _Result:
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Documents", "", _TYPES), ("opened",)),)


def _ask_export(state: State, number: int, name: str) -> _Result:
    dialog = FileDialog(True, f"{HOME}/Documents", f"{name}.bib", _TYPES)
    return state, (OpenDialog("file_dialog", dialog, ("exported", number)),)


def _exported(state: State, ctx: Context, number: int, path: str | None) -> _Result:
    """One item, or for 0 all that are listed."""
    if path is None:
        return state, ()
    items = [i for i in shown(state, ITEMS.rows(ctx.vfs)) if number in (0, i.id)]
    try:
        return state, (SetFiles(ctx.vfs.write(path, write_bib(map(reference_of, items)), ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(_TITLE, f"{native(path)}\n{e}"),)


def _ask_file(state: State, _ctx: Context, _item: Item) -> _Result:
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Documents"), ("attached",)),)


def _attached(state: State, ctx: Context, path: str | None) -> _Result:
    """A copy of a file goes into Zotero's own folder."""
    if path is None:
        return state, ()
    try:
        folder = f"{FOLDER}/storage"
        vfs = ctx.vfs.make_dir(folder, ctx.clock_ms)
        to = join(folder, vfs.free_name(folder, base_name(path)))
        ctx = ctx._replace(vfs=vfs.write(to, ctx.vfs.read(path), ctx.clock_ms))
    except VfsError as e:
        return state, (tell(_TITLE, f"{base_name(path)} could not be attached.\n{e}"),)
    return _changed(state, ctx, file=to)


def _file(state: State, _ctx: Context, item: Item) -> _Result:
    app = app_for(base_name(item.file))
    return state, (Launch(app, item.file) if app else tell(_TITLE, f"No app can open {base_name(item.file)}.", "info"),)


# -- commands -------------------------------------------------------------------------------------------------------


def _copies(text: Any) -> Handler:
    return lambda state, _ctx, item: (state, (SetClipboard(ClipboardContent(text=text(item))),))


def _cite_all(state: State, ctx: Context) -> _Result:
    said = cited(shown(state, ITEMS.rows(ctx.vfs)))
    return state, (SetClipboard(ClipboardContent(text=said)),) if said else ()


_RECORDS = listed(rows_of(ITEMS, lambda state: state.item))
_SURE = asking("Delete", "Are you sure you want to delete the selected item?", "Delete")
ITEM = Commands(
    "zotero",
    Command("attach", "Attach file", None, _ask_file, "attach", "", (BAR, MENU)),
    Command("file", "View attachment", None, _file, "open", "", (MENU,), lambda item: item.file),
    LINE,
    Command("cite", "Copy citation", None, _copies(citation), "text-quote", "ctrl+shift+a", (BAR, MENU)),
    Command("reference", "Copy bibliography", None, _copies(bibliography), "copy", "ctrl+shift+c", (BAR, MENU)),
    Command("export", "Export item", None, lambda s, _, i: _ask_export(s, i.id, "item"), "save", "", (BAR, MENU)),
    LINE,
    Command("delete", "Delete item", delete_record, None, "delete", "delete", (BAR, MENU), ask=lambda _: _SURE),
    records=_RECORDS,
    menu="menu",
)
WINDOW = Commands(
    "zotero",
    Command(
        "collection",
        "New collection",
        None,
        lambda s, _: (
            s,
            (OpenDialog("prompt", Prompt("New Collection", "Enter a name for this collection:"), ("named",)),),
        ),
        "folder-add",
        "",
        ("side",),
    ),
    Command("new", "New item", opens="kinds", icon="add-circle"),
    *[Command(f"new_{kind}", label, None, _new(kind), "", "", ("kinds",)) for kind, label in KINDS.items()],
    Command("import", "Import", None, _ask_import, "arrow-import", "ctrl+shift+i"),
    Command("export_all", "Export library", None, lambda s, _: _ask_export(s, 0, "library"), "arrow-export", ""),
    Command("cite_all", "Copy bibliography of the list", None, _cite_all, "text-bullet-list", ""),
)
HANDLERS: Mapping[str, Handler] = {
    "attached": _attached,
    "dropped": _dropped,
    "exported": _exported,
    "field": _field,
    "go": lambda s, _, name: (s._replace(collection=name, item=0), ()),
    "named": _named,
    "note": lambda s, c, text: _changed(s, c, note=text),
    "opened": opened,
    "query": sets("query"),
    "save": lambda s, _, *__: (s, ()),
    "select": lambda s, _, names, __: (s._replace(item=int(names[0]) if names else 0, tag=""), ()),
    "sort": lambda s, _, name: (s._replace(order=turned(s.order, name)), ()),
    "tab": sets("tab"),
    "tagged": _tagged,
    "tagging": sets("tag"),
    "untag": _untag,
}
