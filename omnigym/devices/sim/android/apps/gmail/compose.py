"""The screen of Gmail in which a mail is written."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.android.apps.gmail.state import BODY, Draft
from omnigym.devices.sim.android.apps.gmail.store import ACCOUNT
from omnigym.devices.sim.android.kit import action, avatar, screen
from omnigym.devices.sim.android.people import CONTACTS
from omnigym.devices.sim.android.storage import category_of, size_text
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.common.contacts import Contact
from omnigym.devices.sim.documents.edit import Edit
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import MenuItem, area, button, field, icon, separator, text
from omnigym.documents.mail import Attachment, address_of

__all__ = ["file_icon", "writing"]

_DRAFT_MENU = (
    MenuItem("gmail.menu.from_drive", "Insert from Drive", ("attach_drive",), icon="m/add_to_drive"),
    MenuItem("gmail.menu.save", "Save draft", ("keep",), icon="m/save"),
    MenuItem("gmail.menu.discard", "Discard", ("discard",), icon="m/delete"),
)


def file_icon(name: str) -> str:
    """The icon of a file that comes with a mail."""
    category = category_of(name)
    return f"m/{category.image}" if category is not None else "m/insert_drive_file"


def _suggested(typed: str, contacts: tuple[Contact, ...]) -> tuple[Contact, ...]:
    """People whose name or address fits what is typed last."""
    last = typed.rpartition(",")[2].strip().casefold()
    if not last or address_of(last):
        return ()
    return tuple([c for c in contacts if c.email and (last in c.name.casefold() or last in c.email.casefold())][:4])


def _person(person: Contact, where: str) -> Node:
    words = column(text(person.name, w=FILL, role=None), text(person.email, style="muted", w=FILL, role=None), gap=1)
    return row(
        avatar(person.name, 36),
        words,
        style="item",
        key=f"gmail.person.{person.id}",
        role=Role.LIST_ITEM,
        name=f"{person.name}, {person.email}",
        w=FILL,
        h=58,
        pad=(18, 0),
        gap=14,
        click=("person", where, person.id),
    )


def _attached(index: int, file: Attachment) -> Node:
    key = f"gmail.attached.{index}"
    return row(
        icon(file_icon(file.name)),
        text(file.name, w=FILL, role=None),
        text(size_text(len(file.content)), style="caption", role=None),
        action(f"{key}.remove", "close", f"Remove {file.name}", ("detach", index)),
        style="card",
        key=key,
        role=Role.LIST_ITEM,
        name=file.name,
        w=FILL,
        h=50,
        pad=(14, 0, 2, 0),
        gap=10,
    )


def _heads(draft: Draft, people: tuple[Contact, ...], copies: tuple[Contact, ...]) -> Node:
    def line(key: str, label: str, value: str, *more: Element) -> Node:
        return row(
            text(label, style="muted", w=60, role=None),
            field(f"gmail.{key}", value, name=label, style="plain", change=("field", key)),
            *more,
            pad=(18, 0, 6, 0),
            h=52,
        )

    wider = action("gmail.wide", "expand_more", "Add Cc", ("wide",)) if not draft.wide else None
    files = [_attached(n, file) for n, file in enumerate(draft.attachments)]
    return column(
        row(
            text("From", style="muted", w=60, role=None),
            text(address_of(ACCOUNT), style="body", w=FILL),
            h=46,
            pad=(18, 0),
        ),
        separator(),
        line("to", "To", draft.to, *([wider] if wider else [])),
        *[_person(p, "to") for p in people],
        *([separator(), line("cc", "Cc", draft.cc), *[_person(p, "cc") for p in copies]] if draft.wide else []),
        separator(),
        row(
            field(
                "gmail.subject",
                draft.subject,
                name="Subject",
                placeholder="Subject",
                style="plain",
                change=("field", "subject"),
            ),
            pad=(6, 0),
            h=52,
        ),
        separator(),
        column(*files, gap=6, pad=(14, 8), role=Role.LIST, name="Attachments") if files else None,
    )


def writing(draft: Draft, edit: Edit, ctx: Context) -> Node:
    """The screen of a draft."""
    contacts = CONTACTS.rows(ctx.vfs)
    bar = row(
        button("gmail.up", icon="m/arrow_back", name="Navigate up", style="icon", click=("back",)),
        text("Compose", style="title", w=FILL, role=Role.HEADING),
        action("gmail.attach", "attach_file", "Attach file", ("attach",)),
        action("gmail.send", "send", "Send", ("send",)),
        action("gmail.draft_more", "more_vert", "More options", menu=_DRAFT_MENU),
        h=64,
        pad=(4, 0, 6, 0),
    )
    heads = panel(_heads, draft, _suggested(draft.to, contacts), _suggested(draft.cc, contacts) if draft.wide else ())
    return screen(
        "gmail", "Compose", bar, heads, area(BODY, edit, name="Compose email", style="flat", change=("edit",))
    )
