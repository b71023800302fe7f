"""What a person does in a room: go there, write, send files, look for something. Handlers, for `App.on`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from omnigym.devices.sim.app import Context, Effect, Focus, Handler, OpenDialog, ScrollTo, SetFiles
from omnigym.devices.sim.common.file_dialog import FileDialog
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.files.operations import dragged
from omnigym.devices.sim.kinds.chat.records import ME, Message
from omnigym.devices.sim.kinds.chat.state import Kit, Result, State
from omnigym.devices.sim.vfs import VfsError, base_name, canonical
from omnigym.documents.mail import Attachment

__all__ = ["go_to", "sent", "talking"]

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
        "answering": lambda s, _, text: (s._replace(answer=text), ()),
        "attach": lambda s, _: (s, (attach,)),
        "attach_path": partial(_attach_path, kit),
        "close_thread": lambda s, _: (s._replace(answers=0, answer=""), (Focus(kit.key("draft")),)),
        "detach": _detach,
        "drafting": lambda s, _, text: (s._replace(draft=text), ()),
        "drop_files": partial(_drop, kit),
        "edit_cancel": lambda s, _: (s._replace(editing=0, edit=""), (Focus(kit.key("draft")),)),
        "edited": partial(_edited, kit),
        "editing": lambda s, _, text: (s._replace(edit=text), ()),
        "go": partial(go_to, kit),
        "paste": partial(_paste, kit),
        "save_to": partial(_save_to, kit),
        "search": partial(_search, kit),
        "send": partial(_send, kit),
    }
