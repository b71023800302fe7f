"""Shipped sounds come into files of a stated length, and what a task file may not ask for is refused."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.devices.fake import FakeDevice
from omnigym.documents.sound import samples_of
from omnigym.errors import TaskFileError
from omnigym.sounds import load
from omnigym.tasks.setup import apply_setup, check_step, fill_step, step_from_json, step_to_json

PLAIN = {"type": "WriteSound", "path": "Music/{name}.wav", "sounds": "chime/quiz amber/button/{word}", "seconds": 3.0}


def test_files_of_other_words_are_of_one_size() -> None:
    device = FakeDevice()
    device.reset()
    step = step_from_json(PLAIN)
    assert step_to_json(step) == PLAIN
    files = {}
    for word in ("camera", "telephone"):
        filled = fill_step(step, {"name": "note", "word": word})
        check_step(filled, "setup[0]")
        apply_setup(device, [filled])
        files[word] = device.read_file("Music/note.wav")
        rate, samples = samples_of(files[word])
        assert (rate, len(samples)) == (16_000, 48_000)
        first, second = load("chime/quiz"), load(f"amber/button/{word}")
        np.testing.assert_array_equal(samples[: len(first)], first)
        begin = len(first) + 3200
        np.testing.assert_array_equal(samples[begin : begin + len(second)], second)
        assert not samples[begin + len(second) :].any()
    assert len(files["camera"]) == len(files["telephone"]) == filled.written
    assert files["camera"] != files["telephone"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"sounds": "amber/button/nothing"}, "nothing"),
        ({"sounds": ""}, "sounds"),
        ({"sounds": "chime/quiz chime/quiz chime/quiz"}, "3 s"),
        ({"sounds": "notice/key " * 65, "seconds": 60.0}, "64"),
        ({"path": "Music/note.txt"}, "wav"),
        ({"path": "../note.wav"}, "path"),
        ({"seconds": 0.0}, "seconds"),
        ({"seconds": 61.0}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"sounds": ["chime/quiz"]}, "sounds"),
    ],
)
def test_wrong_values_are_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(TaskFileError, match=said):
        check_step(fill_step(step_from_json({**PLAIN, **wrong}), {"name": "note", "word": "camera"}), "setup[0]")
