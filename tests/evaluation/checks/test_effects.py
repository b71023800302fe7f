"""Every check that is about what a user keeps says what bringing it about does, or else it stands here why not."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

import pytest

from omnigym.evaluation.registry import check_names, get_check

#: Reason -> the checks of a state that have no effects for it.
_WITHOUT: Mapping[str, str] = {
    "what is on the screen, and which windows and processes there are, is no data of the user's": (
        "activity_in_front app_active app_closed app_open app_shows browsing calculator_shows "
        "check_current_package_name check_text_exists check_text_exists_via_control check_text_exists_via_ocr "
        "control_exists conversation_open document_open event_shown listed_in_order notification_shown "
        "number_dialled page_open process_ended process_running route_shown terminal_shows window_in_front "
        "window_on_half window_titled xpath_exists xpath_text"
    ),
    "the clipboard may be replaced by any work": (
        "clipboard_code clipboard_from_row clipboard_contains_file clipboard_contains_image clipboard_contains_text "
        "clipboard_holds_calculation clipboard_holds_document clipboard_holds_file clipboard_holds_mail "
        "clipboard_holds_pdf clipboard_holds_picture clipboard_holds_table clipboard_link clipboard_repository "
        "get_clipboard_file_name get_clipboard_text"
    ),
    "an answer changes nothing": "answer_contains answer_equals",
    "what was calculated and what was played is a trace": "calculator_history player_paused_at",
    "that a mail is sent is said by the condition beside it": "mail_tells_note",
    "it holds where nothing was changed": "nothing_changed",
    "somebody else judges, who says what may be done": "never osworld own_judgement",
}
_STATES = tuple(name for name in check_names() if get_check(name).subject == "state")


def test_what_has_no_effects_has_a_reason() -> None:
    reasons = [name for names in _WITHOUT.values() for name in names.split()]
    assert sorted(reasons) == sorted(name for name in _STATES if get_check(name).effects is None)


@pytest.mark.parametrize("name", [name for name in _STATES if get_check(name).effects is not None])
def test_effects_are_called_with_the_arguments_of_a_check(name: str) -> None:
    """With those that a condition must give alone, and with all of them."""
    spec = get_check(name)
    assert spec.effects is not None
    signature = inspect.signature(spec.effects)
    signature.bind(**{p: None for p, parameter in spec.parameters.items() if parameter.required})
    signature.bind(**dict.fromkeys(spec.parameters))
