"""Checks of windows, apps, settings and the agent's answer."""

from __future__ import annotations

from omnigym.evaluation.checks._effects import sets
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import agrees, contains

__all__ = [
    "answer_contains",
    "answer_equals",
    "app_active",
    "app_closed",
    "app_open",
    "document_open",
    "setting_equals",
    "window_titled",
]


@check("app_open")
def app_open(probe: Probe, app: str) -> Verdict:
    """An app has a window."""
    return passed() if any(w.app == app for w in probe.windows()) else not_yet(f"{app!r} has no window.")


@check("app_closed")
def app_closed(probe: Probe, app: str) -> Verdict:
    """An app has no window."""
    return not_yet(f"{app!r} has a window.") if any(w.app == app for w in probe.windows()) else passed()


@check("app_active")
def app_active(probe: Probe, app: str) -> Verdict:
    """The active window belongs to an app."""
    if any(w.app == app and w.active for w in probe.windows()):
        return passed()
    return not_yet(f"{app!r} is not in front.")


@check("window_titled")
def window_titled(probe: Probe, title: str) -> Verdict:
    """The title of a window contains ``title``."""
    titles = [w.title for w in probe.windows()]
    return passed() if any(contains(t, title) for t in titles) else not_yet(f"No window {title!r} among {titles}.")


@check("document_open")
def document_open(probe: Probe, path: str, app: str = "") -> Verdict:
    """A window, of ``app`` if given, shows the file at ``path``."""
    wanted = probe.native_path(path).casefold()
    for w in probe.windows():
        if w.document and w.document.casefold() == wanted and app in ("", w.app):
            return passed()
    return not_yet(f"No window{' of ' + repr(app) if app else ''} shows {path!r}.")


@check("setting_equals", effects=lambda key, **_: sets(key))
def setting_equals(probe: Probe, key: str, value: str) -> Verdict:
    """A setting has exactly that value."""
    got = probe.setting(key)
    return passed() if got == value else not_yet(f"Setting {key!r} is {got!r}, not {value!r}.")


@check("answer_equals")
def answer_equals(probe: Probe, text: str) -> Verdict:
    """The agent's answer is ``text`` to a person (see `omnigym.evaluation.text`)."""
    return _answered(probe, text, within=False)


@check("answer_contains")
def answer_contains(probe: Probe, text: str) -> Verdict:
    """The agent's answer contains ``text``, and no number that is missing in ``text``."""
    return _answered(probe, text, within=True)


def _answered(probe: Probe, text: str, within: bool) -> Verdict:
    got = probe.answers
    if not got:
        return not_yet("No answer was submitted.")
    if len(got) > 1:  # who tries one after the other has guessed
        return not_yet(f"Different answers were submitted: {', '.join(map(repr, got[:4]))}.")
    return passed() if agrees(text, got[0], within) else not_yet(f"The answer is {got[0]!r}, not {text!r}.")
