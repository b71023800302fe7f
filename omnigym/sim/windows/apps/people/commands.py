"""What can be done in People, and to a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.documents.mail import Attachment, address_of
from omnigym.documents.vcard import Card, read_vcf, write_vcf
from omnigym.errors import OmnigymError
from omnigym.sim.app import (
    Context,
    Effect,
    Focus,
    Handler,
    Launch,
    OpenDialog,
    ScrollTo,
    SetClipboard,
    SetFiles,
)
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands, Question, delete_record, rows_of
from omnigym.sim.common.contacts import Contact
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.mail import ACCOUNT, composed, draft_kept
from omnigym.sim.common.message_box import asking, tell
from omnigym.sim.handlers import saved
from omnigym.sim.kinds.records import Line, filled
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, VfsError, base_name, native
from omnigym.sim.windows.contacts import CONTACTS, card_of
from omnigym.values import ClipboardContent

_TITLE, _TYPES = "People", (("vCard file", "vcf"),)
LIST, SEARCH = "people.list", "people.search"
LINES = (
    Line("name", "Name", "First and last name"),
    Line("phone", "Phone", "Mobile"),
    Line("email", "Email", "name@example.com"),
    Line("company", "Company"),
    Line("address", "Address", "Street and town"),
    Line("note", "Notes"),
)


class State(NamedTuple):
    """Where one is.

    Attributes:
        person: The number of the contact that is shown, or 0.
        query: What is searched for.
        starred: Whether only favourites are listed.
        draft: What the form holds, or None; its id is 0 for a new contact.
        came: The cards of a file that was opened, to be taken over or not.
    """

    person: int = 0
    query: str = ""
    starred: bool = False
    draft: Contact | None = None
    came: tuple[Card, ...] = ()


_Result: TypeAlias = tuple[State, tuple[Effect, ...]]


# -- writing --------------------------------------------------------------------------------------------------------


def _save(state: State, ctx: Context, *_: str) -> _Result:
    draft, rows = state.draft, CONTACTS.rows(ctx.vfs)
    if draft is None:
        return state, ()
    trimmed: dict[str, Any] = {line.name: " ".join(getattr(draft, line.name).split()) for line in LINES}
    draft = draft._replace(**trimmed)
    if not draft.name:
        return state, (tell(_TITLE, "Enter a name to save this contact."), Focus("people.form.name"))
    if draft.email and not address_of(draft.email):
        return state, (tell(_TITLE, f"“{draft.email}” is no email address."), Focus("people.form.email"))
    if draft.id:
        return State(draft.id), (saved(CONTACTS, ctx, tuple([draft if c.id == draft.id else c for c in rows])),)
    draft = draft._replace(id=next_id(rows))
    return State(draft.id), (saved(CONTACTS, ctx, (*rows, draft)), ScrollTo(LIST, f"people.person.{draft.id}"))


def _field(state: State, _ctx: Context, name: str, value: str) -> _Result:
    return state._replace(draft=state.draft and filled(LINES, state.draft, name, value)), ()


# -- cards as files -------------------------------------------------------------------------------------------------


def opened(state: State, ctx: Context, path: str | None) -> _Result:
    """The cards of a file, to be looked at first."""
    if not path:
        return state, ()
    try:
        came = read_vcf(ctx.vfs.read(path))
    except (VfsError, OmnigymError):
        return state, (tell(_TITLE, f"{base_name(path)}\nThis file can't be read. It may be damaged, or be no vCard."),)
    if not came:
        return state, (tell(_TITLE, f"{base_name(path)}\nThere is nobody in this file.", "info"),)
    return state._replace(came=came, draft=None), ()


def _take(state: State, ctx: Context) -> _Result:
    """The cards become contacts; one that is there already, just so, is not taken twice."""
    rows, last = CONTACTS.rows(ctx.vfs), state.person
    for card in state.came:
        known = next((c for c in rows if card_of(c) == card), None)
        last = known.id if known is not None else next_id(rows)
        rows = rows if known is not None else (*rows, Contact(last, *card[:4], address=card.address, note=card.note))
    return State(last), (saved(CONTACTS, ctx, rows), ScrollTo(LIST, f"people.person.{last}"))


def _ask_import(state: State, _ctx: Context) -> _Result:
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Documents", "", _TYPES), ("opened",)),)


def _ask_export(state: State, name: str, number: int) -> _Result:
    dialog = FileDialog(True, f"{HOME}/Documents", f"{name}.vcf", _TYPES)
    return state, (OpenDialog("file_dialog", dialog, ("exported", number)),)


def _exported(state: State, ctx: Context, number: int, path: str | None) -> _Result:
    if path is None:
        return state, ()
    content = write_vcf([card_of(c) for c in CONTACTS.rows(ctx.vfs) if number in (0, c.id)])
    try:
        return state, (SetFiles(ctx.vfs.write(path, content, ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(_TITLE, f"{native(path)}\n{e}"),)


def _share(state: State, ctx: Context, person: Contact) -> _Result:
    """A mail with the person's card, to be sent to somebody."""
    files = (Attachment(f"{person.name}.vcf", write_vcf([card_of(person)])),)
    mail = composed(ACCOUNT, "", "", f"Contact: {person.name}", "", files, "", ctx.clock_ms)
    vfs, path = draft_kept(ctx.vfs, mail, "", ctx.clock_ms)
    return state, (SetFiles(vfs), Launch("mail", path))


# -- commands -------------------------------------------------------------------------------------------------------


def _sure(person: Contact) -> Question:
    text = f"{person.name} will be deleted from your contacts."
    return asking("Delete contact?", text, "Delete")


def _put(state: State, ctx: Context, person: Contact, after: Contact | None) -> _Result:
    return _RECORDS.set(state if after is not None else state._replace(person=0), ctx, person, after)


def _written(state: State, person: Contact) -> _Result:
    """The form with a person in it."""
    return state._replace(draft=person, came=()), (Focus("people.form.name"),)


def _mail(state: State, _ctx: Context, person: Contact) -> _Result:
    return state, (Launch("mail", f"to:{person.name} <{person.email}>"),)


def _copied(state: State, _ctx: Context, person: Contact) -> _Result:
    said = [person.name, person.phone, person.email, person.company, person.address]
    return state, (SetClipboard(ClipboardContent(text="\n".join([part for part in said if part]))),)


_RECORDS = rows_of(CONTACTS, lambda state: state.person)
_BOTH = (BAR, MENU)
PERSON = Commands(
    "people",
    Command("mail", "Send email", None, _mail, "mail", "", ("card", MENU), lambda p: p.email),
    Command(
        "star",
        lambda p: "Remove from favourites" if p.starred else "Add to favourites",
        change=lambda p: p._replace(starred=not p.starred),
        icon=lambda p: "star-off" if p.starred else "star",
        places=_BOTH,
    ),
    Command("edit", "Edit", None, lambda s, _, p: _written(s, p), "edit", "ctrl+e", _BOTH),
    LINE,
    Command("share", "Share contact", None, _share, "share", "", _BOTH),
    Command("copy", "Copy details", None, _copied, "copy", "", _BOTH),
    Command("export", "Save as vCard", None, lambda s, _, p: _ask_export(s, p.name, p.id), "contact-card", "", _BOTH),
    LINE,
    Command("delete", "Delete", delete_record, None, "delete", "ctrl+d", _BOTH, ask=_sure),
    records=_RECORDS._replace(set=_put),
    menu="menu",
)
WINDOW = Commands(
    "people",
    Command("new", "New contact", None, lambda s, _: _written(s, Contact(0, "")), "person-add", "ctrl+n"),
    Command("import", "Import contacts", None, _ask_import, "arrow-import", "ctrl+o"),
    Command("export_all", "Export all contacts", None, lambda s, _: _ask_export(s, "contacts", 0), "arrow-export", ""),
    Command("find", "Search", None, lambda s, _: (s, (Focus(SEARCH, 0, -1),)), "", "ctrl+f", ()),
)
HANDLERS: Mapping[str, Handler] = {
    "cancel": lambda s, _: (s._replace(draft=None, came=()), ()),
    "exported": _exported,
    "field": _field,
    "only": lambda s, _, starred: (s._replace(starred=starred), (ScrollTo(LIST),)),
    "opened": opened,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "read": lambda s, _, path: (s, (Launch("mail", path),)),
    "save": _save,
    "show": lambda s, _, number: (s._replace(person=number, draft=None, came=()), ()),
    "take": _take,
}
