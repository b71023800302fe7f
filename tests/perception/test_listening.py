"""The listener hears the shipped phrases, nothing in noise, and refuses what it cannot use."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from omnigym.errors import ConfigError, MissingDependencyError, TooLargeError
from omnigym.perception import listening
from omnigym.perception.listening import SpeechListener, one_of, some_of, words_of
from omnigym.sounds import about, digits, join_sounds, load, names

SILENCE = np.zeros(8000, np.int16)
#: Without the instructions of a suite, which say names that no dictionary has.
VOICES = tuple(name for name in names("voice") if "/spoken/" not in name)
BUTTONS = tuple(about(name).text for name in VOICES if name.startswith("amber/button/"))


@pytest.fixture(scope="module")
def listener() -> SpeechListener:
    pytest.importorskip("pocketsphinx", reason="the extra [listen] is not installed")
    return SpeechListener()


def test_words_have_no_marks() -> None:
    assert words_of("At seven O'clock, 'now'!") == "at seven o'clock now" and words_of("12?") == ""
    assert one_of(["B!", "a", "b"]) == "#JSGF V1.0; grammar heard; public <heard> = (a | b);"
    assert some_of(["one"]).endswith("(one)+;")


@pytest.mark.parametrize("phrases", [[], [""], ["a", "42"]])
def test_a_grammar_needs_words(phrases: list[str]) -> None:
    with pytest.raises(ConfigError, match="at least one word"):
        one_of(phrases)


def test_without_the_package_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pocketsphinx", None)
    listening._sphinx.cache_clear()
    with pytest.raises(MissingDependencyError, match=r"pip install 'omnigym\[listen\]'"):
        SpeechListener()
    listening._sphinx.cache_clear()


@pytest.mark.proof
def test_it_hears_the_button_of_six_by_every_speaker(listener: SpeechListener) -> None:
    spoken = [name for name in VOICES if "/button/" in name]
    heard = {name: listener.words(load(name), BUTTONS) for name in spoken}
    assert len(spoken) == 24 and sum(heard[n] == words_of(about(n).text) for n in spoken) >= 23


@pytest.mark.proof
def test_it_hears_phrases_out_of_all(listener: SpeechListener) -> None:
    every = [about(name).text for name in VOICES]
    some = VOICES[3::24]
    right = [listener.words(load(name), every) == words_of(about(name).text) for name in some]
    assert sum(right) >= 0.9 * len(some)


@pytest.mark.proof
def test_it_hears_the_digits_of_a_code(listener: SpeechListener) -> None:
    tens = [about(f"amber/digit/{d}").text for d in range(10)]
    code = join_sounds("amber/mail/code", *digits("5073"))
    assert listener.words(join_sounds(*digits("5073")), some_of(tens)) == "five zero seven three"
    grammar = f"#JSGF V1.0; grammar g; <d> = {' | '.join(map(words_of, tens))}; public <s> = your code is <d>+;"
    assert listener.words(code, grammar) == "your code is five zero seven three"


@pytest.mark.proof
@pytest.mark.parametrize(
    "sound",
    [
        SILENCE[:0],
        SILENCE,
        SILENCE[:1] + 9000,
        np.random.default_rng(0).integers(-9000, 9000, 16_000).astype(np.int16),
        load("music/waltz")[:48_000],
        load("ambience/engine"),
    ],
    ids=["empty", "silence", "one-sample", "noise", "music", "engine"],
)
def test_it_hears_no_words_where_there_are_none(listener: SpeechListener, sound: np.ndarray) -> None:
    assert listener.words(sound, [about(n).text for n in VOICES]) == ""


@pytest.mark.proof
def test_what_it_hears_does_not_follow_from_what_came_before(listener: SpeechListener) -> None:
    first = listener.words(load("bruno/film/king"), [about(n).text for n in VOICES])
    for number in range(20):  # more grammars than are kept
        listener.words(load("cleo/film/run"), [f"run {words_of(BUTTONS[number % 6])}"])
        listener.words(load("cleo/film/run"), some_of(["run", *BUTTONS[: number % 6]]))
    assert listener.words(load("bruno/film/king"), [about(n).text for n in VOICES]) == first
    assert first == "the king has lost his crown"


@pytest.mark.proof
@pytest.mark.parametrize("rate", [8_000, 11_025, 44_100, 48_000])
def test_other_rates_are_brought_to_its_own(listener: SpeechListener, rate: int) -> None:
    sound = load("amber/dictation/piano")
    places = np.arange(len(sound) * rate // 16_000) * 16_000 / rate
    other = np.interp(places, np.arange(len(sound)), sound).astype(np.int16)
    assert listener.words(other, [about(n).text for n in VOICES], rate).startswith("she plays")


@pytest.mark.parametrize(
    ("sound", "rate", "wrong"),
    [
        (SILENCE[:, None], 16_000, "shape"),
        (SILENCE.astype(np.float32), 16_000, "int16"),
        (SILENCE, 0, "rate"),
        (SILENCE, 96_000, "rate"),
    ],
)
def test_other_sound_is_refused(listener: SpeechListener, sound: np.ndarray, rate: int, wrong: str) -> None:
    with pytest.raises(ConfigError, match=wrong):
        listener.words(sound, BUTTONS, rate)


@pytest.mark.parametrize(
    ("grammar", "wrong"),
    [
        (["xyzzyq"], "lacks 'xyzzyq'"),
        ("#JSGF V1.0; grammar g; public <s> = plugh | red;", "lacks 'plugh'"),
        ("#JSGF V1.0; grammar g; import <a.b>; public <s> = red;", "imports"),
        ("#JSGF V1.0; grammar g; public <s> = caf\u00e9;", "ASCII"),
        ("red | green", "JSGF"),
        ("", "JSGF"),
        ("#JSGF V1.0; grammar g; public <s> = (red;", "JSGF"),
    ],
)
def test_other_grammars_are_refused(listener: SpeechListener, grammar: str | list[str], wrong: str) -> None:
    with pytest.raises(ConfigError, match=wrong):
        listener.words(SILENCE, grammar)


def test_there_is_a_limit_to_both(listener: SpeechListener) -> None:
    with pytest.raises(TooLargeError, match="600 s"):
        listener.words(np.zeros(600 * 8000 + 1, np.int16), BUTTONS, 8000)
    with pytest.raises(TooLargeError, match="100000 characters"):
        listener.words(SILENCE, "#JSGF V1.0; grammar g; public <s> = red;" + " " * 100_000)
