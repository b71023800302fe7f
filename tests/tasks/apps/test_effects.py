"""What subtasks may change is bounded by content: an effect that lets a column become anything says why."""

from __future__ import annotations

from omnigym.evaluation.bound_check import effects_of
from omnigym.evaluation.world.effects import Effect, unbounded
from omnigym.tasks.node_binding import bind_node
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.subtask import Subtask


def effects(subtask: Subtask) -> tuple[Effect, ...]:
    """The effects of a subtask with its first parameters: its own, and those that follow from its conditions."""
    node = bind_node("1", subtask, subtask.parameters[0])
    return *(node.effects or ()), *[e for p in node.parts for c in p.conditions for e in effects_of(c)]


def test_no_column_is_free_without_a_reason() -> None:
    subtasks = all_subtasks(None)
    free = {(s.id, e.at, unbounded(e)) for s in subtasks for e in effects(s) if unbounded(e) and not e.why}
    assert free == set(), "Say in `row` what these columns may become, or in `why` that anything will do."


def test_the_lint_sees_a_whole_column() -> None:
    wide = Effect("change", "content://todo/tasks", ("files",), row={"title": "Milk"})
    assert unbounded(wide) == ("files",)
    assert unbounded(Effect("change", "content://todo/tasks", ("*",), row={"title": "Milk"})) == ("*",)
    assert unbounded(Effect("add", "content://todo/tasks")) == ("*",)
    assert unbounded(Effect("add", "content://todo/tasks", row={"title": "Milk"})) == ()
