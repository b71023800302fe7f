"""OmniGUI's actions as a model says them: our shares of the screen, and the paper's thousandths."""

from __future__ import annotations

import pytest

from omnigym.actions import Action, Click, Drag, Invalid, Press
from omnigym.agents.dialects import calls_in, make_dialect
from omnigym.agents.model import Answer, Call


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('{"action": "TAP", "x": 0.5, "y": 0.25}', Click((0.5, 0.25))),
        ('```json\n{"action_type": 0, "coordinate": [500, 250]}\n```', Click((0.5, 0.25))),
        ('{"action_type": "BACK"}', Press("back")),
        (
            '{"action_type": 3, "start_coordinate": [500, 800], "end_coordinate": [500, 200]}',
            Drag((0.5, 0.8), (0.5, 0.2)),
        ),
        ('{"action": "SWIPE_UP", "x": 0.5, "y": 0.8, "to_x": 0.5, "to_y": 0.1}', Drag((0.5, 0.8), (0.5, 0.1))),
    ],
)
def test_in_text(text: str, action: Action) -> None:
    dialect = make_dialect("omnigui", "android", False)
    assert [s.actions for s in calls_in(Answer(text), dialect, "json")] == [(action,)]


def test_as_a_call() -> None:
    dialect = make_dialect("omnigui", "android", False)
    (said,) = calls_in(Answer(calls=(Call("tap", '{"coordinate": [500, 250]}'),)), dialect, "functions")
    assert said.actions == (Click((0.5, 0.25)),)
    (said,) = calls_in(Answer(calls=(Call("SWIPE_UP", '{"to_x": 0.5, "to_y": 0.1}'),)), dialect, "functions")
    assert isinstance(said.actions[0], Invalid) and "no start" in said.actions[0].reason
