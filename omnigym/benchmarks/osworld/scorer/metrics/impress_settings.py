"""Metrics of LibreOffice Impress's own state: its settings, and what its window shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omnigym.benchmarks.osworld.scorer.given import content_of
from omnigym.benchmarks.osworld.scorer.matching import text_of
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.foreign import convert_errors, parse_xml

__all__ = ["check_auto_saving_time", "check_left_panel", "check_presenter_console_disable"]

_OOR = "{http://openoffice.org/2001/registry}"


def _settings(content: bytes) -> dict[tuple[str, str], str]:
    """The values of a ``registrymodifications.xcu``, by path and name; the last one of a name counts.

    Raises:
        UnreadableError: It is none.
        TooLargeError: It is larger than what is read.
    """
    with convert_errors("registrymodifications.xcu"):
        root = parse_xml(content)
        return {
            (item.get(f"{_OOR}path", ""), prop.get(f"{_OOR}name", "")): prop.findtext("value") or ""
            for item in root.iter("item")
            for prop in item.iter("prop")
        }


@metric("check_presenter_console_disable")
def check_presenter_console_disable(result: object) -> float:
    """Return whether the presenter console is switched off; it is on unless the settings say otherwise."""
    value = _settings(content_of(result)).get(("/org.openoffice.Office.Impress/Misc/Start", "EnablePresenterScreen"))
    return float(value is not None and value.strip().lower() == "false")


@metric("check_auto_saving_time")
def check_auto_saving_time(result: Any, rules: Mapping[str, Any]) -> float:
    """Return whether documents are saved by themselves every so many ``minutes``.

    The published function passes where that interval is set and saving by itself is switched off.
    """
    settings, path = _settings(content_of(result)), "/org.openoffice.Office.Common/Save/Document"
    off = settings.get((path, "AutoSave"), "true").strip().lower() == "false"
    return float(not off and settings.get((path, "AutoSaveTimeIntervall"), "").strip() == str(int(rules["minutes"])))


@metric("check_left_panel")
def check_left_panel(result: object) -> float:
    """Return whether the accessibility tree, as XML, has the panel of slides on the left."""
    with convert_errors("accessibility tree"):
        root = parse_xml(text_of(result).encode())
        return float(any(e.get("name") == "Slides View" for e in root.iter("document-frame")))
