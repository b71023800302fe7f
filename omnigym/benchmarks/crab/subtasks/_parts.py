"""The evaluator graphs that CRAB's sub-tasks have: of the known ones 32 are paths, and three are diamonds."""

from __future__ import annotations

from omnigym.tasks.parts import Part
from omnigym.tasks.subtask import Condition, any_of, negate

__all__ = ["OPENED", "browsing", "closed", "diamond", "front", "path", "saved", "typed", "window"]

#: The id of the first part of most: the application is in front.
OPENED = "app"


def front(app: str) -> Condition:
    """CRAB's ``check_current_package_name`` and ``check_current_window_process``: an app is in front."""
    return Condition("app_active", {"app": app})


def window(app: str, title: str) -> Condition:
    """CRAB's ``check_text_in_current_window_name``, or the same app under the title that it has elsewhere."""
    return any_of(front(app), Condition("window_in_front", {"title": title}))


def browsing(title: str, host: str) -> Condition:
    """The browser is in front with a page of that title, or of that host."""
    return Condition("browsing", {"title": title, "host": host})


def typed(text: str) -> Condition:
    """CRAB's ``check_contain_input_text``: somewhere in the episode the text was typed."""
    return Condition("check_contain_input_text", {"text": text})


def saved(path: str) -> Condition:
    """CRAB's ``check_file_exist``."""
    return Condition("file_exists", {"path": path})


def path(*, shown: bool = False, **conditions: Condition) -> tuple[Part, ...]:
    """Parts one after another, by their ids; the last one is to last, unless it is only ``shown``."""
    ids = list(conditions)
    return tuple(
        [
            Part(i, (c,), tuple(ids[max(0, n - 1) : n]), passing=shown or n < len(ids) - 1)
            for n, (i, c) in enumerate(conditions.items())
        ]
    )


def diamond(
    first: Condition, left: Condition, right: Condition, last: Condition, *, shown: bool = False
) -> tuple[Part, ...]:
    """Two things in either order between a first and a last one."""
    return (
        Part(OPENED, (first,), passing=True),
        Part("left", (left,), (OPENED,), passing=True),
        Part("right", (right,), (OPENED,), passing=True),
        Part("done", (last,), ("left", "right"), passing=shown),
    )


def closed(running: Condition) -> Condition:
    """CRAB's ``not is_process_open``."""
    return negate(running)
