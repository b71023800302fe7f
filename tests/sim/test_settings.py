"""The settings as a value."""

from __future__ import annotations

import pytest

from omnigym.sim.settings import Settings


def test_settings_are_compared_and_hashed_by_value() -> None:
    one = Settings({"theme": "light", "wallpaper": "bloom"})
    two = Settings({"wallpaper": "bloom", "theme": "light"})
    assert one == two and hash(one) == hash(two) and len({one, two}) == 1
    assert dict(one) == {"theme": "light", "wallpaper": "bloom"} and len(one) == 2


def test_a_change_gives_another_value() -> None:
    old = Settings({"theme": "light"})
    new = old.changed("theme", "dark")
    assert (old["theme"], new["theme"]) == ("light", "dark") and old != new
    assert new.changed("theme", "dark") is new
    assert new.changed("sound.muted", "yes")["sound.muted"] == "yes"


def test_what_was_copied_does_not_follow_its_source() -> None:
    source = {"theme": "light"}
    settings = Settings(source)
    source["theme"] = "dark"
    assert settings["theme"] == "light"
    with pytest.raises(KeyError):
        settings["accent"]
