"""Checks of settings that are paths, ranges or lists; for plain values see `omnigym.evaluation.checks.system`."""

from __future__ import annotations

from omnigym.evaluation.checks._effects import sets
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect, setting_place

__all__ = ["setting_between", "setting_lists", "setting_names_file"]


@check("setting_names_file", effects=lambda key, **_: sets(key))
def setting_names_file(probe: Probe, key: str, path: str) -> Verdict:
    """A setting, such as the wallpaper, is the path of that file, and the file exists."""
    got = probe.setting(key)
    if not got or probe.native_path(got).casefold() != probe.native_path(path).casefold():
        return not_yet(f"Setting {key!r} is {got!r}, not the path of {path!r}.")
    return passed() if probe.stat(path) is not None else not_yet(f"Setting {key!r} names {path!r}, which is not there.")


@check("setting_between", effects=lambda key, **_: sets(key))
def setting_between(probe: Probe, key: str, low: int | str, high: int | str) -> Verdict:
    """A setting is a whole number from ``low`` to ``high``."""
    got = probe.setting(key)
    if got.isdecimal() and int(low) <= int(got) <= int(high):
        return passed()
    return not_yet(f"Setting {key!r} is {got!r}, not from {low} to {high}.")


@check("setting_lists", effects=lambda key, item: (Effect("change", setting_place(key), (f"item/{item}",)),))
def setting_lists(probe: Probe, key: str, item: str) -> Verdict:
    """A setting that is a semicolon-separated list, such as the installed apps, has an item."""
    got = [part.strip() for part in probe.setting(key).split(";")]
    if item.casefold() in [part.casefold() for part in got]:
        return passed()
    return not_yet(f"Setting {key!r} lists {got}, and not {item!r}.")
