"""What a meeting looks like: everybody's tile on black, the tools below, who is there or what is written beside."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.kinds.chat.calling import call_face
from omnigym.devices.sim.kinds.chat.pieces import face
from omnigym.devices.sim.kinds.chat.records import ME, Call
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import icon, spacer, text
from omnigym.devices.sim.windows.apps.zoom.meetings import CALL, people_in

__all__ = ["call_view"]

_SIDE_W, _NARROW = 300, 700


def _tile(name: str, call: Call) -> Node:
    """A person: of the user whether the camera is on and the microphone off."""
    own = name == ME
    shown = icon("video-person", style="huge") if own and call.camera else face(name, 40)
    signs = [icon("mic-off", style="zoom_tile")] if own and call.muted else []
    signs += [icon("hand-right", style="zoom_tile")] if own and call.hand else []
    label = row(*signs, text(name, style="zoom_name", role=None), gap=6, pad=(10, 0, 10, 8), h=26)
    return column(
        row(shown, h=FILL, justify="center"), label, style="zoom_tile", h=FILL, role=Role.LIST_ITEM, name=name
    )


def _screen(call: Call, seconds: int) -> Node:
    state = "Calling..." if call.state == "ringing" else call_face(seconds)
    notes = [text(call.room, style="zoom_name", role=Role.HEADING), spacer()]
    notes += [text("You are sharing your screen", style="zoom_name", key="zoom.sharing")] if call.sharing else []
    notes += [icon("record", style="zoom_tile", alt="Recording"), text("Recording", style="zoom_name")] * bool(
        call.recording_ms
    )
    notes += [text(state, style="zoom_name", key="zoom.time", name="Duration", value=state)]
    tiles = row(
        *[_tile(n, call) for n in people_in(call)], h=FILL, gap=10, align="stretch", role=Role.LIST, name="People"
    )
    return column(row(*notes, h=34, pad=(4, 0), gap=12), tiles, style="zoom_dark", h=FILL, pad=(14, 4, 14, 12))


def _tools(call: Call) -> Node:
    found = CALL.buttons("call", call, labelled=True, style="zoom_call")
    shown = [b if b.key != "zoom.call.hang_up" else b._replace(style="zoom_leave") for b in found]
    return row(spacer(), *shown, spacer(), style="zoom_tools", h=68, gap=2, role=Role.TOOLBAR, name="Meeting")


def _people(call: Call) -> Node:
    lines = [
        row(face(n, 28), text(n + " (you)" * (n == ME), w=FILL), h=40, gap=10, role=Role.LIST_ITEM, name=n)
        for n in people_in(call)
    ]
    head = text(f"Participants ({len(lines)})", style="heading", role=Role.HEADING)
    return column(row(head, h=44), *lines, style="content", pad=(14, 4), h=FILL, role=Role.LIST, name="Participants")


def call_view(call: Call, seconds: int, side: str, talk: Node | None, width: int) -> Node:
    """The content of the window in a call; ``talk`` is what is written in it, where that is beside."""
    alone = bool(side) and width < _NARROW
    room = FILL if alone else _SIDE_W
    beside = None
    if side == "talk" and talk is not None:
        beside = column(talk, w=room, h=FILL)
    elif side == "people":
        beside = column(panel(_people, call, h=FILL), w=room, h=FILL)
    return column(
        row(None if alone else panel(_screen, call, seconds, h=FILL), beside, h=FILL, align="stretch"),
        panel(_tools, call),
        h=FILL,
    )
