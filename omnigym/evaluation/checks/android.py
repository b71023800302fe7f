"""CRAB's checks in terms of Android: the app in front, XPath on the layout, notifications."""

from __future__ import annotations

from typing import Any

from omnigym.errors import MissingDependencyError, TaskFileError
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import contains
from omnigym.foreign import convert_errors

__all__ = ["activity_in_front", "notification_shown", "package_in_front", "xpath_exists", "xpath_text"]


def _lxml() -> Any:
    """The parser with full XPath.

    Raises:
        MissingDependencyError: It is not installed.
    """
    try:
        from lxml import etree
    except ImportError as e:
        raise MissingDependencyError("lxml", "A check by XPath", "pip install 'omnigym[android]'") from e
    return etree


@check("check_current_package_name")
def package_in_front(probe: Probe, name: str) -> Verdict:
    """The app in front has that package name (CRAB's ``check_current_package_name``)."""
    front = probe.activity()
    if front is not None and front.package == name:
        return passed()
    return not_yet(f"In front is {front.package if front is not None else 'nothing'}, not {name}.")


@check("activity_in_front")
def activity_in_front(probe: Probe, component: str) -> Verdict:
    """An activity is in front: "com.android.settings/.Settings"."""
    front = probe.activity()
    wanted = type(front).parse(component) if front is not None else None
    if front is not None and front == wanted:
        return passed()
    return not_yet(f"In front is {front.component if front is not None else 'nothing'}, not {component}.")


@check("xpath_exists", prepare=_lxml)
def xpath_exists(probe: Probe, xpath: str) -> Verdict:
    """A view on the screen matches an XPath on Android's layout: ``//node[@text="Wi-Fi" and @checked="true"]``."""
    return passed() if _found(probe, xpath) else not_yet(f"Nothing on the screen fits {xpath}.")


@check("xpath_text", prepare=_lxml)
def xpath_text(probe: Probe, xpath: str, text: str) -> Verdict:
    """A view that matches an XPath contains ``text`` in its text or description."""
    found = _found(probe, xpath)
    said = [value for view in found for value in (view.get("text"), view.get("content-desc")) if value]
    if any(contains(value, text) for value in said):
        return passed()
    return not_yet(f"What fits {xpath} says {said}, not {text!r}." if found else f"Nothing on the screen fits {xpath}.")


def _found(probe: Probe, xpath: str) -> list[Any]:
    """The views that match an XPath.

    Raises:
        TaskFileError: It is not an XPath that selects views.
    """
    etree = _lxml()
    with convert_errors("layout dump"):
        root = etree.fromstring(probe.layout().encode(), etree.XMLParser(resolve_entities=False, no_network=True))
    try:
        found = root.xpath(xpath)
    except etree.XPathError as e:
        raise TaskFileError(f"expected an XPath on Android's layout, got {xpath!r}: {e}") from None
    if not isinstance(found, list) or not all(hasattr(view, "attrib") for view in found):
        raise TaskFileError(f"expected an XPath that chooses views (//node[...]), got {xpath!r}, which gives {found!r}")
    return found


@check("notification_shown")
def notification_shown(probe: Probe, text: str, app: str = "") -> Verdict:
    """A notification, of ``app`` if given, contains ``text`` in its title or text."""
    notes = [n for n in probe.notifications() if app in ("", n["app"])]
    if any(contains(f"{n['title']} {n['text']}", text) for n in notes):
        return passed()
    return not_yet(f"No notification says {text!r}; there are {[n['title'] for n in notes]}.")
