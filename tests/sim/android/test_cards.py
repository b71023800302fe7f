"""Word Cards: only the voice tells what is right, and the first answer counts."""

from __future__ import annotations

import json
from typing import Any

from omnigym.actions import Wait
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.task import Task, TaskNode

CARDS = get_subtask("phone-cards/press-named")
ROUNDS = "/data/data/org.omnigym.cards/rounds.json"


def _round(device: Any, number: int) -> None:
    """Prepare a round."""
    Task(id="card", nodes=(TaskNode("1", CARDS.id, CARDS.parameters[number]),)).begin(device, 0)


def test_twins_look_alike_and_sound_different_and_the_first_answer_counts(phone: Any) -> None:
    seen, heard = [], []
    phone.device.listen(True)
    for number in (0, 1):
        _round(phone.device, number)
        phone.open("cards")
        phone.tap("cards.listen")
        phone.device.next_interval()
        phone.device.act(Wait(1.0))
        seen.append((phone.device.tree().to_json(), phone.device.screenshot().tobytes()))
        heard.append(phone.device.audio(1.0).tobytes())
    assert seen[0] == seen[1] and heard[0] != heard[1]
    phone.tap("cards.card.paper")
    phone.tap("cards.card.garden")
    (row,) = json.loads(phone.device.read_file(ROUNDS))["rows"]
    assert (row["word"], row["answer"]) == ("garden", "paper")


def test_without_a_round_there_is_nothing_to_press(phone: Any) -> None:
    phone.open("cards")
    assert phone.device.tree().find(name="No round is prepared") is not None
