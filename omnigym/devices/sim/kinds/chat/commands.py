"""What can be done to messages and to rooms, as commands."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.a11y import Role
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, Focus, Launch, OpenDialog, SetClipboard, SetFiles
from omnigym.devices.sim.commands import LINE, MENU, Command, Commands, gone, rows_of
from omnigym.devices.sim.common.file_dialog import FileDialog
from omnigym.devices.sim.common.message_box import asking, tell
from omnigym.devices.sim.kinds.chat.records import ME, Message, Room
from omnigym.devices.sim.kinds.chat.state import Kit, Result, State
from omnigym.devices.sim.vfs import HOME, join

__all__ = ["REACTIONS", "message_commands", "reacted", "reactions_of", "room_commands"]

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
            gone,
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
