"""Backends are found, not listed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import omnigym.devices
from omnigym.devices import config as module
from omnigym.devices.config import (
    backends,
    build_device,
    device_class,
    device_config,
    devices_for,
    named_configs,
    to_dict,
)
from omnigym.devices.protocol import CAPABILITIES
from omnigym.errors import ConfigError, MissingDependencyError

_TOY = '''
from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar
from omnigym.devices.backend import DeviceConfig
from omnigym.devices.protocol import Device, Platform

@dataclass(frozen=True, slots=True)
class ToyConfig(DeviceConfig):
    """A toy."""

    BACKEND: ClassVar[str] = "{name}"
    PLATFORM: ClassVar[Platform] = "linux"
    CAPABILITIES: ClassVar[frozenset[str]] = frozenset({{"a11y", "apps", "clipboard", "files"}})

    size: tuple[int, int] = (64, 48)
    depth: int = 1

    @classmethod
    def device_class(cls) -> type[Device]:
        from {package}.toy_device import ToyDevice

        return ToyDevice

    @classmethod
    def presets(cls) -> Mapping[str, ToyConfig]:
        return {{"deep-{name}": cls(depth=2)}}

CONFIG = ToyConfig
'''
_TOY_DEVICE = """
from omnigym.devices.fake import FakeDevice

class ToyDevice(FakeDevice):
    name = "toy"

    def __init__(self, size, depth):
        super().__init__(size, "linux")
        self.depth = depth
"""


def _write(folder: Path, package: str, name: str = "toy") -> None:
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "config.py").write_text(_TOY.format(name=name, package=package))
    (folder / "toy_device.py").write_text(_TOY_DEVICE)


@pytest.fixture
def fresh() -> Iterator[None]:
    """Look for the backends anew, and forget the toys."""
    before = set(sys.modules)
    backends.cache_clear()
    devices_for.cache_clear()
    named_configs.cache_clear()
    yield
    backends.cache_clear()
    devices_for.cache_clear()
    named_configs.cache_clear()
    for name in set(sys.modules) - before:
        if name.startswith(("omnigym.devices.toy", "outside")):
            del sys.modules[name]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    _write(tmp_path / "toy", "omnigym.devices.toy")
    monkeypatch.setattr(omnigym.devices, "__path__", [*omnigym.devices.__path__, str(tmp_path)])


@pytest.mark.parametrize("device", ["toy", "deep-toy", {"backend": "toy", "size": [64, 48], "depth": 3}])
def test_a_backend_is_one_package(toy: None, fake_task: Any, device: Any) -> None:
    env = gymnasium.make("OmniBench-Linux-v0", device=device, tasks=fake_task, observation="pixels")
    assert env.reset(seed=0)[0]["screenshot"].shape == (48, 64, 3)
    built = env.unwrapped.device  # type: ignore[attr-defined]
    assert (built.name, built.depth) == ("toy", {"toy": 1, "deep-toy": 2}.get(str(device), 3))
    env.close()
    with pytest.raises(ConfigError, match="runs on windows"):
        gymnasium.make("OmniBench-Win11-v0", device="toy")


def test_a_backend_of_another_distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    _write(tmp_path / "outside", "outside", "outsider")
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("outsider", "outside.config", "omnigym.devices")
    monkeypatch.setattr(module, "entry_points", lambda group: (entry,))
    config = device_config("deep-outsider")
    assert device_config(to_dict(config)) == config and config.backend == "outsider"
    assert build_device("outsider").size == (64, 48)


def test_two_backends_of_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    _write(tmp_path / "toys", "toys", "sim")
    monkeypatch.setattr(omnigym.devices, "__path__", [*omnigym.devices.__path__, str(tmp_path)])
    with pytest.raises(ConfigError, match="two backends 'sim'"):
        backends()


@pytest.mark.parametrize("text", ["", "CONFIG = 3", "class CONFIG: pass"])
def test_a_config_module_without_a_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None, text: str
) -> None:
    _write(tmp_path / "toyless", "toyless")
    (tmp_path / "toyless" / "config.py").write_text(text)
    monkeypatch.setattr(omnigym.devices, "__path__", [*omnigym.devices.__path__, str(tmp_path)])
    with pytest.raises(ConfigError, match=r"omnigym\.devices\.toyless\.config .* has no CONFIG"):
        backends()


def test_a_backend_of_another_name_is_refused() -> None:
    with pytest.raises(ConfigError, match="got 'x11'"):
        backends()["sim"](backend="x11")  # type: ignore[call-arg]


@pytest.mark.parametrize("name", sorted(backends()))
def test_the_capabilities_are_those_of_the_class(name: str) -> None:
    try:
        cls = device_class(device_config(name))
    except MissingDependencyError as e:
        pytest.skip(str(e))
    declared = backends()[name].CAPABILITIES
    assert declared == {c for c, protocol in CAPABILITIES.items() if issubclass(cls, protocol)}


def test_finding_backends_imports_no_device() -> None:
    code = (
        "import sys; from omnigym.devices.config import named_configs; names = sorted(named_configs());"
        "print(*names); print(*sorted(m for m in sys.modules if m.startswith('omnigym.devices.') and 'fake' not in m"
        " and m.rpartition('.')[2] not in ('config', 'backend', 'protocol') and m.count('.') > 2))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    names, heavy = done.stdout.split("\n")[:2]
    assert names.split() == [
        "adb",
        "chromium",
        "fake",
        "guest",
        "host",
        "phone",
        "sim",
        "ubuntu",
        "vm",
        "vm-windows",
        "x11",
    ]
    assert heavy == ""


def test_frames_of_the_toy_are_the_fakes(toy: None) -> None:
    toys, fakes = build_device("toy"), build_device({"backend": "fake", "size": [64, 48]})
    for device in (toys, fakes):
        device.reset(seed=1)
    np.testing.assert_array_equal(toys.screenshot(), fakes.screenshot())


@pytest.mark.parametrize(
    ("name", "size", "scale"),
    [
        ("sim:1920x1080", (1920, 1080), 1.0),
        ("ubuntu:1280x960@2", (1280, 960), 2.0),
        ("x11:1920x1080@1.25", (1920, 1080), 1.25),
    ],
)
def test_a_screen_follows_the_name(name: str, size: tuple[int, int], scale: float) -> None:
    config: Any = device_config(name)
    assert (config.size, config.scale) == (size, scale)
    assert device_config(to_dict(config)) == config


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sim:", "Expected a screen WIDTHxHEIGHT"),
        ("sim:1920", "Expected a screen WIDTHxHEIGHT"),
        ("sim:1920x1080@", "Expected a screen WIDTHxHEIGHT"),
        ("sim:1920x1080@2@2", "Expected a screen WIDTHxHEIGHT"),
        ("adb:1080x2400@2", "'adb' has one scale"),
        ("simm:1920x1080", "Unknown device 'simm'"),
    ],
)
def test_another_screen_is_refused(name: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        device_config(name)


@pytest.mark.parametrize("device", ["sim:99999x99999", "sim:100x100", "sim:1920x1080@9"])
def test_a_screen_that_cannot_be_is_refused_before_it_is_made(device: str) -> None:
    with pytest.raises(ConfigError, match=r"pixels|scale"):
        gymnasium.make("OmniBench-Win11-v0", device=device)


def test_an_environment_keeps_the_screen_where_its_platform_chooses_the_device() -> None:
    env: Any = gymnasium.make("OmniBench-Linux-v0", device="sim:1280x800")
    assert env.observation_space["screenshot"].shape == (800, 1280, 3)
    env.close()


@pytest.mark.parametrize("name", ["SimConfig", "X11Config", "ChromiumConfig", "AdbConfig", "VmConfig"])
def test_configurations_are_at_hand(name: str) -> None:
    assert getattr(omnigym.devices, name).__name__ == name


def test_another_name_is_not_there() -> None:
    with pytest.raises(AttributeError, match="NoConfig"):
        _ = omnigym.devices.NoConfig


def test_an_unknown_field_has_close_ones() -> None:
    with pytest.raises(ConfigError, match=r"Unknown field of SimConfig 'sizes'\. Did you mean 'size'"):
        omnigym.devices.SimConfig(sizes=(640, 480))
