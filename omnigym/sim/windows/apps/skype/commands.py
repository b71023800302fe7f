"""What can be done with messages, chats and calls."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.documents.mail import Attachment
from omnigym.documents.vcard import write_vcf
from omnigym.sim.app import Context, Handler, OpenDialog, SetFiles, ShowMenu
from omnigym.sim.commands import MENU, Command
from omnigym.sim.common.message_box import Prompt, tell
from omnigym.sim.kinds.chat.calling import call_commands, record_command
from omnigym.sim.kinds.chat.commands import go_to, message_commands, room_commands, sent
from omnigym.sim.kinds.chat.state import GROUP, ME, PEOPLE, Kit, Message, Result, Room, State
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import HOME
from omnigym.sim.windows.apps.skype.store import STORE
from omnigym.sim.windows.clock import local
from omnigym.sim.windows.contacts import CONTACTS, card_of
from omnigym.sim.windows.file_kinds import app_for

KIT = Kit("skype", "Skype", STORE, app_for, local, False, f"{HOME}/Documents/Skype", True)


def _people(state: State, ctx: Context) -> Result:
    """Whose card is to be sent?"""
    names = [person.name for person in CONTACTS.rows(ctx.vfs) if person.name != state.room]
    items = [MenuItem(f"skype.card.{n}", n, ("send_card", n), icon="contact-card") for n in names]
    return state, (ShowMenu(tuple(items), KIT.key("card")),) if items else ()


def _send_card(state: State, ctx: Context, name: str) -> Result:
    person = next((p for p in CONTACTS.rows(ctx.vfs) if p.name == name), None)
    if person is None or KIT.store.room(ctx.vfs, state.room) is None:
        return state, ()
    card = Attachment(f"{name}.vcf", write_vcf((card_of(person),)))
    return sent(KIT, state, ctx, Message(0, state.room, ME, "", ctx.clock_ms), (card,))


def _forward(state: State, ctx: Context, message: Message) -> Result:
    """To whom?"""
    rooms = [r.name for r in KIT.store.rooms.rows(ctx.vfs) if r.name != message.room]
    items = [MenuItem(f"skype.forward.{r}", r, ("forward_to", message.id, r), icon="send") for r in rooms]
    return state, (ShowMenu(tuple(items)),)


def _forward_to(state: State, ctx: Context, number: int, room: str) -> Result:
    message = KIT.store.message(ctx.vfs, number)
    if message is None or KIT.store.room(ctx.vfs, room) is None:
        return state, ()
    content = KIT.store.content(ctx.vfs, message.file)
    files = (Attachment(message.file, content),) if content is not None else ()
    return sent(KIT, state, ctx, Message(0, room, ME, message.text, ctx.clock_ms), files)


def _create(state: State, ctx: Context, *_: str) -> Result:
    """A group of those who were ticked."""
    name, members = state.form or ("", ())
    if not name.strip() or not members:
        return state, (tell(KIT.title, "A group needs a name and at least one person."),)
    if KIT.store.room(ctx.vfs, name.strip()) is not None:
        return state, (tell(KIT.title, f"There is a chat {name.strip()} already."),)
    rows = KIT.store.rooms.rows(ctx.vfs)
    room = Room(next_id(rows), name.strip(), GROUP, members)
    files = KIT.store.rooms.written(ctx.vfs, (*rows, room), ctx.clock_ms)
    there, effects = go_to(KIT, state._replace(form=None), ctx._replace(vfs=files), room.name)
    return there, (SetFiles(files), *effects)


def _tick_off(state: State, _ctx: Context, person: str) -> Result:
    name, members = state.form or ("", ())
    ticked = tuple([p for p in PEOPLE if (p in members) != (p == person)])
    return state._replace(form=(name, ticked)), ()


def _rename(state: State, _ctx: Context, room: Room) -> Result:
    ask = Prompt("Rename group", "Name of the group", room.name, button="Rename")
    return state, (OpenDialog("prompt", ask, ("renamed", room.id)),)


def _renamed(state: State, ctx: Context, number: int, name: str | None) -> Result:
    """A group with another name; what was said in it goes along."""
    room = next((r for r in KIT.store.rooms.rows(ctx.vfs) if r.id == number), None)
    if room is None or not name or not name.strip() or KIT.store.room(ctx.vfs, name.strip()) is not None:
        return state, ()
    said = [m._replace(room=name.strip()) if m.room == room.name else m for m in KIT.store.messages.rows(ctx.vfs)]
    files = KIT.store.changed_room(ctx.vfs, room._replace(name=name.strip()), ctx.clock_ms)
    shown = state._replace(room=name.strip()) if state.room == room.name else state
    return shown, (SetFiles(KIT.store.messages.written(files, said, ctx.clock_ms)),)


#: The handlers of all that.
ON: Mapping[str, Handler] = {
    "card": _people,
    "create": _create,
    "forward_to": _forward_to,
    "group_name": lambda s, _, name: (s._replace(form=(name, (s.form or ("", ()))[1])), ()),
    "renamed": _renamed,
    "send_card": _send_card,
    "tick_off": _tick_off,
}
MESSAGE = message_commands(
    KIT,
    Command("forward", "Forward", run=_forward, icon="arrow-forward", places=(MENU,)),
    answer="Quote",
    pin="Add bookmark",
    unpin="Remove bookmark",
)
ROOM = room_commands(
    KIT,
    Command("rename", "Rename group", run=_rename, icon="edit", places=(MENU,), enabled=lambda r: r.kind == GROUP),
)
CALL = call_commands(KIT, record_command(KIT), leave="End call", keys=("ctrl+m", "ctrl+shift+k"))
