"""Clips on tracks: what is done to them keeps their sources, their neighbours and the grid."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from omnigym.sim.windows.apps.clipchamp.timeline.clips import (
    GRID,
    LONGEST,
    Clip,
    Clips,
    added,
    at_time,
    closed,
    end_of,
    gaps,
    is_film,
    placed,
    split,
    swapped,
    trimmed,
    without,
)
from omnigym.sim.windows.apps.clipchamp.timeline.cutting import Held, held_clips

#: Two videos side by side, the second one of ten seconds of which two are skipped; a title over them.
A = Clip(1, "video", "a.avi", 0, 4000, 0, 4000, fade_out=1000)
B = Clip(2, "video", "b.avi", 4000, 6000, 2000, 10_000)
T = Clip(3, "title", "Hello", 1000, 2000)
FILM = (A, B, T)


def spans(clips: Clips, track: str = "picture") -> list[tuple[int, int, int]]:
    """Beginning, end and what is skipped, of each clip of a track."""
    return sorted([(c.at, c.end, c.skip) for c in clips if c.track == track])


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (lambda f: split(f, 2, 7000)[0], [(0, 4000, 0), (4000, 7000, 2000), (7000, 10_000, 5000)]),
        (lambda f: split(f, 2, 4000)[0], spans(FILM)),  # at its edge there is nothing to split
        (lambda f: trimmed(f, 2, begin=5000), [(0, 4000, 0), (5000, 10_000, 3000)]),
        (lambda f: trimmed(f, 2, begin=1000), spans(FILM)),  # its neighbour is in the way
        (lambda f: trimmed(without(f, 1), 2, begin=0), [(2000, 10_000, 0)]),  # no further than its source begins
        (lambda f: trimmed(f, 2, end=20_000), [(0, 4000, 0), (4000, 12_000, 2000)]),  # nor than it ends
        (lambda f: trimmed(f, 1, end=0), [(0, GRID, 0), (4000, 10_000, 2000)]),
        (lambda f: placed(f, 1, 12_240), [(4000, 10_000, 2000), (12_000, 16_000, 0)]),
        (lambda f: placed(f, 1, 6000), [(4000, 10_000, 2000), (10_000, 14_000, 0)]),  # the nearest room
        (lambda f: placed(f, 9, 6000), spans(FILM)),
        (lambda f: swapped(f, 2, -1), [(0, 6000, 2000), (6000, 10_000, 0)]),
        (lambda f: swapped(f, 1, 1), [(0, 6000, 2000), (6000, 10_000, 0)]),
        (lambda f: swapped(f, 1, -1), spans(FILM)),
        (lambda f: closed(without(f, 1), "picture", 0), [(0, 6000, 2000)]),
        (lambda f: closed(f, "picture", 0), spans(FILM)),
        (lambda f: added(f, A)[0], [*spans(FILM), (10_000, 14_000, 0)]),
        (lambda f: added(f, A, 2000)[0], [*spans(FILM), (10_000, 14_000, 0)]),
        (lambda f: added(f, A._replace(length=LONGEST))[0], spans(FILM)),
        (lambda f: held_clips(f, Held(2, "end", 0, -2100)), [(0, 4000, 0), (4000, 8000, 2000)]),
        (lambda f: held_clips(f, Held(2, "", 0, 900)), [(0, 4000, 0), (5000, 11_000, 2000)]),
    ],
)
def test_what_is_done_to_a_clip(change: Callable[[Clips], Clips], wanted: list[tuple[int, int, int]]) -> None:
    after = change(FILM)
    assert spans(after) == sorted(wanted)
    assert is_film(after)
    assert spans(after, "title") == [(1000, 3000, 0)], "other tracks stay"


def test_a_fade_stays_at_its_end_of_a_clip_that_is_split() -> None:
    clips, right = split(FILM, 1, 3500)
    assert [(c.fade_in, c.fade_out) for c in clips if c.id in (1, right)] == [(0, 0), (0, 500)]


def test_gaps_and_what_is_at_a_time() -> None:
    assert gaps(without(FILM, 1), "picture") == ((0, 4000),)
    assert gaps(FILM, "title") == ((0, 1000),)
    assert [at_time(FILM, "picture", at) for at in (3999, 4000, 10_000)] == [A, B, None]
    assert end_of(()) == 0


@pytest.mark.parametrize(
    "clips",
    [
        (A, B._replace(at=3500)),
        (A, A),
        (A._replace(kind="smell"),),
        (T._replace(style="none"),),
        (B._replace(skip=6000),),
        (A._replace(at=-500),),
        (A._replace(length=0),),
        (A._replace(fade_in=5000),),
        (T._replace(at=LONGEST),),
    ],
)
def test_what_somebody_else_wrote_is_no_film(clips: Clips) -> None:
    assert not is_film(clips)


def test_whatever_is_done_it_stays_a_film() -> None:
    rng, clips = random.Random(0), FILM
    for _ in range(400):
        number, at, by = rng.choice([c.id for c in clips] or [0]), rng.randrange(0, 30_000), rng.choice([-1, 1])
        clips = rng.choice(
            [
                lambda f, n=number, t=at: split(f, n, t // GRID * GRID)[0],
                lambda f, n=number, t=at: trimmed(f, n, begin=t),
                lambda f, n=number, t=at: trimmed(f, n, end=t),
                lambda f, n=number, t=at: placed(f, n, t),
                lambda f, n=number, b=by: swapped(f, n, b),
                lambda f, n=number: without(f, n) if len(f) > 4 else f,
                lambda f, t=at: added(f, rng.choice(FILM), t)[0],
            ]
        )(clips)
        assert is_film(clips)
