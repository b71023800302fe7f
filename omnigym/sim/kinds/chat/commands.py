"""What can be done to messages and to rooms, as commands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from omnigym.a11y import Role
from omnigym.documents.mail import Attachment
from omnigym.sim.app import Context, Effect, Focus, Handler, Launch, OpenDialog, ScrollTo, SetClipboard, SetFiles
from omnigym.sim.commands import LINE, MENU, Command, Commands, delete_record, rows_of
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import asking, tell
from omnigym.sim.files.operations import dragged
from omnigym.sim.handlers import sets
from omnigym.sim.kinds.chat.state import ME, Kit, Message, Result, Room, State
from omnigym.sim.vfs import HOME, VfsError, base_name, canonical, join
from omnigym.values import ClipboardContent

#: What one may say with a sign: its name, and its icon.
REACTIONS: Mapping[str, str] = {
    "like": "thumb-like",
    "heart": "heart",
    "laugh": "emoji-laugh",
    "done": "checkmark-circle",
    "looking": "eye",
}
#: Where a file lies that another app is to open.
_TEMPORARY = f"{HOME}/AppData/Local/Temp"
_SURE = asking("Delete message", "Are you sure you want to delete this message? This cannot be undone.", "Delete")


def reacted(message: Message, sign: str) -> Message:
    """With a reaction of the user's, or without it where there was one."""
    own = f"{sign}: {ME}"
    others = tuple([r for r in message.reactions if r != own])
    return message._replace(reactions=others if own in message.reactions else (*others, own))


def reactions_of(message: Message) -> tuple[tuple[str, int, bool], ...]:
    """The signs at a message: name, how many people, whether the user is one of them."""
    signs = [r.partition(": ")[0] for r in message.reactions]
    return tuple([(s, signs.count(s), f"{s}: {ME}" in message.reactions) for s in REACTIONS if s in signs])


def _react(sign: str, image: str) -> Command:
    return Command(
        sign,
        sign.capitalize(),
        lambda m: reacted(m, sign),
        icon=image,
        places=("react",),
        checked=lambda m: f"{sign}: {ME}" in m.reactions,
    )


def message_commands(kit: Kit, *more: Command | None, answer: str, pin: str, unpin: str) -> Commands:
    """What can be done to a message.

    Args:
        kit: Of the program.
        more: Commands of the program's own.
        answer, pin, unpin: What it calls answering a message, keeping it at hand, and doing so no longer.
    """

    def answering(state: State, ctx: Context, message: Message) -> Result:
        root = message.answers or message.id
        there = state._replace(page="", room=message.room, query="", answers=root, answer="")
        return there, (Focus(kit.key("answer" if kit.threads else "draft")),)

    def copy(state: State, _ctx: Context, message: Message) -> Result:
        return state, (SetClipboard(ClipboardContent(text=message.text)),)

    def edit(state: State, _ctx: Context, message: Message) -> Result:
        return state._replace(editing=message.id, edit=message.text), (Focus(kit.key("edit"), 0, -1),)

    def save(state: State, _ctx: Context, message: Message) -> Result:
        ask = FileDialog(True, f"{HOME}/Downloads", message.file)
        return state, (OpenDialog("file_dialog", ask, ("save_to", message.file)),)

    def open_file(state: State, ctx: Context, message: Message) -> Result:
        content, app = kit.store.content(ctx.vfs, message.file), kit.app_for(message.file)
        if content is None or not app:
            return state, (tell(kit.title, f"No app can open {message.file}. Download it instead.", "info"),)
        path = join(_TEMPORARY, ctx.vfs.free_name(_TEMPORARY, message.file))
        return state, (SetFiles(ctx.vfs.write(path, content, ctx.clock_ms)), Launch(app, path))

    return Commands(
        kit.prefix,
        Command("reply", answer, run=answering, icon="arrow-reply", places=(MENU,)),
        Command("react", "Add reaction", opens="react", icon="emoji", places=(MENU,)),
        *[_react(*each) for each in REACTIONS.items()],
        LINE,
        Command("copy", "Copy text", run=copy, icon="copy", places=(MENU,), enabled=lambda m: m.text),
        Command("open_file", "Open file", run=open_file, icon="open", places=(MENU, "file"), enabled=lambda m: m.file),
        Command("save", "Download", run=save, icon="download", places=(MENU, "file"), enabled=lambda m: m.file),
        Command(
            "pin",
            lambda m: unpin if m.pinned else pin,
            lambda m: m._replace(pinned=not m.pinned),
            icon="bookmark",
            places=(MENU,),
        ),
        *more,
        LINE,
        Command("edit", "Edit message", run=edit, icon="edit", places=(MENU,), enabled=lambda m: m.mine and m.text),
        Command(
            "delete",
            "Delete message",
            delete_record,
            None,
            "delete",
            places=(MENU,),
            enabled=lambda m: m.mine,
            ask=lambda _: _SURE,
        ),
        records=rows_of(kit.store.messages, lambda _state: 0),
        menu="message_menu",
    )


def room_commands(kit: Kit, *more: Command | None) -> Commands:
    """What can be done to a room; ``more`` are commands of the program's own."""

    def unread(state: State, ctx: Context, room: Room) -> Result:
        """Its last message of somebody else is new again."""
        last = max([m.id for m in kit.store.messages.rows(ctx.vfs) if m.room == room.name and not m.mine], default=0)
        vfs = kit.store.changed_room(ctx.vfs, room._replace(read=min(room.read, last - 1)), ctx.clock_ms)
        return state._replace(room=""), (SetFiles(vfs),)

    return Commands(
        kit.prefix,
        Command(
            "star",
            lambda r: "Remove star" if r.starred else "Star",
            lambda r: r._replace(starred=not r.starred),
            icon="star",
            places=(MENU,),
        ),
        Command(
            "quiet",
            lambda r: "Unmute notifications" if r.muted else "Mute notifications",
            lambda r: r._replace(muted=not r.muted),
            icon="alert-off",
            places=(MENU,),
        ),
        Command("unread", "Mark as unread", run=unread, icon="mail-unread", places=(MENU,)),
        *more,
        records=rows_of(kit.store.rooms, lambda _state: 0)._replace(where={"role": Role.TREE_ITEM, "name": "{name}"}),
        menu="room_menu",
    )


# -- talking ----------------------------------------------------------------------------------------------------------

# What a person does in a room: go there, write, send files, look for something. Handlers, for `App.on`.

#: An offset that is below the end of any list.
_END = 1 << 20


def go_to(kit: Kit, state: State, ctx: Context, room: str) -> Result:
    """A room, all of which is read now; what was half written elsewhere is left behind."""
    if kit.store.room(ctx.vfs, room) is None:
        return state, ()
    vfs = kit.store.seen(ctx.vfs, room, ctx.clock_ms)
    changed: tuple[Effect, ...] = (SetFiles(vfs),) if vfs is not ctx.vfs else ()
    same = state if room == state.room else State(call=state.call, now_ms=state.now_ms, form=state.form)
    there = same._replace(page="", room=room, query="")
    return there, (*changed, ScrollTo(kit.key("messages"), offset=_END), Focus(kit.key("draft")))


def sent(kit: Kit, state: State, ctx: Context, message: Message, files: tuple[Attachment, ...]) -> Result:
    """A message said in its room, with its files: each after the first is a message of its own."""
    if not message.text and not files:
        return state, ()
    now, vfs = ctx.clock_ms, ctx.vfs
    try:
        for n, file in enumerate(files or (None,)):
            name = ""
            if file is not None:
                vfs, name = kit.store.keep(vfs, file, now)
            vfs = kit.store.said(vfs, now, message._replace(text=message.text if n == 0 else "", file=name))
    except VfsError as e:
        return state, (tell(kit.title, str(e)),)
    return state, (SetFiles(vfs), ScrollTo(kit.key("messages"), offset=_END))


def _send(kit: Kit, state: State, ctx: Context, *_: str) -> Result:
    """What is written, and what is attached; where answers are quoted, as one to the message that is."""
    if kit.store.room(ctx.vfs, state.room) is None:
        return state, ()
    quoted = 0 if kit.threads else state.answers
    new = Message(0, state.room, ME, state.draft.strip(), ctx.clock_ms, quoted)
    done = state._replace(draft="", files=(), answers=state.answers if kit.threads else 0)
    return sent(kit, done, ctx, new, state.files)


def _answer(kit: Kit, state: State, ctx: Context, *_: str) -> Result:
    """What is written into the thread."""
    root = kit.store.message(ctx.vfs, state.answers)
    if root is None:
        return state, ()
    new = Message(0, root.room, ME, state.answer.strip(), ctx.clock_ms, root.id)
    after, effects = sent(kit, state._replace(answer=""), ctx, new, ())
    return after, (*effects, *([ScrollTo(kit.key("thread"), offset=_END)] if effects else []))


# -- files ----------------------------------------------------------------------------------------------------------


def _with_files(kit: Kit, state: State, ctx: Context, paths: tuple[str, ...]) -> Result:
    found = [p for p in map(ctx.vfs.real_path, paths) if ctx.vfs.is_file(p)]
    if len(found) < len(paths):
        return state, (tell(kit.title, "Folders cannot be shared. Share the files in them."),)
    added = tuple([Attachment(base_name(p), ctx.vfs.read(p)) for p in found])
    return state._replace(files=(*state.files, *added)), (Focus(kit.key("draft")),)


def _attach_path(kit: Kit, state: State, ctx: Context, path: str | None) -> Result:
    return _with_files(kit, state, ctx, (path,)) if path else (state, ())


def _paste(kit: Kit, state: State, ctx: Context) -> Result:
    """Files and pictures on the clipboard go with the message; text went where the caret is."""
    held = ctx.clipboard
    if not state.room or not (held.files or held.image):
        return state, ()
    if held.files:
        return _with_files(kit, state, ctx, tuple([canonical(f) for f in held.files]))
    return state._replace(files=(*state.files, Attachment("image.png", held.image))), ()


def _drop(kit: Kit, state: State, ctx: Context, payload: object) -> Result:
    paths = dragged(payload)
    return _with_files(kit, state, ctx, paths) if paths else (state, ())


def _detach(state: State, _ctx: Context, n: int) -> Result:
    return state._replace(files=(*state.files[:n], *state.files[n + 1 :])), ()


def _save_to(kit: Kit, state: State, ctx: Context, name: str, path: str | None) -> Result:
    content = kit.store.content(ctx.vfs, name)
    if path is None or content is None:
        return state, ()
    try:
        return state, (SetFiles(ctx.vfs.write(path, content, ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(kit.title, str(e)),)


# -- changing -------------------------------------------------------------------------------------------------------


def _edited(kit: Kit, state: State, ctx: Context, text: str) -> Result:
    """The new text of a message of the user's own; what is empty, or as it was, changes nothing."""
    message, done = kit.store.message(ctx.vfs, state.editing), state._replace(editing=0, edit="")
    if message is None or not text.strip() or text.strip() == message.text:
        return done, ()
    rows = kit.store.messages.rows(ctx.vfs)
    new = message._replace(text=text.strip(), edited=True)
    vfs = kit.store.messages.written(ctx.vfs, [new if m.id == new.id else m for m in rows], ctx.clock_ms)
    return done, (SetFiles(vfs), Focus(kit.key("draft")))


def _search(kit: Kit, state: State, _ctx: Context, query: str) -> Result:
    return state._replace(query=query), (ScrollTo(kit.key("messages")),)


def talking(kit: Kit) -> Mapping[str, Handler]:
    """The handlers of a program."""
    attach = OpenDialog("file_dialog", FileDialog(False), ("attach_path",))
    return {
        "answer": partial(_answer, kit),
        "answering": sets("answer"),
        "attach": lambda s, _: (s, (attach,)),
        "attach_path": partial(_attach_path, kit),
        "close_thread": lambda s, _: (s._replace(answers=0, answer=""), (Focus(kit.key("draft")),)),
        "detach": _detach,
        "drafting": sets("draft"),
        "drop_files": partial(_drop, kit),
        "edit_cancel": lambda s, _: (s._replace(editing=0, edit=""), (Focus(kit.key("draft")),)),
        "edited": partial(_edited, kit),
        "editing": sets("edit"),
        "go": partial(go_to, kit),
        "paste": partial(_paste, kit),
        "save_to": partial(_save_to, kit),
        "search": partial(_search, kit),
        "send": partial(_send, kit),
    }
