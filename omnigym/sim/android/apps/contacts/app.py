"""Contacts: people with number, address and firm; favourites; from here one calls, writes and mails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.kit import (
    Tab,
    action,
    app_bar,
    asking,
    avatar,
    bottom_bar,
    empty,
    fab,
    item,
    left,
    phone_app,
    screen,
    search_box,
    section,
)
from omnigym.sim.android.people import CONTACT_TABLES, CONTACTS, with_people
from omnigym.sim.app import Context, Effect, Focus, Launch, ScrollTo
from omnigym.sim.commands import MENU, Command, Commands, commanded, delete_record, rows_of
from omnigym.sim.common.contacts import Contact, by_letter
from omnigym.sim.handlers import saved, sets
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import MenuItem, icon, scroll, spacer

# -- what it keeps ----------------------------------------------------------------------------------------------------

_LIST = "contacts.list"
#: (field of a contact, its name, icon) of the form.
_FIELDS = (
    ("name", "Name", "person"),
    ("phone", "Phone", "call"),
    ("email", "Email", "mail"),
    ("company", "Company", "business"),
)
_TABS = (Tab("all", "Contacts", "person"), Tab("starred", "Favorites", "star"))


class State(NamedTuple):
    """Where one is.

    Attributes:
        tab: "all" or "starred".
        person: Id of the contact that is shown, or 0.
        draft: What the form holds, or None where it is not open; its id is 0 for a new contact.
        query: What is searched for.
    """

    tab: str = "all"
    person: int = 0
    draft: Contact | None = None
    query: str = ""


# -- what can be done -------------------------------------------------------------------------------------------------

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
    Command(
        "delete",
        "Delete",
        change=delete_record,
        icon="m/delete",
        places=(MENU,),
        ask=lambda p: asking("Delete contact?", f"{p.name} will be removed from this phone.", "Delete"),
    ),
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
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(_LIST),)),
    "reach": lambda s, _, app, to: (s, (Launch(app, f"to:{to}"),)),
    "save": _save,
    "show": sets("person"),
    "tab": lambda s, _, tab: (State(tab), (ScrollTo(_LIST),)),
}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("contacts", "")


def _fitting(contacts: tuple[Contact, ...], state: State) -> tuple[Contact, ...]:
    """The contacts that the list shows."""
    wanted = state.query.strip().casefold()
    return tuple([c for c in contacts if wanted in c.name.casefold() and (state.tab == "all" or c.starred)])


def _line(contact: Contact) -> Node:
    return item(
        f"contacts.person.{contact.id}",
        contact.name or "(No name)",
        lead=avatar(contact.name),
        h=62,
        click=("show", contact.id),
        context=("menu", contact.id),
    )


def _list(shown: tuple[Contact, ...]) -> Node:
    rows: list[Element] = []
    for letter, people in by_letter(shown):
        rows += [section(letter), *[memo(_line, contact, w=FILL) for contact in people]]
    return column(*rows, role=Role.LIST, name="Contacts", pad=(0, 0, 0, 80))


def _home(state: State, ctx: Context) -> Node:
    shown = _fitting(CONTACTS.rows(ctx.vfs), state)
    search = search_box("contacts", state.query, "Search contacts")
    body: Element = scroll(_LIST, panel(_list, shown), name="Contacts")
    if not shown:
        body = empty("person_search", "No contacts" if state.tab == "all" else "No favorites yet")
    return screen(
        "contacts",
        "Contacts",
        row(search, pad=(14, 10)),
        body,
        bottom_bar("contacts", _TABS, state.tab),
        floating=fab("contacts.add", "add", "Create contact", ("new",)),
    )


def _act(key: str, image: str, label: str, there: bool, act: str, to: str) -> Node:
    return column(
        ui.tool(key, f"m/{image}", label, "icon_tonal", disabled=not there, w=76, h=52, click=("reach", act, to)),
        ui.text(label, "label", role=None),
        gap=4,
        align="center",
        w=FILL,
    )


def _person(contact: Contact) -> Node:
    phone, email = bool(contact.phone), bool(contact.email)
    lines = [
        item("contacts.phone", contact.phone, "Mobile", image="call", click=("reach", "phone", contact.phone)),
        item("contacts.email", contact.email, "Email", image="mail", click=("reach", "gmail", contact.email)),
        item("contacts.company", contact.company, "Company", image="business"),
    ]
    there = [line for line, value in zip(lines, (contact.phone, contact.email, contact.company), strict=True) if value]
    return column(
        row(avatar(contact.name, 96), justify="center", h=116),
        row(ui.heading(contact.name, "name"), justify="center", h=44),
        row(
            _act("call", "call", "Call", phone, "phone", contact.phone),
            _act("text", "chat", "Text", phone, "messages", contact.phone),
            _act("mail", "mail", "Email", email, "gmail", contact.email),
            h=92,
            pad=(24, 8),
        ),
        section("Contact info"),
        *there,
        pad=(0, 0, 0, 24),
    )


def _details(contact: Contact) -> Node:
    menu = (MenuItem("contacts.menu.delete", "Delete", ("delete", contact.id), icon="m/delete"),)
    star = action(
        "contacts.star",
        "star" if contact.starred else "star_border",
        "Remove from favorites" if contact.starred else "Add to favorites",
        ("star", contact.id),
    )
    return screen(
        "contacts",
        contact.name,
        app_bar(
            "",
            action("contacts.edit", "edit", "Edit contact", ("edit", contact.id)),
            star,
            action("contacts.more", "more_vert", "More options", menu=menu),
            back="contacts.up",
        ),
        scroll("contacts.details", panel(_person, contact)),
    )


def _form(draft: Contact) -> Node:
    lines = [
        row(
            icon(f"m/{image}", size=24),
            ui.field(
                f"form.{key}", getattr(draft, key), name, placeholder=name, change=("field", key), submit=("save",)
            ),
            gap=16,
            pad=(18, 0),
            h=60,
        )
        for key, name, image in _FIELDS
    ]
    title = "Edit contact" if draft.id else "Create contact"
    bar = row(
        ui.tool("cancel", "m/close", "Cancel", "icon", click=("back",)),
        ui.heading(title, "title"),
        spacer(),
        ui.button("save", "Save", "primary"),
        h=64,
        pad=(4, 0, 14, 0),
        gap=6,
    )
    portrait = row(avatar(draft.name or "+", 72), justify="center", h=96)
    return screen("contacts", title, bar, scroll("contacts.form", column(portrait, *lines, gap=14, pad=(0, 0, 0, 20))))


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.draft is not None:
        return _form(state.draft)
    person = next((c for c in CONTACTS.rows(ctx.vfs) if c.id == state.person), None)
    return _details(person) if person is not None else _home(state, ctx)


# -- its declaration --------------------------------------------------------------------------------------------------

_APP = phone_app(
    name="contacts",
    title="Contacts",
    icon="app/contacts",
    art={"app/contacts": sign_icon(0x1A73E8, "person", share=0.64)},
    program=Program(category="Social Communication", dock=5),
    initial=with_people,
    init=_init,
    view=_view,
    on=_UPDATES,
    tables=CONTACT_TABLES,
)
APPS = (commanded(_APP, _PERSON),)
