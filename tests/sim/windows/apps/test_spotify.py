"""Spotify, used as a person does."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import Wait


@pytest.fixture
def spotify(hands: Any) -> Any:
    hands.open("spotify")
    return hands


def rows(hands: Any, table: str) -> list[dict[str, str]]:
    return [dict(row) for row in hands.device.query_content(f"content://spotify/{table}")]


def lists(hands: Any) -> dict[str, str]:
    return {row["name"]: row["order"] for row in rows(hands, "playlists")}


def test_a_search_an_artist_and_following(spotify: Any) -> None:
    spotify.press("k", "ctrl")
    spotify.type("lanterns")
    spotify.click("spotify.artist.The Lanterns", "spotify.follow")
    assert [row["artist"] for row in rows(spotify, "follows")] == ["Mara Vale", "The Lanterns"]
    assert spotify.node("spotify.follow").name == "Following"
    spotify.click("spotify.follow", "spotify.back")
    assert len(rows(spotify, "follows")) == 1
    assert spotify.see("spotify.song.Campfire") is None, "the search is forgotten"


def test_playlists_are_made_put_in_order_renamed_and_deleted(spotify: Any) -> None:
    spotify.click("spotify.album.City Lights", "spotify.row.add_to.Neon Rain", "spotify.to.new")
    spotify.press("a", "ctrl")
    spotify.type("Night\n")
    for _ in range(2):  # it is added once
        spotify.click("spotify.row.add_to.Last Train", "spotify.to.Night")
    assert lists(spotify)["Night"] == "Neon Rain / Last Train"
    spotify.click("spotify.library.Night", "spotify.song.Last Train")
    spotify.press("up", "alt")
    spotify.press("up", "alt")
    assert lists(spotify)["Night"] == "Last Train / Neon Rain"
    spotify.click("spotify.song.Neon Rain", button="right")
    spotify.click("spotify.menu.remove", "spotify.list.rename")
    spotify.press("a", "ctrl")
    spotify.type("Dawn\n")
    assert lists(spotify)["Dawn"] == "Last Train"
    spotify.click("spotify.list.delete", "message.delete")
    assert "Dawn" not in lists(spotify)


def test_what_plays_can_be_liked_and_sung_along_with(spotify: Any) -> None:
    spotify.click("spotify.album.Golden Hour", "spotify.play_all", "spotify.like_playing", "spotify.lyrics")
    assert rows(spotify, "likes")[-1]["path"] == rows(spotify, "player")[0]["path"] == "Golden Hour"
    spotify.click("spotify.shuffle_all")
    spotify.device.act(Wait(300))
    assert rows(spotify, "player")[0]["playing"] == "1"
    spotify.click("spotify.song.Golden Hour", count=2)
    assert spotify.see("spotify.lyrics.0") is not None
    spotify.click("spotify.song.Amber", button="right")
    spotify.click("spotify.menu.copy_link")
    assert spotify.device.clipboard().text == "https://open.spotify.com/track/amber"
