"""The steps of the environment that a verb on a node takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from omnigym.a11y import Node, Role, State
from omnigym.actions import Action, Click, Point, Press, Scroll, Type, point_of
from omnigym.envs.episode import lines_in
from omnigym.envs.observer import Env, InfoDict, Observation

__all__ = ["actions_on", "step_through"]

_SINGLE_LINE = (Role.TEXT_FIELD, Role.SEARCH_FIELD, Role.COMBOBOX, Role.SPINNER)
_NOTCHES = 3.0
_VERB_ACTIONS: Final[dict[str, Callable[[Point], Action]]] = {
    "click": lambda at: Click(at),
    "double_click": lambda at: Click(at, count=2),
    "right_click": lambda at: Click(at, "right"),
    "scroll_down": lambda at: Scroll(at, _NOTCHES),
    "scroll_up": lambda at: Scroll(at, -_NOTCHES),
}


def actions_on(
    node: Node, verb: str, size: tuple[int, int], text: str = "", click_only: bool = False
) -> tuple[Action, ...]:
    """Return the ordinary actions of a verb on a node.

    Args:
        node: The node.
        verb: One of `omnigym.wrappers.element_layout.VERBS` or ``TEXT_VERBS``.
        size: The screen's (width, height) in pixels.
        text: The text that a text verb types.
        click_only: Whether keys are refused.
    """
    at = point_of(node.center, size)
    if verb in _VERB_ACTIONS:
        return (_VERB_ACTIONS[verb](at),)
    return _typing(node, at, text + "\n" if verb == "type_enter" else text, click_only)


def step_through(env: Env, actions: Iterable[object]) -> tuple[Observation, float, bool, bool, InfoDict]:
    """Do at least one action, until one of them ends the episode; the rewards and the completed nodes are added."""
    reward = 0.0
    completed: tuple[str, ...] = ()
    for action in actions:
        observation, r, terminated, truncated, info = env.step(action)
        reward += float(r)
        completed += lines_in(info["newly_completed"])
        if terminated or truncated:
            break
    if completed:
        info["newly_completed"] = "\n".join(completed)
    return observation, reward, terminated, truncated, info


def _typing(node: Node, at: Point, text: str, click_only: bool = False) -> tuple[Action, ...]:
    # A field is replaced as a whole; a document is typed into at the caret.
    replaced = node.role in _SINGLE_LINE and not node.has(State.MULTILINE) and bool(node.value)
    if replaced and click_only:
        return Click(at, count=3), Type(text)
    actions: list[Action] = []
    if not node.has(State.FOCUSED):
        actions.append(Click(at))
    if replaced:
        actions.append(Press("a", ("ctrl",)))
    actions.append(Type(text))
    return tuple(actions)
