"""Records that are written past their app, by a shell, an editor or the file manager, are side effects."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import gymnasium
import pytest

import omnigym  # noqa: F401 - registers the environments
from omnigym.actions import Action, Done, OpenApp, Press, Type, Wait
from omnigym.baselines.oracle import OracleAgent
from omnigym.tasks.apps.ise import at_prompt
from omnigym.tasks.step_library.steps import save_as
from omnigym.tasks.subtask import UI
from omnigym.tasks.suites import list_tasks

_LOCAL = r"C:\Users\user\AppData\Local"
_VISITS = rf"{_LOCAL}\Sites\services.lakeside.example\visits"
_SIGN_INS = [t for t in list_tasks("suite:osmap") if t.nodes[0].subtask == "osmap-user/sign-in"]


def keys(*lines: str) -> Iterator[Action]:
    for line in lines:
        yield Type(line)
        yield Press("enter")
        yield Wait(1.0)


def powershell(env: Any, *lines: str) -> Iterator[Action]:
    ui = UI(env.device, "powershell_ise")
    yield OpenApp("powershell_ise")
    yield from at_prompt(ui, *lines)


def played(env: Any, actions: Iterator[Action]) -> dict[str, Any]:
    for action in actions:
        _, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            break
    else:
        info = env.step(Done())[4]
    return dict(info)


def made(tasks: list[Any], make: str = "OmniBench-Win11-v0") -> Any:
    env: Any = gymnasium.make(make, tasks=tasks, disable_env_checker=True).unwrapped
    env.reset(seed=0)
    return env


def solved(env: Any) -> dict[str, Any]:
    agent = OracleAgent()
    observation, info = env.reset(seed=0)
    agent.reset(env, info)
    while not info["end_reason"]:
        observation, _, _, _, info = env.step(agent.act(observation, info))
    return dict(info)


def by_shell(env: Any, name: str, value: str) -> Iterator[Action]:
    yield from powershell(env, f"mkdir {_VISITS}", f"Set-Content -Path {_VISITS}\\{name}.json -Value '{value}'")


def by_editor(env: Any, name: str, value: str) -> Iterator[Action]:
    yield from powershell(env, f"mkdir {_VISITS}")
    yield OpenApp("text_editor")
    yield Type(value)
    yield from save_as(UI(env.device, "text_editor"), f"{_VISITS}\\{name}", "s", "ctrl")


def by_file_manager(env: Any, name: str, value: str) -> Iterator[Action]:
    draft = r"C:\Users\user\Documents\visits"
    yield from powershell(env, f"mkdir {draft}", f"Set-Content -Path {draft}\\{name}.json -Value '{value}'")
    yield OpenApp("file_manager")
    yield Press("l", ("ctrl",))
    yield from keys(r"C:\Users\user\Documents")
    ui = UI(env.device, "file_manager")
    yield ui.click(next(n.key for n in ui.tree.nodes if n.name == "visits" and n.key))
    yield Press("x", ("ctrl",))
    yield Press("l", ("ctrl",))
    yield from keys(_VISITS.rpartition("\\")[0])
    yield Press("v", ("ctrl",))


_WRITERS = {"shell": by_shell, "editor": by_editor, "file manager": by_file_manager}


@pytest.mark.parametrize("service", ["library", "energy"])
@pytest.mark.parametrize("way", _WRITERS)
def test_nobody_signs_in_by_writing_the_sites_own_file(way: str, service: str) -> None:
    """A shell writes it, an editor saves it there, or a file that was written elsewhere is copied there."""
    (task,) = [t for t in _SIGN_INS if t.nodes[0].parameters["service"] == service]
    env = made([replace(task, max_steps=100)])
    value = json.dumps({"signed_in": True, "done": True})
    actions = _WRITERS[way](env, service, value)
    info = played(env, actions)
    rows = env.device.query_content("content://services/visits")
    assert [dict(r) for r in rows if r["service"] == service and r["done"] == "1"], rows
    assert not info["is_success"] and info["coverage_rate"] == 0 and "visits" in str(info["collateral"])
    env.close()


def test_the_user_signs_in_by_the_form() -> None:
    env = made(list(_SIGN_INS[:1]))
    info = solved(env)
    assert info["is_success"], info
    env.close()


def test_a_forged_record_stays_forged_until_it_is_taken_back() -> None:
    """Also where the app writes the same file afterwards; deleting what was added is taking it back."""
    (task,) = list_tasks("todo/add-task@0")
    env = made([task])
    path = rf"{_LOCAL}\ToDo\tasks.json"
    list(
        map(env.step, powershell(env, rf"copy {path} C:\Users\user\old.json", f"Set-Content -Path {path} -Value '[]'"))
    )
    env.evaluator.check_side_effects()
    assert "tasks.json" in str(env.evaluator.damage)
    list(map(env.step, powershell(env, rf"copy C:\Users\user\old.json {path} -Force")))
    list(map(env.step, powershell(env, r"del C:\Users\user\old.json")))
    env.evaluator.check_side_effects()
    assert env.evaluator.damage == ()
    moment = env.snapshot()
    list(map(env.step, powershell(env, f"Set-Content -Path {path} -Value '[]'")))
    forged = env.snapshot()
    for snapshot, clean in ((moment, True), (forged, False)):
        env.reset(options={"snapshot": snapshot})
        env.evaluator.check_side_effects()
        assert (env.evaluator.damage == ()) == clean
    env.close()


@pytest.mark.parametrize(
    "task", ["web/mail-archive@0", "events/invite@0", "discovered/windows-maps-1@0", "events/accept@0"]
)
def test_apps_that_work_with_one_another_are_peers(task: str) -> None:
    env = made(list(list_tasks(task)))
    assert solved(env)["is_success"]
    env.close()
