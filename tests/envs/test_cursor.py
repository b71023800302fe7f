"""The pointer in screenshots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Action, Click, Drag, Move, Press, Scroll, Type
from omnigym.devices.arrow import arrow_at, draw_pointer, place_of
from omnigym.devices.fake.device import FakeDevice
from omnigym.envs import snapshots
from omnigym.envs.env import OmniEnv
from omnigym.envs.observer import Observer

_FRAME = np.full((60, 80, 3), 128, np.uint8)


def _env(**arguments: Any) -> OmniEnv:
    return OmniEnv(tasks="suite:one-node", observation="pixels", **arguments)


def _shots(env: OmniEnv, actions: list[Action]) -> list[NDArray[np.uint8]]:
    shots = [env.reset(seed=3)[0]["screenshot"].copy()]
    shots += [env.step(action)[0]["screenshot"].copy() for action in actions]
    env.close()
    return shots


_ACTIONS: list[Action] = [Move((0.3, 0.4)), Type("x"), Drag((0.3, 0.4), (0.7, 0.2))]
_PLACES = [(512, 384), (307, 307), (307, 307), (716, 153)]


def test_the_pointer_is_all_that_differs_and_it_moves_with_the_actions() -> None:
    with_it, without = _shots(_env(cursor=True), _ACTIONS), _shots(_env(), _ACTIONS)
    for shown, plain, (x, y) in zip(with_it, without, _PLACES, strict=True):
        rows, columns = np.nonzero((shown != plain).any(axis=2))
        assert rows.size
        assert (rows.min() >= y, columns.min() >= x) == (True, True)
        assert rows.max() < y + 18
        assert columns.max() < x + 12


def test_it_is_the_same_every_time() -> None:
    for one, other in zip(_shots(_env(cursor=True), _ACTIONS), _shots(_env(cursor=True), _ACTIONS), strict=True):
        np.testing.assert_array_equal(one, other)


def test_it_is_scaled_with_the_screenshot() -> None:
    small = _shots(_env(cursor=True, screenshot_size=(512, 384)), _ACTIONS)
    whole = _shots(_env(cursor=True), _ACTIONS)
    for shot, screen in zip(small, whole, strict=True):
        halves = screen.reshape(384, 2, 512, 2, 3).mean(axis=(1, 3))
        assert np.abs(shot - halves).max() <= 1


def test_a_snapshot_brings_it_back() -> None:
    env = _env(cursor=True)
    env.reset(seed=3)
    before, *_ = env.step(Move((0.3, 0.4)))
    kept = snapshots.take(env)
    env.step(Move((0.8, 0.8)))
    again, _ = snapshots.restore(env, kept)
    np.testing.assert_array_equal(again["screenshot"], before["screenshot"])
    env.close()


def test_a_finger_is_not_drawn() -> None:
    touch: list[Action] = [Click((0.5, 0.5))]
    shown, plain = (_shots(_env(device="phone", cursor=c), touch) for c in (True, False))
    for one, other in zip(shown, plain, strict=True):
        np.testing.assert_array_equal(one, other)


def test_vector_environments_show_it_too() -> None:
    made = {
        "id": "OmniBench-Win11-v0",
        "num_envs": 2,
        "tasks": "suite:one-node",
        "observation": "pixels",
    }
    frames = []
    for cursor in (True, False):
        envs = gymnasium.make_vec(**made, cursor=cursor)  # type: ignore[arg-type]
        frames.append(envs.reset(seed=3)[0]["screenshot"].copy())
        envs.close()
    assert (frames[0] != frames[1]).any(axis=(1, 2, 3)).all()


@pytest.mark.parametrize(
    ("action", "place"),
    [
        (Click((0.1, 0.2)), (0.1, 0.2)),
        (Scroll((0.1, 0.2), dy=1), (0.1, 0.2)),
        (Drag((0.1, 0.2), (0.3, 0.4)), (0.3, 0.4)),
        (Press("a"), None),
    ],
)
def test_where_an_action_leaves_it(action: Action, place: tuple[float, float] | None) -> None:
    assert place_of(action) == place


def test_a_device_that_does_not_say_gets_an_arrow_at_the_last_action() -> None:
    device = FakeDevice(size=(80, 60))
    observer = Observer("", "pixels", device.size, None, nodes=1, text_length=1, cursor=True)
    observer.attach(device)
    device.reset()
    for action, at in ((Press("a"), (40, 30)), (Click((0.25, 0.5)), (20, 30)), (Press("a"), (20, 30))):
        observer.note_action(action)
        np.testing.assert_array_equal(observer.screen(), draw_pointer(device.screenshot(), arrow_at(at)))
    observer.begin("")
    np.testing.assert_array_equal(observer.screen(), draw_pointer(device.screenshot(), arrow_at((40, 30))))


@pytest.mark.parametrize("at", [(79, 59), (0, 0), (75, 30)])
def test_it_is_cut_off_at_the_edge(at: tuple[int, int]) -> None:
    made = draw_pointer(_FRAME, arrow_at(at))
    assert (made[at[1], at[0]] == 255).all()
    assert (_FRAME == 128).all()


def test_one_outside_is_not_seen() -> None:
    np.testing.assert_array_equal(draw_pointer(_FRAME, arrow_at((200, 10))), _FRAME)
