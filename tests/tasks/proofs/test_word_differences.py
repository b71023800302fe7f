"""Shipped subtasks that are broken by a word or a role are refused by the proof "told", which names it."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import NamedTuple, cast

import pytest

from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.devices.userdata import HasUserData
from omnigym.evaluation.condition import Condition, any_of
from omnigym.evaluation.world.effects import Effect
from omnigym.tasks.node_binding import fill_condition
from omnigym.tasks.proofs.instruction_check import faults_of_telling, faults_of_words
from omnigym.tasks.proofs.verify import Strangers, verify_task
from omnigym.tasks.registry import all_subtasks, get_subtask
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

DEVICES = ("sim", "phone", "ubuntu")


class Rule(NamedTuple):
    """A way to break subtasks: their checks and oracles stay, and the instruction asks for something else.

    Attributes:
        kind: Of what is broken.
        subtasks: A pattern of their ids.
        found, said: What the instruction says, and what it says instead.
        named: What the reason has to name.
    """

    kind: str
    subtasks: str
    found: str
    said: str
    named: str


_SENT = r"(?:mail|phone-gmail)/send(?:-file|-two-files|-in-copy)?|web/mail-send"
RULES = (
    Rule(
        "by", r"settings/(?:volume|brightness)|phone-settings/brightness", r"\bto (?:exactly |about )?\{", "by {", "by"
    ),
    Rule("factor", r"settings/(?:volume|brightness)", r"^.* to .*$", "Double it, to {level}.", "Double"),
    Rule(
        "day after",
        r"(?!events/move).*",
        r"\b(on|to|for) (\{(?:day|date|new_day)\})",
        r"\1 the day after \2",
        "day after",
    ),
    Rule("week before", ".*", r"\bdue on (\{\w+\})", r"due a week before \1", "week before"),
    Rule("hour later", ".*", r"\b(for|at) (\{(?:time|clock)\})", r"\1 an hour later than \2", "hour later"),
    Rule(
        "if", r".*/(?:delete|complete|star|flag|archive|pin|rename)", r"\.$", " if it is older than a week.", "if it is"
    ),
    Rule("if, before it", r".*settings/switch", r"^(.*)$", r"If it is dark outside, do this: \1", "If it is dark"),
    Rule(
        "every", r".*/(?:delete|complete|star|archive|pin)", r"\bthe (file|mail|task|note)\b", r"every \1 like", "every"
    ),
    Rule(
        "all",
        r".*files/(?:copy|move)|terminal/(?:copy|move)",
        r"\bthe file '?(\{name\})'?",
        r"all files like \1",
        "all f",
    ),
    Rule("every other", r"(?:word|writer)/.*", r"every line|all the text", "every other line", "every other"),
    Rule("beginning", ".*", r"\b(?:at|to) the end of\b", "at the very beginning of", "beginning"),
    Rule("end", "spotify/move-up", "at the top of", "at the end of", "end"),
    Rule("last", r"(?:word|writer|excel|calc)/.*", r"\bthe first (line|row)\b", r"the last \1", "last"),
    Rule("second", r"(?:word|writer|excel|calc)/.*", r"\bthe first (line|row)\b", r"the second \1", "second"),
    Rule(
        "from",
        r".*/(?:copy|move|file|move-task)",
        r"from (.*?\{\w+\}'?)(.*?)to (.*?\{\w+\}'?)",
        r"from \3\2to \1",
        "from",
    ),
    Rule("rename", r"(?:.*files|photos|terminal)/rename", r"\{name\}(.*)\{new_name\}", r"{new_name}\1{name}", "says"),
    Rule("except", r"files/copy-all|7-zip/extract", r"\b(everything|all)\b", r"\1 except cherry.txt", "except"),
    Rule("without", _SENT, r"\.$", ", without a signature.", "without"),
    Rule("in copy", "mail/send-in-copy", r"\{to\}(.*)\{cc\}", r"{cc}\1{to}", "cc"),
    Rule("subject", ".*", r"subject( is)? '\{subject\}'(.*)'\{text\}'", r"subject\1 '{text}'\2'{subject}'", "subject"),
    Rule("author", "zotero/add-book", r"by \{author\}(.*) by \{publication\}", r"by {publication}\1 by {author}", "by"),
    Rule(
        "before",
        r"(?:media|spotify)/make-playlist",
        r"'\{first\}' and.*'\{second\}'",
        "'{second}' before '{first}'",
        "before",
    ),
    Rule("below", r"(?:text|word|writer)/append-line", "at the end of", "below the first line of", "first line"),
)


def reworded(rule: Rule, known: Subtask) -> Subtask | None:
    """A subtask with another instruction; None if the rule does not fit it."""
    said = re.sub(rule.found, rule.said, known.instruction, count=1)
    names = set(re.findall(r"\{(\w+)\}", said))
    if (
        not re.fullmatch(rule.subtasks, known.id)
        or said == known.instruction
        or not names <= known.parameters[0].keys()
    ):
        return None
    return replace(known, id=f"test/{known.id.replace('/', '-')}", instruction=said)


def with_roles_free(known: Subtask, one: str, other: str) -> Subtask:
    """A subtask whose conditions hold as well with two parameters exchanged."""
    names = {name: f"{{{name}}}" for name in known.parameters[0]}
    for name in known.parameters[0]:  # what follows from them, too: "first_path"
        a, _, rest = name.partition("_")
        if a in (one, other):
            names[name] = "{" + "_".join([other if a == one else one, *([rest] if rest else [])]) + "}"
    either = tuple([any_of(c, fill_condition(c, names)) for c in known.conditions])
    return replace(known, id=f"test/{known.id.replace('/', '-')}-{one}-{other}", conditions=either)


def task_of(known: Subtask, number: int = 0) -> Task:
    return Task(id=known.id, nodes=(TaskNode("1", known.id, known.parameters[number]),), definitions=(known,))


def faults(task: Task, device: Device) -> list[str]:
    """What the proof "told" says of a task, played once."""
    stage = Stage(task, device)
    stage.begin()
    start = stage.user_data()
    found = list(faults_of_telling(task, start))
    outcome = stage.play(stage.oracle())
    mark, after = stage.mark(), cast(HasUserData, device).user_data()
    assert outcome.coverage == 1.0
    assert start is not None
    return [*found, *faults_of_words(stage, mark, start, after)]


@pytest.fixture(scope="module")
def devices() -> Iterator[dict[str, Device]]:
    with ExitStack() as stack:
        yield {name: stack.enter_context(closing(build_device(name))) for name in DEVICES}


def broken_by(rule: Rule) -> Iterator[tuple[str, Subtask]]:
    """The subtasks that a rule breaks, each with a device."""
    for known in all_subtasks():
        device = next((d for d in DEVICES if d in known.devices), "")
        if device and (broken := reworded(rule, known)) is not None:
            yield device, broken


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.kind)
def test_an_instruction_that_asks_for_something_else_is_refused(devices: dict[str, Device], rule: Rule) -> None:
    found = {f"{d} {broken.instruction}": faults(task_of(broken), devices[d]) for d, broken in broken_by(rule)}
    assert found
    assert [said for said, why in found.items() if not any(rule.named in w for w in why)] == []


@pytest.mark.parametrize("rule", RULES[::4], ids=lambda r: r.kind)
def test_verify_refuses_it_by_the_proof_told(devices: dict[str, Device], rule: Rule) -> None:
    device, broken = next(broken_by(rule))
    proof = verify_task(task_of(broken), devices[device], Strangers([]))
    assert any(p.name == "told" and rule.named in p.message for p in proof.failures), proof.failures


#: Two parameters of one type, which the conditions have to tell apart.
ROLES = (
    ("sim", "mail/send-in-copy", "to", "cc"),
    ("sim", "mail/send", "subject", "text"),
    ("sim", "web/mail-send", "subject", "text"),
    ("sim", "web/shop-order", "street", "city"),
    ("sim", "powerpoint/title-deck", "title", "subtitle"),
    ("sim", "media/make-playlist", "first", "second"),
    ("sim", "spotify/play-then", "first", "second"),
    ("sim", "zotero/add-book", "author", "publication"),
    ("sim", "todo/move-task", "list", "destination"),
    ("sim", "todo/add-note", "note", "title"),
    ("sim", "skype/forward", "person", "room"),
    ("phone", "phone-contacts/create", "phone", "email"),
    ("phone", "phone-keep/create", "title", "body"),
    ("phone", "phone-gmail/send", "subject", "text"),
    ("ubuntu", "terminal/collect", "first", "second"),
    ("ubuntu", "calc/write-table", "first", "second"),
)


@pytest.mark.parametrize(("device", "known", "one", "other"), ROLES, ids=lambda v: v)
def test_conditions_that_hold_with_two_values_exchanged_are_refused(
    devices: dict[str, Device], known: str, device: str, one: str, other: str
) -> None:
    broken = with_roles_free(get_subtask(known), one, other)
    assert any("are swapped" in why for why in faults(task_of(broken), devices[device]))


def weakened(known: str, *conditions: Condition) -> Subtask:
    """A shipped subtask with weaker conditions, and wide effects."""
    wide = (Effect("change", "{folder}/{name}"),)
    return replace(get_subtask(known), id=f"test/weak-{known.replace('/', '-')}", conditions=conditions, effects=wide)


#: Checks that ignore a word of a shipped instruction: the oracle does what it says, and need not.
WEAK = (
    (
        "some of every",
        weakened(
            "text/replace-word", Condition("file_content_contains", {"path": "{folder}/{name}", "text": "First {new}"})
        ),
        "every",
    ),
    (
        "anywhere",
        weakened("text/append-line", Condition("file_content_contains", {"path": "{folder}/{name}", "text": "{line}"})),
        "end",
    ),
)


@pytest.mark.parametrize(("kind", "broken", "named"), WEAK, ids=lambda v: v if isinstance(v, str) else "")
def test_a_check_that_ignores_a_word_is_refused(
    devices: dict[str, Device], kind: str, broken: Subtask, named: str
) -> None:
    assert any(named in why for why in faults(task_of(broken), devices["sim"])), kind


#: Instructions with such words that are in order: the check and the oracle do as they say.
SOUND = (
    ("sim", "settings/volume", "Turn the sound volume of the computer down by 47, to {level}."),
    ("sim", "text/replace-word", "Replace each '{old}' by '{new}' in all lines of {name} in {folder}, and save it."),
    (
        "sim",
        "text/append-line",
        "Append the line '{line}' to {name} in {folder}, at the very end of the file, and save it.",
    ),
    ("sim", "todo/due", "The task '{title}' on the To Do list '{list}' is due on {day}. Set the due date."),
    (
        "sim",
        "mail/send",
        "Write an e-mail to {to} with the subject '{subject}', the text '{text}' and without attachments.",
    ),
    ("sim", "spotify/move-up", "Let '{title}' be at the very beginning of my Spotify playlist '{playlist}'."),
    ("sim", "files/rename", "In {folder}, rename {name} to {new_name}."),
    (
        "sim",
        "word/bullet-list",
        "In Word, make each line an item of a bulleted list in {name} in {folder} and save it.",
    ),
)


@pytest.mark.parametrize(("device", "known", "said"), SOUND, ids=lambda v: v if "/" in v else "")
def test_an_instruction_that_is_in_order_is_not_refused(
    devices: dict[str, Device], device: str, known: str, said: str
) -> None:
    sound = replace(get_subtask(known), id=f"test/sound-{known.replace('/', '-')}", instruction=said)
    assert faults(task_of(sound), devices[device]) == []


@pytest.mark.parametrize("device", DEVICES)
def test_shipped_subtasks_are_not_refused(devices: dict[str, Device], device: str) -> None:
    """A sample; `omnigym tasks verify` and the proofs of the suites ask all."""
    known = [s for s in all_subtasks() if device in s.devices]
    found = {s.id: faults(task_of(s, -1), devices[device]) for s in known[:: max(1, len(known) // 12)]}
    assert {name: why for name, why in found.items() if why} == {}


def test_there_are_many_kinds_and_many_subtasks() -> None:
    counts = Counter(rule.kind for rule in RULES for _ in itertools.islice(broken_by(rule), 100))
    assert len(counts) + 1 + len(WEAK) >= 20
    assert sum(counts.values()) + len(ROLES) >= 140
