"""The half of the device contract that is about files, clipboard, apps, settings and snapshots."""

# A test's name says what it does, and its assertions are read with the values that pytest prints.
# ruff: noqa: PT018

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Move, Type, Wait, pixel
from omnigym.devices.conformance.state import STATE
from omnigym.devices.conformance.trial import NotTriedError
from omnigym.devices.protocol import (
    CAPABILITIES,
    ClipboardContent,
    Device,
    HasApps,
    HasAudio,
    HasClipboard,
    HasFiles,
    HasPointer,
    HasScaledScreenshot,
    HasScreenVideo,
    HasSettings,
    HasSnapshots,
    HasVariation,
    HasVersions,
)
from omnigym.errors import ConfigError, UnknownNameError

__all__ = ["StateContract"]


class StateContract:
    """What `omnigym.devices.testing.DeviceContract` asks of a device's state; its attributes are explained there."""

    text_app: str = ""
    setting: tuple[str, str, str] = ("", "", "")

    @staticmethod
    def need(device: Device, capability: type) -> Any:
        """The device as one with the capability, or skip."""
        if not isinstance(device, capability):
            pytest.skip(f"{device.name} has no {capability.__name__}")
        return device

    def open_text_app(self, device: Device) -> str:
        """Launch the app that takes text and return its name."""
        apps = self.need(device, HasApps)
        known = [a for a in ("text_editor", "word") if a in apps.apps()]
        app = self.text_app or (known[0] if known else "")
        if not app:
            pytest.skip(f"{device.name} has no app that takes text: set text_app")
        apps.launch(app)
        return app

    # -- what the doctor tries, too --------------------------------------------------------------------------------

    @pytest.mark.parametrize(("check", "needs"), [row[2:] for row in STATE], ids=[row[0] for row in STATE])
    def test_promise(self, device: Device, check: Callable[[Any], object], needs: tuple[str, ...]) -> None:
        for capability in needs:
            self.need(device, CAPABILITIES[capability])
        try:
            check(device)
        except NotTriedError as e:
            pytest.skip(str(e))

    def test_reset_leaves_nothing(self, device: Device) -> None:
        if isinstance(device, HasFiles):
            device.write_file("Documents/leftover.txt", b"x")
        if isinstance(device, HasClipboard):
            device.set_clipboard(ClipboardContent(text="leftover"))
        if isinstance(device, HasApps) and device.apps():
            device.launch(device.apps()[0])
            assert device.windows()
        device.reset(seed=0)
        if isinstance(device, HasFiles):
            assert device.stat("Documents/leftover.txt") is None
        if isinstance(device, HasClipboard):
            assert device.clipboard().text == ""
        if isinstance(device, HasApps):
            assert device.windows() == ()

    # -- the other capabilities --------------------------------------------------------------------------------------

    def test_apps_launch(self, device: Device) -> None:
        apps = self.need(device, HasApps)
        assert list(apps.apps()) == sorted(apps.apps())
        for app in apps.apps():
            apps.launch(app)
            front = [w for w in apps.windows() if w.app == app]
            assert front and front[0].active, apps.windows()

    def test_settings_round_trip(self, device: Device) -> None:
        settings = self.need(device, HasSettings)
        with pytest.raises(UnknownNameError):
            settings.setting("no.such.setting")
        key, one, two = self.setting
        if not key:
            pytest.skip("the backend's test names no setting")
        for value in (one, two):
            settings.set_setting(key, value)
            assert settings.setting(key) == value

    def test_snapshot_brings_everything_back(self, device: Device) -> None:
        snapshots = self.need(device, HasSnapshots)
        self.open_text_app(device)
        device.act(Type("before"))
        kept, frame = snapshots.snapshot(), device.screenshot()
        device.act(Type(" and after"))
        if isinstance(device, HasFiles):
            device.write_file("after.txt", b"x")
        snapshots.restore(kept)
        np.testing.assert_array_equal(device.screenshot(), frame)
        if isinstance(device, HasFiles):
            assert device.stat("after.txt") is None
        device.act(Type("!"))
        snapshots.restore(kept)
        np.testing.assert_array_equal(device.screenshot(), frame)

    def test_versions_change_with_the_state(self, device: Device) -> None:
        versions = self.need(device, HasVersions)
        if isinstance(device, HasFiles):
            before = versions.version("files")
            assert versions.version("files") == before
            device.write_file("Documents/v.txt", b"1")
            assert versions.version("files") != before
        if isinstance(device, HasClipboard):
            before = versions.version("clipboard")
            device.set_clipboard(ClipboardContent(text="v"))
            assert versions.version("clipboard") != before
        if isinstance(device, HasApps) and device.apps():
            before = versions.version("apps")
            device.launch(device.apps()[0])
            assert versions.version("apps") != before

    def test_layouts_are_repeatable(self, device: Device) -> None:
        varying = self.need(device, HasVariation)
        frames = []
        for layout in (1, 2, 1, 3):
            device.reset(seed=0)
            varying.vary(layout)
            self.open_text_app(device)
            frames.append(device.screenshot())
        np.testing.assert_array_equal(frames[0], frames[2])
        assert any(not np.array_equal(frames[0], f) for f in frames)

    def test_what_is_kept_does_not_vary(self, device: Device) -> None:
        varying = self.need(device, HasVariation)
        names = varying.variation_aspects()
        assert names == tuple(sorted(names))
        device.reset(seed=0)
        usual = device.screenshot()
        varying.vary(2, (*names, "no.such.name"))
        np.testing.assert_array_equal(device.screenshot(), usual)

    def test_scaled_screenshot(self, device: Device) -> None:
        scaled = self.need(device, HasScaledScreenshot)
        frame = scaled.scaled_screenshot((160, 120))
        assert frame.shape == (120, 160, 3) and frame.dtype == np.uint8
        assert not np.shares_memory(frame, scaled.scaled_screenshot((160, 120)))

    # -- what was heard and seen between two steps -------------------------------------------------------------------

    def test_sound_of_an_interval(self, device: Device) -> None:
        heard = self.need(device, HasAudio)
        with pytest.raises(ConfigError):
            heard.audio(1.0)  # nobody listens
        heard.listen(True)
        with pytest.raises(ConfigError):
            heard.audio(1.0)  # from the next reset on
        device.reset(seed=0)
        try:
            heard.next_interval()
            device.act(Wait(0.3))
            sound = heard.audio(60.0)
            assert sound.dtype == np.int16 and sound.ndim == 1 and len(sound) >= 1600
            assert len(heard.audio(0.05)) == 800
            for wrong in (0.0, -1.0, 61.0, float("nan")):
                with pytest.raises(ConfigError):
                    heard.audio(wrong)
        finally:
            heard.listen(False)
        device.reset(seed=0)
        with pytest.raises(ConfigError):
            heard.audio(1.0)

    def test_video_of_an_interval(self, device: Device) -> None:
        seen = self.need(device, HasScreenVideo)
        with pytest.raises(ConfigError):
            seen.video(2, (16, 12))
        seen.watch(True)
        device.reset(seed=0)
        try:
            seen.next_interval()
            device.act(Wait(0.3))
            frames, ago = seen.video(3, (16, 12))
            assert frames.shape == (3, 12, 16, 3) and frames.dtype == np.uint8
            assert ago.shape == (3,) and ago.dtype == np.float32
            assert ago[0] >= ago[1] >= ago[2] >= 0 and ago[0] >= 0.1
            for wrong in ((0, (16, 12)), (65, (16, 12)), (1, (0, 12)), (1, (16, device.size[1] + 1))):
                with pytest.raises(ConfigError):
                    seen.video(*wrong)
            self.open_text_app(device)
            seen.next_interval()
            device.act(Type("what was not there"))
            frames, _ = seen.video(2, device.size)
            assert not np.array_equal(frames[0], frames[1])
            np.testing.assert_array_equal(frames[1], device.screenshot())
        finally:
            seen.watch(False)
        device.reset(seed=0)
        with pytest.raises(ConfigError):
            seen.video(1, (16, 12))

    def test_the_pointer_follows(self, device: Device) -> None:
        pointing = self.need(device, HasPointer)
        device.act(Move((0.25, 0.5)))
        pointer = pointing.pointer()
        if pointer is None:
            pytest.skip(f"{device.name} hides its pointer")
        assert pointer.at == pixel((0.25, 0.5), device.size)
        assert pointer.image.dtype == np.uint8 and pointer.image.shape[2] == 4 and pointer.image[..., 3].any()
