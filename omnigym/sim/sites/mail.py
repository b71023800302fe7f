"""Outlook on the web: the same mailbox as the mail program's, in a browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import quote
from zlib import crc32

from omnigym.a11y import Role
from omnigym.documents.mail import Attachment, Mail, address_of, name_of, preview, read_mail, split_addresses
from omnigym.sim.common.mail import (
    ACCOUNT,
    FOLDERS,
    OURS,
    Letter,
    composed,
    folder_path,
    folders,
    listed,
    mark,
    move,
    sent,
    unread,
)
from omnigym.sim.sites.address import Address, query_url
from omnigym.sim.sites.kit import day_text, heading, iso_day, link, masthead, not_found, paragraph
from omnigym.sim.sites.site import Ask, Download, Editor, Outcome, Page, Site, Visit, folder_of
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import Entry, button, field, icon, separator, spacer, text
from omnigym.sim.vfs import Vfs, join

# -- the pages of the web mail ----------------------------------------------------------------------------------------

#: From this width on the folders are beside the mails.
WIDE = 640
_SIDE = 176
_PREVIEW = 100


def head(search: str, w: int) -> Node:
    """The top of every page."""
    return masthead(
        "Outlook",
        "mail-app",
        "blue",
        search,
        "Search mail",
        link(
            "page.compose",
            "New mail" if w >= WIDE else "",
            "/compose",
            style="site_tool",
            image="mail-add",
            name="New mail",
        ),
        w=w,
    )


def _folders(current: str, counts: tuple[tuple[str, int], ...]) -> Node:
    return column(
        *[
            link(
                f"page.folder.{name.casefold()}",
                f"{FOLDERS.get(name, name)}{f' ({n})' if n else ''}",
                f"/folder/{quote(name)}",
                style="list",
                image="folder-open" if name == current else "folder",
                w=FILL,
            )
            for name, n in counts
        ],
        w=_SIDE,
        gap=2,
        pad=(8, 10),
    )


def _people(addresses: str) -> str:
    return "; ".join([name_of(a) for a in split_addresses(addresses)]) or "(No recipients)"


def _row(mail: Entry, folder: str, wide: bool) -> Node:
    letter: Letter = mail.data
    h = letter.headers
    new = not h.marks.read
    whom = _people(h.to) if folder in OURS else name_of(h.sender)
    subject, url = h.subject or "(No subject)", f"/mail/{quote(folder)}/{quote(mail.id)}"
    return row(
        text(whom, style="strong" if new else "", role=None, w=150 if wide else 96),
        column(
            text(subject, style="unread" if new else "", role=None, w=FILL),
            text(preview(letter.content, _PREVIEW), style="muted", role=None, w=FILL),
        ),
        icon("attach", style="muted_small") if h.attached else None,
        icon("flag", style="danger_small") if h.marks.flagged else None,
        text(day_text(iso_day(h.date_ms)) if h.date_ms else "", style="caption", role=None),
        style="hover_row",
        pad=(14, 6),
        gap=12,
        key=f"page.mail.{mail.id}",
        role=Role.LINK,
        name=f"{whom}, {subject}",
        click=("go", url),
        aside=("aside", url),
        context=("link_menu", url),
    )


def _listing(title: str, folder: str, mails: tuple[Entry, ...], wide: bool) -> Node:
    lines = [memo(_row, m, folder, wide, w=FILL) for m in mails]
    empty = None if lines else row(paragraph("Nothing here."), pad=(14, 10))
    return column(row(heading(title, "title"), pad=(14, 10)), separator(), *lines, empty, pad=(4, 2, 8, 16))


def folder_page(
    title: str, folder: str, mails: tuple[Entry, ...], counts: tuple[tuple[str, int], ...], w: int
) -> Element:
    """The mails of a folder."""
    main = panel(_listing, title, folder, mails, w >= WIDE)
    return row(panel(_folders, folder, counts, w=_SIDE), main, align="start") if w >= WIDE else main


def _face(address: str) -> Node:
    name = name_of(address)
    colour = PEOPLE[crc32((address_of(address) or name).encode()) % len(PEOPLE)]
    return row(
        text(name[:1].upper() or "?", style="avatar_large", role=None),
        style=f"person_{colour}",
        w=38,
        h=38,
        justify="center",
    )


def _mail(mail: Mail, path: tuple[str, str]) -> Node:
    h = mail.headers
    folder, name = path

    def tool(key: str, label: str, image: str) -> Node:
        return button(f"page.{key}", label, icon=image, style="command", click=("page", key, *path))

    files = [
        button(
            f"page.file.{n}",
            a.name,
            icon="attach",
            style="chip",
            name=f"Download {a.name}",
            click=("page", "file", *path, n),
        )
        for n, a in enumerate(mail.attachments)
    ]
    return column(
        row(
            link("page.back", "Back", f"/folder/{quote(folder)}", style="command", image="back"),
            link("page.reply", "Reply", f"/reply/{quote(folder)}/{quote(name)}", style="command", image="arrow-reply"),
            tool("archive", "Archive", "archive"),
            tool("delete", "Delete", "delete"),
            tool("flag", "Unflag" if h.marks.flagged else "Flag", "flag"),
            tool("unread", "Mark as unread", "mail-unread"),
            spacer(),
            gap=4,
        ),
        heading(h.subject or "(No subject)", "title"),
        row(
            _face(h.sender),
            column(
                text(h.sender, style="strong", key="page.sender"), text(f"To: {_people(h.to)}", style="muted"), gap=1
            ),
            text(day_text(iso_day(h.date_ms)) if h.date_ms else "", style="caption"),
            gap=12,
        ),
        row(*files, gap=8) if files else None,
        separator(),
        *[paragraph(line) for line in mail.body.split("\n") if line.strip()],
        pad=(16, 8, 16, 24),
        gap=10,
    )


def mail_page(mail: Mail, path: tuple[str, str], counts: tuple[tuple[str, int], ...], w: int) -> Element:
    """A mail; ``path`` is its folder and the name of its file."""
    main = panel(_mail, mail, path)
    return row(panel(_folders, path[0], counts, w=_SIDE), main, align="start") if w >= WIDE else main


def _line(label: str, key: str, value: str) -> Node:
    return row(
        text(label, style="muted", role=None, w=52),
        field(f"page.{key}", value, name=label, style="line", change=("input", key)),
        pad=(16, 0),
        gap=6,
        h=36,
    )


def _compose(title: str, to: str, subject: str, problem: str) -> Node:
    return column(
        row(
            heading(title, "title"),
            spacer(),
            text(problem, style="error", role=Role.ALERT) if problem else None,
            pad=(16, 10),
        ),
        _line("To", "to", to),
        separator(),
        _line("Subject", "subject", subject),
        separator(),
    )


def compose_head(title: str, to: str, subject: str, problem: str) -> Element:
    """Whom a mail is for, and what it is about."""
    return panel(_compose, title, to, subject, problem)


def _foot(reply: tuple[str, ...], file: str) -> Node:
    return row(
        button("page.send", "Send", icon="send", style="accent", click=("page", "send", *reply)),
        button("page.attach", "Attach file", icon="attach", click=("page", "attach")),
        text(file, key="page.attached") if file else None,
        spacer(),
        link("page.discard", "Discard", "/", style="subtle", image="delete"),
        style="content",
        h=50,
        pad=(16, 8),
        gap=10,
    )


def compose_foot(reply: tuple[str, ...], file: str) -> Element:
    """What is done with a mail that is written; ``reply`` is the folder and the file of the one that it answers."""
    return panel(_foot, reply, file)


# -- mail -------------------------------------------------------------------------------------------------------------

_HOST, _TITLE = "outlook.live.com", "Outlook"


class Box(NamedTuple):
    """What of the mailbox a page shows.

    Attributes:
        counts: Each folder with its unread mails.
        mails: Those of the folder of the address.
        mail: The one of the address, or None.
    """

    counts: tuple[tuple[str, int], ...]
    mails: tuple[Entry, ...]
    mail: Mail | None


def _load(vfs: Vfs, address: Address) -> Box:
    kind, folder, name = (*address.parts, "", "", "")[:3]
    counts = tuple([(n, unread(vfs, n)) for n in folders(vfs)])
    path = join(folder_path(folder), name) if name else ""
    mail = read_mail(vfs.read(path)) if kind in ("mail", "reply") and path and vfs.is_file(path) else None
    return Box(counts, listed(vfs, folder or "Inbox") if kind in ("", "folder", "search") else (), mail)


# -- pages ----------------------------------------------------------------------------------------------------


def _page(visit: Visit, box: Box) -> Page:
    top = panel(head, visit.typed("search", visit.address.argument("q")), visit.w)
    kind, folder, name = (*visit.address.parts, "", "", "")[:3]
    if kind in ("", "folder", "search"):
        query = visit.address.argument("q")
        mails = tuple([m for m in box.mails if _holds(m, query)]) if query else box.mails
        title = f"Results for “{query}”" if query else FOLDERS.get(folder or "Inbox", folder)
        return Page(f"{title} - {_TITLE}", folder_page(title, folder or "Inbox", mails, box.counts, visit.w), top)
    if kind == "mail" and box.mail is not None:
        body = mail_page(box.mail, (folder, name), box.counts, visit.w)
        return Page(f"{box.mail.headers.subject or '(No subject)'} - {_TITLE}", body, top)
    if kind == "compose" or (kind == "reply" and box.mail is not None):
        return _writing(visit, box.mail, (folder, name) if box.mail is not None else ())._replace(head=top)
    return not_found(_TITLE, top)


def _holds(entry: Entry, query: str) -> bool:
    mail = read_mail(entry.data.content)
    whole = f"{mail.headers.sender} {mail.headers.to} {mail.headers.subject} {mail.body}".casefold()
    return all(word in whole for word in query.casefold().split())


def _begins(mail: Mail | None) -> tuple[str, str]:
    """To whom a mail is at first, and its subject: those of an answer where there is a mail to answer."""
    if mail is None:
        return "", ""
    subject = mail.headers.subject
    return mail.headers.sender, subject if subject.casefold().startswith("re:") else f"Re: {subject}"


def _writing(visit: Visit, mail: Mail | None, reply: tuple[str, ...]) -> Page:
    to, subject = _begins(mail)
    title = "Reply" if reply else "New mail"
    fields = compose_head(title, visit.typed("to", to), visit.typed("subject", subject), visit.typed("problem"))
    foot = compose_foot(reply, visit.typed("file"))
    return Page(f"{title} - {_TITLE}", fields, None, Editor("Message body", h=FILL), foot, "" if reply else "page.to")


# -- what the controls do -------------------------------------------------------------------------------------


def _send(ask: Ask, *_reply: str) -> Outcome:
    visit = ask.visit
    to, subject = _begins(ask.data.mail)
    to, subject = visit.typed("to", to), visit.typed("subject", subject).strip()
    if not to.strip() or not all(map(address_of, split_addresses(to))):
        return Outcome(form=(*[f for f in visit.form if f[0] != "problem"], ("problem", "Enter an e-mail address.")))
    answers = ask.data.mail.headers.message_id if ask.data.mail is not None else ""
    addresses = ", ".join(split_addresses(to))
    mail = composed(ACCOUNT, addresses, "", subject, ask.text, _files(ask), answers, ask.now_ms)
    folder, name = (*visit.address.parts, "", "", "")[1:3]
    original = join(folder_path(folder), name) if ask.data.mail is not None else ""
    return Outcome(sent(ask.vfs, mail, ask.now_ms, original=original), go="/")


def _waiting(name: str) -> str:
    return join(folder_of(_HOST, "waiting"), name)


def _files(ask: Ask) -> tuple[Attachment, ...]:
    name = ask.visit.typed("file")
    return (Attachment(name, ask.vfs.read(_waiting(name))),) if name and ask.vfs.is_file(_waiting(name)) else ()


def _attached(ask: Ask, name: str, content: bytes) -> Outcome:
    form = (*[f for f in ask.visit.form if f[0] != "file"], ("file", name))
    return Outcome(ask.vfs.write(_waiting(name), content, ask.now_ms), form=form)


def _moved(ask: Ask, folder: str, name: str, target: str) -> Outcome:
    path = join(folder_path(folder), name)
    if not ask.vfs.is_file(path) or folder == target:
        return Outcome()
    return Outcome(move(ask.vfs, path, target, ask.now_ms)[0], go=f"/folder/{quote(folder)}")


def _flag(ask: Ask, folder: str, name: str) -> Outcome:
    flagged = ask.data.mail is not None and ask.data.mail.headers.marks.flagged
    path = join(folder_path(folder), name)
    return Outcome(mark(ask.vfs, path, ask.now_ms, flagged=not flagged)) if ask.vfs.is_file(path) else Outcome()


def _unread(ask: Ask, folder: str, name: str) -> Outcome:
    path = join(folder_path(folder), name)
    if not ask.vfs.is_file(path):
        return Outcome()
    return Outcome(mark(ask.vfs, path, ask.now_ms, read=False), go=f"/folder/{quote(folder)}")


def _file(ask: Ask, _folder: str, _name: str, number: int) -> Outcome:
    files = ask.data.mail.attachments if ask.data.mail is not None else ()
    return Outcome(download=Download(*files[number])) if number < len(files) else Outcome()


def _search(_ask: Ask, typed: str) -> Outcome:
    return Outcome(go=query_url("/search", q=typed.strip()) if typed.strip() else "/")


def _opened(ask: Ask) -> Outcome:
    """A mail that is looked at is read."""
    kind, folder, name = (*ask.visit.address.parts, "", "", "")[:3]
    path = join(folder_path(folder), name)
    if kind != "mail" or not name or not ask.vfs.is_file(path):
        return Outcome()
    return Outcome(mark(ask.vfs, path, ask.now_ms, read=True))


_HANDLERS: Mapping[str, Callable[..., Outcome]] = {
    "archive": lambda ask, folder, name: _moved(ask, folder, name, "Archive"),
    "attach": lambda ask: Outcome(upload=("attached",)),
    "attached": _attached,
    "delete": lambda ask, folder, name: _moved(ask, folder, name, "Deleted"),
    "file": _file,
    "flag": _flag,
    "opened": _opened,
    "search": _search,
    "send": _send,
    "unread": _unread,
}


def _update(ask: Ask, msg: Msg) -> Outcome:
    handler = _HANDLERS.get(msg[0])
    return handler(ask, *msg[1:]) if handler is not None else Outcome()


SITES = (
    Site(
        _HOST,
        _TITLE,
        "mail-app",
        "Your mail.",
        _load,
        _page,
        _update,
        lambda _vfs: ((f"{_TITLE} - free e-mail and calendar", f"https://{_HOST}/", "Read and write your mail."),),
    ),
)
