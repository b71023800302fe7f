"""The film player: time goes on, what is saved and liked is a row, and what is heard is the film's."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Click, Wait
from omnigym.sounds import load

TITLE = "Crown of Straw"
FILMS = "/data/data/org.omnigym.films/films.json"


@pytest.fixture
def films(phone: Any) -> Any:
    phone.open("films")
    return phone


def _play(phone: Any, title: str = TITLE) -> None:
    phone.tap(f"films.film.{title}", "films.start")


def _place(phone: Any) -> int:
    return int(phone.rows("content://films/player")[0]["position_ms"])


def test_pause_skip_seek_and_speed(films: Any) -> None:
    _play(films)
    films.device.act(Wait(5.0))
    films.tap("films.toggle")
    assert 5000 <= _place(films) <= 5200
    assert [(r["what"], r["of"]) for r in films.rows("content://films/history")] == [("pause", TITLE)]
    films.tap("films.ahead", "films.replay", "films.ahead")
    assert 15_000 <= _place(films) <= 15_200
    (x, y, w, h), (width, height) = films.node("films.seek").bounds, films.device.size
    films.device.act(Click(((x + w / 2) / width, (y + h / 2) / height)))
    assert abs(_place(films) - 40_000) < 2000, "the middle of 80 seconds"
    films.tap("films.speed", "choose.2", "films.toggle")
    before = _place(films)
    films.device.act(Wait(4.0))
    films.tap("films.toggle")
    assert 8000 <= _place(films) - before <= 8300, "at twice the speed"
    films.tap("films.toggle")
    films.device.act(Wait(60.0))
    assert films.rows("content://films/player")[0]["playing"] == "0", "it is over"


def test_back_leaves_the_player_and_pauses(films: Any) -> None:
    _play(films)
    films.press("back")
    assert films.rows("content://films/player")[0]["playing"] == "0"
    assert films.find("films.start") is not None
    assert films.rows("content://films/history") == (), "nobody pressed pause"


def test_what_is_done_with_a_film_is_a_row(films: Any) -> None:
    _play(films)
    films.device.act(Wait(3.0))
    films.tap("films.save", "films.like", "films.captions", "films.volume", "choose.50", "films.share")
    films.tap("choose.Ben Ortega")
    saved = films.rows("content://films/moments")[-1]
    assert saved["film"] == TITLE and 3000 <= int(saved["at_ms"]) <= 3200
    assert [r["film"] for r in films.rows("content://films/likes")] == ["Night Train", TITLE]
    assert films.rows("content://films/shares")[0]["to"] == "Ben Ortega"
    assert dict(films.rows("content://films/wishes")[0]) == {"id": "1", "captions": "1", "volume": "50"}
    films.tap("films.like")
    films.press("back")
    films.tap(f"films.forget.{saved['id']}")
    assert [r["film"] for r in films.rows("content://films/likes")] == ["Night Train"]
    assert len(films.rows("content://films/moments")) == 1


def test_captions_are_shown_while_they_are_said(films: Any) -> None:
    _play(films)
    films.tap("films.captions")
    assert films.find("films.caption") is None
    films.device.act(Wait(9.5))
    assert films.node("films.caption").name == "The king has lost his crown."
    films.device.act(Wait(4.0))
    assert films.find("films.caption") is None


def test_a_line_is_heard_at_its_place_and_the_picture_shows_nothing_of_it(phone: Any) -> None:
    def film(cues: list[object]) -> bytes:
        rows = [{"id": 1, "title": "A", "seconds": 30, "scenes": ["room"], "cues": cues}]
        return json.dumps({"rows": rows}).encode()

    shots = []
    for cues in ([], [[2000, "dario/play/crown"]]):
        phone.device.listen(True)
        phone.device.reset(0)
        phone.device.write_file(FILMS, film(cues))
        phone.open("films")
        _play(phone, "A")
        assert not phone.heard(1.0).any()
        sound = phone.heard(2.0).astype(int)
        shots.append(phone.device.screenshot().tobytes())
    spoken = load("dario/play/crown").astype(int)
    loud = np.flatnonzero(sound)
    assert abs(loud[0] / 16 - 1000) < 150, "within the time of a touch"
    part = sound[loud[0] : loud[0] + 8000]
    first = np.flatnonzero(spoken)[0]
    assert np.corrcoef(part, spoken[first : first + 8000])[0, 1] > 0.99
    assert shots[0] == shots[1]


@pytest.mark.parametrize(
    "fields",
    [
        {"seconds": 0},
        {"seconds": 10**9},
        {"scenes": []},
        {"moves": [[0, "ball", 0]]},
        {"moves": [[0, "ball", 5]] * 300},
        {"cues": [[0, "chime/bell"]] * 300},
    ],
)
def test_a_film_that_cannot_be_played_is_not_listed(phone: Any, fields: dict[str, object]) -> None:
    rows = [{"id": 1, "title": "Bad", **fields}, {"id": 2, "title": "Good", "scenes": ["no such scene"]}]
    phone.device.write_file(FILMS, json.dumps({"rows": rows}).encode())
    phone.open("films")
    assert phone.find("films.film.Bad") is None
    _play(phone, "Good")
    phone.device.act(Wait(2.0))
    assert phone.node("films.place").name == "0:02"
