"""Outlook on the web: the same mailbox as the mail program's, in a browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import quote

from omnigym.devices.sim.common.mailbox import (
    ACCOUNT,
    FOLDERS,
    folder_path,
    folders,
    listed,
    mark,
    move,
    unread,
)
from omnigym.devices.sim.common.writing import composed, sent
from omnigym.devices.sim.sites._mail_pages import compose_foot, compose_head, folder_page, head, mail_page
from omnigym.devices.sim.sites.address import Address, query_url
from omnigym.devices.sim.sites.missing import not_found
from omnigym.devices.sim.sites.records import folder_of
from omnigym.devices.sim.sites.site import Ask, Download, Editor, Outcome, Page, Site, Visit
from omnigym.devices.sim.ui.nodes import FILL, Msg, panel
from omnigym.devices.sim.ui.widgets import Entry
from omnigym.devices.sim.vfs import Vfs, join
from omnigym.documents.mail import Attachment, Mail, address_of, read_mail, split_addresses

__all__ = ["SITES"]

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
