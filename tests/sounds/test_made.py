"""The script is the source of what ships: tones to the byte on every machine, voices where the wheel is installed."""

from __future__ import annotations

import importlib.util
import sys
from itertools import chain
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from omnigym.sounds import about, load, names

SCRIPT = Path(__file__).parents[2] / "scripts" / "make_sounds.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_sounds", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_sounds"] = module  # NamedTuple looks there for its annotations
    spec.loader.exec_module(module)
    return module


def test_what_is_no_voice_is_made_again_to_the_byte(script: ModuleType) -> None:
    made = {m.name: m for pack in script.PACKS for m in script.tones(pack)}
    assert set(made) == set(names()) - set(names("voice"))
    for name, one in made.items():
        assert np.array_equal(one.samples, load(name)), name
        assert (one.kind, one.licence) == (about(name).kind, about(name).licence)


def test_every_phrase_ships_once_with_its_text(script: ModuleType) -> None:
    phrases = [phrase for pack in script.PACKS for phrase in script.phrases(pack)]
    assert tuple(p.name for p in phrases) == names("voice")
    assert [(p.text, p.speaker) for p in phrases] == [(about(p.name).text, about(p.name).speaker) for p in phrases]
    assert {p.speaker for p in phrases} == set(script.speakers())


def test_the_sine_is_close_to_a_sine(script: ModuleType) -> None:
    phase = np.arange(-70_000, 140_000, 37)
    assert np.abs(script.sine(phase) / 32767 - np.sin(2 * np.pi * phase / 65536)).max() < 0.002


def test_voices_are_made_again(script: ModuleType) -> None:
    """To the byte on the machine that made them; another library's rounding may move a few samples by a step."""
    pytest.importorskip("hibari", reason="the wheel hibari-tts is not installed")
    some = names("voice")[::40]
    for made in chain.from_iterable(script.voices(pack, lambda name: name in some) for pack in script.PACKS):
        ships = load(made.name).astype(int)
        assert len(made.samples) == len(ships), made.name
        apart = np.abs(made.samples - ships)
        assert apart.max() <= 2 * script.STEP and (apart > 0).mean() < 0.001, made.name
