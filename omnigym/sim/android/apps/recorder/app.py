"""Voice memos of what the phone lets sound meanwhile: they are played, pinned, renamed, tagged and trimmed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.films.store import played_cues
from omnigym.sim.android.apps.radio.store import air_cues
from omnigym.sim.android.apps.recorder.store import (
    HISTORY,
    MEMOS,
    PINS,
    TABLES,
    TRANSPORT,
    Memo,
    Pin,
    memo_of,
    sounds,
    with_memos,
)
from omnigym.sim.android.kit import (
    action,
    app_bar,
    asking,
    asking_choice,
    asking_text,
    empty,
    fab,
    item,
    left,
    phone_app,
    screen,
    section,
)
from omnigym.sim.app import Context, Effect, Handler, ScrollTo, SetFiles
from omnigym.sim.commands import MENU, Command, Commands, delete_record, rows_of
from omnigym.sim.handlers import saved
from omnigym.sim.kinds.player import Player, span_text
from omnigym.sim.kinds.reels import done
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.controls import Span, slider
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import MenuItem, scroll, spacer

# -- what it keeps ----------------------------------------------------------------------------------------------------

_LIST, _PAGE = "recorder.list", "recorder.page"
_TAGS = ("Work", "Home", "School", "Travel")
_TRIMS = (
    MenuItem("recorder.menu.begin", "Trim: begin here", ("trim", "begin"), icon="m/content_cut"),
    MenuItem("recorder.menu.end", "Trim: end here", ("trim", "end"), icon="m/content_cut"),
)


class State(NamedTuple):
    """Where one is.

    Attributes:
        memo: The number of the memo that is open, or 0.
        begun_ms: The virtual moment at which the recording began that goes on, or 0.
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    memo: int = 0
    begun_ms: int = 0
    ticks: bool = False
    now_ms: int = 0


# -- what can be done -------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
_SECOND = 1000
#: A trimmed memo is at least so long, milliseconds.
_LEAST = 500


def _changed(state: State, ctx: Context, memo: Memo, after: Memo | None) -> _Result:
    """The memos with one as it is now; one that was deleted is no longer open."""
    return _RECORDS.set(state if after is not None else state._replace(memo=0), ctx, memo, after)


def _open(state: State, ctx: Context, number: int) -> _Result:
    known = memo_of(ctx.vfs, number) is not None
    return (state._replace(memo=number), (ScrollTo(_PAGE),)) if known else (state, ())


def _record(state: State, ctx: Context) -> _Result:
    """A recording begins, during which no memo plays."""
    after = state._replace(begun_ms=ctx.clock_ms, memo=0)
    return _quiet(after, ctx)


def _quiet(state: State, ctx: Context) -> _Result:
    player, seconds = TRANSPORT.playing(ctx.vfs)
    if not player.playing or seconds is None:
        return state, ()
    return TRANSPORT.kept(state, ctx, player.toggled(ctx.clock_ms, seconds))


def _stop(state: State, ctx: Context) -> _Result:
    """The recording is a memo: of the radio and the film that sound now, from when it began."""
    rows, passed = MEMOS.rows(ctx.vfs), ctx.clock_ms - state.begun_ms
    if not state.begun_ms or passed < _LEAST:
        return state._replace(begun_ms=0), ()
    span = (state.begun_ms, ctx.clock_ms)
    number = next(n for n in range(1, len(rows) + 2) if all(m.name != f"Recording {n}" for m in rows))
    cues = (*air_cues(ctx.vfs, *span), *played_cues(ctx.vfs, *span))
    memo = Memo(next_id(rows), f"Recording {number}", passed, cues=cues)
    return state._replace(begun_ms=0), (saved(MEMOS, ctx, (*rows, memo)), ScrollTo(_LIST))


def _play(state: State, ctx: Context) -> _Result:
    """Play the memo, pause it, or go on."""
    path, player = str(state.memo), TRANSPORT.player(ctx.vfs)
    if memo_of(ctx.vfs, state.memo) is None:
        return state, ()
    return TRANSPORT.on["toggle"](state, ctx) if player.path == path else TRANSPORT.start(state, ctx, path, (path,))


def _at(state: State, ctx: Context, place_ms: int) -> _Result:
    """The memo from a place on."""
    memo, path = memo_of(ctx.vfs, state.memo), str(state.memo)
    if memo is None:
        return state, ()
    player = TRANSPORT.player(ctx.vfs).started(path, (path,), ctx.clock_ms)
    return TRANSPORT.kept(state, ctx, player.placed(place_ms, ctx.clock_ms, memo.seconds))


def _place(ctx: Context, memo: Memo) -> int:
    """Where in a memo one is, in milliseconds."""
    player = TRANSPORT.player(ctx.vfs)
    here = player.place_ms(ctx.clock_ms, memo.seconds) if player.path == str(memo.id) else 0
    return min(here, memo.length_ms)


def _pin(state: State, ctx: Context) -> _Result:
    memo = memo_of(ctx.vfs, state.memo)
    if memo is None:
        return state, ()
    rows = PINS.rows(ctx.vfs)
    new = Pin(next_id(rows), memo.id, memo.name, _place(ctx, memo))
    vfs = done(HISTORY, ctx.vfs, "pin", memo.name, new.at_ms, ctx.clock_ms)
    return state, (SetFiles(PINS.written(vfs, (*rows, new), ctx.clock_ms)),)


def _unpin(state: State, ctx: Context, number: int) -> _Result:
    rows = tuple([p for p in PINS.rows(ctx.vfs) if p.id != number])
    return state, (saved(PINS, ctx, rows),)


def _trim(state: State, ctx: Context, side: str) -> _Result:
    """What is before the place where one is, or behind it, is cut away; then the memo stands still."""
    memo = memo_of(ctx.vfs, state.memo)
    if memo is None:
        return state, ()
    here = _place(ctx, memo)
    at = memo.begin_ms + here
    cut = memo._replace(begin_ms=at) if side == "begin" else memo._replace(end_ms=at)
    if not _LEAST <= cut.length_ms < memo.length_ms:
        return state, ()
    after, effects = _changed(state, ctx, memo, cut)
    files = next(e.vfs for e in effects if isinstance(e, SetFiles))
    player = TRANSPORT.player(files)
    still = player._replace(playing=False, position_ms=0 if side == "begin" else here, since_ms=ctx.clock_ms)
    return TRANSPORT.kept(after, ctx._replace(vfs=files), still) if player.path == str(memo.id) else (after, effects)


_RECORDS = rows_of(MEMOS, lambda state: state.memo)
_MEMO = Commands(
    "recorder",
    Command(
        "rename",
        "Rename",
        lambda memo, name: memo._replace(name=name),
        icon="m/edit",
        places=(MENU,),
        ask=asking_text("Rename memo", "Name", lambda memo: memo.name),
    ),
    Command(
        "tag",
        "Tag",
        lambda memo, tag: memo._replace(tag="" if tag == "none" else tag),
        icon="m/label",
        places=(MENU,),
        ask=asking_choice("Tag", (("none", "No tag"), *[(tag, tag) for tag in _TAGS]), lambda memo: memo.tag or "none"),
    ),
    Command(
        "delete",
        "Delete",
        delete_record,
        icon="m/delete",
        places=(MENU,),
        ask=lambda memo: asking("Delete memo?", f"{memo.name} will be deleted.", "Delete"),
    ),
    records=_RECORDS._replace(set=_changed),
    menu="menu",
)


def _back(state: State, ctx: Context) -> _Result:
    """Out of a recording, which is kept; to the list, where nothing plays; away."""
    if state.begun_ms:
        return _stop(state, ctx)
    return _quiet(state._replace(memo=0), ctx) if state.memo else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    **TRANSPORT.on,
    **_MEMO.on,
    "at": _at,
    "back": _back,
    "open": _open,
    "pin": _pin,
    "play": _play,
    "record": _record,
    "replay": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now - 5 * _SECOND),
    "stop": _stop,
    "trim": _trim,
    "unpin": _unpin,
}


def _counting(name: str, handler: Handler) -> Handler:
    """A handler after which the seconds of a recording are counted; those of a memo the transport counts."""
    ticking = TRANSPORT.ticking(handler)

    def handle(state: State, ctx: Context, *args: object) -> _Result:
        after, effects = ticking(state, ctx, *args)
        if not after.begun_ms or after.ticks:
            return after, effects
        on_its_way = state.ticks and name != "tick"
        return after._replace(ticks=True), effects if on_its_way else (*effects, Later(_SECOND, Send(("tick",))))

    return handle


_ON: Mapping[str, Handler] = {name: _counting(name, handler) for name, handler in _UPDATES.items()}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("recorder", "", button="fab_round")


def _line(shown: Memo) -> Node:
    note = " • ".join([part for part in (span_text(shown.seconds), shown.tag) if part])
    return item(
        f"recorder.memo.{shown.id}",
        shown.name,
        note,
        image="mic",
        trail=action(f"recorder.more.{shown.id}", "more_vert", f"More options for {shown.name}", ("menu", shown.id)),
        click=("open", shown.id),
        context=("menu", shown.id),
    )


def _lines(memos: tuple[Memo, ...]) -> Node:
    return column(*[memo(_line, m, w=FILL) for m in memos], role=Role.LIST, name="Memos", pad=(0, 0, 0, 90))


def _home(ctx: Context) -> Node:
    memos = tuple(reversed(MEMOS.rows(ctx.vfs)))
    body: Element = scroll(_LIST, panel(_lines, memos), name="Memos")
    record = fab("recorder.record", "mic", "Record", ("record",))
    return screen(
        "recorder", "Recorder", app_bar("Recorder"), body if memos else empty("mic", "No memos"), floating=record
    )


def _recording(seconds: int) -> Node:
    return column(
        row(ui.icon("m/mic", "accent", size=110), justify="center", h=150),
        row(
            ui.text(span_text(seconds), "page_title", key="time", name="Recorded", value=span_text(seconds)),
            justify="center",
        ),
        row(ui.text("Recording", "muted"), justify="center"),
        h=FILL,
        justify="center",
        gap=10,
    )


def _stop_button() -> Node:
    stop = ui.tool("stop", "m/stop", "Stop")
    return row(stop, justify="center", h=120, pad=(0, 0, 0, 30))


def _head(shown: Memo) -> Node:
    tag = row(ui.text(shown.tag, "label"), style="chip", pad=(12, 6), w=AUTO, h=30) if shown.tag else None
    return column(
        row(ui.icon("m/graphic_eq", "accent", size=72), justify="center", h=120),
        ui.text(shown.note, "body_muted", key="note", w=FILL, wrap=True) if shown.note else None,
        row(tag) if tag is not None else None,
        gap=12,
        pad=(26, 10),
    )


def _transport(player: Player, place: int, shown: Memo) -> Node:
    plays = player.playing and player.path == str(shown.id)
    play = ui.tool("play", "m/pause" if plays else "m/play_arrow", "Pause" if plays else "Play")

    def round_one(key: str, image: str, name: str) -> Node:
        return ui.tool(key, f"m/{image}", name, "icon")

    return column(
        slider("recorder.seek", Span(place, 0, max(shown.seconds, 1), 1), name="Position", w=FILL, change=("seek",)),
        row(
            ui.text(span_text(place), "caption", key="place"),
            spacer(),
            ui.text(span_text(shown.seconds), "caption", key="length"),
            h=20,
        ),
        row(
            round_one("replay", "replay_5", "Back 5 seconds"),
            play,
            round_one("pin", "push_pin", "Pin this place"),
            gap=34,
            justify="center",
            h=96,
        ),
        pad=(26, 0, 26, 16),
        gap=2,
    )


def _pin_line(pin: Pin) -> Node:
    return item(
        f"recorder.pin.{pin.id}",
        span_text(pin.at_ms // 1000),
        image="push_pin",
        trail=action(f"recorder.unpin.{pin.id}", "delete", "Remove pin", ("unpin", pin.id)),
        click=("at", pin.at_ms),
    )


def _pins(pins: tuple[Pin, ...]) -> Node:
    return column(section("Pins") if pins else None, *[memo(_pin_line, p, w=FILL) for p in pins])


def _page(shown: Memo, state: State, ctx: Context) -> Node:
    player = TRANSPORT.player(ctx.vfs)
    place = player.place_ms(state.now_ms, shown.seconds) // 1000 if player.path == str(shown.id) else 0
    pins = tuple([p for p in PINS.rows(ctx.vfs) if p.memo == shown.id])
    rename, tag, delete = _MEMO.items(MENU, shown, shown.id)
    more = action("recorder.more", "more_vert", "More options", menu=(rename, tag, *_TRIMS, delete))
    return screen(
        "recorder",
        shown.name,
        app_bar(shown.name, more, back="recorder.up"),
        scroll(_PAGE, column(panel(_head, shown), panel(_pins, pins)), name=shown.name),
        panel(_transport, player, place, shown),
    )


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.begun_ms:
        seconds = (state.now_ms - state.begun_ms) // 1000
        return screen(
            "recorder", "Recording", app_bar("New memo"), panel(_recording, seconds, h=FILL), panel(_stop_button)
        )
    shown = memo_of(ctx.vfs, state.memo)
    return _home(ctx) if shown is None else _page(shown, state, ctx)


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="recorder",
        title="Recorder",
        icon="app/recorder",
        art={"app/recorder": sign_icon(0xB3261E, "mic")},
        program=Program(category="Multimedia Playback"),
        initial=with_memos,
        init=lambda _args, _ctx: (State(), ()),
        view=_view,
        on=_ON,
        sounds=sounds,
        tables=TABLES,
    ),
)
