"""The screens of Contacts: list, one person, and the form."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.kit import Tab, action, app_bar, avatar, bottom_bar, empty, fab, item, screen, section
from omnigym.sim.android.people import CONTACTS
from omnigym.sim.app import Context
from omnigym.sim.common.contacts import Contact, by_letter
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import MenuItem, button, field, icon, scroll, spacer, text

__all__ = ["FIELDS", "LIST", "State", "fitting", "view"]

LIST = "contacts.list"
#: (field of a contact, its name, icon) of the form.
FIELDS = (
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


def fitting(contacts: tuple[Contact, ...], state: State) -> tuple[Contact, ...]:
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
    shown = fitting(CONTACTS.rows(ctx.vfs), state)
    search = field(
        "contacts.search",
        state.query,
        name="Search contacts",
        placeholder="Search contacts",
        style="search",
        search=True,
        icon="m/search",
        change=("query",),
    )
    body: Element = scroll(LIST, panel(_list, shown), name="Contacts")
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
        button(
            f"contacts.{key}",
            icon=f"m/{image}",
            name=label,
            style="icon_tonal",
            disabled=not there,
            w=76,
            h=52,
            click=("reach", act, to),
        ),
        text(label, style="label", role=None),
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
        row(text(contact.name, style="name", role=Role.HEADING), justify="center", h=44),
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
            field(
                f"contacts.form.{key}",
                getattr(draft, key),
                name=name,
                placeholder=name,
                change=("field", key),
                submit=("save",),
            ),
            gap=16,
            pad=(18, 0),
            h=60,
        )
        for key, name, image in FIELDS
    ]
    title = "Edit contact" if draft.id else "Create contact"
    bar = row(
        button("contacts.cancel", icon="m/close", name="Cancel", style="icon", click=("back",)),
        text(title, style="title", role=Role.HEADING),
        spacer(),
        button("contacts.save", "Save", style="primary", click=("save",)),
        h=64,
        pad=(4, 0, 14, 0),
        gap=6,
    )
    portrait = row(avatar(draft.name or "+", 72), justify="center", h=96)
    return screen("contacts", title, bar, scroll("contacts.form", column(portrait, *lines, gap=14, pad=(0, 0, 0, 20))))


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.draft is not None:
        return _form(state.draft)
    person = next((c for c in CONTACTS.rows(ctx.vfs) if c.id == state.person), None)
    return _details(person) if person is not None else _home(state, ctx)
