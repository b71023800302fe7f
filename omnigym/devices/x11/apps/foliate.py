"""Foliate 2, a reader of electronic books."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import XAppDefinition

_FOLIATE = XAppDefinition(
    name="foliate",
    category="Office",
    argv=("foliate",),
    package="foliate",
    wm_class="Com.github.johnfactotum.Foliate",
    ready={"role": Role.BUTTON, "states": State.CLICKABLE | State.FOCUSABLE},
    loading="Loading…",
    keys={
        "window": {"role": Role.WINDOW},
        "dialog": {"states": State.MODAL},
    },
)

APPS = (_FOLIATE,)
