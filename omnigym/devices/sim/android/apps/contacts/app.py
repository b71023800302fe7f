"""Contacts: people with number, address and firm; favourites; from here one calls, writes and mails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.sim.android.apps.contacts.view import LIST, State, view
from omnigym.devices.sim.android.initial_people import with_people
from omnigym.devices.sim.android.kit import left, phone_app
from omnigym.devices.sim.android.people import CONTACT_TABLES, CONTACTS, Contact
from omnigym.devices.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo, SetFiles, ShowMenu
from omnigym.devices.sim.paint.app_icons import sign_icon
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.tables.table import next_id
from omnigym.devices.sim.ui.widgets import MenuItem

__all__ = ["APPS"]

_Result = tuple[State, tuple[Effect, ...]]
#: What a path to open begins with: a new contact with that number.
_NEW = "new:"


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path) if path else (State(), ())


def _opened(state: State, _ctx: Context, path: str) -> _Result:
    if path.startswith(_NEW):
        return State(draft=Contact(0, "", path.removeprefix(_NEW))), (Focus("contacts.form.name"),)
    return (State(person=int(path)), ()) if path.isdecimal() else (state, ())


def _person(ctx: Context, number: int) -> Contact | None:
    return next((c for c in CONTACTS.rows(ctx.vfs) if c.id == number), None)


def _kept(ctx: Context, rows: tuple[Contact, ...]) -> SetFiles:
    return SetFiles(CONTACTS.written(ctx.vfs, rows, ctx.clock_ms))


def _save(state: State, ctx: Context, *_: str) -> _Result:
    draft = state.draft
    if draft is None:
        return state, ()
    name, phone, email, company = [str(value).strip() for value in draft[1:5]]
    draft = Contact(draft.id, name, phone, email, company, draft.starred)
    if not any(draft[1:5]):
        return state._replace(draft=None), ()
    rows = CONTACTS.rows(ctx.vfs)
    if draft.id:
        return state._replace(draft=None, person=draft.id), (
            _kept(ctx, tuple([draft if c.id == draft.id else c for c in rows])),
        )
    draft = draft._replace(id=next_id(rows))
    return State(state.tab, draft.id), (_kept(ctx, (*rows, draft)),)


def _star(state: State, ctx: Context, number: int) -> _Result:
    rows = tuple([c._replace(starred=not c.starred) if c.id == number else c for c in CONTACTS.rows(ctx.vfs)])
    return state, (_kept(ctx, rows),)


def _delete(state: State, ctx: Context, number: int) -> _Result:
    person = _person(ctx, number)
    if person is None:
        return state, ()
    args = ("Delete contact?", f"{person.name} will be removed from this phone.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", number)),)


def _deleted(state: State, ctx: Context, number: int, yes: bool) -> _Result:
    if not yes:
        return state, ()
    return State(state.tab), (_kept(ctx, tuple([c for c in CONTACTS.rows(ctx.vfs) if c.id != number])),)


def _menu(state: State, ctx: Context, number: int) -> _Result:
    person = _person(ctx, number)
    starred = person is not None and person.starred
    items = (
        MenuItem(
            "contacts.menu.star",
            "Remove from favorites" if starred else "Add to favorites",
            ("star", number),
            icon="m/star_border" if starred else "m/star",
        ),
        MenuItem("contacts.menu.edit", "Edit", ("edit", number), icon="m/edit"),
        MenuItem("contacts.menu.delete", "Delete", ("delete", number), icon="m/delete"),
    )
    return state, (ShowMenu(items),)


def _back(state: State, _ctx: Context) -> _Result:
    if state.draft is not None:
        return state._replace(draft=None), ()
    if state.person:
        return state._replace(person=0), ()
    return (State(), ()) if state != State() else left(state)


def _field(state: State, _ctx: Context, key: str, value: str) -> _Result:
    if state.draft is None:
        return state, ()
    change: dict[str, Any] = {key: value}
    return state._replace(draft=state.draft._replace(**change)), ()


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "delete": _delete,
    "deleted": _deleted,
    "edit": lambda s, ctx, number: (s._replace(draft=_person(ctx, number)), ()),
    "field": _field,
    "menu": _menu,
    "new": lambda s, _: (s._replace(draft=Contact(0, ""), query=""), (Focus("contacts.form.name"),)),
    "opened": _opened,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "reach": lambda s, _, app, to: (s, (Launch(app, f"to:{to}"),)),
    "save": _save,
    "show": lambda s, _, number: (s._replace(person=number), ()),
    "star": _star,
    "tab": lambda s, _, tab: (State(tab), (ScrollTo(LIST),)),
}


APPS = (
    phone_app(
        name="contacts",
        title="Contacts",
        icon="app/contacts",
        art={"app/contacts": sign_icon(0x1A73E8, "person", share=0.64)},
        program=Program(category="Social Communication", dock=5),
        initial=with_people,
        init=_init,
        view=view,
        on=_UPDATES,
        tables=CONTACT_TABLES,
    ),
)
