"""The pages of the web mail."""

from __future__ import annotations

from urllib.parse import quote
from zlib import crc32

from omnigym.a11y import Role
from omnigym.devices.sim.common.mailbox import FOLDERS, OURS, Letter
from omnigym.devices.sim.sites.kit import day_text, heading, iso_day, link, masthead, paragraph
from omnigym.devices.sim.style.styles import PEOPLE
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.devices.sim.ui.widgets import Entry, button, field, icon, separator, spacer, text
from omnigym.documents.mail import Mail, address_of, name_of, preview, split_addresses

__all__ = ["WIDE", "compose_foot", "compose_head", "folder_page", "head", "mail_page"]

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
