"""The screens of Recorder: the memos, one of them, and the recording that goes on."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.recorder.store import MEMOS, PINS, TRANSPORT, Memo, Pin, memo_of
from omnigym.sim.android.kit import action, app_bar, empty, fab, item, screen, section
from omnigym.sim.app import Context
from omnigym.sim.kinds.player import Player, span_text
from omnigym.sim.ui.controls import Span, slider
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import MenuItem, button, icon, scroll, spacer, text

__all__ = ["LIST", "PAGE", "TAGS", "State", "view"]

LIST, PAGE = "recorder.list", "recorder.page"
TAGS = ("Work", "Home", "School", "Travel")
_MENU = (
    MenuItem("recorder.menu.rename", "Rename", ("rename", 0), icon="m/edit"),
    MenuItem("recorder.menu.tag", "Tag", ("tag", 0), icon="m/label"),
    MenuItem("recorder.menu.begin", "Trim: begin here", ("trim", "begin"), icon="m/content_cut"),
    MenuItem("recorder.menu.end", "Trim: end here", ("trim", "end"), icon="m/content_cut"),
    MenuItem("recorder.menu.delete", "Delete", ("delete", 0), icon="m/delete"),
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
    body: Element = scroll(LIST, panel(_lines, memos), name="Memos")
    record = fab("recorder.record", "mic", "Record", ("record",))
    return screen(
        "recorder", "Recorder", app_bar("Recorder"), body if memos else empty("mic", "No memos"), floating=record
    )


def _recording(seconds: int) -> Node:
    return column(
        row(icon("m/mic", size=110, style="accent"), justify="center", h=150),
        row(
            text(
                span_text(seconds), style="page_title", key="recorder.time", name="Recorded", value=span_text(seconds)
            ),
            justify="center",
        ),
        row(text("Recording", style="muted"), justify="center"),
        h=FILL,
        justify="center",
        gap=10,
    )


def _stop() -> Node:
    stop = button("recorder.stop", icon="m/stop", name="Stop", style="fab_round", click=("stop",))
    return row(stop, justify="center", h=120, pad=(0, 0, 0, 30))


def _head(shown: Memo) -> Node:
    tag = row(text(shown.tag, style="label"), style="chip", pad=(12, 6), w=AUTO, h=30) if shown.tag else None
    return column(
        row(icon("m/graphic_eq", size=72, style="accent"), justify="center", h=120),
        text(shown.note, style="body_muted", key="recorder.note", w=FILL, wrap=True) if shown.note else None,
        row(tag) if tag is not None else None,
        gap=12,
        pad=(26, 10),
    )


def _transport(player: Player, place: int, shown: Memo) -> Node:
    plays = player.playing and player.path == str(shown.id)
    play = button(
        "recorder.play",
        icon="m/pause" if plays else "m/play_arrow",
        name="Pause" if plays else "Play",
        style="fab_round",
        click=("play",),
    )

    def round_one(key: str, image: str, name: str) -> Node:
        return button(f"recorder.{key}", icon=f"m/{image}", name=name, style="icon", click=(key,))

    return column(
        slider("recorder.seek", Span(place, 0, max(shown.seconds, 1), 1), name="Position", w=FILL, change=("seek",)),
        row(
            text(span_text(place), style="caption", key="recorder.place"),
            spacer(),
            text(span_text(shown.seconds), style="caption", key="recorder.length"),
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
    more = action("recorder.more", "more_vert", "More options", menu=_MENU)
    return screen(
        "recorder",
        shown.name,
        app_bar(shown.name, more, back="recorder.up"),
        scroll(PAGE, column(panel(_head, shown), panel(_pins, pins)), name=shown.name),
        panel(_transport, player, place, shown),
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.begun_ms:
        seconds = (state.now_ms - state.begun_ms) // 1000
        return screen("recorder", "Recording", app_bar("New memo"), panel(_recording, seconds, h=FILL), panel(_stop))
    shown = memo_of(ctx.vfs, state.memo)
    return _home(ctx) if shown is None else _page(shown, state, ctx)
