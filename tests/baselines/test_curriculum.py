"""A curriculum prefers what is half known, unlocks by size, goes backwards from solutions, goes on from its state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from omnigym.actions import Press, Type
from omnigym.baselines.curriculum import Curriculum, CurriculumStart, CurriculumState, moments_of
from omnigym.devices.fake import FakeDevice
from omnigym.envs.env import OmniEnv
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks import list_tasks
from omnigym.tasks.task import Task

WAY = (Type("hello"), Press("s", ("ctrl",)), Press("a", ("ctrl",)), Press("c", ("ctrl",)))


@pytest.fixture(scope="module")
def tasks() -> tuple[Task, ...]:
    return list_tasks("suite:one-node app:calculator", device="sim")[:3]


def drawn(curriculum: Curriculum, count: int = 200) -> Counter[str]:
    return Counter(curriculum.draw().task.id for _ in range(count))


def test_what_is_half_known_is_drawn_most(tasks: tuple[Task, ...]) -> None:
    never, half, always = tasks
    curriculum = Curriculum(tasks, window=20)
    for n in range(20):
        for task, success in ((never, False), (half, n % 2 == 0), (always, True)):
            curriculum.report(CurriculumStart(task), success)
    found = drawn(curriculum)
    assert found[half.id] > 2 * found[never.id] > 0 < found[always.id] < found[half.id]
    assert curriculum.success(half.id) == 0.5 > curriculum.success(never.id)
    alike = drawn(Curriculum(tasks, middling=False, state=curriculum.state))
    assert min(alike.values()) > 40


def test_larger_tasks_come_when_smaller_ones_are_mastered(tasks: tuple[Task, ...]) -> None:
    composed = list_tasks("suite:composed-2", device="sim")
    larger = next(t for t in composed if len(t.expanded_dag.ids) == 2)
    largest = next(t for t in composed if len(t.expanded_dag.ids) == 4)
    curriculum = Curriculum((largest, tasks[0], larger, tasks[1]), unlock=0.75, window=4)
    stages: list[int] = []
    for task in (tasks[0], tasks[1], larger, largest):
        stages.append(len(curriculum.open))
        curriculum.report(CurriculumStart(task), False)
        for _ in range(3):
            curriculum.report(CurriculumStart(task), True)
    assert stages == [2, 3, 3, 4]  # after four of its size; the first of a window are forgotten, not those of others
    assert drawn(Curriculum((largest, *tasks), unlock=0.5)).keys() == {t.id for t in tasks}


def test_it_goes_backwards_from_a_solution(make_task: Callable[..., Task]) -> None:
    task = make_task()
    env = OmniEnv(FakeDevice(), task, observation="a11y")
    curriculum = Curriculum([task], window=2, advance=1.0, from_start=0.0)
    assert curriculum.draw() == CurriculumStart(task)
    moments = moments_of(env, task.id, 5, WAY)
    curriculum.add_solution(task.id, moments)
    lengths = []
    for _ in range(8):
        start = curriculum.draw()
        _, info = env.reset(options=start.options)
        assert start.back == (len(WAY) - info["steps"]) % len(WAY)
        lengths.append(start.back)
        for action in WAY[info["steps"] :]:  # from each of them it is the rest of the way
            *_, info = env.step(action)
        curriculum.report(start, info["is_success"])
    assert lengths == [1, 1, 2, 2, 3, 3, 0, 0]
    curriculum.report(CurriculumStart(task, 1, moments[-1]), False)  # of a moment that is behind it
    assert curriculum.state.recent == {}
    with pytest.raises(ConfigError, match="do not solve"):
        moments_of(env, task.id, 5, WAY[:2])


def test_it_stays_where_it_fails_and_begins_at_the_start_now_and_then(make_task: Callable[..., Task]) -> None:
    task = make_task()
    moments = moments_of(OmniEnv(FakeDevice(), task, observation="a11y"), task.id, 5, WAY)
    curriculum = Curriculum([task], window=2, from_start=0.5)
    curriculum.add_solution(task.id, moments)
    found: Counter[int] = Counter()
    for _ in range(60):
        start = curriculum.draw()
        found[start.back] += 1
        curriculum.report(start, False)
    assert found.keys() == {0, 1} and min(found.values()) > 15


def test_a_saved_state_goes_on_with_the_same_draws(tasks: tuple[Task, ...]) -> None:
    def play(curriculum: Curriculum, count: int) -> list[str]:
        ids = []
        for n in range(count):
            start = curriculum.draw()
            ids.append(start.task.id)
            curriculum.report(start, (n + len(start.task.id)) % 3 == 0)
        return ids

    first = Curriculum(tasks, seed=4)
    play(first, 11)
    saved = CurriculumState.from_json(first.state.to_json())
    assert saved == first.state
    assert play(Curriculum(tasks, state=saved), 30) == play(first, 30)
    assert play(Curriculum(tasks, seed=4), 30) != play(Curriculum(tasks, seed=5), 30)


@pytest.mark.parametrize(
    "text", ["", "[]", '{"format": "omnigym-curriculum/2"}', '{"draws": -1}', '{"outcomes": {"a": [1]}}', '{"back": 1}']
)
def test_what_is_no_state_is_said(text: str) -> None:
    with pytest.raises(ConfigError, match="curriculum's state"):
        CurriculumState.from_json(text)


@pytest.mark.parametrize(
    "wrong",
    [{"unlock": 0.0}, {"advance": 1.5}, {"window": 0}, {"stride": 0}, {"from_start": -0.1}, {"seed": -1}],
)
def test_what_cannot_be_is_said(wrong: dict[str, Any], tasks: tuple[Task, ...]) -> None:
    with pytest.raises(ConfigError):
        Curriculum(tasks, **wrong)


def test_of_other_tasks_it_knows_nothing(tasks: tuple[Task, ...]) -> None:
    for none in ((), (tasks[0], tasks[0])):
        with pytest.raises(ConfigError, match="different ids"):
            Curriculum(none)
    curriculum = Curriculum(tasks[:1])
    with pytest.raises(UnknownNameError):
        curriculum.report(CurriculumStart(tasks[1]), True)
    with pytest.raises(UnknownNameError):
        curriculum.add_solution("none", ())
