"""Contacts: people with number, address and firm; favourites; from here one calls, writes and mails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.sim.android.apps.contacts.view import LIST, State, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.people import CONTACT_TABLES, CONTACTS, with_people
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo
from omnigym.sim.commands import MENU, Command, Commands, Question, commanded, delete_record, rows_of
from omnigym.sim.common.contacts import Contact
from omnigym.sim.handlers import saved, sets
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.tables.table import next_id

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


def _save(state: State, ctx: Context, *_: str) -> _Result:
    draft = state.draft
    if draft is None:
        return state, ()
    name, phone, email, company = [str(value).strip() for value in draft[1:5]]
    draft = draft._replace(name=name, phone=phone, email=email, company=company)
    if not any(draft[1:5]):
        return state._replace(draft=None), ()
    rows = CONTACTS.rows(ctx.vfs)
    if draft.id:
        return state._replace(draft=None, person=draft.id), (
            saved(CONTACTS, ctx, tuple([draft if c.id == draft.id else c for c in rows])),
        )
    draft = draft._replace(id=next_id(rows))
    return State(state.tab, draft.id), (saved(CONTACTS, ctx, (*rows, draft)),)


def _sure(person: Contact) -> Question:
    args = ("Delete contact?", f"{person.name} will be removed from this phone.", "Delete", "Cancel")
    return Question(OpenDialog("ask", args))


def _put(state: State, ctx: Context, person: Contact, after: Contact | None) -> _Result:
    """The person as after a command; one who is gone is no longer shown."""
    return _RECORDS.set(state if after is not None else State(state.tab), ctx, person, after)


_RECORDS = rows_of(CONTACTS, lambda state: state.person)
_PERSON = Commands(
    "contacts",
    Command(
        "star",
        lambda person: "Remove from favorites" if person.starred else "Add to favorites",
        change=lambda person: person._replace(starred=not person.starred),
        icon=lambda person: "m/star_border" if person.starred else "m/star",
        places=(MENU,),
    ),
    Command("edit", "Edit", run=sets("draft"), icon="m/edit", places=(MENU,)),
    Command("delete", "Delete", change=delete_record, icon="m/delete", places=(MENU,), ask=_sure),
    records=_RECORDS._replace(set=_put),
    menu="menu",
)


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
    "field": _field,
    "new": lambda s, _: (s._replace(draft=Contact(0, ""), query=""), (Focus("contacts.form.name"),)),
    "opened": _opened,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "reach": lambda s, _, app, to: (s, (Launch(app, f"to:{to}"),)),
    "save": _save,
    "show": sets("person"),
    "tab": lambda s, _, tab: (State(tab), (ScrollTo(LIST),)),
}


_APP = phone_app(
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
)
APPS = (commanded(_APP, _PERSON),)
