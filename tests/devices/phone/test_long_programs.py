"""Programs that go on until nobody listens any more, in process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from omnigym.devices.phone.long_programs import LongProgram, follow_log, wait_for_events
from omnigym.devices.phone.phone import Phone
from omnigym.devices.phone.shell.running import run_line
from omnigym.devices.phone.streams import Bytes
from omnigym.devices.sim.device import SimDevice


@pytest.fixture
def phone() -> Phone:
    return Phone(SimDevice((360, 800), "android", 1.0))


def heard(program: LongProgram, phone: Phone, arguments: list[str], then: Callable[[], object]) -> list[bytes]:
    """What a program writes: at first, and after what is done `then`, until its client goes."""

    async def listen() -> list[bytes]:
        said: list[bytes] = []
        gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        arrived = asyncio.Event()

        async def write(data: Bytes) -> None:
            said.append(bytes(data))
            arrived.set()

        running: Awaitable[object] = asyncio.ensure_future(program(phone, arguments, write, gone))
        await arrived.wait()
        arrived.clear()
        if then():
            await arrived.wait()
        gone.set_result(None)
        await asyncio.wait_for(running, 5)
        return said

    return asyncio.run(listen())


def test_a_log_is_followed(phone: Phone) -> None:
    start = "am start -n com.android.settings/.Settings"
    said = heard(follow_log, phone, ["-v", "raw"], lambda: run_line(phone, start).code == 0)
    assert said[0] == b"--------- beginning of main\n"
    assert said[1].startswith(b"START u0 {cmp=com.android.settings/.Settings}")


def test_a_log_that_is_dumped_ends_by_itself(phone: Phone) -> None:
    assert len(heard(follow_log, phone, ["-d"], lambda: False)) == 1


def test_events_are_waited_for(phone: Phone) -> None:
    (said,) = heard(wait_for_events, phone, [], lambda: False)
    assert said.startswith(b"add device 2: /dev/input/event1\n") and b"events:" not in said
