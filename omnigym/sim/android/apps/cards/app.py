"""Word Cards: a voice says one of six words, and one presses its card. The first answer to a round counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.sim.android.kit import app_bar, empty, left, phone_app, screen
from omnigym.sim.app import Context, Effect, SetFiles
from omnigym.sim.audio import Sounding
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look
from omnigym.sim.tables.store import Store
from omnigym.sim.ui.nodes import FILL, Node, column, panel
from omnigym.sim.ui.scope import Scope

__all__ = ["APPS"]

# -- what it keeps ----------------------------------------------------------------------------------------------------


class Round(NamedTuple):
    """A round.

    Attributes:
        id: Its number; the last round is played.
        word: The word that is said, a piece of the sounds' group "button".
        speaker: Whose voice says it.
        cards: The words of the cards from top to bottom, with commas between them.
        answer: The word of the card that was pressed, or "".
    """

    id: int
    word: str
    speaker: str
    cards: str
    answer: str = ""


_STORE = Store("cards", "C:/data/data/org.omnigym.cards")
_ROUNDS = _STORE.table("rounds", Round)

# -- what it does -----------------------------------------------------------------------------------------------------


class State(NamedTuple):
    """When the voice was last asked to speak, virtual milliseconds since 1970; 0 for never."""

    said_ms: int = 0


_Result = tuple[State, tuple[Effect, ...]]


def _round(ctx: Context) -> Round | None:
    return next(reversed(_ROUNDS.rows(ctx.vfs)), None)


def _press(state: State, ctx: Context, word: str) -> _Result:
    now = _round(ctx)
    if now is None or now.answer:
        return state, ()
    rows = (*_ROUNDS.rows(ctx.vfs)[:-1], now._replace(answer=word))
    return state, (SetFiles(_ROUNDS.written(ctx.vfs, rows, ctx.clock_ms)),)


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    now = _round(ctx)
    if now is None or not state.said_ms:
        return ()
    return (Sounding(f"{now.speaker}/button/{now.word}", state.said_ms),)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": lambda s, _: left(s),
    "listen": lambda _, ctx: (State(ctx.clock_ms), ()),
    "press": _press,
}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("cards")


def _view(_state: State, ctx: Context) -> Node:
    now = _round(ctx)
    if now is None:
        return screen("cards", "Word Cards", app_bar("Word Cards"), empty("style", "No round is prepared"))
    return screen("cards", "Word Cards", app_bar("Word Cards"), panel(_table, now, h=FILL))


def _table(now: Round) -> Node:
    more = {"w": FILL, "disabled": bool(now.answer)}
    cards = [
        ui.button(f"card.{word}", word.capitalize(), style="card", click=("press", word), **more)
        for word in now.cards.split(",")
    ]
    listen = ui.button("listen", "Listen", icon="m/volume_up", style="/primary", w=FILL, click=("listen",))
    said = ui.text("You have pressed a card." if now.answer else "Press the card that is named.", "/body")
    return column(listen, said, *cards, h=FILL, pad=(18, 12), gap=12)


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="cards",
        title="Word Cards",
        icon="app/cards",
        art={"app/cards": sign_icon(0xF9AB00, "style")},
        styles=ui.looks(button={"card": Look(size=20, min_h=72, radius=16, fill="card", pressed="pressed")}),
        program=Program(spoken=("the word cards",), category="Utility Tools"),
        init=lambda _path, _ctx: (State(), ()),
        view=_view,
        on=_UPDATES,
        tables=_STORE.tables,
        sounds=_sounds,
    ),
)
