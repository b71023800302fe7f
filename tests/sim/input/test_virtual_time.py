"""Timers, and when what they bring has to wait."""

from __future__ import annotations

from typing import Any

from omnigym.actions import Click, MouseDown, MouseUp, Wait
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.input.messages import carry_out
from omnigym.sim.system import Interrupt, Later, Power, Send, Store


def later(device: SimDevice, *effects: Any, window: str = "desktop") -> None:
    carry_out(device._desk, window, effects)


def test_effects_come_in_the_order_of_their_times(bench: Any) -> None:
    window = bench.device._desk.regs.active
    late, soon, same = (Later(ms, Send((name,))) for ms, name in ((300, "late"), (100, "soon"), (100, "same")))
    later(bench.device, late, soon, same, window=window)
    bench.device.act(Wait(0.09))
    assert bench.log == ()
    bench.device.act(Wait(0.01))
    assert bench.log == (("soon",), ("same",))
    bench.device.act(Wait(5))
    assert bench.log[2:] == (("late",),)


def test_what_is_due_within_a_wait_happens_at_its_own_moment(bench: Any) -> None:
    start = bench.device._desk.regs.clock_ms
    later(bench.device, Later(3000, Store("C:/Users/user/Documents/three.txt", b"3")))
    bench.device.act(Wait(10))
    assert bench.device._desk.regs.clock_ms == start + 10_000
    found = bench.device._vfs.stat("C:/Users/user/Documents/three.txt")
    assert found is not None and found.mtime_ms == start + 3000


def test_a_timer_that_sets_itself_again_rings_each_time_within_one_wait(bench: Any) -> None:
    start = bench.device._desk.regs.clock_ms
    later(bench.device, Later(1000, Later(1000, Later(1000, Store("C:/Users/user/Documents/last.txt", b"x")))))
    bench.device.act(Wait(3.5))
    found = bench.device._vfs.stat("C:/Users/user/Documents/last.txt")
    assert found is not None and found.mtime_ms == start + 3000


def test_what_is_due_at_once_again_does_not_hold_the_clock(bench: Any) -> None:
    start = bench.device._desk.regs.clock_ms
    disturbance: Any = Later(0, Later(0, Later(0, Store("C:/Users/user/Documents/now.txt", b"x"))))
    later(bench.device, Later(100, disturbance))
    bench.device.act(Wait(1))
    assert bench.device._desk.regs.clock_ms == start + 1000
    for _ in range(3):
        bench.device.act(Wait(1))
    assert bench.device._vfs.stat("C:/Users/user/Documents/now.txt") is not None


def test_the_timer_of_a_closed_window_comes_to_nothing(bench: Any) -> None:
    later(bench.device, Later(100, Send(("x",))), window=bench.device._desk.regs.active)
    bench.press("alt+f4")
    bench.device.act(Wait(1))
    assert bench.device.windows() == ()
    assert bench.device._desk.regs.agenda == ()


def test_it_waits_for_an_open_menu(bench: Any) -> None:
    bench.click("toy.menu")
    later(bench.device, Later(100, Interrupt("windows_update", "1")))
    bench.device.act(Wait(1))
    assert bench.node("toy.menu.one")
    bench.press("escape")
    assert bench.device.windows()[0].app == "windows_update"


def test_it_waits_for_a_held_button(bench: Any) -> None:
    later(bench.device, Later(100, Interrupt("windows_update", "1")))
    bench.device.act(MouseDown(bench.at("toy.ok")))
    bench.device.act(Wait(1))
    assert bench.device.windows()[0].app == "toy"
    bench.device.act(MouseUp(bench.at("toy.ok")))
    assert bench.device.windows()[0].app == "windows_update"


def test_it_waits_for_a_locked_screen(bench: Any) -> None:
    later(bench.device, Power("lock"), Later(100, Interrupt("windows_update", "1")))
    bench.device.act(Wait(1))
    bench.press("enter")
    assert bench.device.windows()[0].app == "toy"
    bench.press("enter")
    assert bench.device.windows()[0].app == "windows_update"


def test_an_interruption_takes_the_keyboard_and_comes_once(bench: Any) -> None:
    later(bench.device, Interrupt("windows_update", "1"), Interrupt("windows_update", "1"))
    assert [w.app for w in bench.device.windows()] == ["windows_update", "toy"]
    assert bench.device.windows()[0].active
    bench.press("escape")
    assert [(w.app, w.active) for w in bench.device.windows()] == [("toy", True)]


def test_the_update_restarts_where_one_lets_it(bench: Any) -> None:
    later(bench.device, Interrupt("windows_update", "1"))
    bench.press("enter")
    assert bench.device.windows() == ()
    assert bench.device.tree().find(key="lock") is not None


def test_a_file_is_stored_and_a_bad_place_passed_over(bench: Any) -> None:
    later(bench.device, Store("Downloads/new.txt", b"new"), Store("Documents/notes.txt/x", b"lost"))
    assert bench.device.read_file("Downloads/new.txt") == b"new"


def test_the_agenda_is_part_of_a_snapshot_and_gone_after_a_reset(bench: Any) -> None:
    later(bench.device, Later(1000, Interrupt("windows_update", "1")))
    snapshot = bench.device.snapshot()
    bench.device.reset(0)
    bench.device.act(Wait(2))
    assert bench.device.windows() == ()
    bench.device.restore(snapshot)
    bench.device.act(Click((0.99, 0.5)))
    bench.device.act(Wait(2))
    assert bench.device.windows()[0].app == "windows_update"
