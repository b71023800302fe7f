"""Translator: it translates, says phrases, and lets one talk with people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.android.apps.translator.store import (
    HISTORY,
    PHRASES,
    RECORDINGS,
    REPLIES,
    TABLES,
    TALKS,
    Past,
    Phrase,
    Recording,
    Reply,
    Talk,
    phrase_of,
    translated,
    with_phrases,
)
from omnigym.sim.android.kit import (
    Tab,
    action,
    app_bar,
    avatar,
    bottom_bar,
    empty,
    item,
    left,
    phone_app,
    screen,
    section,
)
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.app import Context, Effect, Handler, ScrollTo
from omnigym.sim.audio import Sounding
from omnigym.sim.handlers import saved, sets, toggles
from omnigym.sim.kinds.speaking import in_turn
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look
from omnigym.sim.tables.table import Table, next_id
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, panel, row, wrapped
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import icon, scroll, spacer
from omnigym.sim.vfs import Vfs

# -- what it keeps ----------------------------------------------------------------------------------------------------

ui = Scope("translator")
_LIST = "translator.list"
_TABS = (
    Tab("translate", "Translate", "translate"),
    Tab("talk", "Conversation", "forum"),
    Tab("phrases", "Phrasebook", "menu_book"),
    Tab("recordings", "Recordings", "mic"),
)
_BRITISH, _AMERICAN = "British English", "American English"
#: Letters in a line of a bubble, about; a longer text is wrapped.
_LINE = 28
_STYLES = ui.looks(
    box={
        "card": Look(fill="card", radius=20),
        "mine": Look(fill="checked", radius=20),
        "theirs": Look(fill="card", radius=20, pressed="pressed"),
    },
    text={"result": Look(size=20), "bubble": Look(size=16), "aloud": Look(size=15, ink="muted")},
    button={
        "listen": ROUND._replace(fill="checked", pressed="pressed"),
        "chip": Look(size=14, pad=(14, 6, 14, 6), min_h=40, radius=20, edge="stroke_strong", pressed="hover"),
    },
)


class State(NamedTuple):
    """Where one is.

    Attributes:
        tab: One of the places at the bottom.
        draft: What is typed, and
        text: what was translated last.
        american: Whether it is from American words to British ones.
        starred: Whether only phrases with a star are shown.
        talk: The number of the person that one talks with, or 0, and
        entered_ms: since when.
        says: The names of what is said, and
        since_ms: since when.
        slow: Whether all is said slowly.
    """

    tab: str = "translate"
    draft: str = ""
    text: str = ""
    american: bool = False
    starred: bool = False
    talk: int = 0
    entered_ms: int = 0
    says: tuple[str, ...] = ()
    since_ms: int = 0
    slow: bool = False


# -- what can be done -------------------------------------------------------------------------------------------------

_Result: TypeAlias = tuple[State, tuple[Effect, ...]]
#: How fast it is said where somebody asks for it slowly, and for how long a place is heard.
_SLOW, _PLACE_MS = 0.75, 120_000


def _translate(state: State, ctx: Context, *_typed: str) -> _Result:
    text = " ".join(state.draft.split())
    if not text:
        return state, ()
    rows = HISTORY.rows(ctx.vfs)
    past = Past(next_id(rows), text, translated(text, state.american, ctx.vfs))
    return state._replace(text=text), (saved(HISTORY, ctx, (*rows, past)),)


def _forget(state: State, ctx: Context, number: int) -> _Result:
    return state, (saved(HISTORY, ctx, [p for p in HISTORY.rows(ctx.vfs) if p.id != number]),)


def _starring(table: Table[Any]) -> Callable[..., _Result]:
    """The handler that gives a row a star, or takes it."""

    def star(state: State, ctx: Context, number: int) -> _Result:
        rows = [r._replace(starred=not r.starred) if r.id == number else r for r in table.rows(ctx.vfs)]
        return state, (saved(table, ctx, rows),)

    return star


def _say(state: State, ctx: Context, says: tuple[str, ...]) -> _Result:
    return state._replace(says=says, since_ms=ctx.clock_ms), ()


def _talk(state: State, ctx: Context, number: int) -> _Result:
    """Somebody speaks as soon as one listens."""
    talk = next((t for t in TALKS.rows(ctx.vfs) if t.id == number), None)
    if talk is None:
        return state, ()
    return _say(state._replace(talk=number, entered_ms=ctx.clock_ms), ctx, talk.says)


def _reply(state: State, ctx: Context, said: str) -> _Result:
    talk, rows = _talk_of(state, ctx.vfs), REPLIES.rows(ctx.vfs)
    if talk is None:
        return state, ()
    return state, (saved(REPLIES, ctx, (*rows, Reply(next_id(rows), talk.person, said))),)


def _back(state: State, _ctx: Context) -> _Result:
    if state.talk:
        return state._replace(talk=0, says=(), since_ms=0), ()
    return (State(slow=state.slow), ()) if state.tab != State().tab else left(state)


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    said, talk = in_turn(state.says, state.since_ms, speed=_SLOW if state.slow else 1.0), _talk_of(state, ctx.vfs)
    if talk is None or not talk.place:
        return said
    until = state.entered_ms + _PLACE_MS
    return (*said, Sounding(talk.place, state.entered_ms, volume=60, loops=True, until_ms=until))


_ON: Mapping[str, Handler] = {
    "back": _back,
    "draft": sets("draft"),
    "forget": _forget,
    "mark": _starring(RECORDINGS),
    "reply": _reply,
    "say": _say,
    "slow": toggles("slow"),
    "star": _starring(PHRASES),
    "starred": toggles("starred"),
    "swap": lambda s, _: (s._replace(american=not s.american, text=""), ()),
    "tab": lambda s, _, tab: (State(tab, slow=s.slow), (ScrollTo(_LIST),)),
    "talk": _talk,
    "translate": _translate,
}

# -- what it shows ----------------------------------------------------------------------------------------------------


def _talk_of(state: State, vfs: Vfs) -> Talk | None:
    """The person that one talks with."""
    return next((t for t in TALKS.rows(vfs) if t.id == state.talk), None) if state.talk else None


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    talk = _talk_of(state, ctx.vfs)
    if talk is not None:
        return _conversation(talk, tuple([r for r in REPLIES.rows(ctx.vfs) if r.person == talk.person]))
    bodies = {"translate": _translating_page, "talk": _people, "phrases": _phrasebook, "recordings": _recordings}
    slow = action("translator.slow", "slow_motion_video" if state.slow else "speed", "Said slowly", ("slow",))
    title = next(t.label for t in _TABS if t.name == state.tab)
    return screen(
        "translator",
        title,
        app_bar(title, slow._replace(name="Say it at its usual speed" if state.slow else "Say it slowly")),
        *bodies[state.tab](state, ctx.vfs),
        bottom_bar("translator", _TABS, state.tab),
    )


def _listen(key: str, name: str, says: tuple[str, ...]) -> Node:
    return ui.tool(key, "m/volume_up", name, "listen", disabled=not says, click=("say", says))


def _star(key: str, name: str, starred: bool, *msg: object) -> Node:
    image = "star" if starred else "star_border"
    return action(ui.key(key), image, f"{'Remove star from' if starred else 'Star'} {name}", msg)


def _translating_page(state: State, vfs: Vfs) -> tuple[Element | None, ...]:
    here, there = (_AMERICAN, _BRITISH) if state.american else (_BRITISH, _AMERICAN)
    way = row(
        ui.text(here, "/strong", key="from", w=FILL),
        action("translator.swap", "swap_horiz", "Swap", ("swap",)),
        row(spacer(), ui.text(there, "/strong", key="to")),
        pad=(20, 0),
        h=52,
    )
    typed = ui.field("draft", state.draft, "Text", "/", placeholder="Enter text", submit=("translate",))
    go = ui.button("translate", "Translate", "/primary", disabled=not state.draft.strip())
    return (
        way,
        row(typed, pad=(16, 4)),
        row(spacer(), go, pad=(16, 6)),
        _result(state, vfs) if state.text else None,
        section("History"),
        scroll(_LIST, panel(_pasts, tuple(reversed(HISTORY.rows(vfs)))), name="History"),
        row(ui.text("It changes words. Its voice has one accent.", "/caption"), justify="center", h=30),
    )


def _result(state: State, vfs: Vfs) -> Node:
    phrase, other = phrase_of(state.text, state.american, vfs), translated(state.text, state.american, vfs)
    says = () if phrase is None else phrase.says_british if state.american else phrase.says_american
    words = ui.text(other, "result", key="result", name="Translation", value=other, w=FILL, wrap=True)
    return row(
        ui.row(words, _listen("listen", "Listen", says) if says else None, style="card", pad=(18, 14), gap=8),
        pad=(16, 4),
    )


def _pasts(pasts: tuple[Past, ...]) -> Node:
    return column(*[memo(_past, p, w=FILL) for p in pasts], role=Role.LIST, name="History")


def _past(past: Past) -> Node:
    trail = action(f"translator.forget.{past.id}", "close", f"Delete {past.text}", ("forget", past.id))
    return item(f"translator.past.{past.id}", past.text, past.translated, trail=trail)


def _phrasebook(state: State, vfs: Vfs) -> tuple[Element | None, ...]:
    phrases = tuple([p for p in PHRASES.rows(vfs) if p.starred or not state.starred])
    body: Element = scroll(_LIST, panel(_phrases, phrases), name="Phrases")
    only = ui.button("starred", "Starred", "/chip", checked=state.starred, icon="m/star")
    return row(only, pad=(18, 4)), body if phrases else empty("star_border", "No phrase has a star")


def _phrases(phrases: tuple[Phrase, ...]) -> Node:
    return column(*[memo(_phrase, p, w=FILL) for p in phrases], role=Role.LIST, name="Phrases")


def _phrase(phrase: Phrase) -> Node:
    key = f"phrase.{phrase.id}"
    trail = row(
        action(ui.key(f"{key}.listen"), "volume_up", f"Listen to {phrase.british}", ("say", phrase.says_british)),
        _star(f"{key}.star", phrase.british, phrase.starred, "star", phrase.id),
        w=AUTO,
    )
    words = column(
        ui.text(phrase.british, "/read", w=FILL, wrap=True),
        ui.text(phrase.american, "/muted", w=FILL, wrap=True),
        gap=2,
        pad=(0, 8),
    )
    return ui.item(key, phrase.british, words, trail, style="/item", w=FILL, pad=(18, 0, 6, 0), gap=8)._replace(
        value=phrase.american
    )


def _recordings(_state: State, vfs: Vfs) -> tuple[Element | None, ...]:
    found = RECORDINGS.rows(vfs)
    body: Element = scroll(_LIST, panel(_recorded, found), name="Recordings")
    return (body if found else empty("mic", "No recordings"),)


def _recorded(recordings: tuple[Recording, ...]) -> Node:
    return column(*[memo(_recording, r, w=FILL) for r in recordings], role=Role.LIST, name="Recordings")


def _recording(recording: Recording) -> Node:
    key, note = f"recording.{recording.id}", recording.text or "Not written down"
    lead = _listen(f"{key}.listen", f"Listen to {recording.title}", recording.says)
    star = _star(f"{key}.star", recording.title, recording.starred, "mark", recording.id)
    made = item(ui.key(key), recording.title, note, lead=lead, trail=star, h=80)
    return made._replace(pad=(16, 0, 6, 0))


def _people(_state: State, vfs: Vfs) -> tuple[Element | None, ...]:
    talks = TALKS.rows(vfs)
    body: Element = scroll(_LIST, panel(_persons, talks), name="People")
    return (body if talks else empty("forum", "Nobody is here"),)


def _persons(talks: tuple[Talk, ...]) -> Node:
    return column(*[memo(_person, t, w=FILL) for t in talks], role=Role.LIST, name="People")


def _person(talk: Talk) -> Node:
    return item(
        f"translator.talk.{talk.id}", talk.person, "Tap to listen", lead=avatar(talk.person), click=("talk", talk.id)
    )


def _bubble(key: str, text: str, mine: bool, says: tuple[str, ...] = ()) -> Node:
    long, said = len(text) > _LINE, text or "Said aloud"
    words = ui.text(said, "bubble" if text else "aloud", w=FILL if long else AUTO, wrap=long)
    made = ui.item(
        key,
        said,
        None if mine else icon("m/volume_up", size=20),
        words,
        style="mine" if mine else "theirs",
        w=280 if long else AUTO,
        pad=(16, 11),
        gap=10,
        click=None if mine else ("say", says),
    )
    return row(spacer(), made) if mine else row(made, spacer())


def _conversation(talk: Talk, replies: tuple[Reply, ...]) -> Node:
    chips = [ui.button(f"reply.{n}", r, "chip", click=("reply", r)) for n, r in enumerate(talk.replies)]
    return screen(
        "translator",
        talk.person,
        app_bar(talk.person, back="translator.up"),
        scroll(_LIST, panel(_bubbles, talk, replies), name="Conversation"),
        section("Say"),
        wrapped(*chips, gap=8, pad=(16, 0, 16, 16), role=Role.GROUP, name="Replies"),
    )


def _bubbles(talk: Talk, replies: tuple[Reply, ...]) -> Node:
    said = [_bubble(f"said.{r.id}", r.reply, True) for r in replies]
    return column(
        _bubble("heard", talk.text, False, talk.says), *said, gap=8, pad=(14, 10), role=Role.LIST, name="Conversation"
    )


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="translator",
        title="Translator",
        icon="app/translator",
        art={"app/translator": sign_icon(0x00796B, "translate")},
        styles=_STYLES,
        program=Program(category="Utility Tools"),
        initial=with_phrases,
        init=lambda _path, _ctx: (State(), ()),
        view=_view,
        on=_ON,
        tables=TABLES,
        sounds=_sounds,
    ),
)
