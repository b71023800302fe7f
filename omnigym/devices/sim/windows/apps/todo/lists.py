"""What To Do does with its pages and lists: show, search, make, rename, delete."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import Context, Focus, OpenDialog, ShowMenu
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.windows.apps.todo.book import DEFAULT_LIST, Book, read_book
from omnigym.devices.sim.windows.apps.todo.pages import SMART
from omnigym.devices.sim.windows.apps.todo.state import Result, State, kept, shown_task
from omnigym.devices.sim.windows.apps.todo.view import NAME, list_menu

__all__ = ["LIST_HANDLERS"]


def _page(state: State, _ctx: Context, page: str) -> Result:
    state = shown_task(state, None)
    return state._replace(page=page, query="", adding="", renaming=None, menu=False), ()


def _search(state: State, _ctx: Context, query: str) -> Result:
    return state._replace(query=query, renaming=None), ()


def _free_name(name: str, lists: tuple[str, ...]) -> str:
    """``name``, with a number where there is such a list; ids of pages are no names."""
    name = name.strip().lstrip("#").strip() or "Untitled list"
    taken = {known.casefold() for known in (*lists, *[p.title for p in SMART])}
    count, candidate = 1, name
    while candidate.casefold() in taken:
        candidate = f"{name} ({count})"
        count += 1
    return candidate


def _new_list(state: State, ctx: Context) -> Result:
    """A list of a provisional name, which is typed over."""
    book = read_book(ctx.vfs)
    name = _free_name("Untitled list", book.lists)
    state = _page(state, ctx, name)[0]._replace(renaming=name)
    return kept(state, ctx, Book((*book.lists, name), book.tasks), Focus(NAME, 0, -1))


def _rename_list(state: State, ctx: Context, page: str) -> Result:
    if page not in read_book(ctx.vfs).lists or page == DEFAULT_LIST:
        return state, ()
    return _page(state, ctx, page)[0]._replace(renaming=page), (Focus(NAME, 0, -1),)


def _rename_done(state: State, ctx: Context, name: str) -> Result:
    if state.renaming is None:
        return state, ()
    book, old = read_book(ctx.vfs), state.page
    state = state._replace(renaming=None)
    if not name.strip() or name.strip() == old or old not in book.lists:
        return state, ()
    name = _free_name(name, tuple([n for n in book.lists if n != old]))
    lists = tuple([name if n == old else n for n in book.lists])
    tasks = tuple([t._replace(list=name) if t.list == old else t for t in book.tasks])
    return kept(state._replace(page=name), ctx, Book(lists, tasks))


def _delete_list(state: State, ctx: Context, page: str) -> Result:
    if page not in read_book(ctx.vfs).lists or page == DEFAULT_LIST:
        return state, ()
    question = f"“{page}” will be permanently deleted.\nYou won't be able to undo this action."
    box = MessageBox("Delete list", question, ("Delete", "Cancel"), "Cancel", "warning")
    return state, (OpenDialog("message_box", box, ("deleted_list", page)),)


def _deleted_list(state: State, ctx: Context, page: str, answer: str | None) -> Result:
    if answer != "Delete":
        return state, ()
    book = read_book(ctx.vfs)
    if state.page == page:
        state = _page(state, ctx, DEFAULT_LIST)[0]
    rest = tuple([t for t in book.tasks if t.list != page])
    return kept(state, ctx, Book(tuple([n for n in book.lists if n != page]), rest))


LIST_HANDLERS: Mapping[str, Callable[..., Result]] = {
    "delete_list": _delete_list,
    "deleted_list": _deleted_list,
    "focus": lambda s, _, key: (s, (Focus(key, 0, -1),)),
    "menu": lambda s, _: (s._replace(menu=not s.menu), ()),
    "name": lambda s, _, text: (s._replace(renaming=text), ()),
    "new_list": _new_list,
    "page": _page,
    "page_menu": lambda s, _, page: (s, (ShowMenu(list_menu(page)),)),
    "rename_cancel": lambda s, _: (s._replace(renaming=None), ()),
    "rename_done": _rename_done,
    "rename_list": _rename_list,
    "search": _search,
}
