"""Every kind of broken task is caught by the proof that is about it; sound ones of the same making are not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from omnigym.actions import Action, Submit, Wait
from omnigym.devices.userdata import Row, TableInfo, TakenData
from omnigym.errors import OracleError
from omnigym.evaluation.condition import Condition, negate
from omnigym.evaluation.world.effects import Effect
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.proofs.verify import Strangers, verify_task
from omnigym.tasks.setup import WriteFile
from omnigym.tasks.subtask import UI, Need, Resource, Subtask
from omnigym.tasks.task import Task, TaskNode
from tests.tasks.conftest import CommandDevice, define, folder

_ROWS = "content://todo/tasks"
_STORE = "Documents/todo.json"
_KEPT = WriteFile("Documents/kept.txt", "one\ntwo\nthree\n")


class World(CommandDevice):
    """It can tell all data, and keeps tasks in a file."""

    def query_content(self, uri: str) -> tuple[Row, ...]:
        """The tasks."""
        assert uri == _ROWS
        return tuple(json.loads(self._state.files.get(_STORE) or b"[]"))

    def user_data(self) -> TakenData:
        """All of it."""
        files = {p: c for p, c in self._state.files.items() if p != _STORE}
        return TakenData(
            digests={p if c is not None else f"{p}/": True if c is None else c for p, c in files.items()},
            contents={p: c for p, c in files.items() if c is not None},
            records={_ROWS: self.query_content(_ROWS)},
            tables={_ROWS: TableInfo("id")},
            clipboard=self.clipboard(),
        )


_NAME = {"folder": "Documents", "name": "Reports"}
_SETS: list[dict[str, str]] = [_NAME, {"folder": "Documents", "name": "Bills"}]
_TEXT = {"name": "list.txt", "text": "Milk"}
_MADE = Condition("folder_exists", {"path": "{folder}/{name}"})
_WRITTEN = Condition("file_content_equals", {"path": "Documents/{name}", "text": "{text}"})


def make(name: str, *conditions: Condition, **changes: Any) -> Subtask:
    values: dict[str, Any] = {
        "instruction": "Create a folder named '{name}' in {folder}.",
        "command": "mkdir|{folder}/{name}",
        "sets": _SETS,
        "needs": (folder("{folder}"),),
        "setup": (_KEPT,),
        **changes,
    }
    return define(
        f"broken-{name}", values.pop("instruction"), values.pop("command"), values.pop("sets"), *conditions, **values
    )


def write(name: str, *conditions: Condition, **changes: Any) -> Subtask:
    values: dict[str, Any] = {
        "instruction": "Write '{text}' into a new file {name} in Documents.",
        "command": "write|Documents/{name}|{text}",
        "sets": [_TEXT, {"name": "list.txt", "text": "Bread"}],
        "needs": (folder("Documents"),),
        **changes,
    }
    return make(name, *conditions, **values)


def tick(name: str, *titles: str) -> Subtask:
    """A task of the list is ticked off; these are on it at the start."""
    rows = [{"id": str(n), "title": title, "done": "0"} for n, title in enumerate(titles)]
    ticked = json.dumps([{**row, "done": "1" if row["id"] == "0" else "0"} for row in rows])
    return make(
        name,
        Condition("row_exists", {"uri": _ROWS, "columns": {"title": "{title}", "done": "1"}, "was": {"done": "0"}}),
        instruction="Tick '{title}' off.",
        command=f"write|{_STORE}|{ticked.replace('{', '{{').replace('}', '}}')}",
        sets=[{"title": titles[0]}],
        needs=(),
        setup=(WriteFile(_STORE, json.dumps(rows)),),
    )


def answer(name: str, instruction: str) -> Subtask:
    def submit(ui: UI, count: str) -> Iterator[Action]:
        del ui
        yield Submit(count)

    counted = Condition("answer_equals", {"text": "{count}"})
    more: dict[str, Any] = {"sets": [{"count": "3"}], "needs": (), "implied": ("count",), "setup": (_KEPT,)}
    return _with(make(name, counted, instruction=instruction, **more), oracle=submit)


def _with(subtask: Subtask, **changes: Any) -> Subtask:
    return Subtask(**{**{n: getattr(subtask, n) for n in Subtask.__dataclass_fields__}, **changes})


def one(subtask: Subtask, parameters: Mapping[str, object] | None = None, **more: Any) -> Task:
    node = TaskNode("1", subtask.id, parameters or subtask.parameters[0])
    return Task(id=subtask.id, nodes=(node,), definitions=(subtask,), **more)


def two(first: Subtask, second: Subtask, *parameters: Mapping[str, object], **more: Any) -> Task:
    sets = parameters or (first.parameters[0], second.parameters[1])
    nodes = tuple(TaskNode(i, s.id, p) for i, s, p in zip("ab", (first, second), sets, strict=True))
    return Task(id="two", nodes=nodes, definitions=tuple(dict.fromkeys((first, second))), **more)


@wrong_run("test/broken-weak-content")
def writes_something_else(ui: UI, name: str, text: str) -> Iterator[Action]:
    """The file is there, with another text."""
    yield ui.type(f"write|Documents/{name}|no {text}")


@wrong_run("test/broken-breaking")
def does_nothing(ui: UI, name: str, text: str) -> Iterator[Action]:
    """It ends before it did anything."""
    del ui, name, text
    yield from ()


@wrong_run("test/broken-lost")
def loses_its_way(ui: UI, name: str, text: str) -> Iterator[Action]:
    """It does something, and then what it looks for is not there."""
    del name, text
    yield ui.type("mkdir|Documents/Begun")
    raise OracleError("There is no button 'Save'.")


@wrong_run("test/broken-declared", idle=True)
def waits(ui: UI, name: str, text: str) -> Iterator[Action]:
    """Nothing is done, which is what is wrong with it."""
    del ui, name, text
    yield Wait(1.0)


@right_way("test/broken-strong")
def with_a_line_break(ui: UI, name: str, text: str, **_: str) -> Iterator[Action]:
    """As most editors end a text."""
    yield ui.type(f"write|Documents/{name}|{text}\n")


def damaging(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """It does it, and loses a file."""
    yield ui.type("rm|Documents/kept.txt")
    yield ui.type(f"mkdir|{folder}/{name}")


def with_parents(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """It makes the folder around it, too."""
    yield ui.type(f"mkdir|{folder}")
    yield ui.type(f"mkdir|{folder}/{name}")


class Broken(NamedTuple):
    """A broken task, the proof that is to fail, and what is said."""

    task: Task
    proof: str
    said: str


_CHAIN = (("a", "b"),)


def _then_copied(*conditions: Condition) -> Task:
    """A file is written anew and then copied."""
    need = Need(Resource("file", "Documents/{name}"), (WriteFile("Documents/{name}", "old"),))
    values: dict[str, Any] = {"sets": [{"name": "list.txt", "copy": "copy.txt"}], "needs": (need,)}
    renewed = Condition("file_content_equals", {"path": "Documents/{name}", "text": "Milk"})
    said = "Let {name} in Documents, from which {copy} is made, say 'Milk'."
    renew = make("renew", renewed, instruction=said, command="write|Documents/{name}|Milk", implied=("copy",), **values)
    said, command = "Copy {name} in Documents to {copy}.", "cp|Documents/{name}|Documents/{copy}"
    copied = make(f"copied-{conditions[0].check}", *conditions, instruction=said, command=command, **values)
    return two(renew, copied, renew.parameters[0], copied.parameters[0], edges=_CHAIN)


_SOUND = make("sound", _MADE)
_PASTE: dict[str, Any] = {"instruction": "Paste the text on the clipboard into a new file {name} in Documents."}
_CASES: dict[str, Broken] = {
    "satisfied at the start": Broken(
        one(make("start", Condition("folder_exists", {"path": "{folder}"}))), "start", "before anything"
    ),
    "the oracle does not do it": Broken(one(make("idle", _MADE, command="nothing")), "oracle", "no folder"),
    "a condition that always holds": Broken(
        one(make("always", negate(Condition("file_exists", {"path": "{folder}/{name}/none"})))),
        "start",
        "before anything",
    ),
    "a condition of something else": Broken(
        one(make("else", Condition("folder_exists", {"path": "Documents/Other"}), command="mkdir|Documents/Other")),
        "told",
        "says name, and no condition depends",
    ),
    "a condition of something else, without parameters": Broken(
        one(
            make(
                "else-literal",
                Condition("folder_exists", {"path": "Documents/Other"}),
                instruction="Create a folder named 'Reports' in Documents.",
                command="mkdir|Documents/Other",
                sets=[{}],
                needs=(folder("Documents"),),
            )
        ),
        "told",
        "speaks of 'Reports'",
    ),
    "a name is enough": Broken(
        one(write("weak-name", Condition("file_exists", {"path": "Documents/{name}"}))), "told", "says text, and no"
    ),
    "another content is enough": Broken(
        one(write("weak-content", Condition("file_content_contains", {"path": "Documents/{name}", "text": "{text}"}))),
        "wrong",
        "writes_something_else",
    ),
    "a wrong run does nothing": Broken(one(write("breaking", _WRITTEN)), "wrong", "It left all as it was."),
    "a wrong run does not come to its end": Broken(
        one(write("lost", _WRITTEN)), "wrong", "loses_its_way: It broke off: There is no button 'Save'."
    ),
    "a right way is refused": Broken(
        one(
            write(
                "strong",
                Condition("file_hash", {"path": "Documents/list.txt", "sha256": "{digest}"}),
                instruction="Write '{text}' into a new file {name} in Documents.",
                sets=[
                    {**_TEXT, "digest": "8189b8409b18b1ef215ec2f2d8da515cdc7cc21a4b7cd35482b66bede2275d02"},
                ],
                implied=("digest",),
            )
        ),
        "right",
        "with_a_line_break",
    ),
    "a parameter is not said": Broken(
        one(make("unsaid", _MADE, instruction="Create a folder in {folder}.")), "told", "name = 'Reports'"
    ),
    "the same words for two values": Broken(
        one(make("same-words", _MADE, instruction="Create a folder in {folder}.", implied=("name",))),
        "told",
        "same words",
    ),
    "the instruction says another value": Broken(
        one(_SOUND, instruction="Create a folder named 'Report' in Documents."), "told", "says 'Report'"
    ),
    "another value, freely worded": Broken(
        one(_SOUND, instruction="Documents should have a folder Report."), "told", "name = 'Reports'"
    ),
    "the order is contradicted": Broken(
        two(
            _SOUND,
            _SOUND,
            edges=_CHAIN,
            instruction="Create a folder named 'Bills' in Documents. Then create a folder named 'Reports' in "
            "Documents.",
        ),
        "told",
        "told before",
    ),
    "the order is not said": Broken(
        two(
            _SOUND,
            _SOUND,
            edges=_CHAIN,
            instruction="Create a folder named 'Reports' in Documents. Separately, create a folder named 'Bills' in "
            "Documents.",
        ),
        "told",
        "told apart",
    ),
    "two of one name": Broken(one(tick("twins", "Milk", "Milk")), "told", "2 rows"),
    "the setup has the result already": Broken(
        one(make("setup", _MADE, setup=(WriteFile("Documents/Bills/x.txt", "x"),)), _SETS[1]),
        "start",
        "before anything",
    ),
    "an effect is too wide": Broken(
        one(make("wide", _MADE, effects=(Effect("change", "*"), Effect("remove", "*")))), "wrong", "emptied"
    ),
    "an effect is missing": Broken(one(_with(make("damage", _MADE), oracle=damaging)), "frame", "Documents/kept"),
    "nobody provides what is needed": Broken(
        one(make("need", _MADE, needs=(folder("{folder}"), Need(Resource("file", "Documents/plan.txt"))))),
        "told",
        "nobody provides",
    ),
    "another oracle does it along": Broken(
        two(
            _with(make("along", _MADE, needs=()), oracle=with_parents),
            _with(make("along", _MADE, needs=()), oracle=with_parents),
            {"folder": "Documents", "name": "Outer"},
            {"folder": "Documents/Outer", "name": "Inner"},
        ),
        "necessary",
        "'a' is complete",
    ),
    "it speaks of what is not there": Broken(
        one(make("ghost", _MADE, instruction="As rules.txt says, create a folder named '{name}' in {folder}.")),
        "told",
        "speaks of 'rules.txt'",
    ),
    "nobody filled the clipboard": Broken(
        one(
            write(
                "clipboard",
                _WRITTEN,
                **_PASTE,
                needs=(folder("Documents"), Need(Resource("clipboard_text", "{text}"))),
                implied=("text",),
            )
        ),
        "told",
        "nobody provides the clipboard text",
    ),
    "it says not to": Broken(
        one(write("not", _WRITTEN, instruction="Do not write '{text}' into a new file {name} in Documents.")),
        "told",
        "Do not write",
    ),
    "it says never to": Broken(
        one(make("never", _MADE, instruction="Please never create a folder named '{name}' in {folder}.")),
        "told",
        "never create",
    ),
    "it says not to, of a task": Broken(
        one(_SOUND, instruction="Do not create a folder named 'Reports' in Documents."), "told", "'Do not'"
    ),
    "it says not to, freely worded": Broken(
        one(_SOUND, instruction="I have Documents. Don't let it have a folder Reports."), "told", "Don't let"
    ),
    "another place, and not this one": Broken(
        one(
            write(
                "place", _WRITTEN, instruction="Write '{text}' into a new file {name} on the Desktop, not in Documents."
            )
        ),
        "told",
        "Documents",
    ),
    "another place": Broken(
        one(write("desktop", _WRITTEN, instruction="Write '{text}' into a new file {name} on the Desktop.")),
        "told",
        "'Desktop'",
    ),
    "and a copy of it elsewhere": Broken(
        one(
            write(
                "copy",
                _WRITTEN,
                instruction="Write '{text}' into a new file {name} in Documents, and make a copy of it in Pictures.",
            )
        ),
        "told",
        "'copy'",
    ),
    "and a copy of it": Broken(
        one(write("a-copy", _WRITTEN, instruction="Write '{text}' into {name} in Documents and make a copy of it.")),
        "told",
        "'copy'",
    ),
    "and print it twice": Broken(
        one(write("print", _WRITTEN, instruction="Write '{text}' into {name} in Documents and print it twice.")),
        "told",
        "'print'",
    ),
    "twice": Broken(
        one(make("twice", _MADE, instruction="Create a folder named '{name}' in {folder}, twice.")), "told", "'twice'"
    ),
    "and nothing else, though more is let through": Broken(
        one(
            write(
                "exactly",
                Condition("file_content_contains", {"path": "Documents/{name}", "text": "{text}"}),
                instruction="Write '{text}' and nothing else into a new file {name} in Documents.",
            )
        ),
        "told",
        "'nothing else'",
    ),
    "in capital letters": Broken(
        one(write("capitals", _WRITTEN, instruction="Write '{text}' in capital letters into {name} in Documents.")),
        "told",
        "in capital letters",
    ),
    "in bold": Broken(
        one(write("bold", _WRITTEN, instruction="Write '{text}' in bold into a new file {name} in Documents.")),
        "told",
        "in bold",
    ),
    "in another language": Broken(
        one(write("french", _WRITTEN, instruction="Write '{text}' in French into a new file {name} in Documents.")),
        "told",
        "in French",
    ),
    "and something that no condition asks for": Broken(
        one(make("mail", _MADE, instruction="Create a folder named '{name}' in {folder}, then e-mail it to Lena.")),
        "told",
        "'e-mail'",
    ),
    "and something that nobody knows": Broken(
        one(make("wrap", _MADE, instruction="Create a folder named '{name}' in {folder} and wallop it.")),
        "told",
        "wallop it",
    ),
    "words behind the sentence": Broken(
        one(_SOUND, instruction="Create a folder named 'Reports' in Documents by candle light."), "told", "by candle"
    ),
    "an order behind the sentence": Broken(
        one(_SOUND, instruction="Create a folder named 'Reports' in Documents. Empty the recycle bin."),
        "told",
        "Empty recycle bin",
    ),
    "in any order": Broken(
        two(
            _SOUND,
            _SOUND,
            edges=_CHAIN,
            instruction="In any order: create a folder named 'Reports' in Documents; and create a folder named "
            "'Bills' in Documents.",
        ),
        "told",
        "any order",
    ),
    "the order does not matter": Broken(
        two(
            _SOUND,
            _SOUND,
            edges=_CHAIN,
            instruction="Create a folder named 'Reports' in Documents. Create a folder named 'Bills' in Documents. "
            "The order does not matter.",
        ),
        "told",
        "order does not matter",
    ),
    "the other order, by a clause": Broken(
        two(
            _SOUND,
            _SOUND,
            edges=_CHAIN,
            instruction="Create a folder named 'Reports' in Documents once you create a folder named 'Bills' in "
            "Documents.",
        ),
        "told",
        "told apart",
    ),
    "a product of what was there before": Broken(
        _then_copied(Condition("file_exists", {"path": "Documents/{copy}"})), "order", "'b' is done first"
    ),
    "anything may be done": Broken(one(make("free", _MADE, effects=None)), "frame", "may do anything"),
    "a secret": Broken(
        one(
            make(
                "secret",
                _MADE,
                instruction="Create a folder in {folder}.",
                sets=[_NAME, {"folder": "Pictures", "name": "Bills"}],
                implied=("name",),
            )
        ),
        "told",
        "neither said nor shown",
    ),
    "the answer is in the instruction": Broken(
        one(answer("leak", "How many lines has kept.txt in Documents? It has 3.")), "told", "stands in the instruction"
    ),
}

_SOUND_TASKS: dict[str, Task] = {
    "one node": one(_SOUND),
    "freely worded": one(_SOUND, instruction="I would like Documents to have a folder called Reports."),
    "in order": two(_SOUND, _SOUND, edges=_CHAIN),
    "in any order": two(
        _SOUND,
        _SOUND,
        instruction="Create a folder named 'Reports' in Documents. Also, create a folder named 'Bills' in Documents.",
    ),
    "one of two names": one(tick("known", "Milk", "Bread")),
    "a content": one(write("content", _WRITTEN)),
    "a wrong run that waits and says so": one(write("declared", _WRITTEN)),
    "what is there": one(make("there", _MADE, instruction="Beside kept.txt, create a folder '{name}' in {folder}.")),
    "an answer": one(answer("answer", "How many lines has kept.txt in Documents?")),
    "the other set": one(_SOUND, _SETS[1]),
    "a product of what is there now": _then_copied(
        Condition("file_content_equals", {"path": "Documents/{copy}", "text": "Milk"})
    ),
    "a courtesy": one(_SOUND, instruction="Please create a folder named 'Reports' in Documents."),
    "a reason": one(
        _SOUND,
        instruction="I want to keep what I write, and not in the inbox. Create a folder named 'Reports' in Documents.",
    ),
    "nothing else, where nothing else is let through": one(
        write("only", _WRITTEN, instruction="Write '{text}' and nothing else into a new file {name} in Documents.")
    ),
    "something that is to stay as it is": one(
        write(
            "stay", _WRITTEN, instruction="Write '{text}' into a new file {name} in Documents; do not rename kept.txt."
        )
    ),
    "capital letters that are asked for": one(
        write(
            "in-capitals",
            _WRITTEN,
            instruction="Write '{text}' in capital letters into a new file {name} in Documents.",
            sets=[{**_TEXT, "text": "MILK"}],
        )
    ),
}


@pytest.mark.parametrize("kind", _CASES)
def test_a_broken_task_is_caught(kind: str) -> None:
    broken = _CASES[kind]
    proof = verify_task(broken.task, World(), Strangers([]))
    assert not proof.holds
    messages = {p.name: p.message for p in proof.failures}
    assert broken.said in messages.get(broken.proof, ""), messages


@pytest.mark.parametrize("kind", _SOUND_TASKS)
def test_a_sound_one_is_not(kind: str) -> None:
    proof = verify_task(_SOUND_TASKS[kind], World(), Strangers([]))
    assert proof.holds, proof.failures


_ASKED = "Write '{text}' into a new file {name} in Documents"
#: Texts that ask for something else than that a file has this text, or for more.
_ASKING_OTHERWISE = (
    f"{_ASKED} without using the keyboard.",
    f"{_ASKED}, and delete kept.txt.",
    f"{_ASKED} three times.",
    f"{_ASKED} as a hidden file.",
    f"{_ASKED}, and set a password.",
    f"{_ASKED}, but leave it empty.",
    f"{_ASKED} unless it is there already.",
    f"{_ASKED} tomorrow.",
    f"{_ASKED} and tell Lena about it.",
    f"{_ASKED}; also create a folder.",
    f"{_ASKED}, as a PDF.",
    "Write half of '{text}' into a new file {name} in Documents.",
    "Write anything but '{text}' into a new file {name} in Documents.",
    "Write '{text}' into two new files in Documents, {name} and another one.",
    "It is forbidden to write '{text}' into {name} in Documents.",
    "I do not want '{text}' in a new file {name} in Documents.",
    "Instead of writing '{text}' into {name} in Documents, wait.",
)


@pytest.mark.parametrize("number", range(len(_ASKING_OTHERWISE)))
def test_a_text_that_asks_for_something_else_is_refused(number: int) -> None:
    broken = one(write(f"otherwise-{number}", _WRITTEN, instruction=_ASKING_OTHERWISE[number]))
    assert [p.name for p in verify_task(broken, World(), Strangers([])).failures] == ["told"]


@pytest.mark.parametrize(
    "between",
    [". Before that, {}", " after you {}", ". Meanwhile, {}", ", or {}", ". If that fails, {}", ". Please {} first"],
)
def test_an_order_that_is_not_that_of_the_edge_is_refused(between: str) -> None:
    second = between.format("create a folder named 'Bills' in Documents")
    broken = two(_SOUND, _SOUND, edges=_CHAIN, instruction=f"Create a folder named 'Reports' in Documents{second}.")
    assert [p.name for p in verify_task(broken, World(), Strangers([])).failures] == ["told"]


def test_there_are_enough_kinds() -> None:
    assert len(_CASES) >= 40
