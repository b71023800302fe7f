"""The pane beside the tasks in which one of them is changed: title, steps, My Day, due date, files, note."""

from __future__ import annotations

from datetime import date

from omnigym.a11y import Role
from omnigym.devices.sim.common.todo import due_text
from omnigym.devices.sim.documents.edit import Edit
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row, stack
from omnigym.devices.sim.ui.widgets import area, button, field, scroll, separator, spacer, text
from omnigym.devices.sim.windows.apps.todo.book import Step, Task
from omnigym.devices.sim.windows.apps.todo.pages import MONTH
from omnigym.devices.sim.windows.apps.todo.view import due_items, move_items

__all__ = ["NOTE", "STEP", "TITLE", "details_pane"]

TITLE, STEP, NOTE = "todo.details.title", "todo.details.step", "todo.details.note"


def _head(task_id: str, completed: bool, important: bool, title: str) -> Node:
    return row(
        button(
            "todo.details.check",
            icon="todo-checked" if completed else "circle",
            style="todo_check",
            name="Mark as not completed" if completed else "Mark as completed",
            click=("complete", task_id),
        ),
        field(
            TITLE,
            title,
            name="Task title",
            style="bare_strong",
            change=("title",),
            submit=("title_done",),
            cancel=("title_cancel",),
            blur=("title_done",),
        ),
        button(
            "todo.details.star",
            icon="todo-starred" if important else "star",
            style="todo_check",
            name="Remove importance" if important else "Mark as important",
            click=("star", task_id),
        ),
        h=48,
        pad=(10, 4),
        gap=8,
    )


def _steps(task_id: str, steps: tuple[Step, ...], adding: str) -> Node:
    return column(
        *[_step(task_id, n, step) for n, step in enumerate(steps)],
        row(
            button("todo.details.add_step", icon="add", name="Add", style="todo_check", click=("add_step", adding)),
            field(
                STEP,
                adding,
                name="Add step",
                placeholder="Next step" if steps else "Add step",
                style="bare",
                change=("step",),
                submit=("add_step",),
                cancel=("step", ""),
            ),
            h=36,
            gap=8,
        ),
        pad=(10, 0),
    )


def _step(task_id: str, n: int, step: Step) -> Node:
    title = text(step.title, w=FILL, key=f"todo.step.{n}")
    if step.done:
        struck = text(step.title, style="muted", key=f"todo.step.{n}")
        title = column(stack(struck, separator("strike"), w=-1, align="center"))
    return row(
        button(
            f"todo.step.{n}.check",
            icon="todo-checked" if step.done else "circle",
            style="todo_check",
            name=f"Mark “{step.title}” as {'not completed' if step.done else 'completed'}",
            click=("step_done", task_id, n),
        ),
        title,
        button(
            f"todo.step.{n}.delete",
            icon="close",
            name=f"Delete step “{step.title}”",
            style="todo_check",
            click=("step_delete", task_id, n),
        ),
        h=36,
        gap=8,
    )


def _choices(task_id: str, my_day: str, due: str, files: tuple[str, ...], day: date) -> Node:
    """What is added to a task, each a line."""
    in_day = my_day == day.isoformat()
    return column(
        button(
            "todo.details.my_day",
            "Added to My Day" if in_day else "Add to My Day",
            icon="weather-sunny",
            style="todo_set" if in_day else "list",
            click=("my_day", task_id),
            w=FILL,
        ),
        button(
            "todo.details.due",
            f"Due {due_text(due, day, MONTH)}" if due else "Add due date",
            icon="calendar",
            style="todo_set" if due else "list",
            menu=due_items(task_id, due),
            w=FILL,
        ),
        button("todo.details.add_file", "Add file", icon="attach", style="list", click=("add_file", task_id), w=FILL),
        *[_file(task_id, name) for name in files],
        pad=(6, 0),
        gap=2,
    )


def _file(task_id: str, name: str) -> Node:
    return row(
        button(f"todo.file.{name}", name, icon="document", style="list", click=("open_file", task_id, name), w=FILL),
        button(
            f"todo.remove_file.{name}",
            icon="close",
            name=f"Remove {name}",
            style="todo_check",
            click=("remove_file", task_id, name),
        ),
        gap=4,
    )


def _foot(task_id: str, place: str, lists: tuple[str, ...]) -> Node:
    return row(
        button(
            "todo.details.close",
            icon="panel-right-contract",
            name="Hide detail view",
            style="tool",
            click=("close_details",),
        ),
        button("todo.details.list", f"In {place}", style="tool", menu=move_items(task_id, place, lists)),
        spacer(),
        button("todo.details.delete", icon="delete", name="Delete task", style="tool", click=("delete", task_id)),
        h=40,
        pad=(8, 4),
        gap=8,
    )


def _middle(task: Task, adding: str, day: date) -> Node:
    return column(
        panel(_steps, task.id, task.steps, adding),
        row(separator(), pad=(10, 4)),
        panel(_choices, task.id, task.my_day, task.due, task.files, day),
    )


def details_pane(task: Task, lists: tuple[str, ...], title: str, adding: str, note: Edit, day: date, w: int) -> Node:
    """Everything about one task; it can be moved to the other ``lists``."""
    return row(
        separator(vertical=True),
        column(
            panel(_head, task.id, task.completed, task.important, title),
            scroll("todo.details", _middle(task, adding, day)),
            column(
                text("Note", style="caption", role=None),
                area(NOTE, note, name="Note", change=("note", task.id)),
                h=96,
                pad=(12, 2, 12, 8),
                gap=4,
            ),
            separator(),
            panel(_foot, task.id, task.list, lists),
            h=FILL,
        ),
        style="pane",
        w=w,
        h=FILL,
        align="stretch",
        role=Role.GROUP,
        name="Details",
    )
