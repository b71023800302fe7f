"""The feed of short clips: swipes, two touches, comments, and what sounds while it is seen."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import Click, Wait

UP, DOWN = ((0.4, 0.6), (0.4, 0.3)), ((0.4, 0.3), (0.4, 0.6))


@pytest.fixture
def clips(phone: Any) -> Any:
    phone.device.listen(True)
    phone.device.reset(0)
    phone.open("clips")
    return phone


def _author(phone: Any) -> str:
    return str(phone.node("clips.author").name)


def _loud(phone: Any, seconds: float = 2.0) -> bool:
    return bool(phone.heard(seconds).any())


def test_swipes_go_through_the_feed_and_round_it(clips: Any) -> None:
    first = _author(clips)
    clips.swipe(*DOWN)
    assert _author(clips) == first, "nothing is before the first one"
    seen = []
    for _ in range(6):
        seen.append(_author(clips))
        clips.swipe(*UP)
    assert len(set(seen)) == 6 and _author(clips) == first
    clips.press("down", "up")
    assert _author(clips) == first


def test_two_touches_like_and_do_not_pause(clips: Any) -> None:
    clips.device.act(Click((0.4, 0.4), count=2))
    assert [r["author"] for r in clips.rows("content://clips/likes")] == ["Otto Bakes"]
    assert _loud(clips, 8.0)
    clips.device.act(Click((0.4, 0.4), count=2))
    assert len(clips.rows("content://clips/likes")) == 1, "two touches take nothing back"
    clips.tap("clips.like")
    assert clips.rows("content://clips/likes") == ()


def test_a_touch_pauses_and_the_clip_begins_again_at_its_end(clips: Any) -> None:
    assert _loud(clips, 3.0)
    clips.tap("clips.picture")
    assert not _loud(clips, 9.0)
    clips.tap("clips.picture")
    assert _loud(clips, 8.0) and _loud(clips, 8.0), "eight seconds, again and again"


def test_who_leaves_hears_no_more_until_coming_back(clips: Any) -> None:
    clips.press("home")
    clips.device.act(Wait(1.0))
    assert not _loud(clips, 9.0)
    clips.open("clips")
    assert _loud(clips, 8.0)


def test_what_is_done_with_a_clip_is_a_row(clips: Any) -> None:
    clips.tap("clips.comment")
    clips.type("Well done\n")
    clips.press("back", "back")
    clips.open("clips")
    clips.tap("clips.save", "clips.follow", "clips.share", "choose.Ben Ortega")
    (comment,) = clips.rows("content://clips/comments")
    assert (comment["author"], comment["text"]) == ("Otto Bakes", "Well done")
    assert [r["author"] for r in clips.rows("content://clips/follows")] == ["Salt Air", "Otto Bakes"]
    assert clips.rows("content://clips/shares")[0]["to"] == "Ben Ortega"
    assert clips.rows("content://clips/saved")[0]["clip"] == "1"
    clips.tap("clips.comment")
    clips.hold("clips.comment.1")
    clips.tap("clips.menu.delete")
    assert clips.rows("content://clips/comments") == ()
