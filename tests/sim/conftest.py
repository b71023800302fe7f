"""A small app that has one of everything, and helpers to use a simulated device by node keys."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from omnigym.a11y import Node as TreeNode
from omnigym.a11y import Role
from omnigym.actions import Click, Drag, Point, Press, Type
from omnigym.devices.sim.device import SimDevice
from omnigym.documents import plain
from omnigym.sim.app import App, Close, Context, Effect, Focus, Handler, OpenDialog, ShowMenu
from omnigym.sim.documents.edit import Edit, start_editing
from omnigym.sim.ui.nodes import FILL, Msg, Node, column, panel, row, state_flags
from omnigym.sim.ui.widgets import (
    SEPARATOR,
    Entry,
    MenuItem,
    area,
    button,
    checkbox,
    combo,
    field,
    list_view,
    text,
    toggle,
)
from omnigym.sim.windows.catalogue import all_apps


class State(NamedTuple):
    """What the app has, and all that it was told."""

    edit: Edit
    name: str = "name"
    bold: bool = False
    ticked: bool = False
    fruit: str = "apple"
    entries: tuple[Entry, ...] = tuple([Entry(f"e{i}", f"{'abc'[i % 3]} entry {i}") for i in range(100)])
    selected: tuple[str, ...] = ()
    cursor: str = ""
    log: tuple[Msg, ...] = ()


MENU = (
    MenuItem("toy.menu.one", "One", ("one",)),
    SEPARATOR,
    MenuItem("toy.menu.more", "More", items=(MenuItem("toy.menu.two", "Two", ("two",)),)),
    MenuItem("toy.menu.off", "Off", ("off",), enabled=False),
)


def _tools(bold: bool, ticked: bool, fruit: str) -> Node:
    return row(
        button("toy.ok", "OK", click=("ok",), default=True),
        button("toy.menu", "Menu", menu=MENU),
        button("toy.disabled", "Disabled", click=("disabled",), disabled=True),
        toggle("toy.bold", "Bold", checked=bold, click=("bold",)),
        checkbox("toy.tick", "Tick", checked=ticked, click=("tick",)),
        combo("toy.fruit", fruit, ("apple", "pear", "plum"), name="Fruit", change=("fruit",)),
        button("toy.dialog", "Dialog", click=("dialog",)),
    )


def _entry(entry: Entry, selected: bool) -> Node:
    return row(
        text(entry.text, role=Role.CELL, w=FILL),
        style="row",
        key=f"toy.list.{entry.id}",
        role=Role.LIST_ITEM,
        name=entry.text,
        flags=state_flags(selected=selected),
        w=FILL,
        h=FILL,
    )


def _view(state: State, ctx: Context) -> Node:
    return column(
        panel(_tools, state.bold, state.ticked, state.fruit),
        field(
            "toy.name",
            state.name,
            name="Name",
            change=("name",),
            submit=("submit",),
            cancel=("cancel",),
            blur=("blur",),
        ),
        row(
            list_view(
                "toy.list",
                state.entries,
                _entry,
                name="Entries",
                row_h=24,
                selected=state.selected,
                cursor=state.cursor,
                multi=True,
                drag="entries",
                select=("select",),
                open=("open",),
                context=("context",),
                drop=("drop",),
            ),
            area("toy.area", state.edit, name="Text", change=("edit",)),
            h=FILL,
            align="stretch",
        ),
        h=FILL,
    )


class Anything(dict[str, Handler]):
    """The handlers of an app that takes every message, whatever its name."""

    def __init__(self, update: Callable[[Any, Msg, Context], tuple[Any, tuple[Effect, ...]]]) -> None:
        super().__init__()
        self._update = update

    def __missing__(self, name: str) -> Handler:
        return lambda state, ctx, *rest: self._update(state, (name, *rest), ctx)


def _update(state: State, msg: Msg, ctx: Context) -> tuple[State, tuple[Effect, ...]]:
    state = state._replace(log=(*state.log, msg))
    match msg:
        case ("edit", edit):
            return state._replace(edit=edit, log=state.log[:-1]), ()
        case ("name", name):
            return state._replace(name=name), ()
        case ("bold",):
            return state._replace(bold=not state.bold), ()
        case ("tick",):
            return state._replace(ticked=not state.ticked), ()
        case ("fruit", fruit):
            return state._replace(fruit=fruit), ()
        case ("select", selected, cursor):
            return state._replace(selected=selected, cursor=cursor), ()
        case ("context", _):
            return state, (ShowMenu(MENU),)
        case ("dialog",):
            return state, (OpenDialog("toy_dialog", "really?", ("answer",)),)
        case ("rename",):
            return state, (Focus("toy.name", 0, 2),)
    return state, ()


def _dialog_view(state: str, ctx: Context) -> Node:
    return column(
        text(state, key="ask.text"),
        row(button("ask.yes", "Yes", click=("yes",), default=True), button("ask.no", "No", click=("no",), cancel=True)),
        h=FILL,
    )


TOY = App(
    name="toy",
    title="Toy",
    icon="word",
    init=lambda args, ctx: (State(start_editing(plain(str(args)))), ()),
    view=_view,
    on=Anything(_update),
    caption=lambda state: f"{state.name} - Toy",
    keys=(("ctrl+s", ("save",)), ("delete", ("delete",)), ("f2", ("rename",))),
    size=(700, 400),
)
ASK = App(
    name="toy_dialog",
    title="Ask",
    icon="word",
    init=lambda args, ctx: (args, ()),
    view=_dialog_view,
    on=Anything(lambda state, msg, ctx: (state, (Close(msg[0]),))),
    caption=lambda state: "Ask",
    size=(300, 120),
    dialog=True,
)


class Bench:
    """A device, and actions by the keys of nodes.

    Args:
        device: The device.
    """

    def __init__(self, device: SimDevice) -> None:
        self.device = device

    @property
    def state(self) -> Any:
        """The state of the frontmost toy window."""
        regs = self.device._desk.regs
        return next(regs.windows[i].state for i in reversed(regs.order) if regs.windows[i].app == "toy")

    @property
    def log(self) -> tuple[Msg, ...]:
        """All messages that the app got."""
        log: tuple[Msg, ...] = self.state.log
        return log

    def node(self, key: str) -> TreeNode:
        """The node of a key, which must be there."""
        found = self.device.tree().find(key=key)
        assert found is not None, f"no node {key}"
        return found

    def at(self, key: str, dx: int = 0, dy: int = 0) -> Point:
        """The middle of a node."""
        x, y = self.node(key).center
        return self.point(x + dx, y + dy)

    def point(self, x: int, y: int) -> Point:
        """A pixel, normalised."""
        w, h = self.device.size
        return (x + 0.5) / w, (y + 0.5) / h

    def click(self, key: str, **options: Any) -> None:
        """Click a node, as the first click of a series."""
        self.device._desk.tick(1000)
        self.device.act(Click(self.at(key), **options))

    def drag(self, start: Point, end: Point) -> None:
        """Drag from one point to another."""
        self.device.act(Drag(start, end))

    def type(self, text: str) -> None:
        """Type."""
        self.device.act(Type(text))

    def press(self, *keys: str) -> None:
        """Press keys such as "ctrl+a"."""
        for keys_held in keys:
            *mods, key = keys_held.split("+")
            self.device.act(Press(key, tuple(mods)))  # type: ignore[arg-type]


@pytest.fixture
def make_bench() -> Callable[..., Bench]:
    def make(text: str = "", size: tuple[int, int] = (1024, 768), scale: float = 1.0) -> Bench:
        bench = Bench(SimDevice(size, scale=scale, apps={**all_apps(), "toy": TOY, "toy_dialog": ASK}))
        bench.device.launch("toy", text)
        return bench

    return make


@pytest.fixture
def bench(make_bench: Callable[..., Bench]) -> Bench:
    return make_bench("hello world\nsecond line")


@pytest.fixture
def no_collection() -> Iterator[None]:
    """The collector walks through all that a worker has made, a second of it in the middle of an action."""
    gc.disable()
    yield
    gc.enable()
