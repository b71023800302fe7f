"""The pane of a mail window in which one reads or writes."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.documents.mail import Attachment, Headers, Mail, address_of, name_of
from omnigym.sim.documents.edit import Edit
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, wrapped
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, area, button, field, icon, separator, spacer, text
from omnigym.sim.vfs import Stat
from omnigym.sim.windows.apps.mail.state import BODY, Draft, Today, avatar, full_date, people
from omnigym.sim.windows.file_kinds import icon_of

#: (key, name, size in bytes) of what comes with a mail.
_Files = tuple[tuple[str, str, int], ...]


def _files(attachments: tuple[Attachment, ...]) -> _Files:
    """The key is the name; another one of that name has its place in it too."""
    names = [a.name for a in attachments]
    keys = [n if n not in names[:i] else f"{n}.{i}" for i, n in enumerate(names)]
    return tuple([(key, a.name, len(a.content)) for key, a in zip(keys, attachments, strict=True)])


def _size(size: int) -> str:
    return f"{size} bytes" if size < 1024 else f"{-(-size // 1024):,} KB"


def _icon(name: str) -> str:
    return icon_of(Stat(name, name, False, 0, 0))


def _label(name: str, size: int) -> Node:
    return column(text(name, role=None), text(_size(size), style="caption", role=None), w=-1)


# -- reading --------------------------------------------------------------------------------------------------


def file_menu(index: int) -> tuple[MenuItem, ...]:
    """What can be done with a file that came with a mail."""
    return (
        MenuItem("mail.menu.open_attachment", "Open", ("open_attachment", index), "open"),
        MenuItem("mail.menu.save_attachment", "Save as", ("save_attachment", index), "save"),
        SEPARATOR,
        MenuItem("mail.menu.copy_attachment", "Copy", ("copy_attachment", index), "copy"),
    )


def _received(files: _Files) -> Node:
    chips = [
        row(
            icon(_icon(name), size=24),
            _label(name, size),
            icon("chevron-down", style="small"),
            style="chip",
            key=f"mail.attachment.{key}",
            role=Role.BUTTON,
            name=f"{name}, {_size(size)}",
            click=("attachment", index, f"mail.attachment.{key}"),
            context=("attachment", index, ""),
            w=-1,
            h=42,
            pad=(8, 0),
            gap=8,
        )
        for index, (key, name, size) in enumerate(files)
    ]
    download = button("mail.save_all", "Save all", icon="download", style="tool", click=("save_all",))
    return wrapped(*chips, download if len(files) > 1 else None, pad=(20, 2, 16, 8), gap=8, align="center")


def _reading_head(headers: Headers, files: _Files, today: Today, back: bool) -> Node:
    sender = name_of(headers.sender) or "(Unknown)"
    address = address_of(headers.sender)
    answers = [
        button(f"mail.reading.{key}", icon=image, name=name, style="tool", click=(key,))
        for key, name, image in (
            ("reply", "Reply", "arrow-reply"),
            ("reply_all", "Reply all", "arrow-reply-all"),
            ("forward", "Forward", "arrow-forward"),
        )
    ]
    return column(
        row(
            button("mail.back", icon="back", name="Back", style="nav", click=("back",)) if back else None,
            text(
                headers.subject or "(No subject)", style="title", role=Role.HEADING, key="mail.reading.subject", w=FILL
            ),
            icon("flag", style="danger", alt="Flagged") if headers.marks.flagged else None,
            pad=(12 if back else 20, 12, 16, 8),
            gap=6,
        ),
        row(
            avatar(headers.sender, 40),
            column(
                text(
                    f"{sender} <{address}>" if address and address != sender else sender,
                    style="strong",
                    key="mail.reading.from",
                    w=FILL,
                ),
                text(f"To: {people(headers.to)}", style="muted", key="mail.reading.to", w=FILL),
                text(f"Cc: {people(headers.cc)}", style="muted", key="mail.reading.cc", w=FILL) if headers.cc else None,
                gap=1,
            ),
            column(
                row(*answers, w=-1, gap=2),
                text(full_date(headers.date_ms, today), style="caption", key="mail.reading.date"),
                w=-1,
                align="end",
                gap=2,
            ),
            pad=(20, 0, 16, 10),
            gap=12,
        ),
        _received(files) if files else None,
        separator(),
    )


def reading_pane(mail: Mail, edit: Edit, today: Today, back: bool) -> Node:
    """A mail that is read; with ``back`` there is a way to the list, which is not seen beside it."""
    return column(
        panel(_reading_head, mail.headers, _files(mail.attachments), today, back),
        area(BODY, edit, name="Message body", style="mail", change=("edit",)),
        style="content",
        h=FILL,
        role=Role.PANE,
        name="Reading Pane",
    )


def _nothing(note: str) -> Node:
    return column(
        spacer(h=FILL),
        icon("mail-app", size=72),
        text(note, style="muted", key="mail.note"),
        spacer(h=FILL),
        h=FILL,
        align="center",
        gap=14,
    )


def nothing_shown(selected: int) -> Node:
    """The pane while no mail is read."""
    note = f"{selected} items selected" if selected > 1 else "Select an item to read"
    return column(panel(_nothing, note, h=FILL), style="content", h=FILL, role=Role.PANE, name="Reading Pane")


# -- writing --------------------------------------------------------------------------------------------------


def _line(label: str, key: str, value: str, change: str) -> Node:
    box = text(label, role=None, style="muted", w=44)
    return row(
        box, field(f"mail.{key}", value, name=label, style="line", change=("field", change)), pad=(20, 0), gap=8, h=36
    )


def _attached(files: _Files) -> Node:
    chips = [
        row(
            icon(_icon(name), size=24),
            _label(name, size),
            button(f"mail.detach.{key}", icon="close", name=f"Remove {name}", style="tab_close", click=("detach", i)),
            style="group",
            key=f"mail.attached.{key}",
            role=Role.GROUP,
            name=f"{name}, {_size(size)}",
            w=-1,
            h=42,
            pad=(8, 0, 4, 0),
            gap=8,
        )
        for i, (key, name, size) in enumerate(files)
    ]
    return wrapped(*chips, pad=(20, 8, 16, 4), gap=8)


def _writing_head(to: str, cc: str, subject: str, files: _Files, wordy: bool) -> Node:
    return column(
        row(
            button("mail.send", "Send", icon="send", style="accent", click=("send",)),
            button(
                "mail.attach",
                "Attach file" if wordy else "Attach",
                icon="attach",
                style="command",
                click=("attach",),
                name="Attach file",
            ),
            spacer(),
            button("mail.save_draft", icon="save", name="Save draft", style="command", click=("save",)),
            button("mail.discard", icon="delete", name="Discard", style="command", click=("discard",)),
            pad=(20, 10, 12, 6),
            gap=8,
        ),
        _line("To", "to", to, "to"),
        column(separator(), pad=(20, 0, 16, 0)),
        _line("Cc", "cc", cc, "cc"),
        column(separator(), pad=(20, 0, 16, 0)),
        row(
            field(
                "mail.subject",
                subject,
                name="Subject",
                placeholder="Add a subject",
                style="line",
                change=("field", "subject"),
            ),
            pad=(14, 0, 16, 0),
            h=38,
        ),
        column(separator(), pad=(20, 0, 16, 0)),
        _attached(files) if files else None,
    )


def writing_pane(draft: Draft, edit: Edit, wordy: bool) -> Node:
    """A mail that is written."""
    return column(
        panel(_writing_head, draft.to, draft.cc, draft.subject, _files(draft.attachments), wordy),
        area(BODY, edit, name="Message body", style="mail", change=("edit",)),
        style="content",
        h=FILL,
        role=Role.PANE,
        name="New message",
        drop=("drop_files",),
        key="mail.writing",
    )
