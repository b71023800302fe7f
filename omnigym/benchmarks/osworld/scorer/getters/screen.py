"""Getters of what is on the screen: the accessibility tree and windows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from omnigym.benchmarks.osworld.scorer.accessibility import parse_tree, select_elements, to_xml
from omnigym.benchmarks.osworld.scorer.registry import NotThereError, getter
from omnigym.evaluation.probe import Probe

__all__ = [
    "accessibility_tree",
    "check_if_timer_started",
    "check_if_world_clock_exists",
    "element_from_accessTree",
    "vm_active_window_title",
]


@getter("accessibility_tree")
def accessibility_tree(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the accessibility tree in XML, see `omnigym.benchmarks.osworld.scorer.accessibility`."""
    titles = {w.title: probe.app_title(w.app) for w in probe.windows()} if probe.can("apps") else {}
    return to_xml(probe.tree(), probe.platform, lambda title: titles.get(title, ""))


@getter("element_from_accessTree")
def element_from_accessTree(probe: Probe, config: Mapping[str, object]) -> str:  # noqa: N802 - its name in task files
    """Return the text of the first element that a CSS ``selector`` finds in the accessibility tree."""
    root = parse_tree(accessibility_tree(probe, config))
    elements = select_elements(root, css=str(config["selector"]))
    text = elements[0].text if elements else None
    if not text:
        raise NotThereError(f"Nothing on the screen with a text is {config['selector']!r}.")
    return str(text)


@getter("vm_active_window_title")
def vm_active_window_title(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the title of the active window."""
    titles = [w.title for w in probe.windows() if w.active]
    if not titles:
        raise NotThereError("No window is active.")
    return titles[0]


# -- Windows' clock -------------------------------------------------------------------------------------------------


@getter("check_if_timer_started")
def check_if_timer_started(probe: Probe, config: Mapping[str, Any]) -> str:
    """Say "True" if a timer of ``hours``, ``minutes`` and ``seconds`` runs: one of that length that can be paused."""
    parts = [(int(config[name]), name) for name in ("hours", "minutes", "seconds")]
    said = " ".join(f"{n} {name[:-1] if n == 1 else name}" for n, name in parts if n)
    clock = ":".join(f"{n:02d}" for n, _ in parts)
    texts = [f"{n.name} {n.value}" for n in probe.tree().nodes]
    running = any("Pause" in t for t in texts)
    return str(running and any(re.search(rf"\b{re.escape(s)}\b", t) for t in texts for s in (said, clock) if s))


@getter("check_if_world_clock_exists")
def check_if_world_clock_exists(probe: Probe, config: Mapping[str, object]) -> str:
    """Say "True" if the clock on the screen has one of ``city`` in ``country``."""
    place = f"{config['city']}, {config['country']}".casefold()
    return str(any(place in n.name.casefold() for n in probe.tree().nodes))
