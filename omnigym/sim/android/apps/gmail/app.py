"""Gmail: mails in folders, read, answered, written, with files from the phone and from Drive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.documents.mail import (
    Attachment,
    Mail,
    address_of,
    name_of,
    prefix_subject,
    preview,
    read_headers,
    read_mail,
    split_addresses,
)
from omnigym.sim.android.apps.drive.store import DRIVE, uploaded
from omnigym.sim.android.apps.gmail.store import ACCOUNT, MAIL, PLACES, letters, mail_path, unread, with_mail
from omnigym.sim.android.catalogue import program
from omnigym.sim.android.dates import day_text, hour_text, local
from omnigym.sim.android.kit import action, avatar, empty, left, phone_app, refreshed, screen, tell
from omnigym.sim.android.people import CONTACTS
from omnigym.sim.android.storage import category_of, opener, size_text
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo, SetFiles, ShowMenu
from omnigym.sim.common.contacts import Contact
from omnigym.sim.common.mail import (
    addressed,
    answer_to,
    composed,
    draft_kept,
    draft_removed,
    mail_table,
    mark,
    move,
    sent,
)
from omnigym.sim.documents.edit import Edit, start_lines
from omnigym.sim.handlers import sets
from omnigym.sim.paint.material import on_disc
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import Program, Taken
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import (
    Entry,
    MenuItem,
    area,
    icon,
    list_view,
    scroll,
    separator,
    spacer,
    text,
)
from omnigym.sim.vfs import HOME, Vfs, base_name, join

# -- what it keeps ----------------------------------------------------------------------------------------------------

_DRAFT_MENU = (
    MenuItem("gmail.menu.from_drive", "Insert from Drive", ("attach_drive",), icon="m/add_to_drive"),
    MenuItem("gmail.menu.save", "Save draft", ("keep",), icon="m/save"),
    MenuItem("gmail.menu.discard", "Discard", ("discard",), icon="m/delete"),
)


class Draft(NamedTuple):
    """A mail that is being written, but for its text.

    Attributes:
        to, cc, subject: As they are typed.
        attachments: What goes with it.
        entry: Its file among the drafts, "Drafts/Hello.eml", or "".
        original: The mail that it answers, or "".
        answers: The Message-ID of that mail, or "".
        wide: Whether the field for copies is shown.
    """

    to: str = ""
    cc: str = ""
    subject: str = ""
    attachments: tuple[Attachment, ...] = ()
    entry: str = ""
    original: str = ""
    answers: str = ""
    wide: bool = False


class State(NamedTuple):
    """Where one is.

    Attributes:
        edit: The text of the mail that is written.
        place: What is listed, one of `omnigym.sim.android.apps.gmail.store.PLACES`.
        query: What is searched for in it.
        shown: The mail that is read, or "".
        draft: The mail that is written, or None.
        refreshing: Whether the list was pulled down, and looks for new mails.
    """

    edit: Edit = Edit()
    place: str = "inbox"
    query: str = ""
    shown: str = ""
    draft: Draft | None = None
    refreshing: bool = False


# -- what can be done -------------------------------------------------------------------------------------------------

_LIST, _BODY = "gmail.list", "gmail.body"


def _is_empty(state: State) -> bool:
    """Whether nothing is written yet."""
    draft = state.draft
    if draft is None:
        return True
    return not (draft.to or draft.cc or draft.subject or draft.attachments or state.edit.document.text.strip())


def _shown_mail(state: State, vfs: Vfs) -> Mail | None:
    """The mail that is read, while its file is there."""
    path = mail_path(state.shown)
    return read_mail(vfs.read(path)) if state.shown and vfs.is_file(path) else None


_Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def _mail(state: State, draft: Draft, to: str, cc: str, now: int) -> Mail:
    return composed(ACCOUNT, to, cc, draft.subject, state.edit.document.text, draft.attachments, draft.answers, now)


def _path(entry: str) -> str:
    """The path of a mail that a draft names; "" where it names none."""
    return mail_path(entry) if entry else ""


def _put_away(state: State, ctx: Context) -> _Result:
    """The draft is kept among the drafts, where anything is in it, and left."""
    draft, vfs = state.draft, ctx.vfs
    if draft is None:
        return state, ()
    left = state._replace(edit=start_lines(""), draft=None, shown=draft.original)
    if _is_empty(state):
        return left, ()
    # The name of its file follows the subject, as often as it is left.
    vfs = draft_removed(vfs, _path(draft.entry), ctx.clock_ms)
    vfs, _ = draft_kept(vfs, _mail(state, draft, draft.to, draft.cc, ctx.clock_ms), "", ctx.clock_ms, MAIL)
    return left, (SetFiles(vfs),)


def _discard(state: State, ctx: Context) -> _Result:
    draft = state.draft
    if draft is None:
        return state, ()
    after = draft_removed(ctx.vfs, _path(draft.entry), ctx.clock_ms)
    return state._replace(edit=start_lines(""), draft=None, shown=draft.original), (SetFiles(after),)


def _resume(state: State, ctx: Context, entry: str) -> _Result:
    """A draft taken up again."""
    mail = read_mail(ctx.vfs.read(mail_path(entry)))
    h = mail.headers
    draft = Draft(h.to, h.cc, h.subject, mail.attachments, entry, "", h.in_reply_to, bool(h.cc))
    return state._replace(edit=start_lines(mail.body), draft=draft, shown=""), (Focus(_BODY),)


def _begin(state: State, ctx: Context, draft: Draft, body: str = "", focus: str = "gmail.to") -> _Result:
    """A new draft; the one that was there is kept."""
    state, effects = _put_away(state, ctx)
    return state._replace(edit=start_lines(body), draft=draft, shown=""), (*effects, Focus(focus))


def _with_file(state: State, ctx: Context, path: str) -> _Result:
    """A new draft with a file."""
    if not ctx.vfs.is_file(path):
        return state, ()
    return _begin(state, ctx, Draft(attachments=(Attachment(base_name(path), ctx.vfs.read(path)),)))


def _when(mail: Mail, ctx: Context) -> str:
    moment = local(mail.headers.date_ms, ctx.settings)
    time = hour_text(moment.hour, moment.minute, ctx.settings)
    return f"{moment:%a}, {moment:%b} {moment.day}, {moment.year} at {time}"


def _answer(state: State, ctx: Context, everybody: bool) -> _Result:
    mail = _shown_mail(state, ctx.vfs)
    if mail is None:
        return state, ()
    answer = answer_to(mail, ACCOUNT, everybody)
    draft = Draft(answer.to, answer.cc, answer.subject, (), "", state.shown, answer.answers, bool(answer.cc))
    quoted = "\n".join([f"> {line}" for line in mail.body.split("\n")])
    return _begin(state, ctx, draft, f"\n\nOn {_when(mail, ctx)} {mail.headers.sender} wrote:\n\n{quoted}", _BODY)


def _forward(state: State, ctx: Context) -> _Result:
    mail = _shown_mail(state, ctx.vfs)
    if mail is None:
        return state, ()
    h = mail.headers
    lines = [
        "",
        "",
        "---------- Forwarded message ---------",
        f"From: {h.sender}",
        f"Date: {_when(mail, ctx)}",
        f"Subject: {h.subject}",
        f"To: {h.to}",
        "",
        mail.body,
    ]
    draft = Draft("", "", prefix_subject("Fwd:", h.subject), mail.attachments, original=state.shown)
    return _begin(state, ctx, draft, "\n".join(lines))


def _field(state: State, _ctx: Context, name: str, value: str) -> _Result:
    draft = state.draft
    if draft is None:
        return state, ()
    to = value if name == "to" else draft.to
    cc = value if name == "cc" else draft.cc
    return state._replace(draft=draft._replace(to=to, cc=cc, subject=value if name == "subject" else draft.subject)), ()


def _person(state: State, ctx: Context, where: str, number: int) -> _Result:
    """A person that was suggested takes the place of what is typed last."""
    person, draft = next((c for c in CONTACTS.rows(ctx.vfs) if c.id == number), None), state.draft
    if person is None or draft is None:
        return state, ()
    typed = draft.cc if where == "cc" else draft.to
    before = typed.rpartition(",")[0].strip()
    line = f"{f'{before}, ' if before else ''}{person.name} <{person.email}>"
    return _field(state, ctx, where, line)[0], (Focus(f"gmail.{where}"),)


def _attached(state: State, ctx: Context, path: str | None) -> _Result:
    draft = state.draft
    if draft is None or path is None or not ctx.vfs.is_file(path):
        return state, ()
    files = (*draft.attachments, Attachment(base_name(path), ctx.vfs.read(path)))
    return state._replace(draft=draft._replace(attachments=files)), ()


def _detach(state: State, _ctx: Context, index: int) -> _Result:
    draft = state.draft
    if draft is None:
        return state, ()
    files = (*draft.attachments[:index], *draft.attachments[index + 1 :])
    return state._replace(draft=draft._replace(attachments=files)), ()


def _send(state: State, ctx: Context) -> _Result:
    draft = state.draft
    if draft is None:
        return state, ()
    people = {c.name.casefold(): f"{c.name} <{c.email}>" for c in CONTACTS.rows(ctx.vfs) if c.email}
    (to, wrong), (cc, wrong_too) = addressed(draft.to, people), addressed(draft.cc, people)
    wrong = wrong or wrong_too
    if not to and not cc:
        return state, (tell("", "Add at least one recipient."),)
    if wrong:
        return state, (tell("", f"The address <{name_of(wrong) or wrong}> is invalid."),)
    mail = _mail(state, draft, ", ".join(to), ", ".join(cc), ctx.clock_ms)
    original = _path(draft.original) if draft.answers else ""  # a mail that is forwarded was not answered
    vfs = sent(ctx.vfs, mail, ctx.clock_ms, mailbox=MAIL, draft=_path(draft.entry), original=original)
    return state._replace(edit=start_lines(""), draft=None, shown=draft.original), (SetFiles(vfs),)


_CACHE = "C:/data/data/com.google.android.gm/cache"
_DOWNLOAD = f"{HOME}/Download"


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Read the mail of a path; write to the address of "to:ADDRESS", or with what "text:..." or "file:..." say."""
    if path.startswith(f"{MAIL}/"):
        return _open(state, ctx, path.removeprefix(f"{MAIL}/"))
    kind, _, what = path.partition(":")
    if kind == "to":
        return _begin(state, ctx, Draft(to=what), focus="gmail.subject")
    if kind == "text":
        return _begin(state, ctx, Draft(), what)
    if kind == "file":
        return _with_file(state, ctx, what)
    return state, ()


def _open(state: State, ctx: Context, entry: str) -> _Result:
    """Read a mail; it is read then. One that was not sent is written on."""
    path = mail_path(entry)
    if not ctx.vfs.is_file(path):
        return state, ()
    if entry.startswith("Drafts/"):
        return _resume(state, ctx, entry)
    vfs = mark(ctx.vfs, path, ctx.clock_ms, read=True)
    return state._replace(shown=entry), (SetFiles(vfs),) if vfs is not ctx.vfs else ()


def _places(state: State, ctx: Context) -> _Result:
    count = unread(ctx.vfs)
    entries = tuple([(n, p.label, p.icon, str(count) if n == "inbox" and count else "") for n, p in PLACES.items()])
    return state, (OpenDialog("side_menu", ("gmail", "Gmail", entries, state.place), ("place",)),)


def _place(state: State, _ctx: Context, place: str | None) -> _Result:
    return (State(place=place), (ScrollTo(_LIST),)) if place in PLACES else (state, ())


def _marked(
    state: State, ctx: Context, entry: str, *, read: bool | None = None, flagged: bool | None = None
) -> _Result:
    path = mail_path(entry)
    if not ctx.vfs.is_file(path):
        return state, ()
    return state, (SetFiles(mark(ctx.vfs, path, ctx.clock_ms, read=read, flagged=flagged)),)


def _star(state: State, ctx: Context, entry: str) -> _Result:
    path = mail_path(entry)
    if not ctx.vfs.is_file(path):
        return state, ()
    return _marked(state, ctx, entry, flagged=not read_headers(ctx.vfs.read(path)).marks.flagged)


def _to(state: State, ctx: Context, entry: str, folder: str) -> _Result:
    """A mail goes to a folder."""
    if not ctx.vfs.is_file(mail_path(entry)) or entry.startswith(f"{folder}/"):
        return state, ()
    vfs, _ = move(ctx.vfs, mail_path(entry), folder, ctx.clock_ms, MAIL)
    return state._replace(shown=""), (SetFiles(vfs),)


def _delete(state: State, ctx: Context, entry: str) -> _Result:
    if not entry.startswith("Trash/"):
        return _to(state, ctx, entry, "Trash")
    args = ("Delete forever?", "This mail cannot be restored.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", entry)),)


def _deleted(state: State, ctx: Context, entry: str, yes: bool) -> _Result:
    if not yes or not ctx.vfs.is_file(mail_path(entry)):
        return state, ()
    return state._replace(shown=""), (SetFiles(ctx.vfs.delete(mail_path(entry), ctx.clock_ms)),)


def _move(state: State, _ctx: Context, entry: str) -> _Result:
    here = entry.partition("/")[0]
    folders = (("Inbox", "Inbox"), ("Archive", "Archive"), ("Spam", "Spam"), ("Trash", "Trash"))
    return state, (OpenDialog("choose", ("Move to", folders, here), ("moved", entry)),)


def _menu(state: State, ctx: Context, entry: str) -> _Result:
    path = mail_path(entry)
    if not ctx.vfs.is_file(path):
        return state, ()
    marks, folder = read_headers(ctx.vfs.read(path)).marks, entry.partition("/")[0]
    other = "unread" if marks.read else "read"
    read = MenuItem(
        "gmail.menu.read", f"Mark as {other}", ("read", entry, not marks.read), icon=f"m/mark_email_{other}"
    )
    label = "Remove star" if marks.flagged else "Add star"
    star = MenuItem("gmail.menu.star", label, ("star", entry), icon="m/star_border")
    away = (
        MenuItem("gmail.menu.inbox", "Move to inbox", ("to", entry, "Inbox"), icon="m/inbox")
        if folder == "Archive"
        else MenuItem("gmail.menu.archive", "Archive", ("to", entry, "Archive"), icon="m/archive")
    )
    label = "Delete forever" if folder == "Trash" else "Delete"
    gone = MenuItem("gmail.menu.delete", label, ("delete", entry), icon="m/delete")
    where = MenuItem("gmail.menu.move", "Move to", ("move", entry), icon="m/drive_file_move")
    return state, (ShowMenu((gone,) if folder == "Drafts" else (read, star, away, where, gone)),)


def _file(state: State, ctx: Context, index: int) -> Attachment | None:
    mail = _shown_mail(state, ctx.vfs)
    return mail.attachments[index] if mail is not None and index < len(mail.attachments) else None


def _save(state: State, ctx: Context, index: int) -> _Result:
    file = _file(state, ctx, index)
    if file is None:
        return state, ()
    path = join(_DOWNLOAD, ctx.vfs.free_name(_DOWNLOAD, file.name))
    saved = SetFiles(ctx.vfs.write(path, file.content, ctx.clock_ms))
    return state, (saved, tell("Download complete", f"{base_name(path)} is in Downloads."))


def _to_drive(state: State, ctx: Context, index: int) -> _Result:
    file = _file(state, ctx, index)
    if file is None:
        return state, ()
    vfs, path = uploaded(ctx.vfs, DRIVE, file.name, file.content, ctx.clock_ms)
    return state, (SetFiles(vfs), tell("Added to Drive", f"{base_name(path)} is in My Drive."))


def _open_file(state: State, ctx: Context, index: int) -> _Result:
    file = _file(state, ctx, index)
    if file is None:
        return state, ()
    app = opener(file.name)
    if program(app) is None:
        return state, (tell("Can’t open file", f"No app on this phone opens {file.name}. Download it instead."),)
    path = join(_CACHE, file.name)
    return state, (SetFiles(ctx.vfs.write(path, file.content, ctx.clock_ms)), Launch(app, path))


def _task(state: State, ctx: Context) -> _Result:
    """A new task that is called as the mail."""
    mail = _shown_mail(state, ctx.vfs)
    return (state, ()) if mail is None else (state, (Launch("tasks", f"text:{mail.headers.subject}"),))


def _share(state: State, ctx: Context) -> _Result:
    mail = _shown_mail(state, ctx.vfs)
    return (state, ()) if mail is None else (state, (OpenDialog("share", ("text", mail.body)),))


def _back(state: State, ctx: Context) -> _Result:
    if state.draft is not None:
        return _put_away(state, ctx)
    if state.shown:
        return state._replace(shown=""), ()
    return (State(), (ScrollTo(_LIST),)) if state.place != "inbox" or state.query else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "answer": _answer,
    "attach": lambda s, _: (s, (OpenDialog("pick_file", ("Attach file", ""), ("attached",)),)),
    "attach_drive": lambda s, _: (s, (OpenDialog("pick_file", ("Insert from Drive", DRIVE), ("attached",)),)),
    "attached": _attached,
    "back": _back,
    "compose": lambda s, ctx: _begin(s, ctx, Draft()),
    "delete": _delete,
    "deleted": _deleted,
    "detach": _detach,
    "discard": _discard,
    "edit": sets("edit"),
    "field": _field,
    "forward": _forward,
    "keep": _put_away,
    "menu": _menu,
    "move": _move,
    "moved": lambda s, ctx, entry, folder: _to(s, ctx, entry, folder) if folder else (s, ()),
    "open": _open,
    "open_file": _open_file,
    "opened": _opened,
    "person": _person,
    "place": _place,
    "places": _places,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(_LIST),)),
    "read": lambda s, ctx, entry, read: _marked(s, ctx, entry, read=read),
    "refresh": lambda s, _: (s._replace(refreshing=True), (refreshed(),)),
    "refreshed": lambda s, _: (s._replace(refreshing=False), ()),
    "save": _save,
    "send": _send,
    "share": _share,
    "star": _star,
    "star_shown": lambda s, ctx: _star(s, ctx, s.shown),
    "task": _task,
    "to": _to,
    "to_drive": _to_drive,
    "unread": lambda s, ctx, entry: _marked(s._replace(shown=""), ctx, entry, read=False),
    "wide": lambda s, _: (s._replace(draft=s.draft and s.draft._replace(wide=True)), (Focus("gmail.cc"),)),
}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("gmail", "")


def _draw_gmail(p: Pen) -> None:
    """What is on the disc."""
    p.box(0.20, 0.30, 0.12, 0.42, 0.03, 0x4285F4)
    p.box(0.68, 0.30, 0.12, 0.42, 0.03, 0x34A853)
    p.shape(
        [
            (0.20, 0.32),
            (0.30, 0.28),
            (0.50, 0.44),
            (0.70, 0.28),
            (0.80, 0.32),
            (0.80, 0.40),
            (0.50, 0.62),
            (0.20, 0.40),
        ],
        0xEA4335,
    )


_GMAIL_STYLES = looks(box={"search_box": Look(fill="card", radius=26)})


def _file_icon(name: str) -> str:
    """The icon of a file that comes with a mail."""
    category = category_of(name)
    return f"m/{category.image}" if category is not None else "m/insert_drive_file"


def _suggested(typed: str, contacts: tuple[Contact, ...]) -> tuple[Contact, ...]:
    """People whose name or address fits what is typed last."""
    last = typed.rpartition(",")[2].strip().casefold()
    if not last or address_of(last):
        return ()
    return tuple([c for c in contacts if c.email and (last in c.name.casefold() or last in c.email.casefold())][:4])


def _person_chip(person: Contact, where: str) -> Node:
    words = column(text(person.name, w=FILL, role=None), ui.text(person.email, "muted", w=FILL, role=None), gap=1)
    return ui.row(
        avatar(person.name, 36),
        words,
        style="item",
        key=f"person.{person.id}",
        role=Role.LIST_ITEM,
        name=f"{person.name}, {person.email}",
        w=FILL,
        h=58,
        pad=(18, 0),
        gap=14,
        click=("person", where, person.id),
    )


def _attachment(index: int, file: Attachment) -> Node:
    key = f"gmail.attached.{index}"
    return row(
        icon(_file_icon(file.name)),
        text(file.name, w=FILL, role=None),
        ui.text(size_text(len(file.content)), "caption", role=None),
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
            ui.text(label, "muted", w=60, role=None),
            ui.field(key, value, label, "plain", change=("field", key)),
            *more,
            pad=(18, 0, 6, 0),
            h=52,
        )

    wider = action("gmail.wide", "expand_more", "Add Cc", ("wide",)) if not draft.wide else None
    files = [_attachment(n, file) for n, file in enumerate(draft.attachments)]
    return column(
        row(ui.text("From", "muted", w=60, role=None), ui.text(address_of(ACCOUNT), "body", w=FILL), h=46, pad=(18, 0)),
        separator(),
        line("to", "To", draft.to, *([wider] if wider else [])),
        *[_person_chip(p, "to") for p in people],
        *([separator(), line("cc", "Cc", draft.cc), *[_person_chip(p, "cc") for p in copies]] if draft.wide else []),
        separator(),
        row(
            ui.field("subject", draft.subject, "Subject", "plain", placeholder="Subject", change=("field", "subject")),
            pad=(6, 0),
            h=52,
        ),
        separator(),
        column(*files, gap=6, pad=(14, 8), role=Role.LIST, name="Attachments") if files else None,
    )


def _writing(draft: Draft, edit: Edit, ctx: Context) -> Node:
    """The screen of a draft."""
    contacts = CONTACTS.rows(ctx.vfs)
    bar = row(
        ui.tool("up", "m/arrow_back", "Navigate up", "icon", click=("back",)),
        ui.heading("Compose", "title", w=FILL),
        action("gmail.attach", "attach_file", "Attach file", ("attach",)),
        action("gmail.send", "send", "Send", ("send",)),
        action("gmail.draft_more", "more_vert", "More options", menu=_DRAFT_MENU),
        h=64,
        pad=(4, 0, 6, 0),
    )
    heads = panel(_heads, draft, _suggested(draft.to, contacts), _suggested(draft.cc, contacts) if draft.wide else ())
    return screen(
        "gmail", "Compose", bar, heads, area(_BODY, edit, name="Compose email", style="flat", change=("edit",))
    )


_ROW, _PREVIEW = 92, 70


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
            ui.text(whom, "heading" if new else "error" if folder == "Drafts" else "body", w=FILL, role=None),
            icon("m/attach_file", size=16) if h.attached else None,
        ),
        ui.text(subject, strong, w=FILL, role=None),
        ui.text(preview(letter.content, _PREVIEW) or " ", "muted", w=FILL, role=None),
        gap=2,
    )
    return ui.row(
        avatar(name_of(h.to if ours else h.sender) or "?"),
        words,
        column(ui.text(when, "label" if new else "caption", role=None), star, align="end", w=AUTO, gap=2),
        style="item",
        key=f"mail.{entry.id}",
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
    menu = ui.tool("places", "m/menu", "Open navigation drawer", "icon")
    search = ui.field(
        "search", state.query, "Search in mail", "bare", placeholder="Search in mail", search=True, change=("query",)
    )
    box = row(menu, search, avatar(name_of(ACCOUNT), 32), style="search_box", h=52, pad=(2, 0, 12, 0))
    bar = row(box, pad=(12, 10, 12, 6))
    today = local(ctx.clock_ms, ctx.settings).date()
    body: Element = list_view(_LIST, mails, _line, name="Mails", row_h=_ROW, args=(today, _zone(ctx)))
    if not mails and state.query:
        body = empty("search_off", "No results")
    elif not mails:
        body = empty(place.icon, f"Nothing in {place.label}")
    compose = ui.button("compose", "Compose", "fab_wide", icon="m/edit")
    head = row(ui.heading(place.label, "section", w=FILL), h=34, pad=(18, 0))
    mails_below = column(body, h=FILL, swipe_down=("refresh",))
    return screen("gmail", place.label, bar, head, mails_below, floating=compose, refreshing=state.refreshing)


def _zone(ctx: Context) -> tuple[tuple[str, str], ...]:
    """The settings that dates are written by."""
    return tuple([(k, ctx.settings.get(k, "")) for k in ("global/time_zone", "system/time_12_24")])


def _file_chip(index: int, file: Attachment) -> Node:
    key = f"gmail.file.{index}"
    return row(
        ui.icon(_file_icon(file.name), "accent"),
        column(text(file.name, w=FILL, role=None), ui.text(size_text(len(file.content)), "caption", role=None), gap=1),
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
    files = [_file_chip(n, f) for n, f in enumerate(mail.attachments)]
    return column(
        row(
            ui.heading(h.subject or "(no subject)", "title", w=FILL, wrap=True, key="subject"),
            star,
            pad=(18, 4, 6, 4),
            gap=6,
        ),
        row(ui.text(folder, "caption", role=None), style="chip", w=AUTO, pad=(8, 3)) if folder else None,
        row(
            avatar(name_of(h.sender) or "?"),
            column(
                row(ui.text(name_of(h.sender), "strong", key="sender"), ui.text(when, "caption", w=FILL), gap=8),
                ui.text(f"to {to}", "muted", w=FILL),
                gap=2,
            ),
            action("gmail.reply_top", "reply", "Reply", ("answer", False)),
            pad=(18, 6, 6, 6),
            gap=12,
        ),
        row(ui.text(mail.body, "read", w=FILL, wrap=True, key="text"), pad=(18, 8)),
        column(*files, gap=8, pad=(14, 8), role=Role.LIST, name="Attachments") if files else None,
        row(
            ui.button("reply", "Reply", icon="m/reply", w=FILL, click=("answer", False)),
            ui.button("forward", "Forward", icon="m/forward", w=FILL),
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
        ui.tool("up", "m/arrow_back", "Navigate up", "icon", click=("back",)),
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


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.draft is not None:
        return _writing(state.draft, state.edit, ctx)
    mail = _shown_mail(state, ctx.vfs)
    return _reading(state, mail, ctx) if mail is not None else _home(state, ctx)


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="gmail",
        title="Gmail",
        icon="app/gmail",
        art={"app/gmail": on_disc(_draw_gmail)},
        styles=_GMAIL_STYLES,
        program=Program(
            category="Social Communication", pinned=1, takes=(Taken("text", 2), Taken("file", 1)), sign="mail"
        ),
        initial=with_mail,
        tables=(mail_table(MAIL),),
        init=_init,
        view=_view,
        on=_UPDATES,
    ),
)
