"""BreeZip: the state of its window, and what can be done with archives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.documents.archives import Member, write_zip
from omnigym.documents.zip_outline import Outline, outline_of, read_locked
from omnigym.errors import TooLargeError, UnreadableError
from omnigym.sim.app import Context, Effect, OpenDialog, SetFiles
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import Prompt, asking, asking_text, tell
from omnigym.sim.files.archives import is_archive
from omnigym.sim.files.kinds import split_name
from omnigym.sim.files.operations import allowed
from omnigym.sim.handlers import sets, toggles
from omnigym.sim.kinds.job import Jobs, Kinds, Maker
from omnigym.sim.vfs import HOME, Vfs, VfsError, base_name, canonical, join, native, parent_of, valid_name

NAME = "BreeZip"
_ZIPS: Kinds = (("Archives", "zip"),)
_ANY: Kinds = (("All Files", ""),)
_MOST, _LONGEST_COMMENT = 2000, 1000
_WRONG = "The password is wrong, or the archive is damaged."
_LOCKED = "This archive is protected. Enter its password with Unlock first."

MAKER = Maker(NAME, "breezip", lambda _state: _ANY, lambda _path, _content: None)


class State(NamedTuple):
    """The window.

    Attributes:
        jobs: The files of which a new archive is made.
        page: "home", "archive" or "new".
        archive: The path of the archive that is shown.
        password: The one that was entered for it, or "".
        selected, cursor: Names of files in it.
        preview: Whether the selected file is shown beside them.
        name, secret, comment: The fields of a new archive.
    """

    jobs: Jobs = Jobs()
    page: str = "home"
    archive: str = ""
    password: str = ""
    selected: tuple[str, ...] = ()
    cursor: str = ""
    preview: bool = True
    name: str = ""
    secret: str = ""
    comment: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]
_Members: TypeAlias = dict[str, Member]


def outline(ctx: Context, state: State) -> Outline | None:
    """The outline of the archive that is shown; None where it is gone or cannot be read."""
    try:
        return outline_of(ctx.vfs.read(state.archive)) if ctx.vfs.is_file(state.archive) else None
    except (UnreadableError, TooLargeError):
        return None


def content_of(ctx: Context, state: State, name: str) -> bytes | None:
    """The content of a file in the archive; None where it needs a password, or is gone."""
    found = outline(ctx, state)
    if found is None or (found.locked and not state.password):
        return None
    try:
        member = read_locked(ctx.vfs.read(state.archive), state.password).get(name)
    except (UnreadableError, TooLargeError):
        return None
    return None if member is None else member.content


# -- opening ----------------------------------------------------------------------------------------------------------


def open_archive(state: State, ctx: Context, path: str) -> Result:
    """An archive shown; one that is encrypted asks for its password."""
    path = ctx.vfs.real_path(canonical(path))
    shown = State(state.jobs, "archive", path, preview=state.preview)
    found = outline(ctx, shown)
    if found is None or len(found.files) > _MOST:
        why = "is damaged, or not an archive." if found is None else "has more files than can be shown."
        return state, (tell(NAME, f"Cannot open {base_name(path)}.\nIt {why}"),)
    return shown, (_asking_for_password(),) if found.locked else ()


def _asking_for_password() -> OpenDialog:
    return OpenDialog(
        "prompt", Prompt("Password required", "Password of this archive:", button="Unlock"), ("unlocked",)
    )


def _unlocked(state: State, ctx: Context, password: str | None) -> Result:
    if password is None or not ctx.vfs.is_file(state.archive):
        return state, ()
    try:
        read_locked(ctx.vfs.read(state.archive), password)
    except UnreadableError:
        return state, (tell(NAME, _WRONG),)
    except TooLargeError as e:
        return state, (tell(NAME, str(e)),)
    return state._replace(password=password), ()


def _asks_for_archive(state: State, _ctx: Context) -> Result:
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Documents", "", _ZIPS), ("opened",)),)


def _on_opened(state: State, ctx: Context, path: str | None) -> Result:
    return open_archive(state, ctx, path) if path is not None else (state, ())


# -- what is done with the archive that is shown ----------------------------------------------------------------------


def _held(state: State, ctx: Context) -> _Members:
    """The files in the archive.

    Raises:
        UnreadableError: It is gone, damaged, or its password was not entered.
        TooLargeError: It exceeds the size limit of decryption.
    """
    found = outline(ctx, state)
    if found is None:
        raise UnreadableError(f"{base_name(state.archive)} is not there any more, or damaged.")
    if found.locked and not state.password:
        raise UnreadableError(_LOCKED)
    return dict(read_locked(ctx.vfs.read(state.archive), state.password))


def _told(state: State, act: Callable[[], Result]) -> Result:
    try:
        return act()
    except (VfsError, UnreadableError, TooLargeError) as e:
        return state, (tell(NAME, str(e)),)


def _rewritten(
    state: State, ctx: Context, change: Callable[[_Members], _Members], password: str | None = None, comment: str = ""
) -> Result:
    """The archive written again after a change; ``password`` None and ``comment`` "" leave these as they are."""

    def act() -> Result:
        found, members = outline(ctx, state), change(_held(state, ctx))
        assert found is not None
        secret = (state.password if found.locked else "") if password is None else password
        content = write_zip(members, secret, comment or found.comment)
        files = ctx.vfs.write(state.archive, content, ctx.clock_ms)
        kept = tuple([name for name in state.selected if name in members])
        return state._replace(selected=kept, cursor=kept[-1] if kept else "", password=secret), (SetFiles(files),)

    return _told(state, act)


def _extract(state: State, ctx: Context, typed: str) -> Result:
    """Write the selected files, or all, into a folder with the folders of the archive."""

    def act() -> Result:
        to = canonical(typed if ":" in typed else join(parent_of(state.archive), typed))
        files: Vfs = ctx.vfs.make_dir(allowed(to), ctx.clock_ms)
        for name, member in _held(state, ctx).items():
            if state.selected and name not in state.selected:
                continue
            if not all(valid_name(part) for part in name.split("/")):
                raise UnreadableError(f"{name} cannot be extracted: its name is not allowed.")
            path = join(to, name)
            files = files.make_dir(parent_of(path), ctx.clock_ms).write(path, member.content, member.mtime_ms)
        shown = state._replace(jobs=state.jobs._replace(made=files.real_path(to)))
        return shown, (SetFiles(files),)

    return _told(state, act)


def _put(state: State, ctx: Context, path: str | None) -> Result:
    """A file of the disk into the archive; one of its name is replaced."""
    if path is None or not ctx.vfs.is_file(path):
        return state, ()
    stat = ctx.vfs.stat(path)
    new = Member(ctx.vfs.read(path), stat.mtime_ms if stat is not None else 0)
    return _rewritten(state, ctx, lambda members: {**members, base_name(path): new})


def _delete(state: State, ctx: Context) -> Result:
    return _rewritten(state, ctx, lambda members: {n: m for n, m in members.items() if n not in state.selected})


def _rename(state: State, ctx: Context, typed: str) -> Result:
    (old,) = state.selected
    new = f"{old.rpartition('/')[0]}/{typed}".lstrip("/")
    if not valid_name(typed):
        return state, (tell(NAME, f"{typed}\nThe file name is not valid."),)
    found = outline(ctx, state)
    if found is not None and new.casefold() in {f.name.casefold() for f in found.files if f.name != old}:
        return state, (tell(NAME, f"There is already a file named {typed} in this archive."),)
    after, effects = _rewritten(state, ctx, lambda members: {new if n == old else n: m for n, m in members.items()})
    return (after._replace(selected=(new,), cursor=new) if after is not state else after), effects


_SURE = asking(NAME, "Delete what is selected from the archive?", "Delete")


def _shown(state: State) -> bool:
    return state.page == "archive"


def _to_home(state: State, _ctx: Context) -> Result:
    return State(state.jobs, preview=state.preview), ()


ARCHIVE = Commands(
    "breezip",
    Command(
        "extract",
        lambda s: "Extract selected" if s.selected else "Extract all",
        run=_extract,
        icon="folder-arrow-right",
        shortcut="ctrl+e",
        places=(BAR, MENU),
        enabled=_shown,
        ask=lambda s: asking_text("Extract", "Extract to the folder:", native(parent_of(s.archive)), "Extract")(s),
    ),
    Command(
        "add",
        "Add file",
        run=lambda s, _: (s, (OpenDialog("file_dialog", FileDialog(False), ("put",)),)),
        icon="document-add",
        shortcut="ctrl+d",
        enabled=_shown,
    ),
    LINE,
    Command(
        "rename",
        "Rename",
        run=_rename,
        icon="rename",
        shortcut="f2",
        places=(BAR, MENU),
        enabled=lambda s: len(s.selected) == 1,
        ask=lambda s: asking_text("Rename", "New name:", base_name(next(iter(s.selected), "")), "Rename")(s),
    ),
    Command(
        "delete",
        "Delete",
        run=_delete,
        icon="delete",
        shortcut="delete",
        places=(BAR, MENU),
        enabled=lambda s: s.selected,
        ask=lambda _: _SURE,
    ),
    LINE,
    Command(
        "unlock",
        "Unlock",
        run=lambda s, _: (s, (_asking_for_password(),)),
        icon="key",
        enabled=lambda s: _shown(s) and not s.password,
    ),
    Command(
        "protect",
        "Set password",
        run=lambda s, ctx, typed: _rewritten(s, ctx, dict, typed),
        icon="lock-closed",
        enabled=_shown,
        ask=asking_text("Set password", "New password of this archive:", "", "Protect"),
    ),
    Command(
        "unprotect",
        "Remove password",
        run=lambda s, ctx: _rewritten(s, ctx, dict, ""),
        icon="lock-open",
        enabled=lambda s: s.password,
    ),
    Command(
        "comment",
        "Comment",
        run=lambda s, ctx, typed: _rewritten(s, ctx, dict, None, typed[:_LONGEST_COMMENT]),
        icon="comment",
        enabled=_shown,
        ask=asking_text("Comment", "Comment of this archive:", "", "Save"),
    ),
    LINE,
    Command("preview", "Preview", run=toggles("preview"), icon="eye", checked=lambda s: s.preview),
    menu="menu",
)
WINDOW = Commands(
    "breezip",
    Command("home", "Home", run=_to_home, icon="home", places=("nav",), shortcut="alt+home"),
    Command(
        "open_archive", "Open archive", run=_asks_for_archive, icon="folder-open", places=("nav",), shortcut="ctrl+o"
    ),
    Command(
        "new_archive",
        "New archive",
        run=lambda s, _: (State(Jobs(), "new", preview=s.preview), ()),
        icon="archive",
        places=("nav",),
        shortcut="ctrl+n",
    ),
)


# -- a new archive ----------------------------------------------------------------------------------------------------


def pack_files(state: State, ctx: Context) -> bytes:
    """The bytes of an archive of the files that were chosen.

    Raises:
        UnreadableError: One of them is gone.
        TooLargeError: They are more than is encrypted.
    """
    members: _Members = {}
    for path in state.jobs.sources:
        stat = ctx.vfs.stat(path)
        if stat is None or not ctx.vfs.is_file(path):
            raise UnreadableError(f"{base_name(path)} is not there any more.")
        (stem, end), number, name = split_name(base_name(path)), 2, base_name(path)
        while name in members:
            name, number = f"{stem} ({number}){end}", number + 1
        members[name] = Member(ctx.vfs.read(path), stat.mtime_ms)
    return write_zip(members, state.secret, state.comment.strip()[:_LONGEST_COMMENT])


def _create(state: State, _ctx: Context) -> Result:
    name = state.name.strip() or split_name(base_name(state.jobs.sources[0]))[0]
    return MAKER.where(state, name if is_archive(name) else f"{name}.zip", _ZIPS, "created")


def _created(state: State, ctx: Context, path: str | None) -> Result:
    return MAKER.write_result(state, ctx, path, lambda: pack_files(state, ctx)) if path is not None else (state, ())


NEW = Commands(
    "breezip.new",
    Command("take_file", "Add files", run=MAKER.ask, icon="add"),
    Command("create", "Create", run=_create, icon="checkmark", shortcut="ctrl+s", enabled=lambda s: s.jobs.sources),
)
HANDLERS: Mapping[str, Callable[..., Any]] = {
    **MAKER.on,
    "created": _created,
    "new_comment": sets("comment"),
    "new_name": sets("name"),
    "new_secret": sets("secret"),
    "opened": _on_opened,
    "put": _put,
    "select": lambda s, _, names, cursor: (s._replace(selected=names, cursor=cursor), ()),
    "unlocked": _unlocked,
}
