"""What an evaluation function might look at: conditions of the eleven APIs with templates of a subtask's parameters."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from omnigym.benchmarks.omnibench.synthesis.evaluations.traces import Trace, is_event
from omnigym.evaluation.condition import Condition, negate
from omnigym.evaluation.events import Clicked, Event, Typed
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.templates import names_in

__all__ = ["cost", "of_events", "of_subtask", "of_texts", "passes", "shortest", "templated"]


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


# -- the shortest sequence of conditions that some runs pass and others do not ----------------------------------------

#: Sequences of up to so many conditions are tried one by one, of so many candidates; longer ones by leaving out.
_LONGEST, _WIDEST = 3, 40


def passes(sequence: Sequence[Condition], trace: Trace) -> bool:
    """Whether conditions that latch in order all do in a run, as the evaluator judges it.

    A condition on the state may hold at the step at which the one before it did; of events each needs one of its own.
    """
    step, used = 0, 0
    for condition in sequence:
        least = max(step, used + 1) if is_event(condition) else step
        found = min((s for s in trace.holds[condition] if s >= least), default=None)
        if found is None:
            return False
        step = found
        used = found if is_event(condition) else used
    return True


def shortest(
    candidates: Sequence[Condition], good: Sequence[Trace], must: Sequence[Trace], may: Sequence[Trace] = ()
) -> tuple[tuple[Condition, ...], tuple[str, ...]]:
    """The sequence, and the names of the bad runs that pass even the best one.

    Args:
        candidates: The conditions to choose from.
        good: Runs that have to pass; the order is that of the first.
        must: Runs that must not pass; of two sequences the one that fewer of them pass is better.
        may: Runs that should not; what counts next is how many of them pass.
    """
    bad = (*must, *may)
    able = [c for c in candidates if all(trace.holds[c] for trace in good)]
    telling = sorted(able, key=lambda c: (sum(not trace.holds[c] for trace in bad) == 0, cost(c)))[:_WIDEST]
    place = {c: n for n, c in enumerate(_ordered(telling, good[0]))}
    best: tuple[Condition, ...] = ()
    least = len(must), len(may)
    for sequence in _sequences(telling, place):
        if least == (0, 0):
            break
        paid = sum(passes(sequence, t) for t in must), sum(passes(sequence, t) for t in may)
        if paid < least and all(passes(sequence, t) for t in good):
            best, least = sequence, paid
    best = _lean(best, good, bad)
    return best, tuple([t.name for t in bad if passes(best, t)])


def _lean(sequence: tuple[Condition, ...], good: Sequence[Trace], bad: Sequence[Trace]) -> tuple[Condition, ...]:
    """Without what it can do without: those that cost most are left out first."""
    paid = {t.name for t in bad if passes(sequence, t)}
    for condition in sorted(sequence, key=cost, reverse=True):
        shorter = tuple([c for c in sequence if c is not condition])
        right = shorter and all(passes(shorter, t) for t in good)
        if right and {t.name for t in bad if passes(shorter, t)} <= paid:
            sequence = shorter
    return sequence


def _ordered(candidates: Sequence[Condition], trace: Trace) -> list[Condition]:
    """What was done in its order, then what came about, then what was so from the start and has to be so still."""

    def place(condition: Condition) -> tuple[int, int]:
        first = min(trace.holds[condition])
        return (0 if is_event(condition) else 1 if first else 2), first

    return sorted(candidates, key=place)


def _sequences(candidates: Sequence[Condition], place: dict[Condition, int]) -> Iterator[tuple[Condition, ...]]:
    """The shorter ones first, and of those the ones that cost less; at last all that was done in one."""
    for length in range(1, _LONGEST + 1):
        # of so many of the best ones that there are some thousands
        few = candidates[: (_WIDEST, _WIDEST, 20)[length - 1]]
        found = itertools.combinations(few, length)
        yield from [tuple(sorted(s, key=place.__getitem__)) for s in sorted(found, key=lambda s: sum(map(cost, s)))]
    done = sorted([c for c in candidates if is_event(c)], key=place.__getitem__)
    states = [c for c in candidates if not is_event(c)]
    yield (*done, *states)
    yield tuple(states)
