"""What the subtasks of web sites in the real browser share: ordinary actions, looked up on the page."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from omnigym.a11y import Node, Role
from omnigym.actions import Action, OpenApp, Press, Scroll
from omnigym.errors import OracleError
from omnigym.tasks.oracle import UI
from omnigym.tasks.subtask import Condition

__all__ = [
    "DATA",
    "FILES",
    "at",
    "changed",
    "choose",
    "click",
    "go",
    "last_row",
    "no_row",
    "press",
    "row",
    "rows_of",
    "seen",
    "site",
    "upload",
    "write",
]

#: What a subtask needs that reads a site's data, and one that also has to do with files.
DATA = ("apps", "a11y", "content")
FILES = (*DATA, "files")

_MOST_SCROLLS, _MOST_DIALOGS = 25, 4
_NOTCHES = 3


def site(name: str) -> Mapping[str, object]:
    """The attributes that the subtasks of a site have in common."""
    return {"app": name, "platforms": ("web",), "capabilities": DATA}


def row(table: str, /, any_case: bool = False, **columns: str) -> Condition:
    """A row of a table ("shop/orders") has these values: a new one."""
    more = {"any_case": True} if any_case else {}
    return Condition("row_exists", {"uri": f"content://{table}", "columns": columns, **more})


def last_row(table: str, /, among: tuple[str, ...], **columns: str) -> Condition:
    """Of the rows that are the same in the columns ``among``, each of which replaces those before, the last one has
    these values.
    """
    last = {name: columns[name] for name in among}
    return Condition("row_exists", {"uri": f"content://{table}", "columns": columns, "last": last})


def changed(table: str, was: Mapping[str, str] | None = None, **columns: str) -> Condition:
    """A row that was there has these values now; ``was`` says which others it had before."""
    given = {"uri": f"content://{table}", "columns": columns, "was": {} if was is None else dict(was)}
    return Condition("row_exists", given)


def no_row(table: str, **columns: str) -> Condition:
    """No row of a table has these values."""
    return Condition("row_absent", {"uri": f"content://{table}", "columns": columns})


def at(url: str) -> Condition:
    """A milestone: a tab shows a page whose address begins so ("tracker.test/issue")."""
    return Condition("page_open", {"url": url, "below": True})


def rows_of(names: tuple[str, ...], *rows: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    """Parameter sets, written as a table."""
    return tuple(dict(zip(names, values, strict=True)) for values in rows)


def go(ui: UI, path: str) -> Iterator[Action]:
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


def click(
    ui: UI, role: Role | None = None, name: str | None = None, *, key: str | None = None, number: int = 0
) -> Iterator[Action]:
    """A click on a control of the page; arguments as of `seen`."""
    node = yield from seen(ui, role, name, key=key, number=number)
    yield ui.click(node)


def write(
    ui: UI, text: str, name: str | None = None, *, key: str | None = None, enter: bool = False
) -> Iterator[Action]:
    """A text in a field instead of what is in it."""
    node = yield from seen(ui, name=name, key=key)
    yield ui.click(node)
    if node.value:
        yield ui.press("a", "ctrl")
    yield ui.type(text + ("\n" if enter else ""))


def choose(ui: UI, option: str, name: str | None = None, *, key: str | None = None) -> Iterator[Action]:
    """An option of a list that opens."""
    yield from click(ui, Role.COMBOBOX, name, key=key)
    for _ in range(_MOST_SCROLLS):
        found = ui.node(Role.LIST_ITEM, option)
        if found is not None and _free(ui, found):
            yield ui.click(found)
            return
        yield Press("down")
    raise OracleError(f"The oracle expected an option {option!r}.")


def press(ui: UI, name: str) -> Iterator[Action]:
    """A button of the page."""
    yield from click(ui, Role.BUTTON, name)


def upload(ui: UI, path: str, *, key: str | None = None) -> Iterator[Action]:
    """A file of the user's in a field for files: by its dialog."""
    yield from click(ui, Role.BUTTON, key=key, name=None if key else "Choose File")
    yield ui.type(ui.native_path(path) + "\n")
