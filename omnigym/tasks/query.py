"""The query language for tasks; docs/queries.md describes it.

A query consists of terms separated by spaces; a task must match all of them::

    suite:one-node app:word,file_manager nodes:2-4 hierarchy:hard -tag:slow files/create* style:low
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase, translate
from functools import cache
from pathlib import Path
from typing import TypeAlias

from omnigym.discovery import resolve
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.foreign import show_value
from omnigym.foreign.limits import MAX_QUERY, MAX_QUERY_VALUES
from omnigym.manifest import Folders, QueryKey, Suite, declared_keys, manifests
from omnigym.tasks.complexity import CAPABILITY_TASKS, DIMENSIONS, complexity_of, is_test_of, level
from omnigym.tasks.instruction_styles.manner import Manner
from omnigym.tasks.split import split_of
from omnigym.tasks.task import Task

__all__ = [
    "Query",
    "Term",
    "click_only_on",
    "drawing_of",
    "folders_of",
    "names_files",
    "parse_query",
    "query_keys",
    "tags_of",
    "unknown_name",
]

# -- Click-only tasks: those that cannot be done without a look at the screen -----------------------------------------

# ``clicks.json`` lists, by device, the subtasks whose oracle needs nothing but clicks, drags, the wheel and typing
# once the app is open, and at least one click on a control: neither an app opened by name, nor a key or chord, nor a
# whole path. `omnigym.wrappers.ClickOnly` is the environment of these tasks; ``scripts/click_only.py`` writes the
# list.

_LISTED = Path(__file__).with_name("clicks.json")


@cache
def _listed() -> Mapping[str, frozenset[str]]:
    listed: Mapping[str, list[str]] = json.loads(_LISTED.read_text(encoding="utf-8"))
    return {device: frozenset(subtasks) for device, subtasks in listed.items()}


def click_only_on(task: Task) -> tuple[str, ...]:
    """Return the devices on which clicks alone can solve all subtasks of a task."""
    own = {s.id for s in task.subtasks}
    return tuple(device for device, subtasks in _listed().items() if own <= subtasks)


# -- query ------------------------------------------------------------------------------------------------------------

_TEXT: Mapping[str, Callable[[Task], Sequence[str]]] = {
    "id": lambda t: _ids(t),
    "suite": lambda t: (t.suite,),
    "tag": lambda t: (*t.tags, *(tag for s in t.subtasks for tag in s.tags)),
    "app": lambda t: t.apps,
    "category": lambda t: tuple({s.category for s in t.subtasks}),
    "subtask": lambda t: tuple(n.subtask for n in t.nodes),
    "device": lambda t: tuple(t.devices),
    "platform": lambda t: tuple(t.platforms),
    "needs": lambda t: tuple(t.capabilities),
    "split": lambda t: (split_of(t),),
    "clicks": lambda t: click_only_on(t),
    "tests": lambda t: tuple(c for c in CAPABILITY_TASKS if is_test_of(complexity_of(t), c)),
}
_NUMBERS: Mapping[str, Callable[[Task], int]] = {
    "nodes": lambda t: len(t.nodes),
    "edges": lambda t: len(t.edges),
    "depth": lambda t: t.dag.depth,
    "width": lambda t: t.dag.width,
    "apps": lambda t: len(t.apps),
    "level": lambda t: _level(t),
}
#: The key of terms that selects nothing: the instruction styles of the selected tasks.
_STYLE = "style"
#: Other names of keys.
_ALIASES = {"told": _STYLE}


def query_keys() -> tuple[str, ...]:
    """All keys of terms: those of every task, and those that benchmarks declare."""
    return tuple(dict.fromkeys((*_TEXT, *_NUMBERS, *DIMENSIONS, _STYLE, *declared_keys())))


def _texts(key: str) -> list[Callable[[Task], Sequence[str]]]:
    """The functions that give the texts of a key; none for a key of another kind."""
    return [
        *([_TEXT[key]] if key in _TEXT else []),
        *[resolve(k.texts) for k in declared_keys().get(key, ()) if k.texts],
    ]


def _words(key: str) -> Mapping[str, QueryKey]:
    """The words that are values of a key, beside numbers."""
    return {word: k for k in declared_keys().get(key, ()) for word in k.words}


def _drawing(key: str) -> QueryKey | None:
    """The key as one that draws from the selected tasks, or None."""
    return next((k for k in declared_keys().get(key, ()) if k.draws), None)


def drawing_of(key: str) -> str:
    """The place of the function of a key that draws; "" for another key."""
    found = _drawing(key)
    return "" if found is None else found.draws


_TERM = re.compile(r"(?P<not>-?)(?:(?P<key>\w+)(?P<op>:|>=|<=|=|>|<))?(?P<value>.*)", re.DOTALL)
#: The letter of a level.
_LEVEL = re.compile(r"\b[lL](?=\d)")
#: The most digits of a number; no task has a billion of anything.
_DIGITS = 9
_RANGE = re.compile(rf"(?P<low>\d{{0,{_DIGITS}}})(?P<dots>-|\.\.)?(?P<high>\d{{0,{_DIGITS}}})")


_Test: TypeAlias = Callable[[Task], bool]


@dataclass(frozen=True, slots=True)
class Term:
    """A term: a key, its values, one of which must match, and whether the term is negated."""

    key: str
    values: tuple[str, ...]
    negated: bool = False

    def test(self) -> _Test:
        """Return the test of whether a task matches the term; keys and values are looked up here, once."""
        if texts := _texts(self.key):
            matches, negated = _matcher(self.values), self.negated
            return lambda task: any(matches(have.casefold()) for of in texts for have in of(task)) != negated
        return _any([self._test_of(value) for value in self.values], self.negated)

    def _test_of(self, value: str) -> _Test:
        key = self.key
        if (word := _words(key).get(value)) is not None:
            word_of = resolve(word.word)
            return lambda task: bool(word_of(task) == value)
        if key in _NUMBERS:
            low, high = _bounds(key, value)
            return lambda task: low <= _NUMBERS[key](task) <= high
        return lambda task: level(key, getattr(complexity_of(task), key)) == value


def _any(tests: Sequence[_Test], negated: bool) -> _Test:
    return lambda task: any(test(task) for test in tests) != negated


def _matcher(values: Iterable[str]) -> Callable[[str], bool]:
    """A function that says whether a text is one of some values or matches one that is a pattern."""
    folded = [value.casefold() for value in values]
    plain = frozenset(value for value in folded if not set(value) & set("*?["))
    patterns = [re.compile(translate(value)).match for value in folded if value not in plain]
    return lambda text: text in plain or any(matches(text) for matches in patterns)


@dataclass(frozen=True, slots=True)
class Query:
    """A list of terms, all of which a task must match.

    Attributes:
        terms: The terms.
        manners: The style of each task's instruction; in several styles it is as many tasks.
        draws: For each key that draws from the selected tasks, such as OmniEval's ``draw``, its size.
    """

    terms: tuple[Term, ...]
    manners: tuple[Manner, ...] = (Manner(),)
    draws: tuple[tuple[str, int], ...] = ()

    def test(self) -> _Test:
        """Return the test of whether a task matches every term."""
        tests = [term.test() for term in self.terms]
        return lambda task: all(test(task) for test in tests)

    def may_be_in(self, suite: Suite) -> bool:
        """Return whether a task of a suite could match; if not, the tasks of that suite need not be made."""
        for term in self.terms:
            if term.key == "suite" and any(fnmatchcase(suite.name, v) for v in term.values) == term.negated:
                return False
            if term.key == "id" and not term.negated and not any(_can_begin(v, suite.prefix) for v in term.values):
                return False
        return True

    def names_suite(self, suite: Suite) -> bool:
        """Return whether a term says that a suite is meant: by its name, or by ids that only it has."""
        said = [(t.key, v.casefold()) for t in self.terms if not t.negated for v in t.values]
        return any(
            fnmatchcase(suite.name, v) if key == "suite" else key == "id" and v.startswith(suite.prefix)
            for key, v in said
        )


def _ids(task: Task) -> tuple[str, ...]:
    """What a task is called: by its id, and as one of those of a subtask, which differ in a number, by the rest."""
    name, _, number = task.id.rpartition("@")
    return (task.id, name) if number.isdecimal() else (task.id,)


def _level(task: Task) -> int:
    """The number of a task's level, L1 to L5, or that of a tag; 0 for none."""
    said = task.level.removeprefix("L") or next(iter(tags_of(task, "level:")), "")
    return int(said) if said.isdecimal() else 0


def tags_of(task: Task, kind: str) -> tuple[str, ...]:
    """The values of the tags of a kind: "planning" of "scenario:planning"."""
    return tuple(tag.removeprefix(kind) for tag in task.tags if tag.startswith(kind))


def unknown_name(query: Query, tasks: Iterable[Task]) -> UnknownNameError | None:
    """Return the error for a query without matches, with the first name that no task has; None if all names exist.

    Args:
        query: The query.
        tasks: All tasks.
    """
    tasks = tuple(tasks)
    for term in query.terms:
        texts = _texts(term.key)
        if term.negated or not texts:
            continue
        known = {have for task in tasks for of in texts for have in of(task)}
        folded = {have.casefold() for have in known}
        for value in term.values:
            if not any(map(_matcher([value]), folded)):
                return UnknownNameError("task" if term.key == "id" else term.key, value, known)
    return None


def _can_begin(pattern: str, prefix: str) -> bool:
    """Whether a text that begins with ``prefix`` can match a pattern."""
    fixed = re.split(r"[*?\[]", pattern, maxsplit=1)[0].casefold()
    return fixed.startswith(prefix) or (prefix.startswith(fixed) and fixed != pattern.casefold())


def names_files(text: str) -> bool:
    """Return whether a text names a task file, or a folder of task files, and is not a query.

    >>> names_files("mine/task.json"), names_files("osworld:evaluation_examples"), names_files("app:word")
    (True, True, False)
    """
    return text.endswith((".json", "/")) or folders_of(text) is not None


def folders_of(text: str) -> Folders | None:
    """The format of the task files that a query names by a folder, such as ``osworld:DIR``; None for another query."""
    return next((f for m in manifests() for f in m.folders if text.startswith(f.prefix)), None)


def parse_query(text: str) -> Query:
    """Parse a query.

    Raises:
        ConfigError: It is not valid; for an unknown key the message has similar ones.

    >>> [t.key for t in parse_query("app:word nodes>=3 files/*").terms]
    ['app', 'nodes', 'id']
    """
    if len(text) > MAX_QUERY:
        raise ConfigError(
            f"A query has at most {MAX_QUERY:,} characters, got {len(text):,}. Use patterns, such as files/*."
        )
    try:
        words = shlex.split(text)
    except ValueError as e:
        raise ConfigError(f"Cannot read the query {show_value(text)}: {e}.") from None
    terms = tuple(dict.fromkeys(_term(word) for word in dict.fromkeys(words)))
    if (count := sum(len(term.values) for term in terms)) > MAX_QUERY_VALUES:
        raise ConfigError(f"A query has at most {MAX_QUERY_VALUES:,} values, got {count:,}. Use patterns or a list.")
    styles = [Manner.parse(value) for term in terms if term.key == _STYLE for value in term.values]
    drawing = [t.key for t in terms if _drawing(t.key) is not None]
    draws = {key: max(int(v) for t in terms if t.key == key for v in t.values) for key in drawing}
    selecting = tuple(t for t in terms if t.key != _STYLE and t.key not in draws)
    return Query(selecting, tuple(dict.fromkeys(styles)) or (Manner(),), tuple(draws.items()))


def _term(word: str) -> Term:
    m = _TERM.fullmatch(word)
    if m is None:
        raise ConfigError(f"Cannot read the term {show_value(word)}: expected key:value, key>=number or an id.")
    key, value, negated = m["key"] or "id", m["value"], bool(m["not"])
    key = _ALIASES.get(key, key)
    if key not in query_keys():
        raise UnknownNameError("query key", key, query_keys())
    if key == "level":  # L3 is 3
        value = _LEVEL.sub("", value)
    if m["op"] in (">", "<", ">=", "<="):
        value = _compared(key, m["op"], value)
    values = tuple(dict.fromkeys(v for v in value.split(",") if v))
    if not values:
        raise ConfigError(f"The term {show_value(word)} has no value.")
    drawing = _drawing(key)
    for v in values:
        if key in _NUMBERS and v not in _words(key):
            _bounds(key, v)
        elif key in DIMENSIONS and v not in ("easy", "medium", "hard"):
            raise ConfigError(f"{key} should be easy, medium or hard, got {show_value(v)}.")
        elif (key == _STYLE or drawing is not None) and negated:
            raise ConfigError(f"{key} selects no tasks: leave the - of {show_value(word)} out.")
        elif drawing is not None and not (v.isdecimal() and len(v) <= _DIGITS and 1 <= int(v) <= drawing.most):
            raise ConfigError(f"{key} should be a number from 1 to {drawing.most:,}, got {show_value(v)}.")
    return Term(key, values, negated)


def _compared(key: str, op: str, value: str) -> str:
    if key not in _NUMBERS or not value.isdecimal() or len(value) > _DIGITS:
        raise ConfigError(f"{op} compares {', '.join(_NUMBERS)} with a number, got {key}{op}{value[:80]}.")
    n = int(value)
    return {">=": f"{n}..", ">": f"{n + 1}..", "<=": f"..{n}", "<": f"..{n - 1}"}[op]


def _bounds(key: str, value: str) -> tuple[int, int]:
    m = _RANGE.fullmatch(value)
    if m is None or not (m["low"] or m["high"]):
        words = f", {', '.join(_words(key))}," if _words(key) else ""
        raise ConfigError(f"{key} should be a number{words} or a range such as 2-4, got {show_value(value)}.")
    low = int(m["low"] or 0)
    if not m["dots"]:
        return low, low
    return low, int(m["high"]) if m["high"] else 10**9
