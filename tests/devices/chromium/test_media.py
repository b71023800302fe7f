"""What is taken in of what pages tell, and mixed: no browser needed."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest

from omnigym.devices.chromium.media import Document, Media
from omnigym.devices.chromium.mixing import mix
from omnigym.devices.chromium.speaking import spoken
from omnigym.documents.sound import wav_bytes

TONE = wav_bytes(np.full(16_000, 1000, np.int16), 16_000)


def told(*messages: list[object]) -> Media:
    media = Media()
    for message in messages:
        media.hear(1, json.dumps(message), lambda _name, _text: None)
    return media


def sound(media: Media, begin: int = 0, end: int = 100) -> np.ndarray:
    return mix(list(media.documents.values()), begin, end, lambda _document, _source: TONE)


VOICE = ["voice", 1, 10, True, "a.wav", 0, 1, 100, False, 0]


def test_a_voice_sounds_from_when_to_when() -> None:
    out = sound(told(VOICE, ["voice", 1, 50, False, "a.wav", 40, 1, 100, False, 0]))
    assert len(out) == 1600
    assert not out[:160].any()
    assert (out[160:800] == 1000).all()
    assert not out[800:].any()


def test_a_voice_of_a_document_that_is_gone_ends() -> None:
    media = told(VOICE)
    media.clock_ms = 30
    media.leave(1)
    assert np.flatnonzero(sound(media))[-1] == 30 * 16 - 1


@pytest.mark.parametrize(
    "text",
    [
        *("", "null", "[]", "7", '"voice"', "{", "[" * 5000, '["voice"]', '["voice", 1, NaN, true]', '["busy", 1, 2]'),
        *('["voice", 1, 1e400, true, "a", 0, 1, 1, false, 0]', '["voice", "x", 0, true, "a", 0, 1, 1, false, 0]'),
        *('["data", "k", 8000, "no base 64"]', '["node", 1, {}, []]', '["param", 1]', '["wire", 1, 2, 3]', '["x"]'),
        *('["context", 1, null, true, 0]', '["ask", 1]', '["films", "many"]'),
    ],
)
def test_what_cannot_be_understood_is_passed_over(text: str) -> None:
    media = told(VOICE)
    media.hear(1, text, lambda _name, _text: None)
    assert (sound(media)[160:] == 1000).all()
    assert len(media.documents[1].voices) == 1


def test_there_are_no_more_than_so_many_of_anything() -> None:
    media = told(*[["voice", n, 0, True, "a.wav", 0, 1, 100, False, 0] for n in range(100)])
    assert len(media.documents[1].voices) == 32
    media = told(*[["node", 1, n, "gain"] for n in range(5000)])
    assert len(media.documents[1].nodes) == 4096
    big = base64.b64encode(bytes(1 << 20)).decode()
    media = told(*[["data", f"blob:{n}", 0, big] for n in range(40)])
    assert sum(len(d.content) for d in media.documents[1].data.values()) <= 32 << 20
    media = Media()
    for world in range(500):
        media.hear(world, json.dumps(VOICE), lambda _name, _text: None)
        media.leave(world)
    assert len(media.documents) <= 65


GRAPH = (
    ["context", 1, 0, True, 0.0],
    ["node", 1, 1, "destination"],
    ["node", 1, 2, "osc"],
    ["node", 1, 3, "gain"],
    ["wire", 2, 3, 0, True],
    ["wire", 3, 1, 0, True],
    ["wave", 2, "square"],
    ["start", 2, "", 0, 0, 0, False],
)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([], [1.0] * 5),
        ([["set", 0.5, 0.0, 0]], [0.5] * 5),
        ([["set", 0.0, 0.0, 0], ["line", 1.0, 0.1, 0]], [0.0, 0.2, 0.4, 0.6, 0.8]),
        ([["set", 1.0, 0.0, 0], ["curve", 0.01, 0.1, 0]], [100**-x for x in (0, 0.2, 0.4, 0.6, 0.8)]),
        ([["set", 1.0, 0.0, 0], ["target", 0.0, 0.02, 0.02]], [1, *[np.exp(-x) for x in (0, 1, 2, 3)]]),
        ([["set", 0.25, 0.0, 0], ["line", 1.0, 0.1, 0], ["cancel", 0, 0.0, 0]], [1.0] * 5),
    ],
)
def test_an_automation(events: list[list[object]], expected: list[float]) -> None:
    media = told(*GRAPH, *[["param", 3, "gain", *event] for event in events])
    out = np.abs(sound(media).astype(int))
    np.testing.assert_allclose(out[[0, 320, 640, 960, 1280]] / 32767, expected, atol=0.002)


@pytest.mark.parametrize("wave", ["sine", "square", "sawtooth", "triangle"])
def test_an_oscillator(wave: str) -> None:
    media = told(*GRAPH, ["wave", 2, wave], ["param", 2, "frequency", "set", 100, 0, 0])
    out = sound(media).astype(int)
    np.testing.assert_allclose(out[:160], out[160:320], atol=600)  # ten periods in a tenth of a second
    assert abs(out[:160].mean()) < 1200
    assert out.max() > 31_000
    assert not sound(told(*GRAPH, ["param", 2, "frequency", "set", 12_000, 0, 0])).any()


def test_a_connection_is_only_as_long_as_it_is() -> None:
    out = sound(told(*GRAPH, ["wire", 3, 0, 40, False], ["wire", 3, 1, 60, True]))
    assert out[:640].any()
    assert not out[640:960].any()
    assert out[960:].any()


def test_a_read_in_parts_is_the_same() -> None:
    media = told(*GRAPH, VOICE, ["param", 2, "frequency", "line", 900, 0.1, 0])
    np.testing.assert_array_equal(np.concatenate([sound(media, 0, 37), sound(media, 37, 100)]), sound(media))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("?!", []),
        ("Hello, this is Anna.", ["Hello, this is Anna"]),
        ("0573", ["0573"]),
        ("don't xyzzy", ["don't", "xyzzy"]),
        ("on Monday 312 things", ["on Monday", "312", "things"]),
    ],
)
def test_what_is_spoken(text: str, parts: list[str]) -> None:
    pieces = spoken(text, "amber")
    assert [text[p.begin : p.begin + p.length] for p in pieces] == parts
    assert all(len(p.samples) % 16 == 0 and p.samples.any() for p in pieces)


def test_no_text_is_spoken_for_ever() -> None:
    assert len(spoken("word " * 10_000, "nobody")) == 200
    document, answers = Document(), []
    for n in range(1000):
        document.take(["ask", n, "word " * 500, "amber"], answers.append)
    assert len(answers) == 1000
    assert sum(len(d.content) for d in document.data.values()) <= 64 << 20
