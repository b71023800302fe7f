"""Calls: ringing, being answered, talking, hanging up, all in virtual time. The call is a row of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from omnigym.documents.sound import silence
from omnigym.sim.app import Close, Context, Handler, SetFiles
from omnigym.sim.audio import Sounding
from omnigym.sim.commands import Command, Commands, rows_of
from omnigym.sim.kinds.chat.state import Call, Kit, Result, State
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import Vfs, join

__all__ = ["call_commands", "call_face", "call_sounds", "calling", "ended", "record_command", "started"]

#: What no file's name may have.
_NO_NAME = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
#: How long somebody who is called lets it ring, virtual milliseconds.
_RINGS = 3_000
#: How long it rings here, and how soon somebody calls back.
_WAITS, _BACK = 20_000, 6_000


def call_face(seconds: int) -> str:
    """How long a call lasts, as programs write it: "01:05", "1:00:05"."""
    hours, rest = divmod(max(0, seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60:02}:{rest % 60:02}"


def started(kit: Kit, state: State, ctx: Context, call: Call) -> Result:
    """A call that begins now; while one is in another one, nothing. A meeting is on at once, else it rings first."""
    if kit.store.call(ctx.vfs, state.call) is not None:
        return state, ()
    rows, now = kit.store.calls.rows(ctx.vfs), ctx.clock_ms
    rings = call.state == "ringing"
    new = call._replace(id=next_id(rows), time_ms=now, since_ms=0 if rings else now)
    next_ = "missed" if call.kind == "incoming" else "answered"
    soon = Later(_WAITS if next_ == "missed" else _RINGS, Send((next_, new.id)))
    soon = soon if rings else Later(1000, Send(("tick", new.id)))
    files = kit.store.calls.written(ctx.vfs, (*rows, new), now)
    return state._replace(call=new.id, now_ms=now), (SetFiles(files), soon)


def _written(kit: Kit, ctx: Context, call: Call) -> SetFiles:
    rows = kit.store.calls.rows(ctx.vfs)
    return SetFiles(kit.store.calls.written(ctx.vfs, [call if c.id == call.id else c for c in rows], ctx.clock_ms))


def _answered(kit: Kit, state: State, ctx: Context, number: int) -> Result:
    """Who is called takes the call, unless it was given up meanwhile."""
    call = kit.store.call(ctx.vfs, number)
    if call is None or call.state != "ringing":
        return state, ()
    on = call._replace(state="on", since_ms=ctx.clock_ms)
    return state._replace(now_ms=ctx.clock_ms), (_written(kit, ctx, on), Later(1000, Send(("tick", number))))


def _missed(kit: Kit, state: State, ctx: Context, number: int) -> Result:
    """Who called has given up."""
    call = kit.store.call(ctx.vfs, number)
    if call is None or call.state != "ringing":
        return state, ()
    return state._replace(call=0), (_written(kit, ctx, call._replace(kind="missed", state="ended")),)


def _tick(kit: Kit, state: State, ctx: Context, number: int) -> Result:
    """A second has passed; that of a call that has ended is nothing."""
    if state.call != number or kit.store.call(ctx.vfs, number) is None:
        return state, ()
    return state._replace(now_ms=ctx.clock_ms), (Later(1000, Send(("tick", number))),)


def recorded(kit: Kit, vfs: Vfs, call: Call, now: int) -> Vfs:
    """The files with what was recorded of a call. Nobody speaks in this world: it is a silence of that length."""
    if not call.recording_ms:
        return vfs
    name = vfs.free_name(kit.recordings, f"{_NO_NAME.sub('-', call.room)}.wav")
    sound = silence(max(1, (now - call.recording_ms) // 1000))
    return vfs.write(join(kit.recordings, name), sound, now)


def record_command(kit: Kit) -> Command:
    """The command that records a call, and stops doing so; what is recorded when it ends is kept as well."""

    def record(state: State, ctx: Context, call: Call) -> Result:
        files = recorded(kit, ctx.vfs, call, ctx.clock_ms)
        new = call._replace(recording_ms=0 if call.recording_ms else ctx.clock_ms)
        return state, (_written(kit, ctx._replace(vfs=files), new),)

    return Command(
        "record",
        lambda c: "Stop recording" if c.recording_ms else "Record",
        run=record,
        icon=lambda c: "record-stop" if c.recording_ms else "record",
        places=("call",),
        enabled=lambda c: c.state == "on",
    )


def ended(kit: Kit, state: State, ctx: Context, *_: object) -> Result:
    """The call that one is in has ended."""
    call, after = kit.store.call(ctx.vfs, state.call), state._replace(call=0, now_ms=0)
    if call is None:
        return after, ()
    seconds = (ctx.clock_ms - call.since_ms) // 1000 if call.since_ms else 0
    done = call._replace(state="ended", seconds=seconds, sharing=False, hand=False, recording_ms=0)
    files = recorded(kit, ctx.vfs, call, ctx.clock_ms)
    given_up = kit.calls_back and call.kind == "outgoing" and call.state == "ringing"
    back = (Later(_BACK, Send(("rings", call.room))),) if given_up else ()
    return after, (_written(kit, ctx._replace(vfs=files), done), *back)


def _close(kit: Kit, state: State, ctx: Context) -> Result:
    """A window that is closed hangs up."""
    after, effects = ended(kit, state, ctx)
    return after, (*effects, Close())


def call_sounds(kit: Kit) -> Callable[[State, Context], tuple[Sounding, ...]]:
    """Of a program, what is heard of calls: for `App.sounds`. One rings until somebody takes it."""

    def sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
        call = kit.store.call(ctx.vfs, state.call)
        if call is None or call.state != "ringing":
            return ()
        source, stream = ("ring", "ring") if call.kind == "incoming" else ("ringback", "call")
        return (Sounding(source, call.time_ms, stream=stream, loops=True),)

    return sounds


def calling(kit: Kit) -> Mapping[str, Handler]:
    """The handlers of what happens to a call by itself, of ``("call", room, camera)``, and of the window's closing."""

    def call(state: State, ctx: Context, room: str, camera: bool) -> Result:
        return started(kit, state._replace(room=room), ctx, Call(0, room, camera=camera))

    def rings(state: State, ctx: Context, room: str) -> Result:
        return started(kit, state, ctx, Call(0, room, "incoming"))

    return {
        "answered": partial(_answered, kit),
        "call": call,
        "close": partial(_close, kit),
        "missed": partial(_missed, kit),
        "rings": rings,
        "tick": partial(_tick, kit),
    }


def call_commands(kit: Kit, *more: Command | None, leave: str, keys: tuple[str, str] = ("", "")) -> Commands:
    """What can be done in a call: the microphone, the camera, the screen, a hand, hanging up.

    Args:
        kit: Of the program.
        more: Commands of the program's own, before the last one.
        leave: What it calls hanging up.
        keys: The shortcuts of the microphone and the camera.
    """

    def on(call: Call) -> bool:
        return call.state == "on"

    return Commands(
        kit.prefix,
        Command(
            "mic",
            lambda c: "Unmute" if c.muted else "Mute",
            lambda c: c._replace(muted=not c.muted),
            icon=lambda c: "mic-off" if c.muted else "mic",
            shortcut=keys[0],
            places=("call",),
        ),
        Command(
            "camera",
            lambda c: "Stop video" if c.camera else "Start video",
            lambda c: c._replace(camera=not c.camera),
            icon=lambda c: "video" if c.camera else "video-off",
            shortcut=keys[1],
            places=("call",),
        ),
        Command(
            "share",
            lambda c: "Stop sharing" if c.sharing else "Share screen",
            lambda c: c._replace(sharing=not c.sharing),
            icon="share-screen-start",
            places=("call",),
            enabled=on,
        ),
        *more,
        Command(
            "pick_up",
            "Answer",
            run=lambda state, ctx, c: _answered(kit, state, ctx, c.id),
            icon="call",
            places=("ring",),
            enabled=lambda c: c.kind == "incoming" and c.state == "ringing",
        ),
        Command("hang_up", leave, run=partial(ended, kit), icon="call-end", places=("call", "ring")),
        records=rows_of(kit.store.calls, lambda state: state.call),
    )
