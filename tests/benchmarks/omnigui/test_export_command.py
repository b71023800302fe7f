"""Demonstrations in OmniGUI's layout: the right boxes, the right media, and nothing half-written that counts."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import Result

from omnigym.actions import Click, Drag, OpenApp, Press, Scroll, Type
from omnigym.benchmarks.omnigui import OmniGUI, dataset, export_command
from omnigym.benchmarks.omnigui.export import by_finger
from omnigym.benchmarks.omnigui.rows import read_rows, write_rows
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import ActionError, UnreadableError
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import write_task

pytest.importorskip("av", reason="the extra [record] is not installed")

Run = Callable[..., Result]
CARDS = get_subtask("phone-cards/press-named")


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """Two tasks, in files: the garden and the telephone."""
    for name, number in (("garden", 1), ("telephone", 4)):
        node = TaskNode("1", CARDS.id, CARDS.parameters[number])
        (tmp_path / "tasks").mkdir(exist_ok=True)
        write_task(Task(id=name, nodes=(node,)), tmp_path / "tasks" / f"{name}.json")
    return tmp_path / "tasks"


def test_an_export_is_a_set_whose_right_answers_are_right(run: Run, cards: Path, tmp_path: Path) -> None:
    out = tmp_path / "set"
    assert "2 episodes, 8 steps" in run("omnigui", "export", out, "--tasks", f"{cards}/").stdout
    found = OmniGUI(out)
    episode = found["telephone"]
    assert (episode.app, episode.dimension, episode.level) == ("Word Cards", "semantic_understanding", "critical")
    assert [s.annotation.name for s in episode.steps] == ["TAP", "NONE", "TAP", "TASK_COMPLETE"]
    for step, name in ((0, "Listen"), (2, "Telephone")):
        assert episode.steps[step].annotation.touch.boxes == (_bounds(name),)  # type: ignore[union-attr]
    first, second, third, last = [step.sound() for step in episode.steps]
    assert (len(second), len(third), len(last)) == (1_600, 32_000, 1_600) and len(first) > 0
    assert not first.any() and third.any() and not last.any()
    assert episode.steps[0].screenshot().shape == (1200, 540, 3)
    assert 2 <= len(episode.steps[2].clip(4).frames) <= 4
    for path in (*out.rglob("*.jsonl"), *out.rglob("dataset_*.json")):
        again, rows = path.with_suffix(".again"), read_rows(path)
        assert rows.layout is not None
        write_rows(again, rows.rows, rows.layout)
        assert again.read_bytes() == path.read_bytes()
    told = run("omnigui", "score", out, "--agent", "gold", "--rule", "paper", "--json", "-").stdout
    overall = json.loads(told)["runs"]["gold"]["rules"]["paper"]["overall"]
    assert overall["metrics"] == {"TM": 1.0, "EM": 1.0, "SR": 1.0, "GP": 1.0}


def _bounds(name: str) -> tuple[int, ...]:
    phone = SimDevice((540, 1200), "android", 1.5)
    Task(id="t", nodes=(TaskNode("1", CARDS.id, CARDS.parameters[4]),)).begin(phone, 0)
    phone.act(OpenApp("cards"))
    left, top, width, height = phone.tree().find(name=name).bounds  # type: ignore[union-attr]
    return left, top, left + width, top + height


def test_the_same_export_is_the_same_bytes(run: Run, cards: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        run("omnigui", "export", tmp_path / name, "--tasks", f"{cards}/", "--episodes", "1")
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.*"))
    assert len(files) == 12 + 4
    assert all((tmp_path / "one" / f).read_bytes() == (tmp_path / "two" / f).read_bytes() for f in files)


def test_what_is_refused(run: Run, cards: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").write_text("b")
    said = run("omnigui", "export", tmp_path / "full", "--tasks", f"{cards}/")
    assert said.exit_code == 2 and "is not empty" in said.stderr
    said = run("omnigui", "export", tmp_path / "a", "--tasks", "phone-music/like@0")
    assert said.exit_code == 2 and "has no dimension" in said.stderr and not (tmp_path / "a").exists()
    said = run("omnigui", "export", tmp_path / "b", "--tasks", "phone-music/like@0", "--dimension", "hearing")
    assert said.exit_code == 2 and "localization" in said.stderr
    chord = run(
        *("omnigui", "export", tmp_path / "c", "--tasks", "phone-settings/rename-phone@0"),
        *("--dimension", "localization"),
    )
    assert chord.exit_code == 2 and "left out: phone-settings/rename-phone@0: OmniGUI has the keys" in chord.stderr


@pytest.mark.parametrize("written", [3, 14, 18])
def test_of_a_full_disk_nothing_counts(
    run: Run, cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """In the middle of the first episode's media, of the second's, and between the lists at the end."""
    left = [written]

    def full(*args: Any, **more: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(*args, **more)

    real = dataset.replace_file
    monkeypatch.setattr(dataset, "replace_file", full)
    monkeypatch.setattr("omnigym.benchmarks.omnigui.rows.replace_file", full)
    said = run("omnigui", "export", tmp_path / "set", "--tasks", f"{cards}/")
    assert said.exit_code == 2 and "No space left on device. None of it counts" in said.stderr
    monkeypatch.undo()
    assert run("omnigui", "score", tmp_path / "set", "--agent", "gold").exit_code == 2
    with pytest.raises(UnreadableError):
        [episode for _, episode in OmniGUI(tmp_path / "set").episodes() if not _raised(episode)]


def _raised(episode: object) -> bool:
    if isinstance(episode, Exception):
        raise episode
    return False


def test_after_an_interrupt_whole_episodes_count(
    run: Run, cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, left = export_command.export_episode, [1]

    def interrupted(*args: Any) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return real(*args)

    monkeypatch.setattr(export_command, "export_episode", interrupted)
    assert run("omnigui", "export", tmp_path / "set", "--tasks", f"{cards}/").exit_code != 0
    assert OmniGUI(tmp_path / "set").ids == ("garden",)


@pytest.mark.parametrize(
    ("action", "kinds"),
    [
        (OpenApp("cards"), [Press, Click, Type, Click]),
        (Type("two\nlines"), [Type, Click, Type]),
        (Press("escape"), [Press]),
        (Press("backspace", count=2), [Click, Click]),
        (Scroll((0.5, 0.95), 3.0), [Drag]),
        (Press("a", ("ctrl",)), [Press]),
    ],
)
def test_a_finger_does_the_same(action: Any, kinds: list[type]) -> None:
    phone = SimDevice((540, 1200), "android", 1.5)
    phone.reset(0)
    if not isinstance(action, OpenApp):
        phone.act(Click(_at(phone, "launcher.search")))
    done = []
    for part in by_finger(action, phone):
        phone.act(part)
        done.append(part)
    assert [type(part) for part in done] == kinds
    if isinstance(action, OpenApp):
        assert next(w.app for w in phone.windows() if w.active) == "cards"


def _at(phone: SimDevice, key: str) -> tuple[float, float]:
    x, y = np.array(phone.tree().find(key=key).center) / phone.size  # type: ignore[union-attr]
    return float(x), float(y)


def test_a_key_that_is_not_on_the_screen_is_refused() -> None:
    phone = SimDevice((540, 1200), "android", 1.5)
    phone.reset(0)
    with pytest.raises(ActionError, match="on the screen, to be tapped"):
        list(by_finger(Press("enter"), phone))
