"""Low-level instructions say enough: who does what they say, and knows nothing else, does the task."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest

from omnigym.a11y import BlockBuilder, Node, Role, State, Tree
from omnigym.actions import KEYS, Action, Button, Click, Done, Drag, Modifier, OpenApp, Press, Scroll, Type, Wait
from omnigym.devices.config import build_device
from omnigym.devices.protocol import HasAccessibilityTree
from omnigym.errors import CapabilityError
from omnigym.tasks.instruction_styles import variants
from omnigym.tasks.instruction_styles.acts import _NOUNS, in_words
from omnigym.tasks.instruction_styles.variants import low_level
from omnigym.tasks.rollout import Stage
from omnigym.tasks.suites import list_tasks, load_task
from omnigym.tasks.task import Task

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SHARE = r"(?: at (?P<{0}x>[\d.]+) % of its width and (?P<{0}y>[\d.]+) % of its height)?"
_SPOT = (
    rf"(?:the )?(?:(?P<{{0}}number>{'|'.join(_ORDINALS)}) )?(?:(?P<{{0}}noun>[a-z ]+) )?'(?P<{{0}}name>.+?)'"
    r"(?P<{0}places>(?: on the taskbar| in the [a-z]+ '[^']+')*)" + _SHARE
)
_CLICKS = {"click": 1, "double-click": 2, "tap": 1, "double-tap": 2, "right-click": 1, "long-press": 1}
_CLICK = re.compile(r"(?:hold (?P<held>\S+) and )?(?P<verb>[a-z-]+) " + _SPOT.format("a"))
_DRAG = re.compile(r"(?:drag|swipe) from " + _SPOT.format("a") + " to (?:the place in it" + _SHARE.format("c") + "|"
                   + _SPOT.format("b") + ")")  # fmt: skip
_SWIPE = re.compile(r"swipe (?P<way>up|down) by (?P<far>[\d.]+) % of the screen from " + _SPOT.format("a"))
_SEEN = re.compile(r"now the (?:window|dialog|message|menu|screen) '(?P<name>.+)' is in front")
_TYPE = re.compile(r"type '(?P<text>.*?)'(?: into the [a-z ]+ '.+')?", re.DOTALL)
_PRESS = re.compile(r"press (?P<keys>\S+|Page Up|Page Down)(?: (?P<times>twice|\d+ times))?")
_NAMES = {"page up": "pageup", "page down": "pagedown", "windows": "meta", "print screen": "printscreen"}


class Follower:
    """Does what orders say, by what the screen shows; it never sees the actions behind them."""

    def __init__(self, stage: Stage, orders: dict[str, list[str]]) -> None:
        self.stage, self.orders = stage, orders

    def actions(self) -> Iterator[Action]:
        for order in [o for of_node in self.orders.values() for o in of_node]:
            tree = cast(HasAccessibilityTree, self.stage.acting).tree()
            if seen := _SEEN.fullmatch(order):
                assert any(n.name == seen["name"] for n in tree.nodes), order  # it is as the text says
                continue
            yield self.action(order, tree)

    def action(self, order: str, tree: Tree) -> Action:
        if found := _TYPE.fullmatch(order):
            return Type(found["text"])
        if found := _PRESS.fullmatch(order):
            *held, key = [_NAMES.get(k.lower(), k.lower()) for k in found["keys"].split("+")]
            assert key in KEYS, order
            return Press(key, cast("tuple[Modifier, ...]", tuple(held)), int((found["times"] or "1").split()[0]))
        if order.startswith("open "):
            return OpenApp(self.app(order.removeprefix("open ")))
        if order.startswith("wait "):
            return Wait(float(order.split()[1]))
        if found := _SWIPE.fullmatch(order):
            x, y = self.point(found, "a", self.node(found, "a", tree), tree)
            end = y + float(found["far"]) / (100 if found["way"] == "down" else -100)
            return Drag((x, y), (x, min(max(end, 0.0), 1.0)))
        if found := _DRAG.fullmatch(order):
            node = self.node(found, "a", tree)
            onto = node if found["cx"] else self.node(found, "b", tree)
            end = "c" if found["cx"] else "b"
            return Drag(self.point(found, "a", node, tree), self.point(found, end, onto, tree))
        found = _CLICK.fullmatch(order)
        assert found is not None and found["verb"] in _CLICKS, order
        node, verb = self.node(found, "a", tree), found["verb"]
        modifiers = tuple(found["held"].lower().split("+")) if found["held"] else ()
        button: Button = "right" if verb == "right-click" else "left"
        duration = 1.0 if verb == "long-press" else 0.0
        at = self.point(found, "a", node, tree)
        return Click(at, button, _CLICKS[verb], cast("tuple[Modifier, ...]", modifiers), duration)

    def app(self, title: str) -> str:
        device = self.stage.acting
        return next(a for a in self.stage.task.apps if device.app_title(a) == title)  # type: ignore[attr-defined]

    def node(self, said: re.Match[str], side: str, tree: Tree) -> Node:
        name, places = said[f"{side}name"], said[f"{side}places"] or ""
        fitting = [n for n in tree.nodes if n.name == name or ("taskbar" in places and re.match(
            rf"{re.escape(name)}( pinned| - \d+ running)", n.name))]  # fmt: skip
        noun = said[f"{side}noun"] or ""
        fitting = [n for n in fitting if _NOUNS.get(n.role, "") == noun and self.is_reached(n, tree)]
        for kind, around in re.findall(r"in the ([a-z]+) '([^']+)'", places):
            fitting = [n for n in fitting if self.is_in(n, around, tree)] if kind else fitting
        number = _ORDINALS.index(said[f"{side}number"]) if said[f"{side}number"] else 0
        assert len(fitting) == 1 or (fitting and said[f"{side}number"]), (said[0], fitting)
        return sorted(fitting, key=lambda n: (n.bounds[1], n.bounds[0]))[number]

    def is_reached(self, node: Node, tree: Tree) -> bool:
        hit = tree.hit(*node.center)
        while hit is not None and not hit.name and hit.parent >= 0:
            hit = tree.nodes[hit.parent]
        return hit == node

    def is_in(self, node: Node, name: str, tree: Tree) -> bool:
        at = node.parent
        while at >= 0 and tree.nodes[at].name != name:
            at = tree.nodes[at].parent
        return at >= 0

    def point(self, said: re.Match[str], side: str, node: Node, tree: Tree) -> tuple[float, float]:
        x, y, w, h = node.bounds
        across = float(said[f"{side}x"] or 50) / 100
        down = float(said[f"{side}y"] or 50) / 100
        px, py = (x + int(across * w), y + int(down * h)) if said[f"{side}x"] else node.center
        return (px + 0.5) / tree.size[0], (py + 0.5) / tree.size[1]


def orders_of(task: Task, device: str) -> dict[str, list[str]]:
    """What `low_level` tells of each node, before it becomes sentences."""
    stage, said = Stage(task, build_device(device)), list[tuple[str, str]]()
    stage.play(variants._listened(stage, said))
    return {n: [o for node, o in said if node == n] for n in dict.fromkeys(node for node, _ in said)}


def follow(task: Task, device: str) -> float:
    stage = Stage(task, build_device(device))
    return stage.play(Follower(stage, orders_of(task, device)).actions()).coverage


def one_of_each(device: str, every: int) -> list[Task]:
    """The first task of every so-manieth subtask of a device."""
    first = {t.nodes[0].subtask: t for t in reversed(list_tasks("suite:one-node", device=device))}
    return [first[name] for name in sorted(first)][::every]


@pytest.mark.parametrize(
    ("device", "task"),
    [(device, task) for device in ("sim", "phone") for task in one_of_each(device, 14)],
    ids=lambda value: value.id if isinstance(value, Task) else value,
)
def test_who_does_what_is_said_does_the_task(device: str, task: Task) -> None:
    assert follow(task, device) == 1.0


@pytest.mark.parametrize("name", ["composed-2/sim-join-4x2-train-0", "composed-2/phone-chain-3x1-train-0"])
def test_so_does_who_does_what_is_said_of_several_nodes(name: str) -> None:
    assert follow(load_task(name), name.partition("/")[2].partition("-")[0]) == 1.0


def test_an_order_less_is_not_enough() -> None:
    task = load_task("files/rename@0")
    stage, orders = Stage(task, build_device("sim")), orders_of(task, "sim")
    orders["1"].pop()
    assert stage.play(Follower(stage, orders).actions()).coverage < 1.0


def test_every_node_is_told_under_its_number_and_goal() -> None:
    task = load_task("composed-2/sim-join-4x2-train-0")
    text = low_level(task)
    assert [text.find(f"{n}. ") >= 0 for n in range(1, 6)] == [True] * 4 + [False]
    assert all(node.instruction.rstrip(".") in text for node in task.bound.values())
    assert len(text.split()) > 2 * len(task.instruction.split())
    assert low_level(task) == text


def screen(*nodes: tuple[Role, str, tuple[int, int, int, int]], around: str = "") -> Tree:
    builder = BlockBuilder(0)
    parent = builder.add(Role.DIALOG, around, (0, 0, 100, 50)) if around else -1
    for role, name, bounds in nodes:
        states = State.FOCUSED if role is Role.TEXT_FIELD else State.ENABLED
        builder.add(role, name, bounds, states, parent=parent if name == "In" else -1)
    return Tree((builder.build(),), (100, 100))


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Click((0.1, 0.05)), ["click the button 'Go'"]),
        (Click((0.1, 0.05), "right", 1, ("ctrl",)), ["hold Ctrl and right-click the button 'Go'"]),
        (
            Click((0.02, 0.05), count=2),
            ["double-click the button 'Go' at 12.5 % of its width and 55.0 % of its height"],
        ),
        (Click((0.9, 0.9)), ["click the screen at 90.5 % of its width and 90.5 % of its height"]),
        (Scroll((0.1, 0.05), 3.0), ["scroll down by 3 notches over the button 'Go'"]),
        (Scroll((0.1, 0.05), 0.0, -1.0), ["scroll to the left by 1 notch over the button 'Go'"]),
        (Press("pagedown", ("shift",), 2), ["press Shift+Page Down twice"]),
        (Type("a\tb\n"), ["type 'a' into the field 'Name'", "press Tab", "type 'b'", "press Enter"]),
        (Wait(0.25), []),
        (Wait(90.0), ["wait 90 seconds"]),
        (OpenApp("word"), ["open Microsoft Word"]),
    ],
)
def test_an_action_in_words(action: Action, said: list[str]) -> None:
    tree = screen((Role.BUTTON, "Go", (0, 0, 20, 10)), (Role.TEXT_FIELD, "Name", (0, 20, 20, 10)))
    assert list(in_words(action, tree, lambda app: f"Microsoft {app.capitalize()}")) == said


def test_what_is_in_front_after_a_step_is_said() -> None:
    orders = orders_of(load_task("photos/rename@0"), "sim")["1"]
    after = orders[orders.index("press F2") + 1]
    assert after == "now the dialog 'Rename' is in front"
    assert "Press F2. Now the dialog 'Rename' is in front." in low_level(load_task("photos/rename@0"))


def test_twins_are_told_apart() -> None:
    inner, outer = (Role.BUTTON, "In", (0, 0, 20, 10)), (Role.BUTTON, "In", (40, 60, 20, 10))
    tree = screen(inner, around="Save")
    assert list(in_words(Click((0.1, 0.05)), tree)) == ["click the button 'In'"]
    builder = BlockBuilder(0)
    dialog = builder.add(Role.DIALOG, "Save", (0, 0, 100, 50))
    builder.add(*inner, parent=dialog)
    builder.add(*outer)
    builder.add(Role.BUTTON, "In", (70, 60, 20, 10))
    tree = Tree((builder.build(),), (100, 100))
    assert list(in_words(Click((0.1, 0.05)), tree)) == ["click the button 'In' in the dialog 'Save'"]
    assert list(in_words(Click((0.5, 0.65)), tree)) == ["click the second button 'In'"]


def test_what_no_person_does_on_a_screen_is_no_step() -> None:
    with pytest.raises(CapabilityError, match="Done is no step"):
        list(in_words(Done(), screen()))


def test_a_task_of_no_simulated_device_is_refused() -> None:
    task = next(t for t in list_tasks("suite:one-node platform:web") if t.platforms == {"web"})
    with pytest.raises(CapabilityError, match="on web"):
        low_level(task)
