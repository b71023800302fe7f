"""The bar below a library on a desktop: buttons that move what is played, and the line along its track."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.kinds.player.playback import Player, span_text
from omnigym.devices.sim.ui.controls import Span, slider
from omnigym.devices.sim.ui.nodes import FILL, Node, row
from omnigym.devices.sim.ui.widgets import button, text, toggle

__all__ = ["Signs", "seek_line", "transport_buttons"]


class Signs(NamedTuple):
    """How the bar of an app looks: icons of its buttons; the styles of these, of Play, of texts and the line."""

    shuffle: str = "arrow-shuffle"
    previous: str = "arrow-previous"
    play: str = "play"
    pause: str = "pause"
    next: str = "arrow-next"
    repeat: str = "arrow-repeat-all"
    repeat_one: str = "arrow-repeat-1"
    button: str = "tool"
    main: str = "primary"
    text: str = "caption"
    line: str = ""


def transport_buttons(prefix: str, player: Player, able: bool, signs: Signs) -> tuple[Node, ...]:
    """Shuffle, previous, play, next, repeat; greyed where there is nothing to play."""

    def plain(name: str, image: str, label: str) -> Node:
        return button(f"{prefix}.{name}", icon=image, name=label, style=signs.button, disabled=not able, click=(name,))

    def switch(name: str, image: str, label: str, on: bool) -> Node:
        return toggle(f"{prefix}.{name}", icon=image, name=label, style=signs.button, checked=on, click=(name,))

    image, label = (signs.pause, "Pause") if player.playing else (signs.play, "Play")
    once = signs.repeat_one if player.repeat == "one" else signs.repeat
    return (
        switch("shuffle", signs.shuffle, "Shuffle", player.shuffle),
        plain("previous", signs.previous, "Previous"),
        button(f"{prefix}.toggle", icon=image, name=label, style=signs.main, disabled=not able, click=("toggle",)),
        plain("next", signs.next, "Next"),
        switch("repeat", once, f"Repeat {player.repeat}", player.repeat != "off"),
    )


def seek_line(prefix: str, player: Player, now: int, seconds: int | None, signs: Signs) -> Node:
    """How far one is, a line to go elsewhere by, and how long the track is."""
    place = player.place_ms(now, seconds or 0) // 1000
    span = Span(place, 0, max(seconds or 0, 1), 1)
    line = slider(f"{prefix}.seek", span, name="Position", w=FILL, disabled=seconds is None, change=("seek",))
    return row(
        text(span_text(place), style=signs.text, key=f"{prefix}.place"),
        line._replace(style=signs.line),
        text(span_text(seconds or 0), style=signs.text, key=f"{prefix}.length"),
        gap=10,
        h=26,
    )
