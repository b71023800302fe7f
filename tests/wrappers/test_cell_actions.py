"""Cell actions: whoever sees the screen alone says in cells what others say in nodes."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Action, Click, Drag, Move, Press, Scroll, Type, pixel
from omnigym.errors import ConfigError
from omnigym.wrappers import CellActions, NodeActions
from omnigym.wrappers.cells import OFFSETS, CellCodec, grid_of
from omnigym.wrappers.node_action_encoder import NodeActionEncoder
from omnigym.wrappers.node_layout import VERBS, NodeLayout

SIZE, GRID = (1000, 770), (24, 18)  # no multiples of each other
_VERBS = tuple(VERBS)


def _codec() -> CellCodec:
    layout = NodeLayout(GRID[0] * GRID[1], 32)
    return CellCodec(layout, grid_of(SIZE, *GRID), "Save it as 'b.txt'.", may_end=False, grid=GRID)


def _at(x: int, y: int) -> tuple[float, float]:
    return (x + 0.5) / SIZE[0], (y + 0.5) / SIZE[1]


def test_cells_cover_the_screen_once() -> None:
    hits = np.zeros(SIZE[::-1], np.int64)
    for left, top, width, height in (node.bounds for node in grid_of(SIZE, *GRID)):
        hits[top : top + height, left : left + width] += 1
    assert (hits == 1).all()


def test_a_place_is_said_as_the_nearest_one_of_the_cell_that_it_is_in() -> None:
    codec = _codec()
    rng = np.random.default_rng(0)
    places = [(0, 0), (SIZE[0] - 1, SIZE[1] - 1), *rng.integers(0, SIZE, (200, 2)).tolist()]
    for x, y in places:
        said = NodeActionEncoder(codec).encode(Click(_at(x, y)))
        assert said is not None
        choice, rest = said
        assert rest is None
        left, top, width, height = codec.tree.node(choice["node"]).bounds
        assert left <= x < left + width
        assert top <= y < top + height
        assert {choice["x"], choice["y"]} <= set(OFFSETS)
        done = codec.decode(choice)
        assert isinstance(done, Click)
        where = pixel(done.at, SIZE)
        assert max(abs(where[0] - x) / width, abs(where[1] - y) / height) <= 0.17


@pytest.mark.parametrize(
    ("action", "verb"),
    [
        (Click(_at(500, 300), count=2), "click_at"),
        (Click(_at(500, 300), "right"), "click_at"),
        (Click(_at(500, 300), modifiers=("ctrl",)), "click_at"),
        (Drag(_at(500, 300), _at(20, 700)), "drag_at"),
        (Scroll(_at(500, 300), 3.0), "scroll_down"),
        (Move(_at(500, 300)), "move"),
        (Press("enter"), "press"),
        (Type("b.txt"), "type"),
        (Type("q"), "spell"),
    ],
)
def test_all_that_is_done_can_be_said_without_a_tree(action: Action, verb: str) -> None:
    codec = _codec()
    said = NodeActionEncoder(codec).encode(action)
    assert said is not None
    choice, rest = said
    assert rest is None
    assert _VERBS[choice["verb"]] == verb
    assert codec.possible(choice)
    done = codec.decode(choice)
    assert type(done) is type(action)
    if isinstance(action, Click) and isinstance(done, Click):
        assert (done.button, done.count, done.modifiers) == (action.button, action.count, action.modifiers)
    if isinstance(action, Type | Press):
        assert done == action


def test_neither_nodes_nor_their_texts_are_possible() -> None:
    codec = _codec()
    assert not codec.possible(codec.named("click", node=3))
    assert not codec.possible(codec.named("drag", node=3, to=4))
    assert codec.sources.nonzero()[0].tolist() == [0]


def test_an_environment_that_is_never_asked_for_its_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    env = CellActions(
        gymnasium.make(
            "OmniBench-Win11-v0", tasks="id:files/create-folder@0", observation="pixels", screenshot_size=(64, 48)
        )
    )
    monkeypatch.setattr(env.unwrapped, "a11y", lambda: pytest.fail("it read the tree"))
    observation, _ = env.reset(seed=0)
    codec = env.codec
    assert isinstance(codec, CellCodec)
    assert codec.grid == (8, 6)
    assert codec.screenshot is observation["screenshot"]
    assert env.codec.seen == codec.seen
    said = env.say(Click((0.5, 0.98)))
    assert said is not None
    _, _, _, _, info = env.step(said[0])
    assert info["invalid_action"] == ""
    assert env.codec.seen != codec.seen
    assert np.array_equal(env.mask("node", {"verb": _VERBS.index("click_at")}), np.ones(49, np.bool_))


def test_a_screenshot_that_cells_do_not_fill() -> None:
    made = {"tasks": "id:files/create-folder@0"}
    env = gymnasium.make("OmniBench-Win11-v0", observation="pixels", screenshot_size=(60, 48), **made)
    with pytest.raises(ConfigError, match="got 60 x 48 pixels and cell=8"):
        CellActions(env)
    with pytest.raises(ConfigError, match="needs a screenshot"):
        CellActions(gymnasium.make("OmniBench-Win11-v0", observation="a11y", **made))
    with pytest.raises(ConfigError, match="a11y_"):
        NodeActions(env)
