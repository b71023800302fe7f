"""Sites that are served: pages, fields and buttons by role and name."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from itertools import islice

from omnigym.a11y import Node, Role, State
from omnigym.actions import Action, Click, OpenApp, Point, Press, Scroll, Type, Wait
from omnigym.errors import OracleError
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

_MOST_SCROLLS, _MOST_DIALOGS = 25, 4


_NOTCHES = 3


@word
def go_in_web(ui: UI, path: str) -> Iterator[Action]:
    """A page of the oracle's site, by its address, whatever is open."""
    for _ in range(_MOST_DIALOGS):
        if ui.tree.find(Role.DIALOG) is None:
            break
        yield ui.press("escape")
    if not any(w.active and w.app == ui.app for w in ui.windows()):
        yield OpenApp(ui.app)
    yield ui.press("l", "ctrl")
    yield ui.type(f"{ui.app}.test{path}\n")


def seen(
    ui: UI, role: Role | None = None, name: str | None = None, *, key: str | None = None, number: int = 0
) -> Generator[Action, None, Node]:
    """A control of the page, scrolled to where it can be seen and nothing covers it.

    Args:
        ui: The screen.
        role, name, key: Which one, as of `Tree.find`.
        number: Which of several that are on the screen together, from above.

    Raises:
        OracleError: There is none.
    """
    for to in ("down", "home", "down"):
        if to == "home":
            yield ui.press("home", "ctrl")
            continue
        for _ in range(_MOST_SCROLLS):
            found = [n for n in ui.tree.nodes if _fits(n, role, name, key)]
            if len(found) > number and _free(ui, found[number]):
                return found[number]
            before = ui.tree.nodes
            yield Scroll((0.5, 0.7), _NOTCHES)
            if ui.tree.nodes == before:
                break
    wanted = " ".join(str(x) for x in (role.name if role else None, name, key) if x)
    shown = [n.name for n in ui.tree.nodes if n.name][:30]
    raise OracleError(f"The oracle expected {wanted} on the page, which shows {shown}.")


def _fits(node: Node, role: Role | None, name: str | None, key: str | None) -> bool:
    return (
        (role is None or node.role == role)
        and (name is None or node.name == name)
        and (key is None or node.key == key)
        and not node.key.startswith("browser.")
    )


def _free(ui: UI, node: Node) -> bool:
    """Whether a click in its middle reaches it, or something in it."""
    hit = ui.tree.hit(*node.center)
    x, y, w, h = node.bounds
    return hit is not None and x <= hit.center[0] <= x + w and y <= hit.center[1] <= y + h


@word
def click_in_web(
    ui: UI, role: Role | None = None, name: str | None = None, *, key: str | None = None, number: int = 0
) -> Iterator[Action]:
    """A click on a control of the page; arguments as of `seen`."""
    node = yield from seen(ui, role, name, key=key, number=number)
    yield ui.click(node)


@word
def write_in_web(
    ui: UI, text: str, name: str | None = None, *, key: str | None = None, enter: bool = False
) -> Iterator[Action]:
    """A text in a field instead of what is in it."""
    node = yield from seen(ui, name=name, key=key)
    yield ui.click(node)
    if node.value:
        yield ui.press("a", "ctrl")
    yield ui.type(text + ("\n" if enter else ""))


@word
def choose_in_web(ui: UI, option: str, name: str | None = None, *, key: str | None = None) -> Iterator[Action]:
    """An option of a list that opens."""
    yield from click_in_web(ui, Role.COMBOBOX, name, key=key)
    for _ in range(_MOST_SCROLLS):
        found = ui.node(Role.LIST_ITEM, option)
        if found is not None and _free(ui, found):
            yield ui.click(found)
            return
        yield Press("down")
    raise OracleError(f"The oracle expected an option {option!r}.")


@word
def press_in_web(ui: UI, name: str) -> Iterator[Action]:
    """A button of the page."""
    yield from click_in_web(ui, Role.BUTTON, name)


@word
def upload(ui: UI, path: str, *, key: str | None = None) -> Iterator[Action]:
    """A file of the user's in a field for files: by its dialog."""
    yield from click_in_web(ui, Role.BUTTON, key=key, name=None if key else "Choose File")
    yield ui.type(ui.native_path(path) + "\n")


#: Something that nobody asks for, at each site: a record that was there is other afterwards.
_HARM: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "calendar": ("calendar/rename", {"name": "Sports club", "new": "Nothing"}),
    "office": ("office/ask-for-call", {"extension": "699", "person": ""}),
    "shop": ("shop/change-name", {"first": "No", "last": "Body"}),
    "tracker": ("tracker/set-status", {"title": "Two-step login for managers", "status": "resolved"}),
}


#: The first actions: the browser and an address.
_BEGUN = 3


#: What buttons that send a form say first.
_SENDING = (
    "Add to",
    "Ask",
    "Book",
    "Create",
    "Delete",
    "Finish",
    "Hand in",
    "Order",
    "Place order",
    "Publish",
    "Save",
    "Send",
    "Upload",
)


@word
def opens_the_page(_ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """The page is opened, and no more."""
    yield from islice(actions, _BEGUN)


@word
def sends_nothing(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """Everything is filled in, and the last button is not pressed."""
    for action in actions:
        match action:
            case Type(text) if text.endswith("\n") and not _goes_on(ui, text):
                yield Type(text.removesuffix("\n"))
                return
            case Click(at) if _sends(ui, at):
                return
        yield action


def _goes_on(ui: UI, text: str) -> bool:
    """Whether Enter after a text leads to another page: after an address, and in the search."""
    field = ui.tree.find(key="id_q")
    return ".test/" in text or (field is not None and field.has(State.FOCUSED))


def _sends(ui: UI, at: Point) -> bool:
    """Whether a button is there that sends what was filled in."""
    x, y = at[0] * ui.size[0], at[1] * ui.size[1]
    there = [
        n for n in ui.tree.nodes if n.bounds[0] <= x < sum(n.bounds[::2]) and n.bounds[1] <= y < sum(n.bounds[1::2])
    ]
    return any(n.role is Role.BUTTON and (n.name.startswith(_SENDING) or n.key == "submit_button") for n in there)


@word
def harms_something_first(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """Another record of the same site is changed on the way."""
    name, values = _HARM[ui.app]
    yield from as_asked(name, ui, **values)
    yield from actions


@word
def looks_around_first_on_phone(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """The site's first page in another tab, which is closed again, and a while between the steps."""
    yield from go_in_web(ui, "/")
    yield ui.press("t", "ctrl")
    yield from go_in_web(ui, "/")
    yield ui.press("w", "ctrl")
    for action in actions:
        yield action
        yield Wait(0.5)


@word
def corrects_slips(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """A letter too many is typed, and taken back."""
    for action in actions:
        if not isinstance(action, Type):
            yield action
            continue
        text = action.text.removesuffix("\n")
        yield Type(f"{text}e")
        yield ui.press("backspace")
        if text != action.text:
            yield ui.press("enter")
