"""What a mail window looks like: search, commands, folders and the list of mails; the last pane is `panes`'s."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.documents.mail import Attachment, Headers, Mail, address_of, name_of, read_headers
from omnigym.sim.app import Context
from omnigym.sim.common.mail import ACCOUNT, FOLDERS, folders, listed, unread
from omnigym.sim.documents.edit import Edit
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row, stack, wrapped
from omnigym.sim.ui.widgets import (
    SEPARATOR,
    MenuItem,
    area,
    button,
    field,
    icon,
    list_view,
    separator,
    spacer,
    text,
    tree_item,
)
from omnigym.sim.vfs import Stat, Vfs
from omnigym.sim.windows.apps.mail.state import (
    BODY,
    LIST,
    ONLY,
    ROW_HEIGHT,
    Draft,
    State,
    Today,
    avatar,
    entries,
    full_date,
    mail_row,
    people,
    selected_paths,
    shown_mail,
)
from omnigym.sim.windows.clock import local, zone_of
from omnigym.sim.windows.file_kinds import icon_of

# -- where one reads or writes ----------------------------------------------------------------------------------------

#: (key, name, size in bytes) of what comes with a mail.
_Files = tuple[tuple[str, str, int], ...]


def _files(attachments: tuple[Attachment, ...]) -> _Files:
    """The key is the name; another one of that name has its place in it too."""
    names = [a.name for a in attachments]
    keys = [n if n not in names[:i] else f"{n}.{i}" for i, n in enumerate(names)]
    return tuple([(key, a.name, len(a.content)) for key, a in zip(keys, attachments, strict=True)])


def _size(size: int) -> str:
    return count_of(size, "byte") if size < 1024 else f"{-(-size // 1024):,} KB"


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
    note = f"{count_of(selected, 'item')} selected" if selected > 1 else "Select an item to read"
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


# -- the window -------------------------------------------------------------------------------------------------------

_ICONS = {
    "Inbox": "mail-inbox",
    "Drafts": "drafts",
    "Sent": "send",
    "Archive": "archive",
    "Junk": "mail-prohibited",
    "Deleted": "delete",
}
#: From these widths on: the list and the text side by side, the folders with their names, the commands with theirs.
_BESIDE, _NAMED, _WORDY = 640, 820, 930
_FOLDERS_W, _RAIL_W = 198, 44
#: The list's width beside the text, in an ordinary and in a wide window, and where that begins.
_LIST_W, _WIDE_LIST_W, _WIDE = 290, 372, 1300


class _Chosen(NamedTuple):
    """What the commands can be done with."""

    some: bool = False
    one: bool = False
    unread: bool = False
    flagged: bool = False


def label_of(folder: str) -> str:
    """What a person reads of a folder."""
    return FOLDERS.get(folder, folder)


def folder_key(folder: str) -> str:
    """The key of a folder's line: "mail.folder.inbox"."""
    return f"mail.folder.{folder.lower().replace(' ', '_')}"


def _top(query: str, label: str) -> Node:
    return row(
        spacer(),
        field(
            "mail.search",
            query,
            name="Search",
            placeholder=f"Search {label}",
            w=380,
            h=30,
            search=True,
            style="search",
            icon="search",
            change=("query",),
            submit=("search",),
            cancel=("search_cancel",),
        ),
        spacer(),
        style="mail",
        h=44,
        pad=(12, 0),
        role=Role.PANE,
        name="Search",
    )


def _move_items(names: tuple[str, ...], folder: str) -> tuple[MenuItem, ...]:
    return tuple(
        [
            MenuItem(f"mail.move.{n.lower()}", label_of(n), ("move", n), _ICONS.get(n, "folder"))
            for n in names
            if n not in (folder, "Drafts", "Sent")
        ]
    )


def _commands(chosen: _Chosen, folder: str, names: tuple[str, ...], wordy: bool) -> Node:
    def tool(key: str, label: str, image: str, enabled: bool) -> Node:
        shown = label if wordy else ""
        return button(f"mail.{key}", shown, icon=image, name=label, style="command", disabled=not enabled, click=(key,))

    answers = chosen.one and folder != "Drafts"
    reading = "Mark as read" if chosen.unread else "Mark as unread"
    line = separator(vertical=True, style="ribbon")
    return row(
        button("mail.new", "New mail", icon="mail-add", style="accent", click=("new",)),
        line,
        tool("delete", "Delete", "delete", chosen.some),
        tool("archive", "Archive", "archive", chosen.some and folder not in ("Archive", "Drafts")),
        button(
            "mail.move",
            "Move" if wordy else "",
            icon="folder-arrow-right",
            name="Move to",
            style="command",
            disabled=not chosen.some,
            menu=_move_items(names, folder),
        ),
        line,
        tool("reply", "Reply", "arrow-reply", answers),
        tool("reply_all", "Reply all", "arrow-reply-all", answers),
        tool("forward", "Forward", "arrow-forward", answers),
        line,
        tool("unread", reading, "mail-read" if chosen.unread else "mail-unread", chosen.some),
        tool("flag", "Unflag" if chosen.flagged else "Flag", "flag-off" if chosen.flagged else "flag", chosen.some),
        spacer(),
        style="commandbar",
        h=46,
        pad=(10, 5),
        gap=1,
        role=Role.TOOLBAR,
        name="Commands",
    )


def _folder_pane(shown: tuple[tuple[str, int], ...], current: str, named: bool) -> Node:
    """``shown`` is each folder with the number that stands beside it, 0 for none."""
    if not named:
        rail = [
            button(
                folder_key(n),
                icon=_ICONS.get(n, "folder"),
                name=label_of(n),
                click=("folder", n),
                style="taskbar_active" if n == current else "nav",
                w=34,
                h=32,
                drop=("drop_on", n),
            )
            for n, _ in shown
        ]
        more = button(
            "mail.new_folder",
            icon="folder-add",
            name="Create new folder",
            style="nav",
            w=34,
            h=32,
            click=("new_folder",),
        )
        return column(
            *rail, spacer(h=FILL), more, style="pane", h=FILL, pad=(5, 8), gap=2, role=Role.TREE, name="Folders"
        )
    lines: list[Element] = [
        stack(
            tree_item(
                folder_key(n),
                label_of(n),
                icon=_ICONS.get(n, "folder"),
                selected=n == current,
                click=("folder", n),
                drop=("drop_on", n),
            ),
            row(spacer(), text(str(count) if count else "", style="unread", role=None), pad=(0, 0, 12, 0), h=30),
            w=FILL,
            h=30,
        )
        for n, count in shown
    ]
    return column(
        row(text(address_of(ACCOUNT), style="strong", role=None, w=FILL), h=28, pad=(8, 0)),
        *lines,
        spacer(h=FILL),
        button("mail.new_folder", "Create new folder", icon="folder-add", style="list", click=("new_folder",), w=FILL),
        style="pane",
        h=FILL,
        pad=(8, 12),
        gap=1,
        role=Role.TREE,
        name="Folders",
    )


def _list_head(label: str, only: str, query: str, naming: str | None) -> Node:
    items = tuple([MenuItem(f"mail.only.{k or 'all'}", v, ("only", k), checked=k == only) for k, v in ONLY.items()])
    head = row(
        text("Results" if query else label, style="heading", key="mail.place", w=FILL),
        button("mail.filter", ONLY[only] if only else "Filter", icon="filter", style="tool", menu=items),
        h=44,
        pad=(14, 0, 8, 0),
        gap=6,
    )
    if naming is None:
        return head
    name = field(
        "mail.new_folder_name",
        naming,
        name="New folder name",
        placeholder="Name of the new folder",
        icon="folder-add",
        style="search",
        change=("folder_text",),
        submit=("folder_named",),
        cancel=("naming_cancel",),
        blur=("folder_named",),
    )
    return column(head, row(name, h=44, pad=(10, 0)))


def _counts(vfs: Vfs) -> tuple[tuple[str, int], ...]:
    """Each folder with its unread mails, or of the drafts all."""
    return tuple([(n, len(listed(vfs, n)) if n == "Drafts" else unread(vfs, n)) for n in folders(vfs)])


def _chosen(state: State, ctx: Context) -> _Chosen:
    marks = [read_headers(ctx.vfs.read(p)).marks for p in selected_paths(state, ctx.vfs)]
    if not marks:
        return _Chosen()
    return _Chosen(True, len(marks) == 1, not all(m.read for m in marks), all(m.flagged for m in marks))


def _today(ctx: Context) -> Today:
    minutes = zone_of(ctx.settings).minutes
    return Today(local(ctx.clock_ms, ctx.settings).toordinal(), minutes, ctx.settings.get("time.24h") == "on")


def _list_pane(state: State, ctx: Context, today: Today, w: int) -> Node:
    mails = list_view(
        LIST,
        entries(state, ctx.vfs),
        mail_row,
        name="Message list",
        row_h=ROW_HEIGHT,
        selected=state.selected,
        cursor=state.cursor,
        multi=True,
        drag=("mails", state.folder),
        args=(LIST, state.folder, today),
        empty="We didn't find anything." if state.query or state.only else "Nothing here yet.",
        select=("select",),
        open=("open",),
        context=("context",),
    )
    head = panel(_list_head, label_of(state.folder), state.only, state.query, state.naming)
    return column(head, separator(), mails, style="content", w=w, h=FILL)


def _right_pane(state: State, ctx: Context, today: Today, back: bool) -> Node:
    if state.draft is not None:
        return writing_pane(state.draft, state.edit, ctx.w >= _WORDY)
    mail = shown_mail(state, ctx.vfs)
    if mail is None:
        return nothing_shown(len(state.selected))
    return reading_pane(mail, state.edit, today, back)


def view(state: State, ctx: Context) -> Node:
    """The content of a mail window."""
    today = _today(ctx)
    named, beside = ctx.w >= _NAMED, ctx.w >= _BESIDE
    pane_w = _FOLDERS_W if named else _RAIL_W
    list_w = FILL if not beside else _WIDE_LIST_W if ctx.w >= _WIDE else _LIST_W
    full = state.draft is not None or bool(state.shown)
    return column(
        panel(_top, state.query, label_of(state.folder)),
        panel(_commands, _chosen(state, ctx), state.folder, folders(ctx.vfs), ctx.w >= _WORDY),
        separator(),
        row(
            panel(_folder_pane, _counts(ctx.vfs), state.folder, named, w=pane_w, h=FILL),
            separator(vertical=True),
            _list_pane(state, ctx, today, list_w) if beside or not full else None,
            separator(vertical=True) if beside else None,
            _right_pane(state, ctx, today, not beside) if beside or full else None,
            h=FILL,
            align="stretch",
        ),
        h=FILL,
    )


def item_menu(state: State, ctx: Context) -> tuple[MenuItem, ...]:
    """The context menu of the mails that are selected."""
    chosen = _chosen(state, ctx)
    answers = chosen.one and state.folder != "Drafts"
    read = "Mark as read" if chosen.unread else "Mark as unread"
    return (
        MenuItem("mail.menu.reply", "Reply", ("reply",), "arrow-reply", "Ctrl+R", enabled=answers),
        MenuItem("mail.menu.reply_all", "Reply all", ("reply_all",), "arrow-reply-all", "Ctrl+Shift+R", answers),
        MenuItem("mail.menu.forward", "Forward", ("forward",), "arrow-forward", "Ctrl+F", enabled=answers),
        SEPARATOR,
        MenuItem("mail.menu.unread", read, ("unread",), "mail-read" if chosen.unread else "mail-unread"),
        MenuItem("mail.menu.flag", "Clear flag" if chosen.flagged else "Flag", ("flag",), "flag", "Insert"),
        SEPARATOR,
        MenuItem("mail.menu.archive", "Archive", ("archive",), "archive", "Backspace"),
        MenuItem(
            "mail.menu.move", "Move to", icon="folder-arrow-right", items=_move_items(folders(ctx.vfs), state.folder)
        ),
        MenuItem("mail.menu.delete", "Delete", ("delete",), "delete", "Del"),
    )
