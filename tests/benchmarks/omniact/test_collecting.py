"""Collecting: every gold script was run, and reaches what neither another one nor itself beside its boxes does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.benchmarks.omniact.candidate_actions import CALLS, CandidateDeed, boxes_of, shifted_scripts
from omnigym.benchmarks.omniact.collecting import collect_screen, run_script
from omnigym.benchmarks.omniact.collection import digests_of, files_of
from omnigym.benchmarks.omniact.outcomes import outcome_holds
from omnigym.benchmarks.omniact.recipe import WORDINGS, recipe
from omnigym.benchmarks.omniact.screens import Screen, open_screen
from omnigym.codecs.pyautogui_script import Call, read_script, write_script
from omnigym.devices.config import build_device
from omnigym.errors import ActionError, OracleError, UnknownNameError, UnreadableError

#: A screen of each simulated kind, small ones of the recipe that ships.
NAMES = ("windows/clipchamp-2", "phone/clock-2", "ubuntu/text_editor-1")


def planned_of(name):
    """The screen of a name in the recipe."""
    return next(planned for planned in recipe().planned if planned.screen.name == name)


@pytest.fixture(scope="module", params=NAMES)
def stage(request):
    """A screen of the recipe, what it gives, and its device with a snapshot of how it begins."""
    planned = planned_of(request.param)
    device = build_device(planned.screen.device)
    found = collect_screen(planned.screen, recipe().seed, planned.counts, device)
    open_screen(planned.screen, device)
    yield planned, found, device, device.snapshot()
    device.close()


def test_a_screen_gives_what_the_recipe_says(stage):
    planned, found, _, _ = stage
    kinds = [gold.kind for gold in found.golds]
    assert {kind: kinds.count(kind) for kind in kinds} == dict(planned.counts)
    assert digests_of(files_of(planned, found)) == recipe().hashes[planned.screen.name]


def test_gold_scripts_reach_their_outcome_and_no_other_gold_script_does(stage):
    _, found, device, start = stage
    for gold in found.golds:
        device.restore(start)
        assert not outcome_holds(gold.outcome, device), f"{gold.script}: it is so from the start"
    for gold in found.golds:
        device.restore(start)
        run_script(device, gold.script)
        assert [other.script for other in found.golds if outcome_holds(other.outcome, device)] == [gold.script]


def test_points_off_their_boxes_reach_nothing(stage):
    _, found, device, start = stage
    numbers = {box.label: n for n, box in enumerate(found.boxes)}
    tried = 0
    for gold in found.golds:
        deed = CandidateDeed(gold.kind, gold.calls, tuple(numbers[label] for label in gold.labels))
        for calls in shifted_scripts(deed, found.boxes, device.size):
            device.restore(start)
            run_script(device, write_script(calls))
            assert not outcome_holds(gold.outcome, device), f"{gold.script} and {calls}"
            tried += 1
    assert tried >= len(found.golds)


def test_scripts_are_calls_on_the_middles_of_their_boxes(stage):
    _, found, _, _ = stage
    middles = {box.label: box.middle for box in found.boxes}
    assert len(set(middles.values())) == len(found.boxes) == len(middles)
    for gold in found.golds:
        calls = read_script(gold.script)
        assert tuple(call.function for call in calls) == CALLS[gold.kind]
        assert [call.point for call in calls if call.point] == [middles[label] for label in gold.labels]


def test_instructions_are_different_sentences(stage):
    _, found, _, _ = stage
    said = [instruction for gold in found.golds for instruction in gold.instructions[:WORDINGS]]
    assert len(set(said)) == len(said)  # of other scripts, too: on one screen each means one thing
    assert all(text[0].isupper() and text[-1] == "." and "{" not in text for text in said)


def test_a_quota_changes_nothing_but_how_many():
    planned = planned_of(NAMES[1])
    few = collect_screen(planned.screen, recipe().seed, {"click": 2})
    again = collect_screen(planned.screen, recipe().seed, planned.counts)
    assert few.golds == tuple([gold for gold in again.golds if gold.kind == "click"][:2])
    other = collect_screen(planned.screen, recipe().seed + 1, {"click": 2})
    assert [gold.instructions for gold in other.golds] != [gold.instructions for gold in few.golds]


def test_another_process_collects_the_same_bytes():
    name = NAMES[1]
    script = (
        "from omnigym.benchmarks.omniact.collecting import collect_screen\n"
        "from omnigym.benchmarks.omniact.collection import digests_of, files_of\n"
        "from omnigym.benchmarks.omniact.recipe import recipe\n"
        f"planned = next(p for p in recipe().planned if p.screen.name == {name!r})\n"
        "print(*digests_of(files_of(planned, collect_screen(planned.screen, 0, planned.counts))))\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert tuple(told.stdout.split()) == recipe().hashes[name]


@pytest.mark.parametrize("script", ["import os", "pyautogui.click(5000, 5000)", "pyautogui.press('no such key')"])
def test_a_script_that_cannot_be_run_is_an_error(script):
    with pytest.raises(ActionError):
        run_script(build_device("sim"), script)


def test_boxes_are_what_can_be_reached():
    screen = planned_of(NAMES[0]).screen
    device = open_screen(screen)
    tree = device.tree()
    for box in boxes_of(tree):
        x, y = map(int, box.middle)
        node = tree.hit(x, y)
        while node.index != box.node.index:
            node = tree.node(node.parent)
        left, top, right, bottom = box.edges
        assert left <= x < right <= tree.size[0] + 1
        assert top <= y < bottom <= tree.size[1] + 1


@pytest.mark.parametrize(
    ("state", "front", "expected"),
    [
        (
            State.NONE,
            (300, 0, 100, 100),
            {"Half": (10, 10, 300, 30), "Free": (10, 60, 90, 80), "OK": (310, 10, 390, 30)},
        ),
        (State.NONE, (150, 0, 100, 100), {"Free": (10, 60, 90, 80), "OK": (160, 10, 240, 30)}),
        (State.MODAL, (300, 0, 100, 100), {"OK": (310, 10, 390, 30)}),
    ],
)
def test_boxes_are_of_what_is_seen_and_not_behind_a_modal_dialog(state, front, expected):
    shown = State.ENABLED | State.VISIBLE
    dialog, window = BlockBuilder(0), BlockBuilder(1)
    dialog.add(Role.DIALOG, "Question", front, shown | state)
    dialog.add(Role.BUTTON, "OK", (front[0] + 10, front[1] + 10, 80, 20), parent=0)
    window.add(Role.WINDOW, "Behind", (0, 0, 500, 200))
    window.add(Role.BUTTON, "Half", (10, 10, 390, 20), parent=0)
    window.add(Role.BUTTON, "Free", (10, 60, 80, 20), parent=0)
    tree = Tree((dialog.build(), window.build()), (500, 200))
    assert {box.node.name: box.edges for box in boxes_of(tree)} == expected


def test_moved_points_are_off_their_boxes():
    device = open_screen(planned_of(NAMES[0]).screen)
    boxes = boxes_of(device.tree())
    for n, box in enumerate(boxes):
        left, top, right, bottom = box.edges
        for (call,) in shifted_scripts(CandidateDeed("click", (Call("click", box.middle),), (n,)), boxes, device.size):
            x, y = call.point
            assert not (left <= x < right and top <= y < bottom)
            assert 0 <= x < device.size[0]
            assert 0 <= y < device.size[1]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({"name": "a", "device": "nowhere", "task": "t"}, UnknownNameError),
        ({"name": "a", "device": "sim"}, UnreadableError),
        ({"name": "a", "device": "sim", "task": "t", "colour": 1}, UnreadableError),
        ({"name": "a", "device": "sim", "task": "t", "steps": -1}, UnreadableError),
        ({"name": "a", "device": "sim", "task": "t", "steps": "2"}, UnreadableError),
        ({"name": "a", "device": "sim", "task": "t", "settings": [["theme"]]}, UnreadableError),
        ({"name": "a", "device": "sim", "task": "t", "settings": [["theme", 3]]}, UnreadableError),
    ],
)
def test_what_is_no_screen_is_refused(data, error):
    with pytest.raises(error):
        Screen.from_plain(data)


def test_a_screen_is_plain_data():
    screen = Screen("windows/word-1", "sim", "word/bold@0", 2, 3, (("theme", "dark"),))
    assert Screen.from_plain(screen.to_plain()) == screen
    assert screen.size == (1024, 768)


def test_a_screen_of_no_task_is_an_error():
    with pytest.raises(UnknownNameError, match="no-such"):
        open_screen(Screen("a", "sim", "no-such/task@0"))


def test_an_error_of_the_oracle_is_not_swallowed(monkeypatch):
    def fails(*_args, **_named):
        raise OracleError("lost")
        yield

    monkeypatch.setattr("omnigym.tasks.rollout.Stage.oracle", fails)
    with pytest.raises(OracleError, match="lost"):
        open_screen(Screen("a", "sim", "calculator/add-to-memory@0", 2))
