"""Gmail: mails in folders, read, answered, written, with files from the phone and from Drive."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.documents.mail import Attachment, read_headers
from omnigym.sim.android.apps.drive.store import DRIVE, uploaded
from omnigym.sim.android.apps.gmail.looks import GMAIL_STYLES, draw_gmail
from omnigym.sim.android.apps.gmail.store import MAIL, PLACES, mail_path, unread, with_mail
from omnigym.sim.android.apps.gmail.view import view
from omnigym.sim.android.apps.gmail.writing import (
    LIST,
    WRITING,
    Draft,
    Result,
    State,
    begin,
    put_away,
    resume,
    shown_mail,
    tell,
    with_file,
)
from omnigym.sim.android.catalogue import program
from omnigym.sim.android.kit import left, phone_app, refreshed
from omnigym.sim.android.storage import opener
from omnigym.sim.app import Context, Launch, OpenDialog, ScrollTo, SetFiles, ShowMenu
from omnigym.sim.common.mail import mail_table, mark, move
from omnigym.sim.paint.material import on_disc
from omnigym.sim.program import Program, Taken
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import HOME, base_name, join

__all__ = ["APPS"]

_CACHE = "C:/data/data/com.google.android.gm/cache"
_DOWNLOAD = f"{HOME}/Download"


def _init(path: str, ctx: Context) -> Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> Result:
    """Read the mail of a path; write to the address of "to:ADDRESS", or with what "text:..." or "file:..." say."""
    if path.startswith(f"{MAIL}/"):
        return _open(state, ctx, path.removeprefix(f"{MAIL}/"))
    kind, _, what = path.partition(":")
    if kind == "to":
        return begin(state, ctx, Draft(to=what), focus="gmail.subject")
    if kind == "text":
        return begin(state, ctx, Draft(), what)
    if kind == "file":
        return with_file(state, ctx, what)
    return state, ()


def _open(state: State, ctx: Context, entry: str) -> Result:
    """Read a mail; it is read then. One that was not sent is written on."""
    path = mail_path(entry)
    if not ctx.vfs.is_file(path):
        return state, ()
    if entry.startswith("Drafts/"):
        return resume(state, ctx, entry)
    vfs = mark(ctx.vfs, path, ctx.clock_ms, read=True)
    return state._replace(shown=entry), (SetFiles(vfs),) if vfs is not ctx.vfs else ()


def _places(state: State, ctx: Context) -> Result:
    count = unread(ctx.vfs)
    entries = tuple([(n, p.label, p.icon, str(count) if n == "inbox" and count else "") for n, p in PLACES.items()])
    return state, (OpenDialog("side_menu", ("gmail", "Gmail", entries, state.place), ("place",)),)


def _place(state: State, _ctx: Context, place: str | None) -> Result:
    return (State(place=place), (ScrollTo(LIST),)) if place in PLACES else (state, ())


def _marked(state: State, ctx: Context, entry: str, *, read: bool | None = None, flagged: bool | None = None) -> Result:
    path = mail_path(entry)
    if not ctx.vfs.is_file(path):
        return state, ()
    return state, (SetFiles(mark(ctx.vfs, path, ctx.clock_ms, read=read, flagged=flagged)),)


def _star(state: State, ctx: Context, entry: str) -> Result:
    path = mail_path(entry)
    if not ctx.vfs.is_file(path):
        return state, ()
    return _marked(state, ctx, entry, flagged=not read_headers(ctx.vfs.read(path)).marks.flagged)


def _to(state: State, ctx: Context, entry: str, folder: str) -> Result:
    """A mail goes to a folder."""
    if not ctx.vfs.is_file(mail_path(entry)) or entry.startswith(f"{folder}/"):
        return state, ()
    vfs, _ = move(ctx.vfs, mail_path(entry), folder, ctx.clock_ms, MAIL)
    return state._replace(shown=""), (SetFiles(vfs),)


def _delete(state: State, ctx: Context, entry: str) -> Result:
    if not entry.startswith("Trash/"):
        return _to(state, ctx, entry, "Trash")
    args = ("Delete forever?", "This mail cannot be restored.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", entry)),)


def _deleted(state: State, ctx: Context, entry: str, yes: bool) -> Result:
    if not yes or not ctx.vfs.is_file(mail_path(entry)):
        return state, ()
    return state._replace(shown=""), (SetFiles(ctx.vfs.delete(mail_path(entry), ctx.clock_ms)),)


def _move(state: State, _ctx: Context, entry: str) -> Result:
    here = entry.partition("/")[0]
    folders = (("Inbox", "Inbox"), ("Archive", "Archive"), ("Spam", "Spam"), ("Trash", "Trash"))
    return state, (OpenDialog("choose", ("Move to", folders, here), ("moved", entry)),)


def _menu(state: State, ctx: Context, entry: str) -> Result:
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


# -- what came with a mail ------------------------------------------------------------------------------------


def _file(state: State, ctx: Context, index: int) -> Attachment | None:
    mail = shown_mail(state, ctx.vfs)
    return mail.attachments[index] if mail is not None and index < len(mail.attachments) else None


def _save(state: State, ctx: Context, index: int) -> Result:
    file = _file(state, ctx, index)
    if file is None:
        return state, ()
    path = join(_DOWNLOAD, ctx.vfs.free_name(_DOWNLOAD, file.name))
    saved = SetFiles(ctx.vfs.write(path, file.content, ctx.clock_ms))
    return state, (saved, tell("Download complete", f"{base_name(path)} is in Downloads."))


def _to_drive(state: State, ctx: Context, index: int) -> Result:
    file = _file(state, ctx, index)
    if file is None:
        return state, ()
    vfs, path = uploaded(ctx.vfs, DRIVE, file.name, file.content, ctx.clock_ms)
    return state, (SetFiles(vfs), tell("Added to Drive", f"{base_name(path)} is in My Drive."))


def _open_file(state: State, ctx: Context, index: int) -> Result:
    file = _file(state, ctx, index)
    if file is None:
        return state, ()
    app = opener(file.name)
    if program(app) is None:
        return state, (tell("Can’t open file", f"No app on this phone opens {file.name}. Download it instead."),)
    path = join(_CACHE, file.name)
    return state, (SetFiles(ctx.vfs.write(path, file.content, ctx.clock_ms)), Launch(app, path))


def _task(state: State, ctx: Context) -> Result:
    """A new task that is called as the mail."""
    mail = shown_mail(state, ctx.vfs)
    return (state, ()) if mail is None else (state, (Launch("tasks", f"text:{mail.headers.subject}"),))


def _share(state: State, ctx: Context) -> Result:
    mail = shown_mail(state, ctx.vfs)
    return (state, ()) if mail is None else (state, (OpenDialog("share", ("text", mail.body)),))


def _back(state: State, ctx: Context) -> Result:
    if state.draft is not None:
        return put_away(state, ctx)
    if state.shown:
        return state._replace(shown=""), ()
    return (State(), (ScrollTo(LIST),)) if state.place != "inbox" or state.query else left(state)


_UPDATES: Mapping[str, Callable[..., Result]] = {
    **WRITING,
    "back": _back,
    "delete": _delete,
    "deleted": _deleted,
    "menu": _menu,
    "move": _move,
    "moved": lambda s, ctx, entry, folder: _to(s, ctx, entry, folder) if folder else (s, ()),
    "open": _open,
    "open_file": _open_file,
    "opened": _opened,
    "place": _place,
    "places": _places,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "read": lambda s, ctx, entry, read: _marked(s, ctx, entry, read=read),
    "refresh": lambda s, _: (s._replace(refreshing=True), (refreshed(),)),
    "refreshed": lambda s, _: (s._replace(refreshing=False), ()),
    "save": _save,
    "share": _share,
    "star": _star,
    "star_shown": lambda s, ctx: _star(s, ctx, s.shown),
    "task": _task,
    "to": _to,
    "to_drive": _to_drive,
    "unread": lambda s, ctx, entry: _marked(s._replace(shown=""), ctx, entry, read=False),
}


APPS = (
    phone_app(
        name="gmail",
        title="Gmail",
        icon="app/gmail",
        art={"app/gmail": on_disc(draw_gmail)},
        styles=GMAIL_STYLES,
        program=Program(
            category="Social Communication", pinned=1, takes=(Taken("text", 2), Taken("file", 1)), sign="mail"
        ),
        initial=with_mail,
        tables=(mail_table(MAIL),),
        init=_init,
        view=view,
        on=_UPDATES,
    ),
)
