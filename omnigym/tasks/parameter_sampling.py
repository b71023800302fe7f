"""Parameters drawn from generators: endless tasks of a subtask, instead of its written parameter sets.

A subtask names the kind of each parameter that may be drawn (`omnigym.tasks.subtask.Subtask.draws`). A drawn task has
the id of the task that it is drawn from and the number that draws it, ``files/create-folder@2@drawn-17``, so
`omnigym.tasks.suites.load_task` makes it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from omnigym.errors import ConfigError
from omnigym.tasks.split import Split, split_of_node, split_of_parameters
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import DRAWN, Task, TaskNode
from omnigym.tasks.worlds.draw import FIRST_NAMES, LAST_NAMES, SLOTS, Draw
from omnigym.tasks.worlds.writing import person, sentence, topic

__all__ = ["DRAWN", "KINDS", "PARAMETERS", "Parameters", "can_be_drawn", "draw_parameters", "drawn_from", "next_drawn"]

#: Whence the parameters of tasks are: their written sets, or generators.
Parameters: TypeAlias = Literal["fixed", "drawn"]
PARAMETERS: tuple[Parameters, ...] = get_args(Parameters)
#: How often a value is drawn again because another parameter has it.
_TRIES = 20
#: How many numbers are tried for one of a split, of which a quarter of the values is held out; a task whose values are
#: few may have none.
_MOST_NUMBERS = 60
_THINGS = tuple([thing.removeprefix("the ") for thing in SLOTS["thing"]])
_WORDS = tuple([thing for thing in _THINGS if " " not in thing])


def _word(draw: Draw) -> str:
    return draw.pick((*_WORDS, *SLOTS["place"], *FIRST_NAMES, *LAST_NAMES)).lower()


def _title(draw: Draw) -> str:
    return f"{draw.pick(SLOTS['place'])} {draw.pick(_THINGS)}"


def _file_name(draw: Draw, usual: object) -> str:
    """Of one or two words, with the ending of the usual one."""
    ending = str(usual).rpartition(".")[2]
    stem = "-".join([_word(draw) for _ in range(draw.between(1, 2))])
    return f"{stem}.{ending}"


def _folder_name(draw: Draw) -> str:
    return f"{draw.pick(SLOTS['place'])} {draw.between(1, 99)}"


def _number(draw: Draw, usual: object) -> int | str:
    """With as many digits as the usual one, as a number or a text as that is."""
    digits = len(str(usual).lstrip("-"))
    made = draw.between(10 ** (digits - 1) if digits > 1 else 1, 10**digits - 1)
    return made if isinstance(usual, int) else str(made)


def _time(draw: Draw, usual: object) -> str:
    """As the usual one is written: with or without a leading zero, AM or PM."""
    text = str(usual)
    half = text.upper().endswith("M")
    hour, minute = draw.between(1, 12) if half else draw.between(0, 23), 5 * draw.between(0, 11)
    return f"{hour}:{minute:02} {draw.pick(('AM', 'PM'))}" if half else f"{hour:02}:{minute:02}"


#: A function from a source of choices and the usual value to another value, by the name of its kind.
KINDS: Mapping[str, Callable[[Draw, object], object]] = MappingProxyType(
    {
        "file_name": _file_name,
        "first_name": lambda draw, _: draw.pick(FIRST_NAMES),
        "folder_name": lambda draw, _: _folder_name(draw),
        "number": _number,
        "person": lambda draw, _: person(draw),
        "place": lambda draw, _: draw.pick(SLOTS["place"]),
        "sentence": lambda draw, _: sentence(draw),
        "time": _time,
        "title": lambda draw, _: _title(draw),
        "topic": lambda draw, _: topic(draw),
        "word": lambda draw, _: _word(draw),
    }
)
#: The most digits of the number of a drawn task: Python refuses to read thousands.
_MOST_DIGITS: Final = 18
#: The kind of a value that the written parameter sets have.
_LISTED = "listed"


def can_be_drawn(task: Task) -> bool:
    """Return whether a task has a parameter that can be drawn.

    Of several nodes, values that another node has too stay. Where the instruction is not that of its nodes, so do
    values that it does not quote exactly once.
    """
    return bool(_drawable(task))


def draw_parameters(task: Task, number: int) -> Task:
    """Return the task with drawn parameters.

    Args:
        task: One that `can_be_drawn`.
        number: Decides the values; at least 0.

    Raises:
        ConfigError: It cannot be drawn.
    """
    if not can_be_drawn(task):
        raise ConfigError(f"Task {task.id!r} has no parameters that can be drawn. Leave {DRAWN}{number} out.")
    nodes = _nodes(task, number)
    return replace(task, id=f"{task.id}{DRAWN}{number}", nodes=nodes, instruction=_instruction(task, nodes))


def drawn_from(task_id: str) -> tuple[str, int] | None:
    """Return the id of the task from which a drawn task was drawn, and its number; None for other ids."""
    plain, mark, number = task_id.rpartition(DRAWN)
    return (plain, int(number)) if mark and number.isdecimal() and len(number) <= _MOST_DIGITS else None


def next_drawn(task: Task, number: int, split: Split | None) -> Task:
    """Return the first drawn task of a split from a number on.

    Args:
        task: Any; one that cannot be drawn is returned as it is.
        number: The first to try; at least 0.
        split: The split; None for both.
    """
    if not can_be_drawn(task):
        return task
    numbers = range(number, number + _MOST_NUMBERS)
    found = next((n for n in numbers if split is None or _split_of(task, _nodes(task, n)) == split), None)
    return task if found is None else draw_parameters(task, found)


def _split_of(task: Task, nodes: Sequence[TaskNode]) -> Split:
    of = split_of_parameters if len(nodes) == 1 else split_of_node
    held = [of(s, n.parameters) for s, n in zip(task.subtasks, nodes, strict=True)]
    return "heldout" if "heldout" in held else "train"


def _nodes(task: Task, number: int) -> tuple[TaskNode, ...]:
    draw = Draw(f"{task.id}/{number}")
    drawing = zip(task.nodes, task.subtasks, _drawable(task), strict=True)
    return tuple([replace(n, parameters=_values(draw, s, n, names)) if names else n for n, s, names in drawing])


def _instruction(task: Task, nodes: Sequence[TaskNode]) -> str:
    """The instruction with other values in it; "" for that of the nodes."""
    text = task.instruction
    if text == task.plain_instruction:
        return ""
    for old, new, names in zip(task.nodes, nodes, _drawable(task), strict=True):
        for name in names:
            text = text.replace(_quoted(old.parameters[name]), _quoted(new.parameters[name]))
    return text


def _quoted(value: object) -> str:
    return f"'{value}'"


@lru_cache(maxsize=4096)
def _drawable(task: Task) -> tuple[tuple[str, ...], ...]:
    """For each node, the parameters to draw; nothing at all where none can be."""
    if task.host is not None:
        return ()
    plain = task.instruction == task.plain_instruction
    values = [{str(v).casefold() for v in n.parameters.values()} for n in task.nodes]
    found = []
    for place, (node, subtask) in enumerate(zip(task.nodes, task.subtasks, strict=True)):
        others = set[str]().union(*(v for i, v in enumerate(values) if i != place))
        free = [n for n in subtask.draws if str(node.parameters[n]).casefold() not in others]
        found.append(tuple([n for n in free if plain or task.instruction.count(_quoted(node.parameters[n])) == 1]))
    return tuple(found) if any(found) else ()


def _values(draw: Draw, subtask: Subtask, node: TaskNode, names: Sequence[str]) -> dict[str, object]:
    """The parameters of a node, some of them drawn; no two are the same that are not anyway."""
    values = dict(node.parameters)
    for name in names:
        kind, usual = subtask.draws[name], values[name]
        taken = {str(v).casefold() for v in (*values.values(), *node.parameters.values())}
        for _ in range(_TRIES):
            if kind == _LISTED:
                made = draw.pick([p[name] for p in subtask.parameters])
            else:
                made = KINDS[kind](draw, usual)
            if str(made).casefold() not in taken:
                values[name] = made
                break
    return values
