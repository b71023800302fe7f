"""What People looks like: the list with its letters at the left, one person or a form at the right."""

from __future__ import annotations

from datetime import datetime

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.documents.mail import address_of
from omnigym.documents.vcard import Card
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR
from omnigym.sim.common.contacts import Contact, by_letter
from omnigym.sim.common.mail import FOLDERS, folder_path, listed
from omnigym.sim.kinds.records import form
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.widgets import button, field, icon, scroll, separator, spacer, tab, text
from omnigym.sim.vfs import Vfs, join
from omnigym.sim.windows.apps.mail.state import avatar, colour_of, initials_of
from omnigym.sim.windows.apps.people.commands import LINES, LIST, PERSON, SEARCH, WINDOW, State
from omnigym.sim.windows.clock import local
from omnigym.sim.windows.contacts import CONTACTS

_LIST_W, _WIDE, _MAILS = 286, 600, 5
STYLES = looks(
    box={
        "people_list": Look(fill=Shade(0xF6F1F8, 0x241F28)),
        "people_letter": Look(),
        "people_chosen": Look(fill=Shade(0xE3D3EC, 0x4A3358), radius=4),
        "people_band": Look(fill=Shade(0xEADCF2, 0x35273F)),
        **{f"people_{name}": Look(fill=name, radius=44) for name in PEOPLE},
    },
    text={
        "people_letter": Look(size=13, family="ui-semibold", ink="plum"),
        "people_name": Look(size=24, family="ui-semibold"),
        "people_initials": Look(size=32, ink="on_picture"),
    },
)


def view(state: State, ctx: Context) -> Node:
    """The content of the window."""
    rows = CONTACTS.rows(ctx.vfs)
    person = next((c for c in rows if c.id == state.person), None)
    alone = ctx.w < _WIDE
    wanted = state.query.strip().casefold()
    shown = tuple([c for c in rows if (c.starred or not state.starred) and wanted in " ".join(c[1:5]).casefold()])
    left = column(
        panel(_head, state.query, state.starred),
        scroll(LIST, panel(_list, shown, state.person), name="Contacts"),
        style="people_list",
        w=FILL if alone else _LIST_W,
        h=FILL,
    )
    right = _right(state, ctx, person)
    if alone:
        return right if person is not None or state.draft is not None or state.came else left
    return row(left, separator(vertical=True), right, h=FILL, align="stretch")


def _head(query: str, starred: bool) -> Node:
    new, *tools = WINDOW.buttons(BAR, True, style="tool")
    search = field(
        SEARCH,
        query,
        name="Search",
        placeholder="Search people",
        style="find",
        icon="search",
        search=True,
        change=("query",),
        cancel=("query", ""),
    )
    tabs = [
        tab(f"people.only.{key}", label, selected=starred == only, click=("only", only))
        for key, label, only in (("all", "Contacts", False), ("starred", "Favourites", True))
    ]
    return column(row(*tabs, spacer(), new, *tools, gap=2), search, pad=(12, 8), gap=8)


def _list(shown: tuple[Contact, ...], chosen: int) -> Node:
    lines: list[Element] = []
    for letter, people in by_letter(shown):
        lines.append(row(text(letter, style="people_letter", role=None), h=28, pad=(14, 4, 0, 0)))
        lines += [memo(_line, person, person.id == chosen, w=FILL) for person in people]
    if not lines:
        lines = [row(text("Nobody is here.", style="empty"), pad=(16, 12))]
    return column(*lines, role=Role.LIST, name="Contacts", pad=(6, 0, 6, 12))


def _line(person: Contact, chosen: bool) -> Node:
    return row(
        avatar(f"{person.name} <{person.email}>" if person.email else person.name, 32),
        column(
            text(person.name, w=FILL, role=None),
            text(person.company, style="caption", w=FILL, role=None) if person.company else None,
        ),
        icon("star", style="muted") if person.starred else None,
        style="people_chosen" if chosen else "hover_row",
        key=f"people.person.{person.id}",
        role=Role.LIST_ITEM,
        name=person.name,
        flags=state_flags(selected=chosen),
        h=46,
        pad=(8, 4),
        gap=10,
        click=("show", person.id),
        context=("menu", person.id),
    )


def _right(state: State, ctx: Context, person: Contact | None) -> Node:
    if state.draft is not None:
        head = row(text("Edit contact" if state.draft.id else "New contact", style="people_name", role=Role.HEADING))
        buttons = row(
            button("people.save", "Save", style="accent", click=("save",)),
            button("people.cancel", "Cancel", click=("cancel",)),
            gap=8,
        )
        return column(
            head,
            form("people.form", LINES, state.draft, label_w=80),
            buttons,
            style="content",
            h=FILL,
            pad=(28, 22),
            gap=18,
        )
    if state.came:
        return column(panel(_came, state.came), style="content", h=FILL)
    if person is None:
        return column(
            spacer(h=FILL),
            row(icon("people", style="huge"), justify="center"),
            row(text("Choose somebody from the list.", style="empty"), justify="center"),
            spacer(h=FILL),
            style="content",
            h=FILL,
            gap=12,
        )
    today = local(ctx.clock_ms, ctx.settings)
    return column(
        panel(_person, person, ctx.w < _WIDE),
        scroll("people.details", panel(_details, person, _mails(person, ctx.vfs, today)), name="Details"),
        style="content",
        h=FILL,
    )


def _disc(person: Contact) -> Node:
    address = f"{person.name} <{person.email}>" if person.email else person.name
    return row(
        text(initials_of(person.name), style="people_initials", role=None),
        style=f"people_{colour_of(address)}",
        w=88,
        h=88,
        justify="center",
    )


def _person(person: Contact, alone: bool) -> Node:
    back = button("people.back", icon="back", name="Back", style="tool", click=("show", 0)) if alone else None
    tools = row(back, spacer(), *PERSON.buttons(BAR, person, style="tool"), gap=2, role=Role.TOOLBAR, name="Contact")
    name = column(
        text(person.name, style="people_name", w=FILL, role=Role.HEADING),
        text(person.company, style="muted", w=FILL),
        gap=2,
    )
    return column(tools, row(_disc(person), name, gap=20, pad=(20, 0, 0, 12)), style="people_band", pad=(8, 6))


def _details(person: Contact, mails: tuple[tuple[str, str, str], ...]) -> Node:
    known = (
        ("phone", "call", person.phone),
        ("email", "mail", person.email),
        ("address", "home", person.address),
        ("note", "note", person.note),
    )
    lines = [
        row(icon(image, style="muted"), text(value, w=FILL, wrap=True, key=f"people.{key}"), gap=14, h=36)
        for key, image, value in known
        if value
    ]
    write = row(*PERSON.buttons("card", person, labelled=True, style="accent"))
    letters = [
        row(
            text(subject, w=FILL, role=None),
            text(day, style="caption", role=None),
            style="hover_row",
            key=f"people.mail.{path.rpartition('/')[2]}",
            role=Role.LIST_ITEM,
            name=subject,
            h=36,
            pad=(10, 0),
            click=("read", path),
        )
        for path, subject, day in mails
    ]
    heading = text("Emails", style="strong", role=Role.HEADING)
    return column(
        *lines,
        write,
        column(heading, *letters, role=Role.LIST, name="Emails", gap=2) if letters else None,
        pad=(28, 16),
        gap=8,
    )


def _mails(person: Contact, vfs: Vfs, now: datetime) -> tuple[tuple[str, str, str], ...]:
    """The last mails from and to a person: path, subject, day."""
    address = address_of(person.email)
    found = []
    for folder in FOLDERS if address else ():
        for mail in listed(vfs, folder):
            head = mail.data.headers
            if folder != "Deleted" and address in (address_of(head.sender), address_of(head.to)):
                found.append((-head.date_ms, join(folder_path(folder), mail.id), head.subject or "(No subject)"))
    day = [datetime.fromtimestamp(-ms // 1000, now.tzinfo) for ms, _, _ in sorted(found)[:_MAILS]]
    return tuple(
        [(path, subject, f"{at:%b} {at.day}") for at, (_, path, subject) in zip(day, sorted(found), strict=False)]
    )


def _came(cards: tuple[Card, ...]) -> Node:
    head = f"{count_of(len(cards), 'person', 'people')} in this file"
    lines = [
        row(
            avatar(f"{c.name} <{c.email}>" if c.email else c.name, 32),
            column(text(c.name, style="strong"), text(", ".join(filter(None, c[1:5])), style="caption", w=FILL)),
            gap=12,
            h=48,
        )
        for c in cards[:8]
    ]
    buttons = row(
        button("people.take", "Add to contacts", style="accent", click=("take",)),
        button("people.cancel", "Cancel", click=("cancel",)),
        gap=8,
    )
    return column(text(head, style="people_name", role=Role.HEADING), *lines, buttons, pad=(28, 22), gap=12)
