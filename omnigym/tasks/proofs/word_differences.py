"""Words on which a check must depend, and whether the oracle's run shows that they make a difference.

"By 20", "the day after", "if", "every", "at the very beginning", "except": such a word changes what is asked for, and a
check that ignores it still fits the rest of the sentence. The closed lists are in ``words.toml``. For each word that an
instruction has, the run of the oracle must show the difference: "by 20" a value that was not 0 and is other by 20,
"every" several changes of which none may be left out, "at the end" a place at which there is more than one. Then the
state after the run is edited to what a run leaves that ignores the word, and the conditions must refuse it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache, cached_property, partial
from pathlib import Path

from omnigym.devices.userdata import Row, UserData
from omnigym.errors import DeviceError, OmnigymError, UnreadableError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.world.effects import setting_place
from omnigym.foreign import parse_toml
from omnigym.tasks.node_binding import BoundNode, fill_condition
from omnigym.tasks.proofs.changes import Order, RunChanges, Step
from omnigym.tasks.proofs.unjudged_requests import JudgedWords, conditions_of, marked_values, shown_text
from omnigym.tasks.rollout import Damage, Mark, Stage
from omnigym.tasks.templates import names_in

__all__ = ["idle_word", "unshown_condition"]

_VALUE = "\ue000(?:\\d+)\ue001"
_NUMBERS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty
""".split()  # noqa: SIM905
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100}
_NUMBER = rf"(?P<n>{_VALUE}|\d+(?:[.,]\d+)?|\b(?:{'|'.join([*_NUMBERS, *_TENS, 'an?'])})\b)"
#: The minutes of a unit of time; of a month and a year about so many days.
_UNITS = {"second": 1 / 60, "minute": 1, "hour": 60, "day": 1440, "week": 10080, "month": 43800, "year": 525600}
_SPANS = {"morning": "day", "evening": "day", "night": "day"}
_UNIT = rf"(?P<unit>{'|'.join([*_UNITS, *_SPANS])})s?\b"
_BACK = frozenset({"before", "earlier", "sooner", "ahead of", "prior to", "preceding", "back", "previous"})
_PLACES = {"first": 0, "topmost": 0, "uppermost": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
_PLACES |= {"lowest": -1, "second last": -2, "second-last": -2, "next-to-last": -2, "next to last": -2}
_BY_TIME = {"first": 0, "earliest": 0, "oldest": 0, "last": -1, "newest": -1, "latest": -1, "most recent": -1}
_MONTHS = [date(2000, n, 1).strftime("%B").casefold() for n in range(1, 13)]
_SETTING = setting_place("")
_NOTHING = frozenset({"", "0", "off", "false", "none", "[]"})
#: Items that are all of a text or a table.
_PARTS = re.compile(r"lines?|paragraphs?|rows?|slides?|text|words?|cells?|sentences?")
_FILES = re.compile(r"(?:files?|folders?|documents?|pictures?|photos?|songs?|videos?|workbooks?)")
_BOTH = re.compile(rf"both (?:[a-z]+ )*?'?({_VALUE})'? and (?:[a-z]+ )*?'?({_VALUE})", re.IGNORECASE)
_MANY = re.compile(r"\ball\b|_all|all_|every|whole|names|lines|rows|each|files_|copied|everything|entire")
_TIME_COLUMN = re.compile(r"time|date|_ms$|start|created|modified|due", re.IGNORECASE)


@dataclass(frozen=True)
class _Kind:
    """The patterns of a kind of words; see ``words.toml``."""

    said: tuple[re.Pattern[str], ...]
    harmless: tuple[re.Pattern[str], ...]
    trace: re.Pattern[str]


@cache
def _kinds() -> Mapping[str, _Kind]:
    table = parse_toml(Path(__file__).with_name("words.toml").read_text("utf-8"))

    def pattern(text: str, number: str = _NUMBER, unit: str = _UNIT) -> re.Pattern[str]:
        return re.compile(text.replace("<v>", _VALUE).replace("<n>", number).replace("<unit>", unit), re.IGNORECASE)

    bare = re.sub(r"\?P<\w+>", "?:", _NUMBER), re.sub(r"\?P<\w+>", "?:", _UNIT)
    return {
        name: _Kind(
            tuple([pattern(text) for text in kind["said"]]),
            tuple([_exact(pattern(text, *bare)) for text in kind["harmless"]]),
            re.compile(kind["trace"], re.IGNORECASE),
        )
        for name, kind in table.items()
    }


def _exact(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """A pattern with capital letters of more than one as they are: IF is no "if"."""
    return re.compile(pattern.pattern) if re.search(r"\b[A-Z]{2,}\b", pattern.pattern) else pattern


def _found(name: str, text: str) -> Iterator[re.Match[str]]:
    kind = _kinds()[name]
    rest = text
    for pattern in kind.harmless:
        rest = pattern.sub(lambda m: "\0" * len(m[0]), rest)
    seen: set[int] = set()
    for pattern in kind.said:
        for found in pattern.finditer(rest):
            if found.start() not in seen:
                seen.add(found.start())
                yield found


# -- conditions: of two starts ----------------------------------------------------------------------------------------


def unshown_condition(text: str, nodes: Sequence[BoundNode]) -> Iterator[str]:
    """Yield, as sentences, the conditions ("if ...") of a text on which no check depends.

    There must be two parameter sets of which the same words are said, with other things there and other work to do.

    Args:
        text: The text; names in braces stand for the parameters of the first node.
        nodes: The nodes that it tells of.
    """
    said, values = marked_values(text, nodes)
    for found in _found("condition", said):
        if not any(_has_cases(node) for node in nodes):
            end = re.search(r"[,.;:!?]|$", said[found.end() :])
            clause = said[found.start() : found.end() + (end.start() if end else 0)]
            yield (
                f"The instruction says {shown_text(clause, values)!r}, and the conditions are the same in every start. "
                "Add a parameter set in which it is not so."
            )


def _has_cases(node: BoundNode) -> bool:
    own = node.subtask
    said = names_in(own.instruction)
    mine = [fill_condition(c, node.parameters) for c in _unfilled(node)]
    alike = [p for p in own.parameters if all(p.get(name) == node.parameters[name] for name in said)]
    return any([fill_condition(c, values) for c in _unfilled(node)] != mine for values in alike)


def _unfilled(node: BoundNode) -> list[Condition]:
    own = node.subtask
    return [*own.conditions, *[c for p in own.parts for c in p.conditions]]


# -- words that the run must show -------------------------------------------------------------------------------------


def idle_word(text: str, nodes: Sequence[BoundNode], stage: Stage, mark: Mark | None, run: RunChanges) -> Iterator[str]:
    """Yield, as sentences, the words of a text that make no difference to the checks of its nodes.

    Args:
        text: The text; names in braces stand for the parameters of the first node.
        nodes: The nodes that it tells of.
        stage: Where the oracle was played.
        mark: The state after it; None where the device has no snapshots, and nothing is edited.
        run: Its changes.
    """
    said, values = marked_values(text, nodes)
    words = [(name, found) for name in _JUDGES for found in _found(name, said)]
    if not words:
        return
    shown = _Shown(said, values, nodes, stage, mark, run)
    for name, found in words:
        if why := _JUDGES[name](shown, found):
            yield f"The instruction says {shown_text(found[0], values)!r}, and {why}"


class _Shown:
    """What the run of an oracle shows.

    Args:
        said: The text, with marks for values.
        values: The values.
        nodes: The nodes that it tells of.
        stage: Where it was played.
        mark: The state after it; None for none.
        run: Its changes.
    """

    def __init__(
        self,
        said: str,
        values: Sequence[str],
        nodes: Sequence[BoundNode],
        stage: Stage,
        mark: Mark | None,
        run: RunChanges,
    ) -> None:
        self.said, self.values, self.run, self._stage, self._mark = said, values, run, stage, mark
        self.asked = JudgedWords(nodes)
        self.parameters = [str(v) for n in nodes for v in n.parameters.values()]
        self._lists = [len(v) for n in nodes for c in conditions_of(n) for v in _lists(dict(c.args))]

    def has(self, name: str) -> bool:
        """Return whether a condition judges the word by itself."""
        return _kinds()[name].trace.search(self.asked.made) is not None

    def value(self, text: str) -> str:
        """Return the text of a mark, or the text itself."""
        found = re.search("\ue000(\\d+)\ue001", text)
        return self.values[int(found[1])] if found else text

    def number(self, text: str | None) -> float | None:
        """Return the number that a text or a mark stands for."""
        said = self.value(text or "one").strip().casefold()
        if said in ("a", "an"):
            return 1
        if said in _NUMBERS:
            return _NUMBERS.index(said)
        found = re.match(r"-?\d+(?:[.,]\d+)?", said)
        return _TENS.get(said) if found is None else float(found[0].replace(",", "."))

    @cached_property
    def orders(self) -> list[Order]:
        """The containers whose order can be seen, those with several items first."""
        seen = [o for o in (*self.run.orders, *_texts_in(self.run)) if not o.records]
        return sorted(seen, key=lambda o: -len(_filled(o, o.after)))

    @cached_property
    def opaque(self) -> bool:
        """Whether the run changes a file that has no items, or not in its items."""
        changed = [
            d.at for d in self.run.rows if d.how == "change" and "://" not in d.at and not d.at.startswith(_SETTING)
        ]
        seen = {o.at for o in self.run.orders if o.steps}
        return any(at not in seen for at in changed)

    @property
    def many(self) -> bool:
        """Whether a condition asks for several things."""
        return max(self._lists, default=0) > 1 or _MANY.search(self.asked.made) is not None

    def pays(self, make: Callable[[], Damage | None], order: Order | None = None, *, frame: bool = False) -> bool:
        """Return whether the conditions hold after an edit of the state, though they are not to.

        Args:
            make: Makes the edit; it gives None where none can be made.
            order: The container that is edited: as it is, and written anew, it must be judged well.
            frame: Whether other changes count as well.
        """
        if self._mark is None:
            return False
        graph = self._stage.task.graph
        try:
            if not self._stage.would_hold(self._mark, graph, frame=frame):
                return False
            same = order.same() if order is not None else None
            if order is not None and (
                same is None or not self._stage.would_hold(self._mark, graph, (same,), frame=frame)
            ):
                return False
            edit = make()
            return edit is not None and self._stage.would_hold(self._mark, graph, (edit,), frame=frame)
        except DeviceError:
            raise
        except OmnigymError:
            return False


def _lists(value: object) -> Iterator[Sequence[object]]:
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _lists(inner)
    elif isinstance(value, list | tuple):
        if not any(hasattr(v, "check") for v in value):
            yield value
        for inner in value:
            yield from _lists(inner)


def _texts_in(run: RunChanges) -> Iterator[Order]:
    """The values of several lines, as containers."""
    for pair in run.pairs:
        if "://" in pair.at and "\n" in f"{pair.before}{pair.after}" and pair.before:
            lines = [tuple(text.split("\n")) for text in (pair.before, pair.after)]
            yield Order(pair.at, lines[0], lines[1], False, None, str)


def _filled(order: Order, items: Sequence[object]) -> list[int]:
    """The places of items that are not empty."""
    return [n for n, item in enumerate(items) if order.shown(item).strip()]


# -- amounts ----------------------------------------------------------------------------------------------------------


def _numbers(text: str) -> list[float]:
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", text)]


def _aligned(shown: _Shown) -> Iterator[tuple[float, float, str]]:
    """The numbers that differ, before and after, with the place of the value."""
    for pair in shown.run.pairs:
        old, new = _numbers(pair.before), _numbers(pair.after)
        if len(old) == len(new):
            yield from [(a, b, pair.at) for a, b in zip(old, new, strict=True) if a != b]


def _amount(shown: _Shown, found: re.Match[str]) -> str:
    wanted = shown.number(found["n"])
    if wanted is None or not wanted:
        return ""
    unit = re.match(rf"\s*{_UNIT}", shown.said[found.end("n") :], re.IGNORECASE)
    if unit is not None and _came(shown, wanted * _minutes(unit["unit"]), None):
        return ""
    pairs = list(_aligned(shown))
    by = [(a, at) for a, b, at in pairs if abs(abs(b - a) - wanted) < 1e-9]
    if any(a for a, _ in by):
        for a, at in by:
            key = at.removeprefix(_SETTING)
            if at != key and a and shown.pays(partial(Damage, "to", at, f"{wanted:g}".encode())):
                return f"the conditions hold as well where it is {wanted:g}. Ask for the difference."
        return ""
    if by:
        return "what is to be changed was 0 before, so that it is the same as 'to'. Let it begin with another value."
    if not pairs and shown.has("amount"):
        return ""
    return f"nothing that the oracle changes is other by {wanted:g} than it was. Ask for the difference."


def _factor(shown: _Shown, found: re.Match[str]) -> str:
    factor = next(f for name, f in (("two", 2), ("three", 3), ("half", 0.5)) if found.groupdict().get(name))
    said = [n for v in shown.values for n in _numbers(v)]
    afters = [b for _, b, _ in _aligned(shown)] + [n for p in shown.run.pairs for n in _numbers(p.after)]
    bases = [a for a, _, _ in _aligned(shown)] + said
    if any(a and b == a * factor for a in bases for b in afters):
        return ""
    return f"nothing that the oracle changes is {factor:g} times what it was. Ask for that."


# -- moments ----------------------------------------------------------------------------------------------------------


def _minutes(unit: str) -> float:
    low = unit.casefold()
    return _UNITS[_SPANS.get(low, low)]


def _moments(text: str) -> Iterator[tuple[str, float]]:
    """The moments of a text: dates, times of day, and dates with times, in minutes."""
    for stamp in re.findall(r"(?<!\d)1\d{12}(?!\d)", text):
        at = datetime.fromtimestamp(int(stamp) / 1000, UTC)
        yield "date", at.toordinal() * 1440
        yield "time", at.hour * 60 + at.minute
        yield "both", at.toordinal() * 1440 + at.hour * 60 + at.minute
    days: list[float] = []
    for y, m, d in re.findall(r"\b(\d{4})-(\d\d)-(\d\d)\b", text):
        days += _day(int(y), int(m), int(d))
    for name, d in re.findall(rf"\b({'|'.join(_MONTHS)}) (\d\d?)\b", text, re.IGNORECASE):
        days += _day(2025, _MONTHS.index(name.casefold()) + 1, int(d))
    times = [
        (int(h) % 12 + 12 * (half.casefold() == "p") if half else int(h)) * 60 + int(m)
        for h, m, half in re.findall(r"\b(\d\d?):(\d\d)(?::\d\d)?(?: ?([AaPp])\.?[Mm])?", text)
    ]
    yield from [("date", day) for day in days]
    yield from [("time", time) for time in times]
    yield from [("both", day + time) for day in days[:1] for time in times[:1]]


def _day(year: int, month: int, day: int) -> list[float]:
    try:
        return [date(year, month, day).toordinal() * 1440]
    except ValueError:
        return []


def _came(shown: _Shown, delta: float, back: bool | None) -> bool:
    """Whether a moment came so many minutes after, or before, one that is said or was there."""
    bases = [m for v in (*shown.values, *[p.before for p in shown.run.pairs]) for m in _moments(v)]
    befores = {m for p in shown.run.pairs for m in _moments(p.before)}
    new = [m for p in shown.run.pairs for m in _moments(p.after) if m not in befores]
    slack = 2160 if delta >= _UNITS["month"] else 0
    for kind, base in bases:
        for other, moment in new:
            apart = moment - base
            if kind != other or not apart or (kind == "date") != (delta % 1440 == 0 and kind == "date"):
                continue
            if kind == "time":
                apart = (apart + 720) % 1440 - 720
            wanted = (-delta,) if back else (delta,) if back is not None else (delta, -delta)
            if any(abs(apart - w) <= slack for w in wanted):
                return True
    return False


def _is_set(shown: _Shown, value: str) -> bool:
    """Whether a moment that is said came to be."""
    wanted = set(_moments(value))
    new = [m for p in shown.run.pairs for m in _moments(p.after) if m not in set(_moments(p.before))]
    return any(m in wanted for m in new)


def _shift(shown: _Shown, found: re.Match[str]) -> str:
    groups = found.groupdict()
    way = found["way"].casefold()
    unit = groups.get("unit") or (way if way.rstrip("s") in _UNITS else "day")
    count = 0.5 if groups.get("half") else shown.number(groups.get("n"))
    if count is None:
        return ""
    delta = count * _minutes(unit.rstrip("s"))
    base = re.match(rf"(?: than)? ?'?({_VALUE})", shown.said[found.end() :])
    if base is not None and _is_set(shown, shown.value(base[1])):
        return f"the oracle sets {shown.value(base[1])!r} itself. Let it be {count:g} {unit}(s) from it."
    if _came(shown, delta, way in _BACK):
        return ""
    if way in ("before", "after", "ahead of") and delta < _UNITS["day"]:  # a reminder, a delay: so long is kept
        lengths = {delta, delta * 60, delta / 60}
        if any(n in lengths for p in shown.run.pairs for n in _numbers(p.after)):
            return ""
        if any(n in lengths for n in _numbers(shown.asked.made)) and shown.has("shift"):
            return ""
    return f"no moment that the oracle sets is {count:g} {unit}(s) from one that is said or was there. Ask for it."


# -- all, every second one, all but one -------------------------------------------------------------------------------


def _every(shown: _Shown, found: re.Match[str]) -> str:
    word, noun = found["word"].casefold(), found["noun"] or ""
    several = [o for o in shown.run.orders if len(o.steps) > 1 and o.before]
    for order in several:
        for step in {order.steps[0], order.steps[-1]}:
            if shown.pays(partial(order.without, step), order):
                return f"the conditions hold as well where {order.text(step)[:40]!r} is left out. Ask for all of them."
    if "\ue000" in noun and (left := _left(shown, shown.value(noun))):
        return f"{left[:60]!r} is left after the oracle. Let it do all of them."
    strong = [o for o in shown.orders if len(o.steps) > 1 and o.before]
    if _PARTS.fullmatch(noun) and strong and (missed := _missed(strong[0], noun)):
        return f"the oracle leaves {missed[:40]!r} as it is. Let it do all of them."
    if alike := _alike_left(shown):
        return f"{alike} is like what the oracle changes, and is left. Let it do all of them."
    if unasked := _unasked(shown):
        return f"no condition asks for {unasked!r}. Ask for all of them."
    if unnamed := _unnamed(shown):
        return f"the oracle leaves {unnamed!r} out. Let it do all of them."
    whole = _FILES.fullmatch(noun) or word == "everything"  # a file that is new is one thing, whatever is in it
    orders = [o for o in shown.run.orders if o.before or not whole]
    counts = [len([s for s in o.steps if o.text(s).strip()]) for o in orders]
    counts += [len({d.key or d.at for d in shown.run.rows if d.at == at}) for at in {d.at for d in shown.run.rows}]
    counts += [len([d for d in shown.run.files if d.how == how]) for how in ("add", "remove")]
    counts += [len(shown.run.new_clip.split())]
    counts += [p.after.count("\n") + 1 for p in shown.run.pairs if "\n" in p.after]
    counts += [len(re.findall(re.escape(shown.value(noun)), p.before)) for p in shown.run.pairs if "\ue000" in noun]
    if word == "both":
        counts.append(len(shown.run.rows))
    if word == "both" and (pair := _BOTH.match(shown.said, found.start())):
        counts.append(len({v for v in map(shown.value, pair.groups()) if _within(v, shown.asked.made)}))
    if max(counts, default=0) > 1 or (
        word != "both" and shown.many and not any(o.records is False for o in shown.run.orders)
    ):
        return ""
    if shown.opaque and all(_within(v, shown.asked.made) for v in shown.values):
        return ""
    return "the oracle does it to one thing, so that it makes no difference. Let there be several."


def _left(shown: _Shown, value: str) -> str:
    """What has a value still after the run, in a container where it was replaced."""
    wanted = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)", re.IGNORECASE)
    for order in shown.orders:
        if any(wanted.search(order.shown(i)) for i in order.before):
            had = {order.shown(i) for i in order.before if wanted.search(order.shown(i))}
            return next((text for i in order.after if (text := order.shown(i)) in had), "")
    return ""


def _missed(order: Order, noun: str) -> str:
    """An item that is as it was, though all of a document or a table are meant."""
    touched = {s.before for s in order.steps}
    places = _filled(order, order.before)
    if noun.startswith(("row", "cell")):
        places = places[1:]
    return next((order.shown(order.before[n]) for n in places if n not in touched), "") if len(places) > 1 else ""


def _alike_left(shown: _Shown) -> str:
    """A record with the values by which the changed records are known, which is left."""
    said = [v for v in shown.values if v and "\n" not in v]
    for at in dict.fromkeys([d.at for d in shown.run.rows if d.before is not None]):
        changed = [d for d in shown.run.rows if d.at == at and d.before is not None]
        first = changed[0].before or {}
        known = {
            n: v
            for n, v in first.items()
            if any(_says(v, s) for s in said) and all((d.before or {}).get(n) == v for d in changed)
        }
        if not known:
            continue
        gone = [d.before for d in changed]
        for row in _rows(shown.run.before, at):
            if row not in gone and all(row.get(n) == v for n, v in known.items()):
                return " ".join([v for v in row.values() if v])[:60]
    return ""


def _says(value: str, said: str) -> bool:
    return value.casefold() == said.casefold() or (len(said) > 3 and said.casefold() in value.casefold())


def _unnamed(shown: _Shown) -> str:
    """A file of a folder all of whose files are meant, which nothing became of."""
    if not shown.run.files:
        return ""
    names = {d.at.rstrip("/").rpartition("/")[2].casefold() for d in shown.run.files}
    ending = next((v for v in shown.values if re.fullmatch(r"\.?\w{2,4}", v)), "")
    for value in shown.values:
        folder = shown.run.before.place(value).casefold().rstrip("/") if value else ""
        inside = [p for p in shown.run.before.files() if folder and p.casefold().rpartition("/")[0] == folder]
        meant = [p.rpartition("/")[2] for p in inside if not ending or p.casefold().endswith(ending.casefold())]
        if len(meant) > 1 and any(name.casefold() in names for name in meant):
            return next((name for name in meant if name.casefold() not in names), "")
    return ""


def _unasked(shown: _Shown) -> str:
    """A file that came or went along with others, where the conditions name some of them alone."""
    for how in ("add", "remove"):
        names = [d.at.rpartition("/")[2] for d in shown.run.files if d.how == how and not d.at.endswith("/")]
        told = [name for name in names if _within(name, shown.asked.made)]
        folders = {d.at.rpartition("/")[0] for d in shown.run.files if d.how == how}
        if told and len(told) < len(names) and len(folders) == 1:
            return next(name for name in names if name not in told)
    return ""


def _alternate(shown: _Shown, _found: re.Match[str]) -> str:
    for order in shown.run.orders:
        places = sorted({s.before if s.before >= 0 else s.after for s in order.steps if s.how in ("change", "delete")})
        if len(places) < 2:
            continue
        if any(b - a != 2 for a, b in itertools.pairwise(places)):
            continue
        for step in order.steps:
            if shown.pays(partial(order.without, step), order):
                return f"the conditions hold as well where {order.text(step)[:40]!r} is left out. Ask for all of them."
        return ""
    return "the oracle does not leave out every second one. Let it, and ask for that."


def _except(shown: _Shown, found: re.Match[str]) -> str:
    named = [shown.values[int(n)] for n in re.findall("\ue000(\\d+)\ue001", found["scope"])]
    for order in shown.run.orders:
        touched = {s.before for s in order.steps if s.before >= 0}
        kept = [n for n in _filled(order, order.before) if n not in touched]
        meant = [n for n in kept if any(_within(v, order.shown(order.before[n])) for v in named)] if named else kept
        if not touched or not meant:
            continue
        gone = next((s for s in order.steps if s.how == "delete"), None)
        if gone is not None and shown.pays(partial(_without, order, order.before[meant[0]]), order, frame=True):
            return "the conditions hold as well where that is gone, too. Ask for it to stay."
        return ""
    places = [p for p in shown.run.before.files() if any(_within(v, p.rpartition("/")[2]) for v in named)]
    changed = {d.at for d in shown.run.files}
    beside = {at.rstrip("/").rpartition("/")[0] for at in changed}
    if any(p not in changed and p.rpartition("/")[0] in beside for p in places):
        return ""
    if shown.opaque and all(_within(v, shown.asked.made) for v in named):
        return ""
    return "what is left out is not among the things that the oracle changes, so that it makes no difference."


def _within(value: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE) is not None


def _without(order: Order, item: object) -> Damage | None:
    items = [i for i in order.after if i != item]
    return (
        None if order.write is None or len(items) == len(order.after) else Damage("gone", order.at, order.write(items))
    )


def _lacking(shown: _Shown, found: re.Match[str]) -> str:
    noun = shown.value(found["noun"]).casefold()
    stem = noun.rstrip("s")
    if len(stem) < 3:
        return ""
    if "\ue000" in found["noun"] and any(
        _within(noun, p.after) and not _within(noun, p.before) for p in shown.run.pairs
    ):
        return f"the oracle makes something with {noun!r}. Ask for its absence."
    for d in shown.run.rows:
        for name, value in (d.after or {}).items():
            if stem in name.casefold():
                was = (d.before or {}).get(name)
                return "" if value in _NOTHING or was in _NOTHING else f"the oracle leaves {value[:40]!r}."
    if re.search(rf"\b{re.escape(stem)}|_{re.escape(stem)}", shown.asked.made):
        return ""
    return "no condition speaks of it. Ask for its absence."


# -- places -----------------------------------------------------------------------------------------------------------


def _put(shown: _Shown) -> list[tuple[Order, list[Step]]]:
    """The containers into which something was put, or in which it was moved; those with a value that is said first."""
    found = [(o, [s for s in o.steps if s.how in ("insert", "move") and o.text(s).strip()]) for o in shown.orders]
    found = [(o, steps) for o, steps in found if steps]
    return sorted(found, key=lambda p: not any(_within(v, p[0].text(s)) for s in p[1] for v in shown.parameters))


def _placed(shown: _Shown, name: str, fits: Callable[[Order, list[int]], bool | None], away: int) -> str:
    """Judge where something was put.

    Args:
        shown: What the run shows.
        name: The kind of the word.
        fits: Whether the places at which it is now are meant; None if the container has nothing to compare with.
        away: Where a run puts it that ignores the word: 0 for the beginning, -1 for the end.
    """
    told = [(order, steps, fits(order, [s.after for s in steps])) for order, steps in _put(shown)]
    good = next(((o, steps) for o, steps, fit in told if fit), None)
    if good is not None:
        order, steps = good
        others = [n for n in _filled(order, order.after) if n not in {s.after for s in steps}]
        if not others:
            return "there is nothing else, so that it makes no difference. Let there be more."
        to = 0 if away == 0 else len(order.after) - 1
        if len(steps) == 1 and shown.pays(partial(order.put, steps[0], to), order):
            return "the conditions hold as well where it is at another place. Ask for the place."
        return ""
    if any(fit is False for _, _, fit in told):
        return "the oracle puts it at another place. Let it be there, and ask for the place."
    return "" if shown.has(name) else "no condition depends on the place. Ask for it."


def _at_begin(shown: _Shown, _found: re.Match[str]) -> str:
    return _placed(shown, "begin", lambda o, places: min(places) <= min(_filled(o, o.after), default=0), -1)


def _at_end(shown: _Shown, _found: re.Match[str]) -> str:
    return _placed(shown, "end", lambda o, places: max(places) >= max(_filled(o, o.after), default=0), 0)


_EARLIER = re.compile(r"\b(?:after|before|ahead of)\b", re.IGNORECASE)


def _beside(shown: _Shown, found: re.Match[str], *, above: bool) -> str:
    if ordinal := found.groupdict().get("ordinal"):
        return _beside_number(shown, _PLACES[ordinal.casefold()], above=above)
    value = shown.value(found[0])
    other = re.findall(_VALUE, shown.said[: found.start()])[-1:]
    told = [_in_order(p.after, shown.value(other[0]), value) for p in shown.run.pairs] if other else []
    if any(t is not None and t != above for t in told) and not any(t is above for t in told):
        return "the oracle puts it at the other side. Let it be there, and ask for the place."
    beside = [i for o, _ in _put(shown) for i in o.after if _within(value, o.shown(i))]
    if _EARLIER.search(found[0]) and not beside:  # it may be a moment
        return ""

    def fits(order: Order, places: list[int]) -> bool | None:
        at = [n for n in _filled(order, order.after) if _within(value, order.shown(order.after[n]))]
        others = [n for n in places if n not in at]
        if not at or not others:
            return None
        return max(others) < at[0] if above else min(others) > at[-1]

    return _placed(shown, "above" if above else "below", fits, -1 if above else 0)


def _beside_number(shown: _Shown, rank: int, *, above: bool) -> str:
    """Judge whether something was put right beside the item of a number."""

    def fits(order: Order, places: list[int]) -> bool | None:
        others = [n for n in _filled(order, order.after) if n not in places]
        if len(others) < 2:
            return None
        before = len([n for n in others if n < min(places)])
        return before == (rank % len(others)) + (not above)

    return _placed(shown, "above" if above else "below", fits, -1 if above else 0)


def _in_order(text: str, first: str, second: str) -> bool | None:
    """Whether one value comes before another one in a text; None if it has not both of them."""
    places = text.casefold().find(first.casefold()), text.casefold().find(second.casefold())
    return None if min(places) < 0 or places[0] == places[1] else places[0] < places[1]


def _above(shown: _Shown, found: re.Match[str]) -> str:
    return _beside(shown, found, above=True)


def _below(shown: _Shown, found: re.Match[str]) -> str:
    return _beside(shown, found, above=False)


def _nth(shown: _Shown, found: re.Match[str]) -> str:
    place = found["place"].casefold()
    if place in _PLACES:
        for order in shown.orders:
            touched = [s.before for s in order.steps if s.how in ("change", "delete")]
            places = _filled(order, order.before)
            if not touched or len(touched) > 1:
                continue
            if len(places) < 2 and order.at.endswith(".json"):  # other things of the kind may be elsewhere
                continue
            if len(places) < 2:
                return "there is one thing alone, so that it makes no difference. Let there be more."
            rank = places.index(touched[0]) if touched[0] in places else -9
            if rank not in (_PLACES[place] % len(places), _PLACES[place]):
                return f"the oracle changes number {rank + 1} of {len(places)}. Let it be the one that is said."
            return ""
    if place in _BY_TIME and (why := _by_time(shown, _BY_TIME[place])) is not None:
        return why
    if not shown.run.pairs or shown.has("nth"):  # it is looked at, and what a screen shows is not gone through
        return ""
    return "no condition depends on the place. Ask for it."


def _by_time(shown: _Shown, rank: int) -> str | None:
    """Judge which of several records was meant; None if that cannot be told."""
    judged = [why for at in shown.run.before.tables if (why := _by_time_in(shown, at, rank)) is not None]
    return min(judged, key=len) if judged else None


def _by_time_in(shown: _Shown, at: str, rank: int) -> str | None:
    """The same of the records of one table."""
    rows = _rows(shown.run.before, at)
    gone = [d.before for d in shown.run.rows if d.at == at and d.before is not None]
    copied = [r for r in rows if shown.run.new_clip and shown.run.new_clip in r.values()]
    touched = gone or copied
    if len(touched) != 1:
        return None
    row = touched[0]
    said = {n: v for n, v in row.items() if v and any(v.casefold() == s.casefold() for s in shown.values)}
    alike = [r for r in rows if all(r.get(n) == v for n, v in said.items())]
    column = next((n for n in row if _TIME_COLUMN.search(n) and len({r.get(n) for r in alike}) > 1), "")
    if not said or not column:
        return None
    ranked = sorted(alike, key=lambda r: (len(r.get(column, "")), r.get(column, "")))
    taken = row in (ranked[rank], alike[rank])
    return "" if taken else "the oracle takes another one. Let it be the one that is said."


def _rows(data: UserData, address: str) -> Sequence[Row]:
    try:
        return data.rows(address) if address in data.tables else ()
    except UnreadableError:
        return ()


_JUDGES: Mapping[str, Callable[[_Shown, re.Match[str]], str]] = {
    "amount": _amount,
    "factor": _factor,
    "shift": _shift,
    "every": _every,
    "alternate": _alternate,
    "except": _except,
    "without": _lacking,
    "begin": _at_begin,
    "end": _at_end,
    "above": _above,
    "below": _below,
    "nth": _nth,
}
