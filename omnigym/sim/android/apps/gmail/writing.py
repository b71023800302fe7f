"""Mails that are written in Gmail: the state of its screens; begin, keep, attach to and send a mail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.documents.mail import Attachment, Mail, name_of, prefixed, read_mail
from omnigym.sim.android.apps.drive.store import DRIVE
from omnigym.sim.android.apps.gmail.store import ACCOUNT, MAIL, mail_path
from omnigym.sim.android.dates import hour_text, local
from omnigym.sim.android.people import CONTACTS
from omnigym.sim.app import Context, Effect, Focus, OpenDialog, SetFiles
from omnigym.sim.common.mail import addressed, answer_to, composed, draft_kept, draft_removed, sent
from omnigym.sim.documents.edit import Edit, start_lines
from omnigym.sim.vfs import Vfs, base_name

# -- where one is in Gmail, and what is being written there -----------------------------------------------------------

LIST, BODY = "gmail.list", "gmail.body"


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


def is_empty(state: State) -> bool:
    """Whether nothing is written yet."""
    draft = state.draft
    if draft is None:
        return True
    return not (draft.to or draft.cc or draft.subject or draft.attachments or state.edit.document.text.strip())


def shown_mail(state: State, vfs: Vfs) -> Mail | None:
    """The mail that is read, while its file is there."""
    path = mail_path(state.shown)
    return read_mail(vfs.read(path)) if state.shown and vfs.is_file(path) else None


# -- mails that are written in Gmail ----------------------------------------------------------------------------------

# Beginning, keeping, attaching to, and sending them.

Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def tell(title: str, message: str) -> OpenDialog:
    """Say something that one can only agree to."""
    return OpenDialog("ask", (title, message, "OK", ""))


# -- keeping --------------------------------------------------------------------------------------------------


def _mail(state: State, draft: Draft, to: str, cc: str, now: int) -> Mail:
    return composed(ACCOUNT, to, cc, draft.subject, state.edit.document.text, draft.attachments, draft.answers, now)


def _path(entry: str) -> str:
    """The path of a mail that a draft names; "" where it names none."""
    return mail_path(entry) if entry else ""


def put_away(state: State, ctx: Context) -> Result:
    """The draft is kept among the drafts, where anything is in it, and left."""
    draft, vfs = state.draft, ctx.vfs
    if draft is None:
        return state, ()
    left = state._replace(edit=start_lines(""), draft=None, shown=draft.original)
    if is_empty(state):
        return left, ()
    # The name of its file follows the subject, as often as it is left.
    vfs = draft_removed(vfs, _path(draft.entry), ctx.clock_ms)
    vfs, _ = draft_kept(vfs, _mail(state, draft, draft.to, draft.cc, ctx.clock_ms), "", ctx.clock_ms, MAIL)
    return left, (SetFiles(vfs),)


def _discard(state: State, ctx: Context) -> Result:
    draft = state.draft
    if draft is None:
        return state, ()
    after = draft_removed(ctx.vfs, _path(draft.entry), ctx.clock_ms)
    return state._replace(edit=start_lines(""), draft=None, shown=draft.original), (SetFiles(after),)


def resume(state: State, ctx: Context, entry: str) -> Result:
    """A draft taken up again."""
    mail = read_mail(ctx.vfs.read(mail_path(entry)))
    h = mail.headers
    draft = Draft(h.to, h.cc, h.subject, mail.attachments, entry, "", h.in_reply_to, bool(h.cc))
    return state._replace(edit=start_lines(mail.body), draft=draft, shown=""), (Focus(BODY),)


# -- beginning ------------------------------------------------------------------------------------------------


def begin(state: State, ctx: Context, draft: Draft, body: str = "", focus: str = "gmail.to") -> Result:
    """A new draft; the one that was there is kept."""
    state, effects = put_away(state, ctx)
    return state._replace(edit=start_lines(body), draft=draft, shown=""), (*effects, Focus(focus))


def with_file(state: State, ctx: Context, path: str) -> Result:
    """A new draft with a file."""
    if not ctx.vfs.is_file(path):
        return state, ()
    return begin(state, ctx, Draft(attachments=(Attachment(base_name(path), ctx.vfs.read(path)),)))


def _when(mail: Mail, ctx: Context) -> str:
    moment = local(mail.headers.date_ms, ctx.settings)
    time = hour_text(moment.hour, moment.minute, ctx.settings)
    return f"{moment:%a}, {moment:%b} {moment.day}, {moment.year} at {time}"


def _answer(state: State, ctx: Context, everybody: bool) -> Result:
    mail = shown_mail(state, ctx.vfs)
    if mail is None:
        return state, ()
    answer = answer_to(mail, ACCOUNT, everybody)
    draft = Draft(answer.to, answer.cc, answer.subject, (), "", state.shown, answer.answers, bool(answer.cc))
    quoted = "\n".join([f"> {line}" for line in mail.body.split("\n")])
    return begin(state, ctx, draft, f"\n\nOn {_when(mail, ctx)} {mail.headers.sender} wrote:\n\n{quoted}", BODY)


def _forward(state: State, ctx: Context) -> Result:
    mail = shown_mail(state, ctx.vfs)
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
    draft = Draft("", "", prefixed("Fwd:", h.subject), mail.attachments, original=state.shown)
    return begin(state, ctx, draft, "\n".join(lines))


def _field(state: State, _ctx: Context, name: str, value: str) -> Result:
    draft = state.draft
    if draft is None:
        return state, ()
    to = value if name == "to" else draft.to
    cc = value if name == "cc" else draft.cc
    return state._replace(draft=draft._replace(to=to, cc=cc, subject=value if name == "subject" else draft.subject)), ()


def _person(state: State, ctx: Context, where: str, number: int) -> Result:
    """A person that was suggested takes the place of what is typed last."""
    person, draft = next((c for c in CONTACTS.rows(ctx.vfs) if c.id == number), None), state.draft
    if person is None or draft is None:
        return state, ()
    typed = draft.cc if where == "cc" else draft.to
    before = typed.rpartition(",")[0].strip()
    line = f"{f'{before}, ' if before else ''}{person.name} <{person.email}>"
    return _field(state, ctx, where, line)[0], (Focus(f"gmail.{where}"),)


# -- files ----------------------------------------------------------------------------------------------------


def _attached(state: State, ctx: Context, path: str | None) -> Result:
    draft = state.draft
    if draft is None or path is None or not ctx.vfs.is_file(path):
        return state, ()
    files = (*draft.attachments, Attachment(base_name(path), ctx.vfs.read(path)))
    return state._replace(draft=draft._replace(attachments=files)), ()


def _detach(state: State, _ctx: Context, index: int) -> Result:
    draft = state.draft
    if draft is None:
        return state, ()
    files = (*draft.attachments[:index], *draft.attachments[index + 1 :])
    return state._replace(draft=draft._replace(attachments=files)), ()


# -- sending --------------------------------------------------------------------------------------------------


def _send(state: State, ctx: Context) -> Result:
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


WRITING: Mapping[str, Callable[..., Result]] = {
    "answer": _answer,
    "attach": lambda s, _: (s, (OpenDialog("pick_file", ("Attach file", ""), ("attached",)),)),
    "attach_drive": lambda s, _: (s, (OpenDialog("pick_file", ("Insert from Drive", DRIVE), ("attached",)),)),
    "attached": _attached,
    "compose": lambda s, ctx: begin(s, ctx, Draft()),
    "detach": _detach,
    "discard": _discard,
    "edit": lambda s, _, edit: (s._replace(edit=edit), ()),
    "field": _field,
    "forward": _forward,
    "keep": put_away,
    "person": _person,
    "send": _send,
    "wide": lambda s, _: (s._replace(draft=s.draft and s.draft._replace(wide=True)), (Focus("gmail.cc"),)),
}
