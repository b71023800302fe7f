"""One declaration of a command gives handler, buttons, menu lines, shortcut and keys, which agree with each other."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from omnigym.devices.protocol import ClipboardContent
from omnigym.sim.app import App, Context, OpenDialog, SetFiles, ShowMenu
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands, Question, commanded, delete_record, rows_of
from omnigym.sim.tables.table import Table
from omnigym.sim.ui.nodes import DISABLED, Node
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import Vfs


class Pet(NamedTuple):
    id: int
    name: str
    fed: bool = False


PETS: Table[Pet] = Table("content://toy/pets", "C:/pets.json", Pet)
SURE, WHO = OpenDialog("message_box", "Sure?"), OpenDialog("prompt", "Who?")
PET = Commands(
    "toy",
    LINE,
    Command(
        "feed",
        lambda pet: f"Feed {pet.name}",
        change=lambda pet: pet._replace(fed=True),
        icon="add",
        shortcut="ctrl+shift+f",
        places=(BAR, MENU),
        enabled=lambda pet: not pet.fed,
        checked=lambda pet: pet.fed,
    ),
    LINE,
    Command("nothing", "Nothing", change=lambda pet: pet, places=()),
    LINE,
    Command("sell", "Sell", change=delete_record, places=(MENU,), ask=lambda _: Question(SURE, "Yes")),
    Command("more", "More", opens="more", places=(MENU,)),
    Command("rename", "Rename", run=lambda state, _, pet: (pet.id * 10, ()), places=("more",)),
    Command(
        "call", "Call", lambda pet, name: pet._replace(name=name), places=(), ask=lambda _: Question(WHO, text=True)
    ),
    LINE,
    records=rows_of(PETS, lambda state: state),
    menu="menu",
)
WINDOW = Commands(
    "toy", Command("twice", "Twice", change=lambda n: 2 * n), Command("by", "By", run=lambda n, _, m: (n * m, ()))
)


@pytest.fixture
def ctx() -> Context:
    files = PETS.written(Vfs(), (Pet(1, "Ada"), Pet(2, "Bob", True)), 1)
    return Context(100, 100, files, ClipboardContent(), {}, 5)


def sent(commands: Commands, state: Any, ctx: Context, *msg: Any) -> tuple[Any, Any]:
    """The next state, and the pets where these are written, else the effects."""
    state, effects = commands.on[msg[0]](state, ctx, *msg[1:])
    return state, PETS.rows(effects[0].vfs) if effects and isinstance(effects[0], SetFiles) else effects


ADA, BOB = Pet(1, "Ada"), Pet(2, "Bob", True)


@pytest.mark.parametrize(
    ("chosen", "msg", "after"),
    [
        (1, ("feed",), (1, (Pet(1, "Ada", True), BOB))),
        (2, ("feed", 1), (2, (Pet(1, "Ada", True), BOB))),
        (1, ("feed", 2), (1, ())),  # it is not enabled for Bob
        (0, ("feed",), (0, ())),  # none is chosen
        (1, ("nothing",), (1, ())),  # what stays as it is is not written
        (1, ("sell", 2), (1, (SURE._replace(reply=("sell.answer", (2,))),))),
        (1, ("sell.answer", (2,), "Yes"), (1, (ADA,))),
        (2, ("sell.answer", (), "Yes"), (2, (ADA,))),
        (1, ("sell.answer", (2,), None), (1, ())),
        (1, ("call", 2), (1, (WHO._replace(reply=("call.answer", (2,))),))),
        (1, ("call.answer", (2,), " Eve "), (1, (ADA, Pet(2, "Eve", True)))),
        (1, ("call.answer", (2,), " "), (1, ())),
        (1, ("call.answer", (), None), (1, ())),
        (1, ("sell.answer", (3,), "Yes"), (1, ())),  # it is gone by now
        (1, ("rename", 2), (20, ())),
        (1, ("menu", 3), (1, ())),
    ],
    ids=str,
)
def test_messages_change_the_record_that_they_name_or_the_chosen_one(
    ctx: Context, chosen: int, msg: tuple[Any, ...], after: tuple[int, Any]
) -> None:
    assert sent(PET, chosen, ctx, *msg) == after


def test_what_is_drawn_sends_what_is_handled(ctx: Context) -> None:
    (feed,) = PET.buttons(BAR, ADA, 1, style="tool")
    assert (feed.key, feed.name, feed.icon, feed.message("click")) == ("toy.feed.1", "Feed Ada", "add", ("feed", 1))
    (labelled,) = PET.buttons(BAR, BOB, labelled=True)
    assert (labelled.key, labelled.text, labelled.name) == ("toy.feed", "Feed Bob", "")
    assert labelled.flags & DISABLED and not feed.flags & DISABLED
    items = PET.items(MENU, BOB, 2)
    assert [i.text for i in items] == ["Feed Bob", "", "Sell", "More"], "lines are only between two"
    assert (items[0].enabled, items[0].checked, items[0].shortcut) == (False, True, "Ctrl+Shift+F")
    assert [(i.key, i.msg) for i in items[3].items] == [("toy.more.rename", ("rename", 2))]
    assert items[3].msg is None
    assert sent(PET, 1, ctx, "menu", 2) == (1, (ShowMenu(items),))
    assert PET.keys == (("ctrl+shift+f", ("feed",)),)
    assert {i.msg[0] for i in items if i.msg} | {"menu", "sell.answer"} <= set(PET.on)
    assert {where["key"] for key, where in PET.locate.items() if key != "record"} == {
        *("toy.feed", "toy.menu.feed", "toy.menu.sell", "toy.menu.more", "toy.more.rename")
    }


def test_a_menu_may_depend_on_the_target() -> None:
    line = MenuItem("toy.food", "Milk", ("eat", 1))
    pets = Commands(
        "toy",
        Command("wake", "Wake", places=(MENU,), visible=lambda pet: pet.fed),
        LINE,
        Command("eat", "Eat", opens=lambda pet: (line,) * pet.id, places=(MENU,)),
    )
    assert [(i.text, i.items) for i in pets.items(MENU, ADA)] == [("Eat", (line,))]
    assert [i.text for i in pets.items(MENU, BOB)] == ["Wake", "", "Eat"]
    assert set(pets.on) == {"wake"}


def test_without_records_they_are_done_to_the_state(ctx: Context) -> None:
    assert sent(WINDOW, 3, ctx, "twice") == (6, ())
    assert sent(WINDOW, 3, ctx, "by", 5) == (15, ())


def toy(**more: Any) -> App:
    return App(name="toy", title="Toy", init=lambda _, __: (0, ()), view=lambda _, __: Node("box"), caption=str, **more)


def test_an_app_has_them_besides_its_own() -> None:
    app = commanded(toy(on={"own": lambda s, _: (s, ())}, locate={"record": {"key": "toy.pet"}}), PET, WINDOW)
    own = {"own", "feed", "nothing", "sell", "sell.answer", "rename", "call", "call.answer", "menu", "twice", "by"}
    assert set(app.on) == own
    assert app.locate["record"] == {"key": "toy.pet"}, "what the app says itself counts"
    assert app.locate["menu.sell"] == {"key": "toy.menu.sell"}
    with pytest.raises(ValueError, match=r"app 'toy' has two commands \['feed'\]"):
        commanded(toy(on={"feed": lambda s, _: (s, ())}), PET)


@pytest.mark.parametrize(
    ("question", "answer", "given"),
    [
        (Question(SURE, "Yes"), "Yes", ()),
        (Question(SURE, "Yes"), "No", None),
        (Question(WHO, text=True), " Eve ", ("Eve",)),
        (Question(WHO, text=True), " ", None),
        (Question(WHO, text=True, blank=True), " ", ("",)),
        (Question(WHO, text=True, blank=True), None, None),
    ],
)
def test_an_answer_is_yes_or_a_text(question: Question, answer: object, given: tuple[str, ...] | None) -> None:
    assert question.taken(answer) == given
