"""A phone is one: processes that play side by side get one each, or are told."""

from __future__ import annotations

import pytest

from omnigym.devices.adb.config import AdbConfig
from omnigym.devices.chromium.config import ChromiumConfig
from omnigym.errors import ConfigError


def test_a_phone_that_is_named_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    assert AdbConfig(serial="R58").shared_out(1) == (AdbConfig(serial="R58"),)
    with pytest.raises(ConfigError, match="one phone 'R58', which 2 processes cannot share"):
        AdbConfig(serial="R58").shared_out(2)
    monkeypatch.setenv("ANDROID_SERIAL", "X9")
    with pytest.raises(ConfigError, match="one phone 'X9'"):
        AdbConfig().shared_out(2)


def test_phones_of_a_server_are_handed_out_one_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_SERIAL", raising=False)
    monkeypatch.setattr(AdbConfig, "_ready", lambda self: ("a", "b"))
    assert [config.serial for config in AdbConfig().shared_out(2)] == ["a", "b"]
    with pytest.raises(ConfigError, match="2 phones that are ready"):
        AdbConfig().shared_out(3)


def test_without_a_server_that_is_said() -> None:
    with pytest.raises(ConfigError, match=r"No adb server answers at 127\.0\.0\.1:1"):
        AdbConfig(port=1, serial="").shared_out(2)


def test_a_browser_is_started_by_each() -> None:
    assert ChromiumConfig().shared_out(3) == (ChromiumConfig(),) * 3
