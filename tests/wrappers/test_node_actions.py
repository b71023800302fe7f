"""Node actions: everything can be said, what is said is what is done, and masks are exact."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.actions import (
    Action,
    CallUser,
    Click,
    Done,
    Drag,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
    pixel,
)
from omnigym.envs import OmniEnv, snapshots
from omnigym.errors import ActionError, ConfigError
from omnigym.spaces import decode_text
from omnigym.tasks.suites import list_tasks
from omnigym.wrappers import NodeActions
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_action_encoder import NodeActionEncoder
from omnigym.wrappers.node_layout import FIELDS, NODE_VERBS, VERBS, NodeLayout
from scripts.sayable import said

MakeEnv = Callable[..., OmniEnv]
SHOWN = State.ENABLED | State.VISIBLE
SIZE = (1000, 800)


def _codec(
    instruction: str = "Save Plan 7 as 'b.txt'.", clipboard: str = "", pieces: tuple[str, ...] = ()
) -> NodeActionCodec:
    tree = BlockBuilder()
    window = tree.add(Role.WINDOW, "Files", (0, 0, 1000, 700))
    pane = tree.add(Role.LIST, "Items", (100, 100, 601, 401), SHOWN | State.SCROLLABLE, parent=window)
    tree.add(Role.LIST_ITEM, "Red boat.png", (100, 100, 601, 31), SHOWN | State.SELECTABLE, parent=pane)
    tree.add(Role.SLIDER, "Volume", (100, 600, 451, 20), SHOWN, parent=window)
    tree.add(Role.BUTTON, "Ok", (800, 600, 40, 20), State.VISIBLE, parent=window)
    layout = NodeLayout(8, 32, (*NodeLayout(1, 1).pieces, *pieces), ("mail", "word"))
    return NodeActionCodec(layout, Tree((tree.build(),), SIZE), instruction, lambda: clipboard)


def _at(x: int, y: int) -> tuple[float, float]:
    return (x + 0.5) / SIZE[0], (y + 0.5) / SIZE[1]


def _all_said(codec: NodeActionCodec, action: Action) -> list[Action]:
    done: list[Action] = []
    rest: Action | None = action
    while rest is not None:
        saying = NodeActionEncoder(codec).encode(rest)
        assert saying is not None, rest
        choice, rest = saying
        assert set(choice) == {"verb", *VERBS[tuple(VERBS)[choice["verb"]]]}
        assert codec.layout.choice(codec.layout.vector(choice)) == choice
        done.append(codec.decode(choice))
    return done


ITEM = _at(400, 115)
SAME = (
    Click(ITEM),
    *(Click(ITEM, button) for button in ("right", "middle")),
    *(Click(ITEM, count=n) for n in (2, 3)),
    Click(ITEM, duration=0.8),
    *(Click(ITEM, modifiers=held) for held in (("ctrl",), ("shift",), ("ctrl", "shift"))),
    Click(_at(100 + 96, 600 + 10)),  # a place of the slider that percents do not have to the pixel is near: see below
    Click(_at(820, 610), "right"),  # a button that is disabled can be clicked at
    Click(_at(500, 790)),  # no node: a place of the screen
    *(Scroll(_at(400, 300), dy=n) for n in (3.0, -100.0)),
    Scroll(_at(400, 300), dx=2.0),
    Drag(ITEM, _at(400, 300)),
    Drag(ITEM, _at(325, 610), modifiers=("ctrl",)),
    Move(ITEM),
    MouseDown(ITEM),
    MouseUp(_at(325, 610)),
    Press("s", ("ctrl",)),
    Press("delete", ("shift", "alt")),
    Press("pagedown", count=20),
    KeyDown("shift"),
    KeyUp("shift"),
    Type("Plan 7"),
    Type("b.txt\n"),
    Type("plan-7\t"),
    Type("Plan%207"),
    Type("boat"),
    Type("pasted"),
    Type("\n"),
    Submit("7"),
    Submit("Red boat"),
    OpenApp("word"),
    Wait(0.5),
    CallUser(),
    Done(),
)


@pytest.mark.parametrize("action", SAME, ids=str)
def test_an_action_is_said_in_one_that_is_the_same(action: Action) -> None:
    codec = _codec(clipboard="pasted")
    (done,) = _all_said(codec, action)
    for name in action.__slots__:
        given, got = getattr(action, name), getattr(done, name)
        if name in ("at", "to"):
            (x, y), (to_x, to_y) = pixel(given, SIZE), pixel(got, SIZE)
            near = 3 if codec.tree.hit(x, y) is not None and codec.tree.hit(x, y) == codec.tree.hit(to_x, to_y) else 5
            assert abs(x - to_x) <= near
            assert abs(y - to_y) <= near
        else:
            assert set(got) == set(given) if name == "modifiers" else got == given


@pytest.mark.parametrize("action", SAME[:9], ids=str)
def test_the_middle_of_a_node_is_hit_to_the_pixel(action: Click) -> None:
    (done,) = _all_said(_codec(), action)
    assert isinstance(done, Click)
    assert pixel(done.at, SIZE) == pixel(action.at, SIZE)


def test_a_text_on_the_screen_is_spelt_where_the_screen_is_not_read() -> None:
    codec = _codec(clipboard="boat")
    read, unread = (
        NodeActionEncoder(codec).encode(Type("Red boat")),
        NodeActionEncoder(codec).encode(Type("Red boat"), reads_screen=False),
    )
    assert read is not None
    assert unread is not None
    assert codec.decode(read[0]) == Type("Red boat")
    assert (codec.decode(unread[0]), unread[1]) == (Type("R"), Type("ed boat"))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("b.txt\tPlan\n7", ["b.txt\t", "Plan\n", "7"]),
        ("C:\\Users\\b.txt\n", ["C:\\Users\\", "b.txt\n"]),
        ("7+7=", ["7", "+", "7", "="]),
        ("Ünder", ["Ü", "n", "d", "e", "r"]),
        ("txts/77", ["t", "x", "t", "s", "/", "7", "7"]),
    ],
)
def test_any_other_text_is_put_together(text: str, parts: list[str]) -> None:
    assert _all_said(_codec(pieces=("C:\\Users\\",)), Type(text)) == [Type(p) for p in parts]


@pytest.mark.parametrize(
    ("action", "parts"),
    [
        (Press("right", count=47), [20, 20, 5, 2]),
        (Scroll(_at(400, 300), dy=-7), [-5.0, -2.0]),
        (Wait(6.2), [5.0, 1.0, 0.15, 0.05]),
    ],
)
def test_counts_add_up(action: Action, parts: list[float]) -> None:
    name = {Press: "count", Scroll: "dy", Wait: "duration"}[type(action)]  # type: ignore[index]
    assert [getattr(a, name) for a in _all_said(_codec(), action)] == parts


def test_a_right_click_is_never_moved_to_what_it_is_in() -> None:
    """Nor a long press made a click: what cannot be said at a node's middle is said at a place of it."""
    for action in (Click(_at(140, 115), "right"), Click(_at(140, 115), duration=0.8)):
        (done,) = _all_said(_codec(), action)
        assert isinstance(done, Click)
        assert (done.button, done.duration) == (action.button, action.duration)
        assert abs(pixel(done.at, SIZE)[0] - 140) <= 3


@pytest.mark.parametrize(
    "action", [Click(ITEM, "right", count=2), Type("→x漢"), CallUser("Which?"), Wait(0.01)], ids=str
)
def test_what_cannot_be_said_is_not_said_otherwise(action: Action) -> None:
    saying = NodeActionEncoder(_codec()).encode(action)
    while saying is not None and saying[1] is not None:
        saying = NodeActionEncoder(_codec()).encode(saying[1])
    assert saying is None


def test_a_node_whose_middle_is_covered_can_be_clicked_at_beside_it() -> None:
    tree = BlockBuilder()
    page = tree.add(Role.DOCUMENT, "Page", (0, 0, 1000, 800))
    tree.add(Role.BUTTON, "Ok", (400, 300, 200, 200))
    codec = NodeActionCodec(NodeLayout(4, 4), Tree((tree.build(),), SIZE), "Go.")
    saying = NodeActionEncoder(codec).encode(Click(_at(210, 100)))
    assert saying is not None
    assert saying[0]["node"] == page
    assert not codec.nodes[NODE_VERBS.index("click"), page]
    done = codec.decode(saying[0])
    assert isinstance(done, Click)
    assert max(abs(a - b) for a, b in zip(pixel(done.at, SIZE), (210, 100), strict=True)) <= 5


def test_a_swipe_over_a_pane_is_the_pane_s() -> None:
    codec = _codec()
    saying = NodeActionEncoder(codec).encode(Drag(_at(400, 480), _at(400, 320)))
    assert saying is not None
    assert tuple(VERBS)[saying[0]["verb"]] == "swipe_up"
    assert saying[0]["node"] == 1


@pytest.fixture
def env(make_env: MakeEnv) -> NodeActions:
    return NodeActions(make_env(observation="a11y"), nodes=16)


def test_whatever_the_masks_allow_is_possible_and_nothing_else(env: NodeActions) -> None:
    observation, _ = env.reset(seed=0)
    rng = np.random.default_rng(0)
    seen = set()
    for _ in range(200):
        verb = int(rng.choice(np.flatnonzero(env.mask("verb", {}))))
        choice = {"verb": verb}
        for name in VERBS[tuple(VERBS)[verb]]:
            choice[name] = int(rng.choice(np.flatnonzero(env.mask(name, choice))))
        action = env.layout.vector(choice)
        assert action in env.action_space
        seen.add(tuple(VERBS)[verb])
        observation, _, terminated, truncated, info = env.step(action)
        assert observation in env.observation_space
        assert info["invalid_action"] == ""
        if terminated or truncated:
            env.reset()
    assert len(seen) > 20
    env.reset()
    fields = dict.fromkeys(FIELDS, 0)
    masked = int(np.flatnonzero(~env.codec.nodes[NODE_VERBS.index("click")])[0])
    _, _, _, _, info = env.step(np.array(list((fields | {"node": masked}).values())))
    assert "masked" in info["invalid_action"]


@pytest.mark.parametrize("action", [3, np.zeros(3, int), np.full(len(FIELDS), -1), np.zeros(len(FIELDS))], ids=str)
def test_what_is_no_element_of_the_space_is_refused(env: NodeActions, action: object) -> None:
    env.reset(seed=0)
    with pytest.raises(ActionError, match="A node action"):
        env.step(action)  # type: ignore[arg-type]


def test_a_snapshot_goes_through() -> None:
    env = NodeActions(OmniEnv("sim", "nodes:1", observation="a11y"))
    env.reset(seed=0)
    kept = snapshots.take(env)
    env.step(Press("meta"))
    after = env.step(Type("word"))[0]
    snapshots.restore(env, kept)
    env.step(Press("meta"))
    again = env.step(Type("word"))[0]
    assert all(np.array_equal(after[k], again[k]) for k in after)


def test_the_tree_has_to_be_observed_and_the_layout_to_make_sense(make_env: MakeEnv) -> None:
    with pytest.raises(ConfigError, match="a11y_ observations"):
        NodeActions(make_env(observation="pixels"))
    with pytest.raises(ConfigError, match="at least one node"):
        NodeActions(make_env(observation="a11y"), nodes=0)


def test_the_instruction_is_observed_in_full_or_says_that_it_is_not() -> None:
    tasks = sorted(list_tasks("suite:composed-2", device="sim"), key=lambda t: len(t.instruction))
    env = NodeActions(OmniEnv("sim", tasks[:5], observation="a11y"))
    for task, cut in ((tasks[0], 0), (tasks[4], 0), (tasks[-1], 1)):
        observation, info = env.reset(seed=0, options={"task": task})
        assert observation["instruction_overflow"] == cut
        assert (decode_text(observation["instruction"]) == info["instruction"]) is not bool(cut)


@pytest.mark.parametrize(("platform", "every"), [(None, 60), ("android", 45)])
def test_the_oracle_can_be_said_and_scores(platform: str | None, every: int) -> None:
    """A sample of what ``scripts/sayable.py`` plays: all of them can."""
    base = OmniEnv("sim", "nodes:1", observation="a11y", platform=platform)  # type: ignore[arg-type]
    env = NodeActions(base)
    assert {t.id: problem for t in base.tasks[::every] if (problem := said(env, t.id))} == {}
