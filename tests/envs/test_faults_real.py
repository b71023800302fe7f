"""A fault inside a call of a real device lasts until the next reset, as its other errors do."""

from __future__ import annotations

import gymnasium
import pytest

from omnigym.actions import Wait
from omnigym.errors import DeviceFaultError, UnknownNameError

pytestmark = pytest.mark.faults


@pytest.mark.parametrize(
    ("name", "device_name", "session", "inner"),
    [
        pytest.param("OmniBench-Linux-v0", "x11", "_desktop", "launcher.infos", marks=pytest.mark.x11),
        pytest.param("OmniBench-Web-v0", "chromium", "_desk", "read_titles", marks=pytest.mark.chromium),
    ],
)
def test_a_fault_inside_a_call(
    name: str, device_name: str, session: str, inner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = gymnasium.make(name, device=device_name)
    base = env.unwrapped
    env.reset(seed=0)
    device = base.device
    with pytest.raises(FileNotFoundError):
        device.read_file("no such file")
    with pytest.raises(UnknownNameError):
        device.launch("no such app")
    assert env.step(Wait(0.05))[4]["device_error"] == "", "what is declared is no fault"

    owner = getattr(device, session)
    *above, method = inner.split(".")
    for part in above:
        owner = getattr(owner, part)

    def fail() -> None:
        raise IndexError("secret")

    monkeypatch.setattr(owner, method, fail)
    with pytest.raises(DeviceFaultError, match=rf"{device.name}\.windows: .*IndexError"):
        device.windows()
    last, reward, _, truncated, info = env.step(Wait(0.05))
    assert (reward, truncated, info["unscored"]) == (0.0, True, True)
    assert f"{device.name}.windows" in info["device_error"] and "secret" not in info["device_error"]
    assert last in env.observation_space
    monkeypatch.undo()
    assert env.reset(seed=0)[1]["device_error"] == ""
    assert env.step(Wait(0.05))[4]["device_error"] == ""
    env.close()
