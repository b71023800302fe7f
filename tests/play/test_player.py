from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from omnigym.actions import Action, Click, Press, Submit, Type
from omnigym.devices.fake import Fault
from omnigym.devices.protocol import Device, Platform
from omnigym.envs.env import OmniEnv
from omnigym.errors import CapabilityError, ConfigError, UnknownNameError
from omnigym.evaluation.judgement import Judgement
from omnigym.play.player import Player, changed_part
from omnigym.recording import find_trajectories, read_trajectory
from omnigym.tasks.external_tasks import OWN_JUDGEMENT
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

Make = Callable[..., Player]


def centre(player: Player, key: str) -> tuple[int, int]:
    node = player._base.a11y().find(key=key)
    x, y, w, h = node.bounds
    return x + w // 2, y + h // 2


def click(player: Player, key: str) -> None:
    (x, y), (width, height) = centre(player, key), player.size
    player.act(Click(((x + 0.5) / width, (y + 0.5) / height)))


def save(player: Player) -> None:
    for action in (Press("a", ("ctrl",)), Type("hello"), Press("s", ("ctrl",))):
        player.act(action)


def test_the_page_is_told_the_task_and_how_it_stands(make_player: Make) -> None:
    task, step = make_player().whole()
    assert task.picture is not None
    assert task.facts["instruction"].startswith("Write 'hello'")
    assert [n["id"] for n in task.facts["nodes"]] == ["save", "copy"]
    assert task.facts["edges"] == [{"start": 0, "end": 1, "lane": 0}]
    assert step.facts["status"] == {"save": "evaluating", "copy": "waiting"}
    assert step.facts["running"] and step.facts["end"] is None


def test_an_action_moves_the_task_on(make_player: Make) -> None:
    player = make_player()
    save(player)
    view = player.step_view()
    assert view.facts["completed"] == ("save",)
    assert view.facts["status"] == {"save": "completed", "copy": "evaluating"}
    assert view.facts["reward"] == view.facts["total"] == pytest.approx(1 / 3)
    assert view.facts["steps"] == 3 and view.facts["action"] == "Ctrl + S"


def test_an_episode_that_has_ended_takes_no_more(make_player: Make) -> None:
    player = make_player()
    save(player)
    player.act(Press("a", ("ctrl",)))
    player.act(Press("c", ("ctrl",)))
    facts = player.step_view().facts
    assert facts["success"] and facts["end"] == "success" and not player.running
    assert facts["total"] == pytest.approx(1.0)
    player.act(Type("more"))
    assert player.step_view().facts["steps"] == facts["steps"]


def test_again_is_the_same_task_from_the_beginning(make_player: Make) -> None:
    player = make_player()
    save(player)
    player.again()
    assert player.task_view().facts["id"] == "save-then-copy"
    assert player.task_view().facts["episode"] == 2
    assert player.step_view().facts["status"]["save"] == "evaluating"
    assert player.step_view().facts["total"] == 0.0


def test_a_chosen_task_is_begun(make_player: Make, fake_task: Task) -> None:
    other = Task(id="other", nodes=fake_task.nodes[:1], definitions=fake_task.definitions)
    player = make_player(tasks=[fake_task, other], task=other)
    assert player.task_view().facts["id"] == "other"
    assert [t["id"] for t in player.tasks()] == ["save-then-copy", "other"]
    player.begin("save-then-copy")
    assert player.task_view().facts["id"] == "save-then-copy"


def test_a_task_that_is_not_there_is_refused(make_player: Make) -> None:
    with pytest.raises(UnknownNameError, match="save-then-copi"):
        make_player().begin("save-then-copi")


def test_a_task_for_another_device_is_refused(make_player: Make) -> None:
    parameters = get_subtask("word/append-line").parameters[0]
    with pytest.raises(CapabilityError, match="is done on windows, and this is linux"):
        make_player(task=Task(id="windows", nodes=(TaskNode("1", "word/append-line", parameters),)))


@dataclass(frozen=True)
class Page:
    """A task that brings its own instruction, as a page of MiniWoB++ does."""

    instruction: str = "Click on the button 'Ok'."

    def begin(self, device: Device, seed: int) -> Page:
        device.reset(seed)
        return self

    def judge(self, answer: str | None) -> Judgement:
        return Judgement()

    def end(self) -> None: ...


def test_what_a_page_asks_for_is_shown_and_not_what_all_pages_ask_for(make_player: Make) -> None:
    subtask = Subtask(
        id="fake/page",
        app="text_editor",
        category="Office",
        instruction="Do what the page asks for.",
        parameters=({},),
        conditions=OWN_JUDGEMENT,
        platforms=("linux",),
    )
    task = Task(id="fake/page", nodes=(TaskNode("1", subtask.id),), definitions=(subtask,), host=Page())
    facts = make_player(task=task).task_view().facts
    assert facts["instruction"] == "Click on the button 'Ok'."
    assert [n["instruction"] for n in facts["nodes"]] == ["Click on the button 'Ok'."]


@pytest.mark.parametrize(
    ("platform", "apps", "keys"),
    [
        (
            "windows",
            {"todo": "Microsoft To Do", "file_manager": "File Explorer", "mail": "Outlook"},
            ["Windows key", "Alt + Tab"],
        ),
        (
            "android",
            {"tasks": "Tasks", "keep": "Keep Notes"},
            ["Back", "Home", "Recent apps", "Power", "Volume up", "Volume down"],
        ),
    ],
    ids=["windows", "android"],
)
def test_apps_and_keys_are_those_of_the_device(platform: Platform, apps: dict[str, str], keys: list[str]) -> None:
    player = Player(OmniEnv("sim", platform=platform, tasks="suite:one-node", observation="pixels"))
    facts = player.task_view().facts
    assert apps.items() <= {a["app"]: a["title"] for a in facts["apps"]}.items()
    assert [k["name"] for k in facts["keys"]][: len(keys)] == keys
    shown = {a["title"] for a in facts["apps"]}
    assert {n["app"] for n in facts["nodes"]} <= shown
    for k in facts["keys"]:
        player.act(Press(k["key"], k["held"]))
    assert player.running and player.step_view().facts["problem"] is None
    player.close()


def test_only_an_environment_of_omnigym_can_be_played() -> None:
    with pytest.raises(ConfigError, match="CartPole"):
        Player(gymnasium.make("CartPole-v1"))


def test_a_picture_is_sent_once(make_player: Make) -> None:
    player = make_player()
    assert player.whole()[0].picture is not None
    assert player.look() is None
    player.act(Type("more"))
    assert player.step_view().picture is not None
    assert player.look() is None


def test_what_changes_by_itself_is_seen(make_player: Make) -> None:
    player = make_player()
    player.whole()
    player._base.device.act(Type("more"))
    assert player.look() is not None


def test_how_many_clicks_mean_something_depends_on_what_is_there(make_player: Make) -> None:
    player = make_player()
    assert player.most_clicks(*centre(player, "text_editor.save")) == 1
    assert player.most_clicks(*centre(player, "text_editor.document")) == 3


def test_the_pointer_enters_a_thing_once(make_player: Make) -> None:
    player = make_player()
    x, y = centre(player, "text_editor.save")
    assert player.enters(x, y)
    assert not player.enters(x + 1, y)
    assert player.enters(*centre(player, "text_editor.document"))
    assert player.enters(x, y)


def test_a_device_that_breaks_ends_the_episode_and_a_new_one_can_begin(make_player: Make) -> None:
    player = make_player(Fault("act", nth=1))
    player.act(Type("x"))
    facts = player.step_view().facts
    assert facts["end"] == "device_error" and "failed as ordered" in facts["problem"]
    assert player.look() is None
    player.again()
    assert player.running


def test_a_device_that_cannot_be_looked_at_is_left_to_the_next_action(make_player: Make) -> None:
    player = make_player(Fault("screenshot", nth=2))
    player.whole()
    assert player.look() is None
    assert player.running


@pytest.mark.parametrize(("action", "words"), [(Click((0.5, 0.5)), "Click"), (Submit("42"), "Answer  42")])
def test_the_last_action_is_said(make_player: Make, action: Action, words: str) -> None:
    player = make_player()
    player.act(action)
    assert player.step_view().facts["action"] == words


def test_what_is_played_is_recorded(make_player: Make, tmp_path: Path) -> None:
    player = make_player(record=tmp_path / "runs")
    assert player.recording
    save(player)
    player.again()
    click(player, "text_editor.save")
    first, second = (read_trajectory(p) for p in find_trajectories(tmp_path / "runs"))
    assert [s.action for s in first.steps] == [Press("a", ("ctrl",)), Type("hello"), Press("s", ("ctrl",))]
    assert second.path == Path(player.task_view().facts["recording"])
    assert len(second.steps) == 1 and second.frame(1) is not None


# -- test frames ------------------------------------------------------------------------------------------------------


def paint(canvas: np.ndarray, part: bytes) -> None:
    """What the page does with a part."""
    left, top, width, height = np.frombuffer(part[:8], "<u2")
    assert canvas.shape == (height, width, 3)
    picture = np.array(Image.open(io.BytesIO(part[8:])))
    canvas[top : top + picture.shape[0], left : left + picture.shape[1]] = picture


@given(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 29), st.integers(0, 255)), max_size=6))
def test_a_page_that_paints_every_part_shows_the_screen(changes: list[tuple[int, int, int]]) -> None:
    old = np.random.default_rng(0).integers(0, 256, (20, 30, 3), np.uint8)
    new = old.copy()
    for y, x, value in changes:
        new[y, x, value % 3] = value
    shown = np.zeros_like(old)
    for before, now in ((None, old), (old, new)):
        part = changed_part(before, now)
        assert (part is None) == (before is not None and bool((before == now).all()))
        if part is not None:
            paint(shown, part)
    assert (shown == new).all()


def test_a_small_change_is_a_small_picture() -> None:
    old = np.random.default_rng(0).integers(0, 256, (200, 300, 3), np.uint8)
    new = old.copy()
    new[100:110, 50:90] = 0
    part = changed_part(old, new)
    assert part is not None and Image.open(io.BytesIO(part[8:])).size == (40, 10)


def test_a_screen_of_another_size_is_sent_whole() -> None:
    part = changed_part(np.zeros((20, 30, 3), np.uint8), np.zeros((30, 20, 3), np.uint8))
    assert part is not None and Image.open(io.BytesIO(part[8:])).size == (20, 30)


def test_the_sound_of_a_step_is_given_once(make_player: Make) -> None:
    deaf, player = make_player(), make_player(audio=True)
    assert not deaf.hears and deaf.task_view().facts["sounds"] is False
    assert player.task_view().facts["sounds"] is True and not len(player.step_view().sound)
    player.act(Type("a"))
    sound = player.step_view().sound
    assert sound.dtype == np.int16 and sound.any() and not len(player.step_view().sound)
    deaf.act(Type("a"))
    assert not len(deaf.step_view().sound)


def test_a_device_that_cannot_be_heard_any_more_is_silent(make_player: Make) -> None:
    player = make_player(Fault("audio", 3), audio=True)
    player.act(Type("a"))
    assert not len(player.step_view().sound)
