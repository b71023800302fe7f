"""Pages that want ears and eyes: a player, a podcast, a quiz that speaks, a metronome, a lamp that blinks.

What sounds, and what moves, is hidden from whoever only looks: pages ask for it by their scripts when a button is
pressed. A setup says what it is to be by the address ``/set?page=...``.
"""

from __future__ import annotations

import functools
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from http import HTTPStatus
from pathlib import Path

import numpy as np

from omnigym.devices.chromium.serving.pages import Answer, Asked, load_pages, prepare_pages
from omnigym.documents.sound import wav_bytes
from omnigym.sounds import RATE, digits, join_sounds
from omnigym.sounds import load as recorded

__all__ = ["DATABASE", "TOPICS", "WORDS", "load", "prepare"]

DATABASE = "studio.sqlite3"
#: The words that tracks say, and the topics of the parts of a podcast, with the piece that is about each.
WORDS = ("camera", "garden", "music", "paper", "telephone", "window")
TOPICS: Mapping[str, str] = {"bees": "bees-1", "a lighthouse": "ships-1", "flour": "bread-1"}
#: What each page has where no setup said anything.
_USUAL: Mapping[str, Mapping[str, str]] = {
    "player": {"word": "camera", "track": "1"},
    "code": {"code": "2580"},
    "podcast": {"topic": "bees", "part": "1"},
    "quiz": {"day": "monday"},
    "metronome": {"beats": "60"},
    "signal": {"count": "3"},
    "message": {"name": "anna"},
    "radio": {"word": "camera", "place": "2"},
    "lamp": {"colour": "red"},
    "ball": {"side": "left"},
}
#: Seconds of a track, of a part of the podcast, of a word of the radio, and of all others: as long whatever they say.
_TRACK, _PART, _WORD, _OTHER = 2.0, 6.0, 2.5, 4.0


def prepare(folder: Path) -> None:
    """Copy the pages, and make a database in which nothing is yet."""
    prepare_pages(Path(__file__).with_suffix(""), folder, DATABASE)
    office = Path(__file__).with_name("office")
    shutil.copy(office / "office.css", folder / "pages" / "studio.css")
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("CREATE TABLE settings (page TEXT PRIMARY KEY, fields TEXT NOT NULL)")
        connection.commit()


def load(folder: Path) -> Callable[..., Iterable[bytes]]:
    """The pages, their sounds, and what keeps what they send."""
    database = folder / DATABASE

    def set_page(asked: Asked) -> Answer:
        fields = dict(asked.fields)
        page = fields.pop("page", "")
        if page in _USUAL and fields.keys() <= _USUAL[page].keys():
            with closing(sqlite3.connect(database, timeout=5)) as connection:
                row = page, json.dumps(fields, sort_keys=True)
                connection.execute("INSERT OR REPLACE INTO settings (page, fields) VALUES (?, ?)", row)
                connection.commit()
        return Answer(HTTPStatus.SEE_OTHER, "text/plain", b"", (("Location", "/"),))

    def state(asked: Asked) -> Answer:
        if not asked.by_script:  # whoever types the address is not told
            return Answer(HTTPStatus.NOT_FOUND, "text/plain", b"There is no such page.")
        body = json.dumps(_fields(database, asked.fields.get("page", ""))).encode()
        return Answer(HTTPStatus.OK, "application/json", body, (("Cache-Control", "no-store"),))

    def sound(asked: Asked) -> Answer:
        page = asked.fields.get("page", "")
        body = _sound(page, asked.fields.get("n", ""), tuple(sorted(_fields(database, page).items())))
        return Answer(HTTPStatus.OK, "audio/wav", body, (("Cache-Control", "no-store"),))

    return load_pages(folder, DATABASE, {"/set": set_page, "/state": state, "/sound.wav": sound})


def _fields(database: Path, page: str) -> Mapping[str, str]:
    """What a page has."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=5)) as connection:
        row = connection.execute("SELECT fields FROM settings WHERE page = ?", (page,)).fetchone()
    return {**_USUAL.get(page, {}), **(json.loads(row[0]) if row else {})}


@functools.lru_cache(maxsize=64)
def _sound(page: str, number: str, fields: tuple[tuple[str, str], ...]) -> bytes:
    """A sound of a page as a .wav file; silence of a page that has none."""
    said = dict(fields)
    if page == "player":
        order = _placed(WORDS, said["word"], said["track"])
        return _long([f"bruno/button/{order[_number(number, len(order))]}"], _TRACK)
    if page == "podcast":
        order = [TOPICS[topic] for topic in _placed(tuple(TOPICS), said["topic"], said["part"])]
        return _joined([_padded([f"dario/podcast/{piece}"], _PART) for piece in order])
    if page == "radio":
        order = _placed(WORDS, said["word"], said["place"])
        return _joined([_padded([f"cleo/button/{word}"], _WORD) for word in order])
    if page == "code":
        return _long(list(digits(said["code"][:8])), _OTHER)
    if page == "message":
        return _long([f"amber/hello/{said['name']}"], _OTHER)
    return _long([], _OTHER)


def _placed(all_of_them: tuple[str, ...], wanted: str, place: str) -> list[str]:
    """All of them in their order, but the wanted one at a place, from 1 on."""
    others = [one for one in all_of_them if one != wanted]
    others.insert(_number(place, len(all_of_them)), wanted)
    return others


def _number(text: str, count: int) -> int:
    return min(max(int(text), 1), count) - 1 if text.isascii() and text.isdigit() else 0


def _padded(names: list[str], seconds: float) -> np.ndarray:
    samples = recorded(names[0]) if len(names) == 1 else join_sounds(*names, gap_ms=250)
    out = np.zeros(round(RATE * seconds), np.int16)
    out[: len(samples)] = samples[: len(out)]
    return out


def _long(names: list[str], seconds: float) -> bytes:
    return wav_bytes(_padded(names, seconds), RATE)


def _joined(parts: list[np.ndarray]) -> bytes:
    return wav_bytes(np.concatenate(parts), RATE)
