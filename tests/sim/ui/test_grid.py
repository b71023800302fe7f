"""The grid: what is kept of it gives the same as starting over, and what it hides or cuts is as it should be."""

from __future__ import annotations

import random

import numpy as np
import pytest

from omnigym.a11y import Role, State, Tree
from omnigym.actions import Action, Click, Drag, Press, Scroll, Type
from omnigym.devices.sim.device import SimDevice
from omnigym.documents.sheets import Workbook, calculate, read_csv, write_xlsx
from omnigym.sim.screen import Screen
from omnigym.wrappers.element_masks import reachable

_ROWS = "\n".join([f"item {i},{i * 7 % 11},{'a long text that goes on ' * (i % 3)},,=B{i + 1}*2" for i in range(60)])
_KEYS = ("up", "down", "left", "right", "home", "pagedown", "pageup", "delete", "enter", "tab", "f2", "escape")
_COMBOS = (("b", "ctrl"), ("z", "ctrl"), ("c", "ctrl"), ("v", "ctrl"), ("d", "ctrl"), ("l", "ctrl", "shift"))


def _action(rng: random.Random, device: SimDevice) -> Action:
    nodes = [n for n in device.tree() if n.key.startswith("excel.") or n.role is Role.CELL]

    def somewhere() -> tuple[float, float]:
        x, y = rng.choice(nodes).center if nodes and rng.random() < 0.9 else (rng.randrange(640), rng.randrange(480))
        return (x + 0.5) / device.size[0], (y + 0.5) / device.size[1]

    kind = rng.random()
    if kind < 0.3:
        return Click(somewhere(), rng.choice(["left", "left", "left", "right"]), rng.choice([1, 1, 2]))
    if kind < 0.4:
        return Drag(somewhere(), somewhere())
    if kind < 0.5:
        return Scroll(somewhere(), rng.choice([-5, -1, 1, 3]))
    if kind < 0.65:
        return Type(rng.choice(["12", "=B1+1", "text\n", "x\ty\n", "=SUM(", "50%"]))
    if kind < 0.9:
        return Press(rng.choice(_KEYS), rng.choice([(), (), ("shift",), ("ctrl",)]))
    key, *modifiers = rng.choice(_COMBOS)
    return Press(key, tuple(modifiers))  # type: ignore[arg-type]


def _device(size: tuple[int, int] = (1024, 768), scale: float = 1.0) -> SimDevice:
    device = SimDevice(size, scale=scale)
    device.write_file("Documents/a.xlsx", write_xlsx(calculate(Workbook((read_csv(_ROWS),)))))
    device.launch("excel", "Documents/a.xlsx")
    return device


@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 1.0), ((640, 480), 1.0), ((1300, 1000), 1.5)], ids=str)
def test_what_was_kept_gives_the_same_as_starting_over(size: tuple[int, int], scale: float) -> None:
    rng, device, other = random.Random(size[0]), _device(size, scale), SimDevice(size, scale=scale)
    for step in range(180):
        device.act(_action(rng, device))
        full = Screen(device.size, device._desk.layout.theme)
        full.show(device._desk.fresh().surfaces)
        assert np.array_equal(device.screenshot(), full.copy()), f"step {step}"
        if step % 6 == 0:
            other.restore(device.snapshot())
            assert other.tree().to_json() == device.tree().to_json(), f"step {step}"
        if step % 60 == 59:
            device.restore(_device(size, scale).snapshot())


def test_cells_in_the_tree() -> None:
    device = _device()
    cells = {n.key.rpartition(".")[2]: n for n in device.tree() if n.role is Role.CELL}
    assert (cells["A1"].value, cells["A1"].name) == ("item 0", "A1")
    assert cells["A1"].has(State.SELECTED | State.CLICKABLE | State.DOUBLE_CLICKABLE)
    heads = {role: [n.name for n in device.tree().find_all(role)] for role in (Role.COLUMN_HEADER, Role.ROW_HEADER)}
    assert set(cells) == {c + r for c in heads[Role.COLUMN_HEADER] for r in heads[Role.ROW_HEADER]}
    table = device.tree().find(key="excel.grid")
    assert table is not None and table.has(State.FOCUSED) and {n.parent for n in cells.values()} == {table.index}


@pytest.mark.parametrize("typed", ["", "=SUM(A1:A3)+12345678"], ids=["", "an editor over cells"])
def test_blank_cells_come_last_and_are_where_a_click_finds_them(typed: str) -> None:
    device = SimDevice()
    device.launch("excel")
    device.act(Press("f5"))
    device.act(Type("F15\n" + typed))
    tree = device.tree()
    cells = [n for n in tree if n.role is Role.CELL]
    apart = [n.index for n in cells if n.key not in ("excel.grid.A1",)]
    assert apart == list(range(len(tree) - len(apart), len(tree))), "a blank cell may only be before another one"
    assert len(tree) - len(apart) <= 128, "what was within the rows of an observation still is"
    assert [n.name for n in cells if n.has(State.SELECTED)] == ([] if typed else ["F15"])
    for n in cells:
        assert tree.hit(*n.center) == n, n.name
    field = tree.find(states=State.FOCUSED)
    assert field is not None
    mask = reachable(tree, 128)
    assert mask[field.index] and mask[cells[-1].parent]
    apart_again = Tree.from_json(tree.to_json())
    assert apart_again.nodes == tree.nodes


def test_a_text_that_goes_on_over_blank_cells_leaves_them_theirs() -> None:
    device = _device()
    device.act(Press("home", ("ctrl",)))
    device.act(Type("a title that is much wider than its cell\n"))
    device.act(Press("f5"))
    device.act(Type("C30\n"))
    cells = {n.key.rpartition(".")[2]: n.bounds for n in device.tree() if n.role is Role.CELL}
    assert {w for name, (_, _, w, _) in cells.items() if name[0] in "ABCDE"} == {63}
