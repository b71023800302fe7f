"""What can be done in Wikipedia, with its articles and its reading lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.documents import plain
from omnigym.documents.converting import pdf_of_document
from omnigym.sim.app import Context, Focus, OpenDialog, ScrollTo, SetClipboard, SetFiles
from omnigym.sim.commands import MENU, Command, Commands, Question, rows_of
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import Prompt, asking, tell
from omnigym.sim.handlers import saved, toggles
from omnigym.sim.sites.finding import FOUND
from omnigym.sim.sites.wiki_text import Article, article, load_wiki, plain_of
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, VfsError
from omnigym.sim.windows.apps.wikipedia.state import (
    CITATIONS,
    LISTS,
    PAGE,
    PREFERENCES,
    READ,
    SAVED,
    TITLE,
    Read,
    ReadingList,
    Result,
    Saved,
    State,
    Where,
    preferences,
    sections,
)
from omnigym.values import ClipboardContent

FIND = "wikipedia.find"
_MOST = 100


def shown_article(state: State, ctx: Context) -> Article | None:
    """The article that is shown."""
    return article(load_wiki(ctx.vfs), state.where.name) if state.where.page == "article" else None


def go(state: State, ctx: Context, page: str, name: str = "") -> Result:
    """To a page; an article that is opened is in the history."""
    if (where := Where(page, name)) == state.where:
        return state._replace(finding=None), (ScrollTo(PAGE),)
    typed = state.query if page == "search" else ""
    state = State(where, (*state.back, state.where)[-_MOST:], typed, looks=state.looks)
    found = shown_article(state, ctx)
    if found is None:
        return state, (ScrollTo(PAGE),)
    rows = READ.rows(ctx.vfs)
    read = (Read(next_id(rows), found.title, ctx.clock_ms), *[row for row in rows if row.title != found.title])
    return state, (saved(READ, ctx, read[:_MOST]), ScrollTo(PAGE))


def _back(state: State, _ctx: Context) -> Result:
    if not state.back:
        return state, ()
    return State(state.back[-1], state.back[:-1], looks=state.looks), (ScrollTo(PAGE),)


def _query(state: State, _ctx: Context, query: str) -> Result:
    state = state._replace(query=query, finding=None)
    if state.where.page != "search" and query:
        state = state._replace(where=Where("search"), back=(*state.back, state.where)[-_MOST:])
    return state, (ScrollTo(PAGE),)


def _searched(state: State, ctx: Context, query: str) -> Result:
    """A title leads to its article at once."""
    found = article(load_wiki(ctx.vfs), query.strip())
    return go(state, ctx, "article", found.title) if found is not None else (state, ())


def _random(state: State, ctx: Context) -> Result:
    """Another article, whichever it is."""
    others = [a.title for a in load_wiki(ctx.vfs).articles if a.title != state.where.name]
    return go(state, ctx, "article", others[(ctx.clock_ms // 1000) % len(others)]) if others else (state, ())


# -- an article -----------------------------------------------------------------------------------------------------


def _copied(state: State, text: str) -> Result:
    return state, (SetClipboard(ClipboardContent(text=text)),) if text else ()


def _section(state: State, ctx: Context, heading: str) -> Result:
    """The text of a section, without its heading."""
    found = shown_article(state, ctx)
    parts = dict(sections(found)) if found is not None else {}
    lines = [f"• {line.text}" if line.kind == "item" else line.text for line in parts.get(heading, ())]
    return _copied(state, "\n".join(lines))


def _find(state: State, _ctx: Context) -> Result:
    if state.where.page != "article":
        return state, ()
    return state._replace(finding=state.finding or "", found=0), (Focus(FIND, 0, -1),)


def _find_text(state: State, _ctx: Context, text: str) -> Result:
    return state._replace(finding=text, found=0), (ScrollTo(PAGE, FOUND),) if text else ()


def _find_step(state: State, _ctx: Context, by: int, count: int, *_: str) -> Result:
    return state._replace(found=(state.found + by) % max(1, count)), (ScrollTo(PAGE, FOUND),)


def _export(state: State, ctx: Context) -> Result:
    found = shown_article(state, ctx)
    if found is None:
        return state, ()
    dialog = FileDialog(True, f"{HOME}/Documents", f"{found.title}.pdf", (("PDF document", "pdf"),))
    return state, (OpenDialog("file_dialog", dialog, ("exported",)),)


def _exported(state: State, ctx: Context, path: str | None) -> Result:
    found = shown_article(state, ctx)
    if path is None or found is None:
        return state, ()
    try:
        vfs = ctx.vfs.write(path, pdf_of_document(plain(plain_of(found))), ctx.clock_ms)
    except VfsError as e:
        return state, (tell(TITLE, str(e)),)
    return state, (SetFiles(vfs),)


def _look(state: State, ctx: Context, **values: object) -> Result:
    after = preferences(ctx.vfs)._replace(**values)  # type: ignore[arg-type]
    return state, (saved(PREFERENCES, ctx, (after,)),)


# -- reading lists --------------------------------------------------------------------------------------------------


def _save(state: State, ctx: Context, title: str, name: str) -> Result:
    """An article on a list, or no longer."""
    rows = SAVED.rows(ctx.vfs)
    left = tuple([row for row in rows if (row.title, row.list) != (title, name)])
    after = left if len(left) < len(rows) else (*rows, Saved(next_id(rows), title, name))
    return state, (saved(SAVED, ctx, after),)


def _new(state: State, _ctx: Context, title: str = "") -> Result:
    prompt = Prompt("Create new list", "Name of this list:", "My reading list", button="OK")
    return state, (OpenDialog("prompt", prompt, ("created", title)),)


def _taken(name: str) -> OpenDialog:
    return tell(TITLE, f"You already have a reading list titled “{name}”.")


def _created(state: State, ctx: Context, title: str, typed: str | None) -> Result:
    """A list, with an article on it if it was made for one."""
    name, rows = " ".join((typed or "").split()), LISTS.rows(ctx.vfs)
    if not name:
        return state, ()
    if any(row.name.casefold() == name.casefold() for row in rows):
        return state, (_taken(name),)
    vfs = LISTS.written(ctx.vfs, (*rows, ReadingList(next_id(rows), name)), ctx.clock_ms)
    return _save(state, ctx._replace(vfs=vfs), title, name) if title else (state, (SetFiles(vfs),))


def _rename(state: State, _ctx: Context, row: ReadingList) -> Result:
    return state, (OpenDialog("prompt", Prompt("Edit name", "Name of this list:", row.name), ("renamed", row.id)),)


def _renamed(state: State, ctx: Context, number: int, typed: str | None) -> Result:
    name, rows = " ".join((typed or "").split()), LISTS.rows(ctx.vfs)
    old = next((row for row in rows if row.id == number), None)
    if not name or old is None:
        return state, ()
    if any(row.name.casefold() == name.casefold() and row.id != number for row in rows):
        return state, (_taken(name),)
    vfs = LISTS.written(ctx.vfs, [row._replace(name=name) if row is old else row for row in rows], ctx.clock_ms)
    saved = [s._replace(list=name) if s.list == old.name else s for s in SAVED.rows(vfs)]
    where = Where("list", name) if state.where == Where("list", old.name) else state.where
    return state._replace(where=where), (SetFiles(SAVED.written(vfs, saved, ctx.clock_ms)),)


def _describe(state: State, _ctx: Context, row: ReadingList) -> Result:
    prompt = Prompt("Edit description", "Description of this list:", row.about)
    return state, (OpenDialog("prompt", prompt, ("described", row.id)),)


def _described(state: State, ctx: Context, number: int, typed: str | None) -> Result:
    if typed is None:
        return state, ()
    rows = [row._replace(about=typed.strip()) if row.id == number else row for row in LISTS.rows(ctx.vfs)]
    return state, (saved(LISTS, ctx, rows),)


def _delete(state: State, ctx: Context, row: ReadingList) -> Result:
    vfs = LISTS.written(ctx.vfs, [r for r in LISTS.rows(ctx.vfs) if r.id != row.id], ctx.clock_ms)
    saved = [s for s in SAVED.rows(vfs) if s.list != row.name]
    where = Where("saved") if state.where == Where("list", row.name) else state.where
    return state._replace(where=where), (SetFiles(SAVED.written(vfs, saved, ctx.clock_ms)),)


def _sure(row: ReadingList) -> Question:
    return asking("Delete list?", f"“{row.name}” and what is saved on it will be deleted.", "Delete list")


LIST = Commands(
    "wikipedia",
    Command("rename", "Edit name", run=_rename, icon="edit", places=("list", MENU), enabled=lambda row: row.id > 1),
    Command("describe", "Edit description", run=_describe, icon="text-description", places=("list", MENU)),
    Command(
        "delete",
        "Delete list",
        run=_delete,
        icon="delete",
        places=("list", MENU),
        enabled=lambda row: row.id > 1,
        ask=_sure,
    ),
    records=rows_of(LISTS, lambda _state: 0),
    menu="list_menu",
)


def _forget(state: State, ctx: Context) -> Result:
    return state, (saved(READ, ctx, ()),)


#: The handlers, by the first word of their messages.
HANDLERS: Mapping[str, Callable[..., Result]] = {
    "back": _back,
    "cite": lambda s, _, form, title: _copied(s, CITATIONS[form](title)),
    "created": _created,
    "described": _described,
    "export": _export,
    "exported": _exported,
    "find": _find,
    "find_done": lambda s, _: (s._replace(finding=None, found=0), ()),
    "find_step": _find_step,
    "find_text": _find_text,
    "forget": _forget,
    "go": go,
    "looks": toggles("looks"),
    "new": _new,
    "query": _query,
    "random": _random,
    "renamed": _renamed,
    "save": _save,
    "search": lambda s, _: (s, (Focus("wikipedia.search", 0, -1),)),
    "searched": _searched,
    "section": _section,
    "size": lambda s, ctx, size: _look(s, ctx, size=size),
    "theme": lambda s, ctx, theme: _look(s, ctx, theme=theme),
    "to_section": lambda s, _, heading: (
        s._replace(section=heading),
        (ScrollTo(PAGE, f"wikipedia.heading.{heading}"),),
    ),
}
