"""Reels: which sounds are heard from a place on, and what is seen of what moves."""

from __future__ import annotations

import pytest

from omnigym.sim.audio import FULL, Part, Sounding, mixed
from omnigym.sim.kinds.reels import Cue, Move, frame, heard, looped, shifted
from omnigym.sounds import load

NOW = 1_000_000
BELL, WALTZ = "chime/bell", "music/waltz"


def test_what_is_heard_is_the_sound_from_where_it_is() -> None:
    """A second into a bell that began a second ago, and not what came before or comes later."""
    cues = (Cue(4000, BELL), Cue(9000, "chime/gong"))
    sounds = heard(cues, NOW, 5000, until_ms=NOW + 1000)
    parts = [Part(sounding, FULL, NOW, NOW + 1000) for sounding in sounds]
    assert (mixed(parts, NOW, NOW + 1000) == load(BELL)[16_000:32_000]).all()


@pytest.mark.parametrize(
    ("cue", "place", "speed", "since", "until"),
    [
        (Cue(3000, BELL), 1000, 1.0, NOW + 2000, 0),
        (Cue(3000, BELL), 1000, 2.0, NOW + 1000, 0),
        (Cue(0, WALTZ, 8000), 2000, 1.0, NOW - 2000, NOW + 6000),
        (Cue(0, WALTZ, 8000), 2000, 2.0, NOW - 1000, NOW + 3000),
    ],
)
def test_cues_begin_and_end_by_the_place(cue: Cue, place: int, speed: float, since: int, until: int) -> None:
    (found,) = heard((cue,), NOW, place, speed=speed)
    assert (found.since_ms, found.until_ms, found.loops) == (since, until, cue.ms > 0)


def test_a_repeated_sound_that_is_over_is_not_heard_and_volumes_multiply() -> None:
    assert heard((Cue(0, WALTZ, 2000),), NOW, 2000) == ()
    assert heard((Cue(0, WALTZ, 2000, 50),), NOW, 0, volume=50)[0].volume == 25
    assert heard((Cue(0, WALTZ, 2000, 900),), NOW, 0, volume=-3)[0].volume == 0


def test_a_loop_is_said_once_more() -> None:
    found = looped((Cue(1000, BELL),), NOW, 5000, 6000)
    assert found == (
        Sounding(BELL, NOW - 4000, until_ms=NOW + 1000),
        Sounding(BELL, NOW + 2000, until_ms=NOW + 7000),
    )


def test_a_hostile_recording_has_no_more_sounds_than_are_mixed() -> None:
    assert len(heard([Cue(n, f"no such sound {n}") for n in range(5000)], NOW, 2500)) <= 32


def test_a_part_of_a_recording_has_its_cues() -> None:
    cues = (Cue(0, WALTZ, 20_000), Cue(2000, BELL), Cue(15_000, "chime/gong"), Cue(18_000, BELL), Cue(21_000, BELL))
    part = shifted(cues, 17_500, 3000)
    assert part == (Cue(0, WALTZ, 2500, from_ms=17_500), Cue(0, "chime/gong", from_ms=2500), Cue(500, BELL))
    assert heard(part, NOW, 100)[1][:3] == (WALTZ, NOW - 100, 17_500)


def test_what_moves_is_seen_for_its_while_alone() -> None:
    moves = (Move(2000, "ball", 1000), Move(2500, "left", 100))
    assert [frame("court", place, moves).moves for place in (1999, 2000, 2550, 3000)] == [
        (),
        (("ball", 0),),
        (("ball", 550), ("left", 500)),
        (),
    ]
