"""Roles of values: sender and recipient, source and target, first and second.

Two values of one type may be exchanged in a check without anybody noticing. Three proofs ask for their roles. Each pair
is swapped in the conditions, which must then refuse the state that the oracle leaves. A source ("from X", "in X") must
hold at the start. And a value that is called a subject, a recipient or a title must not stand under another one's name
in the conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

from omnigym.devices.userdata import UserData
from omnigym.errors import DeviceError, OmnigymError, UnreadableError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.graph import EvalGraph, EvalNode
from omnigym.foreign import parse_toml
from omnigym.tasks.node_binding import BoundNode, bind_node
from omnigym.tasks.proofs.changes import RunChanges
from omnigym.tasks.proofs.unjudged_requests import conditions_of
from omnigym.tasks.rollout import Mark, Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.templates import names_in

__all__ = ["crossed_roles", "exchanged_ends", "missing_sources", "other_order", "other_places", "swapped_roles"]

_NAME = re.compile(r"\{(\w+)\}")
#: Between two values of a list in which each may stand for the other one; between others their places stand, too.
_JOINER = r"(?:\b(?:and|or|plus|as well as)\b|&)"
_LISTED = re.compile(rf"[\s',\"“”`]*(?:{_JOINER}[\s',\"“”`]*)?")
_PAIRED = re.compile(rf"(?:[\s',/]|\b(?:from|in|of)\b|{_JOINER})*")
_MORE = re.compile(rf"(?:[\s‘'\"“,/]|\b(?:from|in|of)\b|\{{\w+\}})*{_JOINER} [‘'\"“]?\{{")
#: What is said around a list whose order counts, and of work whose result is the same in any.
_ORDERED = re.compile(
    r"\b(?:in (?:this|that|the same|the given) order|first|then|after|before|above|below|left|right|followed by|beside"
    r")\b",
    re.IGNORECASE,
)
_DIRECTIONS = ("up", "down", "left", "right")
_SYMMETRIC = re.compile(r"\b(?:multiply|add up|sum of|how far|distance between)\b", re.IGNORECASE)


# -- swapped ----------------------------------------------------------------------------------------------------------


def swapped_roles(stage: Stage, mark: Mark | None, node: BoundNode, start: UserData) -> Iterator[str]:
    """Yield, as sentences, the pairs of parameters that the conditions of a node do not tell apart.

    Args:
        stage: Where the oracle was played, of a task of this node alone.
        mark: The state after it; None where the device has no snapshots: then conditions alone are compared.
        node: The node.
        start: The user's data at the start. A pair is left out if the swapped task could not begin there.
    """
    own = node.subtask
    said = [name for name in dict.fromkeys(_NAME.findall(own.instruction)) if name in node.parameters]
    judged = _judged_names(node)
    pairs = [
        pair
        for pair in combinations([name for name in said if any(n in judged for n in _with(own, name))], 2)
        if _one_type(*[node.parameters[n] for n in pair]) and not _is_list(own.instruction, *pair)
    ]
    if not pairs or own.output or _SYMMETRIC.search(own.instruction):
        return
    asked = _plain(node)
    holds = mark is not None and stage.would_hold(mark, stage.task.graph, frame=True)
    for one, other in pairs:
        values = {**node.parameters}
        for a, b in zip(_with(own, one), _with(own, other), strict=False):
            values |= {a: node.parameters[b], b: node.parameters[a]}
        swapped = bind_node(node.id, own, values, node.world)
        if not _begins(swapped, node, start):
            continue
        if _plain(swapped) == asked or (holds and mark is not None and _holds(stage, mark, swapped)):
            yield (
                f"The conditions hold as well where {one} = {node.parameters[one]!r} and {other} = "
                f"{node.parameters[other]!r} are swapped. Ask which one is which."
            )


def _with(own: Subtask, name: str) -> list[str]:
    """A parameter and those that follow from it, as their names say: "first" and "first_path"."""
    return [name, *sorted(n for n in own.implied if n.startswith(f"{name}_"))]


def _one_type(a: object, b: object) -> bool:
    if (a in _DIRECTIONS) != (b in _DIRECTIONS):  # "scroll 'Doing' down": nobody takes one for the other
        return False
    return type(a) is type(b) and a != b and isinstance(a, str | int | float) and not isinstance(a, bool)


def _judged_names(node: BoundNode) -> frozenset[str]:
    own = node.subtask
    conditions = (*own.conditions, *[c for p in own.parts for c in p.conditions])
    return frozenset().union(*[names for c in conditions for names in _names_of(c)])


def _names_of(condition: Condition) -> Iterator[frozenset[str]]:
    for value in condition.args.values():
        for inner in value if isinstance(value, list | tuple) else (value,):
            if isinstance(inner, Condition):
                yield from _names_of(inner)
            else:
                yield names_in(inner)


def _begins(node: BoundNode, other: BoundNode, start: UserData) -> bool:
    """Whether the files that a node needs are there at the start as those of another one are."""
    pairs = zip(node.needs, other.needs, strict=True)
    there = [[start.entry(start.place(n.resource.value)) is not None for n in pair] for pair in pairs]
    return all(own or not others for own, others in there)


def _plain(node: BoundNode) -> list[str]:
    return sorted(str(c) for c in conditions_of(node))


def _is_list(instruction: str, one: str, other: str) -> bool:
    """Whether two parameters are entries of a list that is in no order: "{first} and {second}"."""
    start, end = instruction.find(f"{{{one}}}"), instruction.find(f"{{{other}}}")
    parts = _NAME.split(instruction[start + len(one) + 2 : end])[::2]
    around = _NAME.sub("", f"{instruction[:start]}\0{instruction[end + len(other) + 2 :]}")
    near = re.split(r"[.;]", around.partition("\0")[0])[-1] + re.split(r"[.;]", around.partition("\0")[2])[0]
    goes_on = _MORE.match(instruction, end + len(other) + 2)
    joined = any(re.search(_JOINER, part) for part in parts) or bool(goes_on and any("," in part for part in parts))
    shape = _LISTED if len(parts) == 1 else _PAIRED
    return joined and all(shape.fullmatch(part) for part in parts) and not _ORDERED.search(near)


def _holds(stage: Stage, mark: Mark, node: BoundNode) -> bool:
    dag = stage.task.graph.dag
    try:
        nodes = [
            EvalNode.of(p.id, p.conditions, device=old.device, effects=node.effects, passing=p.passing)
            for p, old in zip(node.parts, stage.task.graph.nodes, strict=True)
        ]
        return stage.would_hold(mark, EvalGraph(tuple(nodes), dag), frame=True)
    except DeviceError:
        raise
    except OmnigymError:  # with these values it is no condition
        return False


# -- sources ----------------------------------------------------------------------------------------------------------

_SOURCE = re.compile(
    r"\b(?P<word>from|out of)\s+(?:(?!to\b|as\b|into\b|with\b|for\b|there\b)[a-z]+ ){0,3}?'?\{(?P<name>\w+)\}"
)
#: Ways and journeys begin at places of a map, which are nobody's data.
_JOURNEY = re.compile(
    r"\b(?:way|ways|directions|navigat\w*|how far|distance|travel\w*|flight|route|go|get)\b", re.IGNORECASE
)


def missing_sources(node: BoundNode, start: UserData) -> Iterator[str]:
    """Yield, as sentences, the sources that an instruction names and that do not hold at the start.

    Args:
        node: The node.
        start: The user's data at the start.
    """
    text = node.subtask.instruction
    for found in _SOURCE.finditer(text):
        value = node.parameters.get(found["name"])
        thing = next((m[1] for m in reversed([*_NAME.finditer(text[: found.start()])])), "")
        begin = re.split(r"[.;]", text[: found.start()])[-1]
        if not isinstance(value, str) or found["name"] in node.subtask.implied or _JOURNEY.search(begin):
            continue
        said = f"The instruction says {found['word'] + ' ' + value!r}"
        if _folder(start, value):
            inside = node.parameters.get(thing)
            if isinstance(inside, str) and _is_name(inside) and not _inside(start, value, inside):
                yield f"{said}, and {inside!r} is not there at the start. Let it begin there."
        elif not _known(start, value):
            yield f"{said}, and there is no such thing at the start. Let it begin there."


def _is_name(value: str) -> bool:
    return re.fullmatch(r"[^/\\]+\.\w{2,4}", value) is not None


def _folder(start: UserData, value: str) -> bool:
    place = start.place(value).rstrip("/")
    return start.entry(place) is True or any(p.startswith(f"{place}/") for p in start.files())


def _inside(start: UserData, folder: str, name: str) -> bool:
    return start.entry(start.place(f"{folder}/{name}")) is not None


def _known(start: UserData, value: str) -> bool:
    wanted = value.replace("\\", "/").rstrip("/").casefold()
    if any(wanted in p.casefold() for p in start.files()):
        return True
    for address in start.tables:
        try:
            if any(wanted in v.casefold() for row in start.rows(address) for v in row.values()):
                return True
        except UnreadableError:
            continue
    copied = (start.clipboard.text or "") if start.clipboard is not None else ""
    return wanted in copied.casefold()


# -- in order ---------------------------------------------------------------------------------------------------------

_IN_ORDER = re.compile(
    r"\bin (?:this|that|the given) order\b|\bfirst\b.*\bthen\b|\b(?:and )?(?:then|after it|after that)\b|followed by"
)


def other_order(node: BoundNode) -> Iterator[str]:
    """Yield, as sentences, the pairs of values that are told in one order, and asked for in the other one."""
    own = node.subtask
    if not _IN_ORDER.search(_NAME.sub("", own.instruction)):
        return
    conditions = (*own.conditions, *[c for p in own.parts for c in p.conditions])
    texts = [text for c in conditions for text in _sequences(c.args)]
    said = [name for name in dict.fromkeys(_NAME.findall(own.instruction)) if name in node.parameters]
    for one, other in combinations(said, 2):
        if not _one_kind(node.parameters[one], node.parameters[other]):
            continue
        places = [[text.find(f"{{{n}") for n in (one, other)] for text in texts]
        both = [a < b for a, b in places if min(a, b) >= 0]
        if both and not any(both):
            yield f"The instruction tells {one} before {other}, and the conditions ask for the other order. Swap them."


def _one_kind(a: object, b: object) -> bool:
    """Whether two values are of one type and, if they are names of files, end alike."""
    ends = [str(v).rpartition(".")[2] if re.fullmatch(r".+\.\w{2,4}", str(v)) else "" for v in (a, b)]
    return _one_type(a, b) and ends[0] == ends[1]


def _sequences(value: object) -> Iterator[str]:
    """The texts with several parameters, and lists as such."""
    if isinstance(value, Condition):
        yield from _sequences(value.args)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _sequences(inner)
    elif isinstance(value, list | tuple):
        if not any(isinstance(v, Condition) for v in value):
            yield "\n".join(map(str, value))
        for inner in value if any(isinstance(v, Condition) for v in value) else ():
            yield from _sequences(inner)
    elif isinstance(value, str) and len(names_in(value)) > 1 and "/" not in value:
        yield value


# -- where from, where to ---------------------------------------------------------------------------------------------

_NOUNS = r"(?:(?!to\b|in\b|of\b|for\b|from\b|as\b)[A-Za-z-]+ ){0,4}?[‘'\"“]?"
_FROM = re.compile(
    rf"(?i:\b(?:move|transfer|shift)\b)[^.;]*? (?:from|out of) {_NOUNS}\{{(?P<name>\w+)\}}|"
    rf"(?i:\b(?:rename|change)) {_NOUNS}\{{(?P<object>\w+)\}}(?='? to\b)|"
    rf"(?i:\brename) {_NOUNS}\{{(?P<old>\w+)\}}|"
    rf"(?i:\b(?:replace|change)) {_NOUNS}\{{(?P<replaced>\w+)\}}(?='? (?:with|by|to)\b)|"
    rf"\{{(?P<called>\w+)\}}(?=[^.;]*\bshould be called\b)"
)
_TO = re.compile(
    rf"(?i:\b(?:rename|move|transfer|change)\b)[^.;]*? (?:to|into|onto) {_NOUNS}\{{(?P<name>\w+)\}}|"
    rf"(?i:\breplace) {_NOUNS}\{{\w+\}}'? (?:with|by) {_NOUNS}\{{(?P<new>\w+)\}}|"
    rf"\bshould be called {_NOUNS}\{{(?P<called>\w+)\}}"
)


def exchanged_ends(node: BoundNode, run: RunChanges) -> Iterator[str]:
    """Yield, as sentences, the sources that the oracle leaves something at, and the targets from which it takes it.

    Args:
        node: The node.
        run: The changes of the oracle.
    """
    text = node.subtask.instruction
    for pattern, word, new in ((_FROM, "from", True), (_TO, "to", False)):
        for found in pattern.finditer(text):
            value = next(node.parameters.get(name) for name in found.groups() if name)
            if not isinstance(value, str) or len(value) < 2:
                continue
            sides = [(_has(p.before, value), _has(p.after, value)) for p in run.pairs]
            wrong, right = ((False, True), (True, False))[:: 1 if new else -1]
            if wrong in sides and right not in sides and (True, True) not in sides:
                which = "comes to be" if new else "was so before, and is not so after it"
                yield f"The instruction says {word} {value!r}, and by the oracle that {which}. Exchange the two."


def _has(text: str, value: str) -> bool:
    wanted = re.escape(value.replace("\\", "/"))
    return re.search(rf"(?<!\w){wanted}(?!\w)", text.replace("\\", "/"), re.IGNORECASE) is not None


#: The places of mails and files that have names of their own, and how records call them.
_PLACES = {
    "inbox": "inbox",
    "drafts?": "draft",
    "sent (?:items|mails?|folder)": "sent",
    "junk|spam": "junk|spam",
    "archive": "archive",
    "outbox": "outbox",
    "deleted items|trash|recycle bin|bin": "trash|bin|deleted|recycle",
}
_PLACE = re.compile(rf"\b(?:from|out of|in) (?:the|my) (?:mail )?(?P<place>{'|'.join(_PLACES)})\b", re.IGNORECASE)


def other_places(node: BoundNode, run: RunChanges) -> Iterator[str]:
    """Yield, as sentences, the named places in which nothing was that the oracle changes.

    Args:
        node: The node.
        run: The changes of the oracle.
    """
    were = [d.before for d in run.rows if d.before is not None and d.how in ("remove", "change")]
    text = " \n ".join([*[v for row in were for v in row.values()], *[d.at for d in run.files if d.how == "remove"]])
    for found in _PLACE.finditer(node.subtask.instruction) if were else ():
        names = next(names for place, names in _PLACES.items() if re.fullmatch(place, found["place"], re.IGNORECASE))
        others = "|".join(n for n in _PLACES.values() if n != names)
        if re.search(rf"\b(?:{others})", text, re.IGNORECASE) and not re.search(names, text, re.IGNORECASE):
            yield f"The instruction says {found[0]!r}, and what the oracle changes was elsewhere. Let it be there."


# -- crossed ----------------------------------------------------------------------------------------------------------


@cache
def _roles() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    table = parse_toml(Path(__file__).with_name("roles.toml").read_text("utf-8"))
    found = [(words.replace("<v>", r"[‘'\"“]?\{(?P<name>\w+)\}"), keys) for words, keys in table["roles"].items()]
    return tuple(
        [(re.compile(words, re.IGNORECASE), re.compile(rf"(?:{keys})", re.IGNORECASE)) for words, keys in found]
    )


def crossed_roles(node: BoundNode) -> Iterator[str]:
    """Yield, as sentences, the parameters that the conditions have under the name of another one's role."""
    text, keys = node.subtask.instruction, _keys(node)
    called = [(m, names) for words, names in _roles() for m in words.finditer(text)]
    own: dict[str, list[re.Pattern[str]]] = {}
    for m, names in called:
        own.setdefault(m["name"], []).append(names)
    for m, names in called:
        name = m["name"]
        if not keys.get(name) or any(names.fullmatch(k) for k in keys[name]):
            continue
        for other in keys.keys() - {name}:
            taken = next((k for k in sorted(keys[other]) if names.fullmatch(k)), "")
            if taken and not any(r.fullmatch(taken) for r in own.get(other, ())) and other in names_in(text):
                yield (f"The instruction says {m[0]!r}, and the conditions have {other} as {taken!r}. Ask for {name}.")


def _keys(node: BoundNode) -> Mapping[str, set[str]]:
    """The names of arguments and columns under which each parameter stands alone."""
    found: dict[str, set[str]] = {}
    own = node.subtask
    for condition in (*own.conditions, *[c for p in own.parts for c in p.conditions]):
        for key, value in _entries(condition.args):
            whole = _NAME.fullmatch(value)
            if whole:
                found.setdefault(whole[1], set()).add(key)
    return found


def _entries(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Condition):
        yield from _entries(value.args)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _entries(inner, str(name))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _entries(inner, key)
    elif isinstance(value, str) and key:
        yield key, value
