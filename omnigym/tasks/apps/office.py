"""Steps, oracles and runs of office that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role, State
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.variations import as_asked, spelled
from omnigym.tasks.step_library.web import choose_in_web, click_in_web, go_in_web, press_in_web, seen, write_in_web
from omnigym.tasks.subtask import UI, oracle


@oracle("office/ask-for-call")
def ask_for_call(ui: UI, extension: str, person: str) -> Iterator[Action]:
    """The search, and the button of the only row."""
    del person
    yield from go_in_web(ui, "/staff.html")
    yield from write_in_web(ui, extension, key="search")
    cell = yield from seen(ui, Role.CELL, extension)
    buttons = [n for n in ui.tree.nodes if n.role == Role.BUTTON and n.name.endswith("to call")]
    yield ui.click(min(buttons, key=lambda n: abs(n.center[1] - cell.center[1])))


@oracle("office/order-scarcest")
def order_scarcest(ui: UI, supplier: str, which: str, item: str) -> Iterator[Action]:
    """The table sorted by pieces, once for the fewest, twice for the most; the first of the supplier."""
    del item
    yield from go_in_web(ui, "/stock.html")
    for _ in range(1 if which == "fewest" else 2):
        yield from click_in_web(ui, key="by-2")
    cell = yield from seen(ui, Role.CELL, supplier)
    boxes = [n for n in ui.tree.nodes if n.role == Role.CHECKBOX]
    yield ui.click(min(boxes, key=lambda n: abs(n.center[1] - cell.center[1])))
    yield from press_in_web(ui, "Order the marked ones")


@oracle("office/move-card")
def move_card(ui: UI, card: str, column: str) -> Iterator[Action]:
    """A drag onto the column's title."""
    yield from go_in_web(ui, "/board.html")
    held = yield from seen(ui, Role.LIST_ITEM, card)
    target = yield from seen(ui, Role.HEADING, column)
    yield ui.drag(held, target)


@oracle("office/survey")
def survey(ui: UI, content: str, canteen: str, wish: str) -> Iterator[Action]:
    """The slider by keys from its lower end."""
    yield from go_in_web(ui, "/survey.html")
    yield from click_in_web(ui, Role.SLIDER)
    yield ui.press("home")
    yield ui.press("right", count=int(content))
    yield from click_in_web(ui, Role.RADIO, canteen)
    yield from write_in_web(ui, wish, key="wish")
    yield from press_in_web(ui, "Send answers")


@oracle("office/preferences")
def preferences(ui: UI, switch: str, language: str, newsletter: str, reminders: str) -> Iterator[Action]:
    """The switch, the other tab's list, and the question that follows."""
    del switch, reminders
    yield from go_in_web(ui, "/preferences.html")
    yield from click_in_web(ui, name="Newsletter" if newsletter == "on" else "Reminders")
    yield from click_in_web(ui, Role.TAB, "Display")
    yield from choose_in_web(ui, language, key="language")
    yield from press_in_web(ui, "Save")
    if ui.node(Role.DIALOG) is None and ui.node(states=State.MODAL) is None:
        raise OracleError("The oracle expected to be asked whether to save.")
    yield ui.press("enter")


@oracle("office/delivery")
def delivery(ui: UI, town: str, day: str) -> Iterator[Action]:
    """The first letters, then the suggestion."""
    yield from go_in_web(ui, "/delivery.html")
    yield from write_in_web(ui, town[:2], key="town")
    yield from click_in_web(ui, Role.LIST_ITEM, town)
    yield from choose_in_web(ui, day, key="day")
    yield from press_in_web(ui, "Ask for delivery")


@wrong_run("office/publish-notice")
def half_of_it_in_bold(ui: UI, text: str) -> Iterator[Action]:
    """The first word is plain."""
    first, _, rest = text.partition(" ")
    yield from go_in_web(ui, "/notice.html")
    yield from press_in_web(ui, "Clear")
    yield ui.type(f"{first} ")
    yield ui.press("b", "ctrl")
    yield ui.type(rest)
    yield from press_in_web(ui, "Publish")


spelled("amount_spelled_otherwise", lambda v: v.removesuffix("0").removesuffix(".0"), "amount", "office/expenses")


spelled("pence_spelled_otherwise", lambda v: v.replace(".", ","), "amount", "office/expenses")


@right_way("office/move-card")
def by_way_of_another_column(ui: UI, card: str, column: str) -> Iterator[Action]:
    """The card is dropped on the wrong column, and then on the right one."""
    away = {"To do": "Done", "Doing": "Done", "Done": "Doing"}[column]
    at = {"Move the servers": "Done", "Sign the lease": "Done"}.get(card, "To do")
    yield from as_asked("office/move-card", ui, card=card, column=away if away != at else "Doing")
    held = yield from seen(ui, Role.LIST_ITEM, card)
    target = yield from seen(ui, Role.HEADING, column)
    yield ui.drag(held, target)


@right_way("office/preferences", "office/publish-notice")
def something_else_before(ui: UI, **values: str) -> Iterator[Action]:
    """Saved once with another value, which the right one replaces."""
    other = {"text": "Wrong."} if "text" in values else {"language": "Polish"}
    name = "office/publish-notice" if "text" in values else "office/preferences"
    yield from as_asked(name, ui, **{**values, **other})
    yield from as_asked(name, ui, **values)
