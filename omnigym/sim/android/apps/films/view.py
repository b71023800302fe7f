"""The screens of Films: the list, the page of a film, and the player."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.films.store import (
    FILMS,
    LIKES,
    MOMENTS,
    TRANSPORT,
    Film,
    Moment,
    Wishes,
    film_of,
    wishes,
)
from omnigym.sim.android.kit import action, app_bar, empty, item, screen, section
from omnigym.sim.app import Context
from omnigym.sim.kinds.player import Player, span_text
from omnigym.sim.kinds.reels import frame
from omnigym.sim.ui.controls import Span, slider
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, field, scroll, spacer, text, toggle
from omnigym.sim.widgets.film import film

__all__ = ["LIST", "PAGE", "State", "view"]

LIST, PAGE = "films.list", "films.page"
#: Where the picture of a list shows a film, virtual milliseconds.
_POSTER_MS = 7000


class State(NamedTuple):
    """Where one is.

    Attributes:
        film: The title of the film whose page is open, or "".
        full: Whether it has the whole screen.
        query: What is searched for.
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    film: str = ""
    full: bool = False
    query: str = ""
    ticks: bool = False
    now_ms: int = 0


def _poster(shown: Film, w: int, h: int) -> Node:
    return film(frame(shown.scenes[0], _POSTER_MS), w=w, h=h)


def _line(shown: Film) -> Node:
    return item(
        f"films.film.{shown.title}",
        shown.title,
        " • ".join([part for part in (shown.note, span_text(shown.seconds)) if part]),
        lead=_poster(shown, 96, 58),
        h=82,
        click=("open", shown.title),
    )


def _lines(films: tuple[Film, ...]) -> Node:
    return column(*[memo(_line, f, w=FILL) for f in films], role=Role.LIST, name="Films", pad=(0, 0, 0, 16))


def _library(state: State, ctx: Context) -> Node:
    wanted = state.query.strip().casefold()
    films = tuple([f for f in FILMS.rows(ctx.vfs) if wanted in f.title.casefold()])
    search = field(
        "films.search",
        state.query,
        name="Search films",
        placeholder="Search films",
        style="search",
        search=True,
        icon="m/search",
        change=("query",),
    )
    body: Element = scroll(LIST, panel(_lines, films), name="Films")
    return screen(
        "films",
        "Films",
        app_bar("Films"),
        row(search, pad=(14, 0, 14, 8)),
        body if films else empty("movie", "No films"),
    )


def _moment_line(moment: Moment) -> Node:
    gone = action(f"films.forget.{moment.id}", "delete", f"Delete moment {span_text(moment.at_ms // 1000)}")
    return item(
        f"films.moment.{moment.id}",
        span_text(moment.at_ms // 1000),
        image="bookmark",
        trail=gone._replace(on=(("click", ("forget", moment.id)),), reacts=True),
        click=("play", moment.at_ms),
    )


def _page_body(shown: Film, liked: bool, moments: tuple[Moment, ...], w: int) -> Node:
    chapters = [
        item(f"films.chapter.{c.at_ms}", c.title, span_text(c.at_ms // 1000), image="list", click=("play", c.at_ms))
        for c in shown.chapters
    ]
    like = toggle("films.like", icon="m/thumb_up", name="Like", style="icon_like", checked=liked, click=("like",))
    return column(
        _poster(shown, w, w * 9 // 16),
        column(
            text(shown.title, style="title", role=Role.HEADING, w=FILL),
            text(" • ".join([p for p in (shown.note, span_text(shown.seconds)) if p]), style="muted", w=FILL),
            gap=2,
            pad=(18, 14, 18, 4),
        ),
        row(
            button("films.start", "Play", icon="m/play_arrow", style="primary", w=FILL, click=("play", 0)),
            like,
            action("films.share", "share", "Share", ("share",)),
            gap=8,
            h=60,
            pad=(16, 0),
        ),
        section("Chapters") if chapters else None,
        *chapters,
        section("Saved moments") if moments else None,
        *[memo(_moment_line, m, w=FILL) for m in moments],
        pad=(0, 0, 0, 24),
    )


def _page(shown: Film, ctx: Context) -> Node:
    liked = any(like.film == shown.title for like in LIKES.rows(ctx.vfs))
    moments = tuple([m for m in MOMENTS.rows(ctx.vfs) if m.film == shown.title])
    body = scroll(PAGE, panel(_page_body, shown, liked, moments, ctx.w), name=shown.title)
    return screen("films", shown.title, app_bar("", back="films.up"), body)


def _picture(shown: Film, place_ms: int, w: int) -> Node:
    seen = frame(shown.scene_at(place_ms), place_ms, shown.moves)
    return film(seen, w=w, h=w * 9 // 16, name="Picture", key="films.picture")


def _caption(said: str) -> Node:
    words = text(said, style="film_caption", key="films.caption", wrap=True) if said else None
    return row(words, style="film", h=64, pad=(18, 0), justify="center")


def _seek(place: int, seconds: int) -> Node:
    return column(
        slider("films.seek", Span(place, 0, max(seconds, 1), 1), name="Position", w=FILL, change=("seek",)),
        row(
            text(span_text(place), style="film", key="films.place"),
            spacer(),
            text(span_text(seconds), style="film", key="films.length"),
            h=20,
        ),
        style="film",
        pad=(22, 0),
    )


def _controls(player: Player, wish: Wishes, liked: bool) -> Node:
    def round_one(key: str, image: str, name: str, msg: str = "", style: str = "film_icon") -> Node:
        return button(f"films.{key}", icon=f"m/{image}", name=name, style=style, click=(msg or key,))

    plays = player.playing
    return column(
        row(
            round_one("replay", "replay_10", "Back 10 seconds"),
            round_one("toggle", "pause" if plays else "play_arrow", "Pause" if plays else "Play", style="film_play"),
            round_one("ahead", "forward_10", "Forward 10 seconds"),
            h=96,
            gap=30,
            justify="center",
        ),
        row(
            button(
                "films.speed",
                f"{player.speed:g}×",
                name=f"Speed {player.speed:g}×",
                style="film_chip",
                click=("speed",),
            ),
            toggle(
                "films.captions",
                icon="m/closed_caption",
                name="Captions",
                style="film_toggle",
                checked=wish.captions,
                click=("captions",),
            ),
            round_one("volume", "volume_up" if wish.volume else "volume_off", f"Volume {wish.volume}"),
            round_one("save", "bookmark_add", "Save moment"),
            toggle("films.like", icon="m/thumb_up", name="Like", style="film_toggle", checked=liked, click=("like",)),
            round_one("share", "share", "Share"),
            h=64,
            gap=8,
            justify="center",
        ),
        style="film",
        pad=(0, 4, 0, 18),
    )


def _cinema(shown: Film, state: State, ctx: Context) -> Node:
    player, wish = TRANSPORT.player(ctx.vfs), wishes(ctx.vfs)
    place = player.place_ms(state.now_ms, shown.seconds)
    liked = any(like.film == shown.title for like in LIKES.rows(ctx.vfs))
    down = button("films.down", icon="m/expand_more", name="Close player", style="film_icon", click=("back",))
    top = row(down, text(shown.title, style="film_title", role=Role.HEADING, w=FILL), h=64, pad=(6, 0), gap=6)
    return screen(
        "films",
        shown.title,
        column(
            top,
            spacer(h=FILL),
            panel(_picture, shown, place, ctx.w),
            panel(_caption, shown.caption_at(place) if wish.captions else ""),
            spacer(h=FILL),
            panel(_seek, place // 1000, shown.seconds),
            panel(_controls, player, wish, liked),
            style="film",
            h=FILL,
        ),
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    shown = film_of(ctx.vfs, state.film)
    if shown is None:
        return _library(state, ctx)
    return _cinema(shown, state, ctx) if state.full else _page(shown, ctx)
