"""The tasks of MiniWoB++ as tasks of omnigym: ids, tags, oracles."""

from __future__ import annotations

from functools import cache

from omnigym.devices.chromium.sites.miniwob import page_names, page_path, pages_folder
from omnigym.devices.protocol import Platform
from omnigym.tasks.hosting import OWN_JUDGEMENT
from omnigym.tasks.miniwob.host import DataMode, MiniWob
from omnigym.tasks.miniwob.oracles import oracle_of
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["miniwob_suite", "miniwob_task", "require_miniwob"]

_PLATFORMS: tuple[Platform, ...] = ("web",)


def miniwob_suite(platform: str = "") -> tuple[Task, ...]:
    """Every task of MiniWoB++; none if the package is not installed.

    Args:
        platform: The platform; there are tasks for "web" only, which are also returned for "".
    """
    return tuple(miniwob_task(name) for name in page_names()) if platform in ("", *_PLATFORMS) else ()


def require_miniwob() -> None:
    """Check that the pages are installed.

    Raises:
        MissingDependencyError: The package ``miniwob`` is not installed.
    """
    pages_folder()


@cache
def miniwob_task(name: str, *, decay: bool = False, mode: DataMode = "train") -> Task:
    """A task of MiniWoB++.

    Args:
        name: The name of the task in MiniWoB++ ("click-test-2").
        decay: Whether its time limit applies and its reward decreases with the page's time.
        mode: The set of problems that are drawn from.

    Raises:
        MissingDependencyError: The package ``miniwob`` is not installed.
        UnknownNameError: There is no such task; says what is close.
    """
    page_path(name)
    oracle = oracle_of(name)
    task_id = f"miniwob/{name}"
    subtask = Subtask(
        id=task_id,
        app="browser",
        instruction="Do what the page asks for.",
        parameters=({},),
        conditions=OWN_JUDGEMENT,
        oracle=oracle,
        capabilities=("web", "apps", "a11y"),
        platforms=_PLATFORMS,
        tags=("oracle",) if oracle is not None else (),
    )
    return Task(
        id=task_id,
        nodes=(TaskNode("1", task_id),),
        intent=name.replace("-", " "),
        suite="miniwob",
        definitions=(subtask,),
        host=MiniWob(name, decay, mode),
    )
