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
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from omnigym.benchmarks.omnigui.dataset import LEVELS
from omnigym.benchmarks.osmap.scopes import domain_of, slug
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.foreign import show_value
from omnigym.foreign.limits import MAX_QUERY
from omnigym.tasks.complexity import CAPABILITY_TASKS, DIMENSIONS, complexity_of, is_test_of, level
from omnigym.tasks.instruction_styles.manner import Manner
from omnigym.tasks.modality_levels import NAMES, dimension_of, level_of
from omnigym.tasks.split import split_of
from omnigym.tasks.task import Task

__all__ = ["KEYS", "OF_OSWORLD", "Query", "Term", "click_only_on", "names_files", "parse_query", "unknown_name"]

#: What stands before the folder of OSWorld's task files.
OF_OSWORLD = "osworld:"


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
    """The devices on which all subtasks of a task can be done by clicks alone."""
    own = {s.id for s in task.subtasks}
    return tuple(device for device, subtasks in _listed().items() if own <= subtasks)


# -- query ------------------------------------------------------------------------------------------------------------

_TEXT: Mapping[str, Callable[[Task], Sequence[str]]] = {
    "id": lambda t: _ids(t),
    "suite": lambda t: (t.suite,),
    "scenario": lambda t: (*_tagged(t, "scenario:"), *((t.scenario, slug(t.scenario)) if t.scenario else ())),
    "domain": lambda t: (domain_of(t.scenario),) if t.scenario else (),
    "dimension": lambda t: (name, NAMES[name]) if (name := dimension_of(t)) else (),
    "intent": lambda t: _tagged(t, "intent:"),
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
#: The keys of terms that select nothing: the instruction styles of the selected tasks, and how many OmniEval draws.
_STYLE, _DRAW = "style", "draw"
#: Other names of keys.
_ALIASES = {"told": _STYLE}
#: The most that are drawn for a test set.
_MOST_DRAWN = 10_000
#: All keys of terms.
KEYS: tuple[str, ...] = (*_TEXT, *_NUMBERS, *DIMENSIONS, _STYLE, _DRAW)

_TERM = re.compile(r"(?P<not>-?)(?:(?P<key>\w+)(?P<op>:|>=|<=|=|>|<))?(?P<value>.*)", re.DOTALL)
#: The letter of a level.
_LEVEL = re.compile(r"\b[lL](?=\d)")
#: The most digits of a number; no task has a billion of anything.
_DIGITS = 9
_RANGE = re.compile(rf"(?P<low>\d{{0,{_DIGITS}}})(?P<dots>-|\.\.)?(?P<high>\d{{0,{_DIGITS}}})")


@dataclass(frozen=True, slots=True)
class Term:
    """A term: a key, the values of which one must match, and whether the term is negated."""

    key: str
    values: tuple[str, ...]
    negated: bool = False

    def fits(self, task: Task) -> bool:
        """Whether a task matches the term."""
        return any(self._fits(task, v) for v in self.values) != self.negated

    def _fits(self, task: Task, value: str) -> bool:
        if self.key in _TEXT:
            return any(fnmatchcase(have.casefold(), value.casefold()) for have in _TEXT[self.key](task))
        if _is_word(self.key, value):
            return level_of(task) == value
        if self.key in _NUMBERS:
            low, high = _bounds(self.key, value)
            return low <= _NUMBERS[self.key](task) <= high
        return level(self.key, getattr(complexity_of(task), self.key)) == value


@dataclass(frozen=True, slots=True)
class Query:
    """A list of terms, all of which a task must match.

    Attributes:
        terms: The terms.
        manners: The style of each task's instruction; in several styles it is as many tasks.
        draw: So many tasks are drawn for each of OmniEval's test sets; 0 for all, and for no test sets.
    """

    terms: tuple[Term, ...]
    manners: tuple[Manner, ...] = (Manner(),)
    draw: int = 0

    def fits(self, task: Task) -> bool:
        """Whether a task matches every term."""
        return all(t.fits(task) for t in self.terms)

    def may_be_in(self, suite: str, prefix: str = "") -> bool:
        """Whether a task of a suite could match; if not, the tasks of that suite need not be made.

        Args:
            suite: Name of the suite.
            prefix: The prefix of all ids of the suite, which no other suite has.
        """
        for term in self.terms:
            if term.key == "suite" and any(fnmatchcase(suite, v) for v in term.values) == term.negated:
                return False
            if term.key == "id" and not term.negated and not any(_can_begin(v, prefix) for v in term.values):
                return False
        return True

    def names_suite(self, suite: str, prefix: str) -> bool:
        """Whether a term says that a suite is meant: by its name, or by ids that only it has.

        Args:
            suite: Name of the suite.
            prefix: As for `may_be_in`, not empty.
        """
        said = [(t.key, v.casefold()) for t in self.terms if not t.negated for v in t.values]
        return any(fnmatchcase(suite, v) if key == "suite" else key == "id" and v.startswith(prefix) for key, v in said)


def _ids(task: Task) -> tuple[str, ...]:
    """What a task is called: by its id, and as one of those of a subtask, which differ in a number, by the rest."""
    name, _, number = task.id.rpartition("@")
    return (task.id, name) if number.isdecimal() else (task.id,)


def _level(task: Task) -> int:
    """The number of a task's level: OS-MAP's, or that of a tag; 0 for none."""
    said = task.level.removeprefix("L") or next(iter(_tagged(task, "level:")), "")
    return int(said) if said.isdecimal() else 0


def _is_word(key: str, value: str) -> bool:
    """Whether a value is one of OmniGUI's levels, which are no numbers."""
    return key == "level" and value in LEVELS


def _tagged(task: Task, kind: str) -> tuple[str, ...]:
    """What the tags of a kind say, such as "scenario:planning"."""
    return tuple(tag.removeprefix(kind) for tag in task.tags if tag.startswith(kind))


def unknown_name(query: Query, tasks: Iterable[Task]) -> UnknownNameError | None:
    """The error for a query without matches: its first name that no task has; None if there is no such name.

    Args:
        query: The query.
        tasks: All tasks.
    """
    tasks = tuple(tasks)
    for term in query.terms:
        if term.negated or term.key not in _TEXT:
            continue
        known = {have for task in tasks for have in _TEXT[term.key](task)}
        for value in term.values:
            if not any(fnmatchcase(have.casefold(), value.casefold()) for have in known):
                return UnknownNameError("task" if term.key == "id" else term.key, value, known)
    return None


def _can_begin(pattern: str, prefix: str) -> bool:
    """Whether a text that begins with ``prefix`` can match a pattern."""
    fixed = re.split(r"[*?\[]", pattern, maxsplit=1)[0].casefold()
    return fixed.startswith(prefix) or (prefix.startswith(fixed) and fixed != pattern.casefold())


def names_files(text: str) -> bool:
    """Whether a text names a task file, or a folder of them, and is no query.

    >>> names_files("mine/task.json"), names_files("osworld:evaluation_examples"), names_files("app:word")
    (True, True, False)
    """
    return text.endswith((".json", "/")) or text.startswith(OF_OSWORLD)


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
    terms = tuple(_term(word) for word in words)
    told = [Manner.parse(value) for term in terms if term.key == _STYLE for value in term.values]
    draw = max([int(value) for term in terms if term.key == _DRAW for value in term.values], default=0)
    selecting = tuple(t for t in terms if t.key not in (_STYLE, _DRAW))
    return Query(selecting, tuple(dict.fromkeys(told)) or (Manner(),), draw)


def _term(word: str) -> Term:
    m = _TERM.fullmatch(word)
    if m is None:
        raise ConfigError(f"Cannot read the term {show_value(word)}: expected key:value, key>=number or an id.")
    key, value, negated = m["key"] or "id", m["value"], bool(m["not"])
    key = _ALIASES.get(key, key)
    if key not in KEYS:
        raise UnknownNameError("query key", key, KEYS)
    if key == "level":  # OS-MAP's L3 is 3
        value = _LEVEL.sub("", value)
    if m["op"] in (">", "<", ">=", "<="):
        value = _compared(key, m["op"], value)
    values = tuple(v for v in value.split(",") if v)
    if not values:
        raise ConfigError(f"The term {show_value(word)} has no value.")
    for v in values:
        if key in _NUMBERS and not _is_word(key, v):
            _bounds(key, v)
        elif key in DIMENSIONS and v not in ("easy", "medium", "hard"):
            raise ConfigError(f"{key} should be easy, medium or hard, got {show_value(v)}.")
        elif key in (_STYLE, _DRAW) and negated:
            raise ConfigError(f"{key} selects no tasks: leave the - of {show_value(word)} out.")
        elif key == _DRAW and not (v.isdecimal() and len(v) <= _DIGITS and 1 <= int(v) <= _MOST_DRAWN):
            raise ConfigError(f"{key} should be a number from 1 to {_MOST_DRAWN:,}, got {show_value(v)}.")
    return Term(key, values, negated)


def _compared(key: str, op: str, value: str) -> str:
    if key not in _NUMBERS or not value.isdecimal() or len(value) > _DIGITS:
        raise ConfigError(f"{op} compares {', '.join(_NUMBERS)} with a number, got {key}{op}{value[:80]}.")
    n = int(value)
    return {">=": f"{n}..", ">": f"{n + 1}..", "<=": f"..{n}", "<": f"..{n - 1}"}[op]


def _bounds(key: str, value: str) -> tuple[int, int]:
    m = _RANGE.fullmatch(value)
    if m is None or not (m["low"] or m["high"]):
        words = f", {', '.join(LEVELS)}," if key == "level" else ""
        raise ConfigError(f"{key} should be a number{words} or a range such as 2-4, got {show_value(value)}.")
    low = int(m["low"] or 0)
    if not m["dots"]:
        return low, low
    return low, int(m["high"]) if m["high"] else 10**9
