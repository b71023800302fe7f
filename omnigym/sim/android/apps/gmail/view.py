"""The screens of Gmail in which mails are found and read."""

from __future__ import annotations

from datetime import date, datetime, time

from omnigym.a11y import Role
from omnigym.documents.mail import Attachment, Mail, address_of, name_of, preview, split_addresses
from omnigym.sim.android.apps.gmail.store import ACCOUNT, PLACES, letters
from omnigym.sim.android.apps.gmail.writing import BODY, LIST, Draft, State, shown_mail
from omnigym.sim.android.dates import day_text, hour_text, local
from omnigym.sim.android.kit import action, avatar, empty, screen
from omnigym.sim.android.people import CONTACTS
from omnigym.sim.android.storage import category_of, size_text
from omnigym.sim.app import Context
from omnigym.sim.common.contacts import Contact
from omnigym.sim.documents.edit import Edit
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, panel, row
from omnigym.sim.ui.widgets import (
    Entry,
    MenuItem,
    area,
    button,
    field,
    icon,
    list_view,
    scroll,
    separator,
    spacer,
    text,
)

# -- the screen of Gmail in which a mail is written -------------------------------------------------------------------

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


# -- the view ---------------------------------------------------------------------------------------------------------

_ROW, _PREVIEW = 92, 70


# -- list -----------------------------------------------------------------------------------------------------


def _line(entry: Entry, _selected: bool, today: date, zone: tuple[tuple[str, str], ...]) -> Node:
    letter, folder = entry.data, entry.id.partition("/")[0]
    h, settings = letter.headers, dict(zone)
    when = day_text(local(h.date_ms, settings), datetime.combine(today, time(12)), settings)
    ours = folder in ("Sent", "Drafts")
    whom = (
        f"To: {', '.join([name_of(a) for a in split_addresses(h.to)]) or '(no one)'}"
        if folder == "Sent"
        else ("Draft" if folder == "Drafts" else name_of(h.sender) or "(unknown)")
    )
    new = not h.marks.read
    subject, strong = h.subject or "(no subject)", "strong" if new else ""
    mark = f"{'Remove star from' if h.marks.flagged else 'Add star to'} {subject}"
    star = action(f"gmail.star.{entry.id}", "star" if h.marks.flagged else "star_border", mark, ("star", entry.id))
    words = column(
        row(
            text(whom, style="heading" if new else "error" if folder == "Drafts" else "body", w=FILL, role=None),
            icon("m/attach_file", size=16) if h.attached else None,
        ),
        text(subject, style=strong, w=FILL, role=None),
        text(preview(letter.content, _PREVIEW) or " ", style="muted", w=FILL, role=None),
        gap=2,
    )
    return row(
        avatar(name_of(h.to if ours else h.sender) or "?"),
        words,
        column(text(when, style="label" if new else "caption", role=None), star, align="end", w=AUTO, gap=2),
        style="item",
        key=f"gmail.mail.{entry.id}",
        role=Role.LIST_ITEM,
        name=f"{subject}, {'unread, ' if new else ''}{whom}",
        w=FILL,
        h=_ROW,
        pad=(16, 8, 6, 6),
        gap=14,
        click=("open", entry.id),
        context=("menu", entry.id),
    )


def _home(state: State, ctx: Context) -> Node:
    place = PLACES[state.place]
    mails = letters(ctx.vfs, state.place, state.query)
    menu = button("gmail.places", icon="m/menu", name="Open navigation drawer", style="icon", click=("places",))
    search = field(
        "gmail.search",
        state.query,
        name="Search in mail",
        placeholder="Search in mail",
        style="bare",
        search=True,
        change=("query",),
    )
    box = row(menu, search, avatar(name_of(ACCOUNT), 32), style="search_box", h=52, pad=(2, 0, 12, 0))
    bar = row(box, pad=(12, 10, 12, 6))
    today = local(ctx.clock_ms, ctx.settings).date()
    body: Element = list_view(LIST, mails, _line, name="Mails", row_h=_ROW, args=(today, _zone(ctx)))
    if not mails and state.query:
        body = empty("search_off", "No results")
    elif not mails:
        body = empty(place.icon, f"Nothing in {place.label}")
    compose = button("gmail.compose", "Compose", icon="m/edit", style="fab_wide", click=("compose",))
    head = row(text(place.label, style="section", role=Role.HEADING, w=FILL), h=34, pad=(18, 0))
    mails_below = column(body, h=FILL, swipe_down=("refresh",))
    return screen("gmail", place.label, bar, head, mails_below, floating=compose, refreshing=state.refreshing)


def _zone(ctx: Context) -> tuple[tuple[str, str], ...]:
    """The settings that dates are written by."""
    return tuple([(k, ctx.settings.get(k, "")) for k in ("global/time_zone", "system/time_12_24")])


# -- reading --------------------------------------------------------------------------------------------------


def _file(index: int, file: Attachment) -> Node:
    key = f"gmail.file.{index}"
    return row(
        icon(file_icon(file.name), style="accent"),
        column(
            text(file.name, w=FILL, role=None), text(size_text(len(file.content)), style="caption", role=None), gap=1
        ),
        action(f"{key}.drive", "add_to_drive", f"Add {file.name} to Drive", ("to_drive", index)),
        action(f"{key}.save", "download", f"Download {file.name}", ("save", index)),
        style="card",
        key=key,
        role=Role.LIST_ITEM,
        name=file.name,
        w=FILL,
        h=64,
        pad=(16, 0, 4, 0),
        gap=12,
        click=("open_file", index),
    )


def _letter(mail: Mail, folder: str, when: str) -> Node:
    h = mail.headers
    star = action(
        "gmail.star",
        "star" if h.marks.flagged else "star_border",
        "Remove star" if h.marks.flagged else "Add star",
        ("star_shown",),
    )
    to = ", ".join([("me" if address_of(a) == address_of(ACCOUNT) else name_of(a)) for a in split_addresses(h.to)])
    files = [_file(n, f) for n, f in enumerate(mail.attachments)]
    return column(
        row(
            text(h.subject or "(no subject)", style="title", w=FILL, wrap=True, role=Role.HEADING, key="gmail.subject"),
            star,
            pad=(18, 4, 6, 4),
            gap=6,
        ),
        row(text(folder, style="caption", role=None), style="chip", w=AUTO, pad=(8, 3)) if folder else None,
        row(
            avatar(name_of(h.sender) or "?"),
            column(
                row(
                    text(name_of(h.sender), style="strong", key="gmail.sender"),
                    text(when, style="caption", w=FILL),
                    gap=8,
                ),
                text(f"to {to}", style="muted", w=FILL),
                gap=2,
            ),
            action("gmail.reply_top", "reply", "Reply", ("answer", False)),
            pad=(18, 6, 6, 6),
            gap=12,
        ),
        row(text(mail.body, w=FILL, wrap=True, key="gmail.text", style="read"), pad=(18, 8)),
        column(*files, gap=8, pad=(14, 8), role=Role.LIST, name="Attachments") if files else None,
        row(
            button("gmail.reply", "Reply", icon="m/reply", style="", w=FILL, click=("answer", False)),
            button("gmail.forward", "Forward", icon="m/forward", style="", w=FILL, click=("forward",)),
            gap=10,
            pad=(16, 14),
        ),
        gap=2,
        pad=(0, 0, 0, 20),
    )


def _reading(state: State, mail: Mail, ctx: Context) -> Node:
    folder = state.shown.partition("/")[0]
    gone, spam = folder == "Trash", folder == "Spam"
    menu = (
        MenuItem("gmail.menu.reply_all", "Reply all", ("answer", True), icon="m/reply_all"),
        MenuItem("gmail.menu.move", "Move to", ("move", state.shown), icon="m/drive_file_move"),
        MenuItem(
            "gmail.menu.spam",
            "Not spam" if spam else "Report spam",
            ("to", state.shown, "Inbox" if spam else "Spam"),
            icon="m/report",
        ),
        MenuItem("gmail.menu.task", "Add to Tasks", ("task",), icon="m/task_alt"),
        MenuItem("gmail.menu.share", "Share text", ("share",), icon="m/share"),
    )
    bar = row(
        button("gmail.up", icon="m/arrow_back", name="Navigate up", style="icon", click=("back",)),
        spacer(),
        action("gmail.archive", "archive", "Archive", ("to", state.shown, "Archive"))
        if folder != "Archive"
        else (action("gmail.inbox", "inbox", "Move to inbox", ("to", state.shown, "Inbox"))),
        action(
            "gmail.delete",
            "delete_forever" if gone else "delete",
            "Delete forever" if gone else "Delete",
            ("delete", state.shown),
        ),
        action("gmail.unread", "mark_email_unread", "Mark unread", ("unread", state.shown)),
        action("gmail.more", "more_vert", "More options", menu=menu),
        h=64,
        pad=(4, 0, 6, 0),
    )
    moment, now = local(mail.headers.date_ms, ctx.settings), local(ctx.clock_ms, ctx.settings)
    when = day_text(moment, now, ctx.settings)
    if moment.date() != now.date():
        when = f"{when}, {hour_text(moment.hour, moment.minute, ctx.settings)}"
    return screen(
        "gmail",
        mail.headers.subject or "(no subject)",
        bar,
        scroll("gmail.mail", panel(_letter, mail, "" if folder == "Inbox" else folder, when)),
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.draft is not None:
        return writing(state.draft, state.edit, ctx)
    mail = shown_mail(state, ctx.vfs)
    return _reading(state, mail, ctx) if mail is not None else _home(state, ctx)
