"""What an evaluation function might look at: conditions of the eleven APIs with templates of a subtask's parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from omnigym.evaluation.condition import Condition, negate
from omnigym.evaluation.events import Clicked, Event, Typed
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.templates import names_in

__all__ = ["cost", "of_events", "of_subtask", "of_texts", "templated"]

#: A parameter's value is put back into a text that it is a part of only from so many characters on.
_LEAST = 3
#: What stands in a text that a world fills; no API can ask for it.
_BLANK = "⟦"
_COSTS: Mapping[str, float] = {
    "check_file_exists": 1.0,
    "clipboard_contains_file": 1.0,
    "get_clipboard_text": 1.0,
    "get_clipboard_file_name": 1.0,
    "clipboard_contains_text": 1.1,
    "clipboard_contains_image": 1.2,
    "check_text_exists_via_control": 1.3,
    "check_keyboard_types": 1.4,
    "check_mouse_clicks": 1.5,
}


def cost(condition: Condition) -> float:
    """How little a condition says, or how bound it is to one way: a function prefers those that cost less."""
    inner = condition.args["of"] if condition.check == "not" else condition
    named = not inner.args or any(names_in(str(value)) for value in inner.args.values())
    fixed = 0.0 if named else 2.0 if inner.check == "check_text_exists_via_control" else 0.5
    return _COSTS[inner.check] + fixed + (0.1 if inner is not condition else 0.0)


def of_subtask(subtask: Subtask) -> Iterator[Condition]:
    """Those that follow from its declaration: of the texts of its conditions and resources, and of its parameters."""
    # a template that is one name alone is filled with the value, which has to be a text
    told = {name for name, value in subtask.parameters[0].items() if isinstance(value, str)}
    texts = dict.fromkeys(
        [
            *[text for c in _conditions(subtask) for text in _texts(c.args)],
            *[r.value for r in (*[n.resource for n in subtask.needs], *subtask.produces)],
            *["{" + name + "}" for name in subtask.parameters[0]],
        ]
    )
    for text in texts:
        if not text.strip() or _BLANK in text or "\n" in text or not names_in(text) <= told:
            continue
        if "/" in text or "." in text.rpartition("/")[2] or text.startswith("{"):
            path = Condition("check_file_exists", {"file_path": text})
            yield path
            yield negate(path)
            yield Condition("clipboard_contains_file", {"file_name": text.rpartition("/")[2]})
        yield Condition("get_clipboard_text", {"equals": text})
        yield Condition("clipboard_contains_text", {"text": text})
        yield from _of_text(text)
    yield Condition("clipboard_contains_image")


def of_events(events: Iterable[Event], parameters: Mapping[str, object]) -> Iterator[Condition]:
    """Those of what was clicked and typed."""
    for event in events:
        if isinstance(event, Clicked | Typed) and event.text.strip() and "\n" not in event.text:
            check = "check_mouse_clicks" if isinstance(event, Clicked) else "check_keyboard_types"
            yield Condition(check, {"text": templated(event.text, parameters)})


def of_texts(texts: Iterable[str], parameters: Mapping[str, object]) -> Iterator[Condition]:
    """Those of what can be read on controls."""
    for text in texts:
        yield Condition("check_text_exists_via_control", {"text": templated(text, parameters)})


def templated(text: str, parameters: Mapping[str, object]) -> str:
    """A text with the parameters put back for their values; the longest value first.

    >>> templated("Rename notes.txt", {"name": "notes.txt", "folder": "Documents"})
    'Rename {name}'
    """
    text = text.replace("{", "{{").replace("}", "}}")
    values = [(str(v), name) for name, v in parameters.items() if isinstance(v, str | int | float)]
    for value, name in sorted(values, key=lambda found: (-len(found[0]), found[1])):
        if value == text and isinstance(parameters[name], str):
            return "{" + name + "}"
        if value != text and len(value) >= _LEAST and value in text and "{" not in value:
            head, _, tail = text.partition(value)
            if head.count("{") == head.count("}"):  # not within the name of another one
                text = head + "{" + name + "}" + tail
    return text


def _of_text(text: str) -> Iterator[Condition]:
    for check in ("check_text_exists_via_control", "check_keyboard_types", "check_mouse_clicks"):
        yield Condition(check, {"text": text})


def _conditions(subtask: Subtask) -> Sequence[Condition]:
    return subtask.conditions or [c for i in subtask.inside.order for c in subtask.parts[i].conditions]


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Condition):
        yield from _texts(value.args)
    elif isinstance(value, Mapping):
        yield from (text for inner in value.values() for text in _texts(inner))
    elif isinstance(value, list | tuple):
        yield from (text for inner in value for text in _texts(inner))
