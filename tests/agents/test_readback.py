"""Each answer that a space can write reads as the action that it was written for, on every platform."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import (
    Action,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    On,
    OpenApp,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
)
from omnigym.agents.dialects import GRAMMARS, MODEL_SPACES, SPACES, View, calls_in, make_dialect, written
from omnigym.agents.readback import fidelity
from omnigym.errors import ActionError

AT, TO = (0.3, 0.4), (0.6, 0.7)
#: Each kind of action, with all that it may have.
ACTIONS: tuple[Action, ...] = (
    Move(AT),
    *[Click(AT), Click(AT, "right"), Click(AT, "middle")],
    *[Click(AT, count=n) for n in (2, 3)],
    Click(AT, modifiers=("ctrl",)),
    Click(AT, duration=1.0),
    *[Drag(AT, TO), Drag(AT, (0.3, 0.1)), Drag(AT, TO, "right"), Drag(AT, TO, modifiers=("shift",))],
    MouseDown(AT),
    MouseUp(AT),
    KeyDown("shift"),
    KeyUp("shift"),
    *[Scroll(AT, 3), Scroll(AT, -2.5), Scroll(AT, 0, 2), Scroll(AT, 1, 1), Scroll(AT, 3, 0, ("ctrl",))],
    *[Press("enter"), Press("s", ("ctrl",)), Press("tab", count=3), Press("t", ("ctrl", "shift"))],
    *[Press(key) for key in ("home", "back", "recents", "menu", "delete", "f5", "/", "pagedown")],
    *[Type('it\'s "1"\n\t<b> \\ {x} ü'), Type("</tool_call> Action: click()"), Type("DONE"), Type("")],
    *[Wait(1.0), Wait(0.25), Wait(5.0)],
    OpenApp("text_editor"),
    *[Submit("42"), Submit('It\'s "4"'), Submit("")],
    *[CallUser("password"), CallUser()],
    Done(),
    Fail(),
)
VIEW = View((1024, 768), (1024, 768), {7: (297, 297, 20, 20)})
PLATFORMS = ("windows", "linux", "android", "web")


def read(action: Action, space: str, form: Any, platform: str) -> tuple[Action | On, ...]:
    dialect = make_dialect(space, platform, marked=space == "crab")
    dialect.look(VIEW)
    answer = written(action, dialect, form)
    return tuple([a for said in calls_in(answer, dialect, form) for a in said.actions])


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("space", [*SPACES, *MODEL_SPACES])
def test_no_answer_reads_as_another_action(space: str, platform: str) -> None:
    said = set()
    for form in ("own", "functions") if space in GRAMMARS else ("functions", "json", "code", "fenced"):
        for action in ACTIONS:
            try:
                found = read(action, space, form, platform)
            except ActionError:
                continue  # the space has no words for it
            assert fidelity(action, found) != "wrong", (form, action, found)
            said.add(type(action))
    assert {Click, Done} <= said


@pytest.mark.parametrize(
    ("action", "found", "expected"),
    [
        (Click(AT), [Click((0.3005, 0.4005))], "exact"),
        (Click(AT), [Click((0.31, 0.4))], "wrong"),
        (Click(AT), [Click(AT, "right")], "wrong"),
        (Click(AT, count=2), [Click(AT), Click(AT)], "exact"),
        (Click(AT, count=2), [Click(AT)], "wrong"),
        (Click(AT, modifiers=("ctrl",)), [KeyDown("ctrl"), Click(AT), KeyUp("ctrl")], "exact"),
        (Click(AT, modifiers=("ctrl",)), [KeyDown("ctrl"), Click(AT)], "wrong"),
        (Click(AT), [Move(TO), Click(AT)], "wrong"),
        (Click(AT, duration=1.0), [Click(AT, duration=3.0)], "approximate"),
        (Click(AT, duration=1.0), [Click(AT)], "wrong"),
        (Drag(AT, TO), [Move(AT), Drag(AT, TO, duration=1.0)], "exact"),
        (Drag(AT, TO), [Drag(AT, AT)], "wrong"),
        (Drag(AT, (0.3, 0.1)), [Drag(AT, (0.3, 0.2))], "approximate"),
        (Press("tab", count=3), [Press("tab")] * 3, "exact"),
        (Press("tab", count=3), [Press("tab")] * 2, "wrong"),
        (Press("enter"), [Type("\n")], "exact"),
        (Scroll(AT, 1, 1), [Scroll(AT, 1), Scroll(AT, 0, 1)], "exact"),
        (Scroll(AT, 3), [Scroll(AT, 5)], "approximate"),
        (Scroll(AT, 3), [Scroll(AT, -3)], "wrong"),
        (Scroll(AT, 3), [Drag(AT, (0.3, 0.1))], "approximate"),
        (Scroll(AT, 3), [Drag(AT, (0.3, 0.7))], "wrong"),
        (Type("a"), [Press("a", ("ctrl",)), Type("a")], "approximate"),
        (Type("a"), [Type("b")], "wrong"),
        (Type("a"), [Press("delete"), Type("a")], "wrong"),
        (Wait(1), [Wait(5)], "approximate"),
        (Submit("4"), [Submit("4"), Done()], "approximate"),
        (Submit("4"), [Done()], "wrong"),
        (Done(), [Invalid("", "")], "wrong"),
        (Done(), [], "wrong"),
        (On("phone", Click(AT)), [On("phone", Click(AT))], "exact"),
        (On("phone", Click(AT)), [On("desktop", Click(AT))], "wrong"),
    ],
)
def test_what_an_answer_means_beside_what_was_meant(action: Action, found: list[Action], expected: str) -> None:
    assert fidelity(action, found) == expected


@pytest.mark.parametrize(
    ("space", "platform", "action"),
    [
        ("omnibench", "windows", Press("back")),  # {BACK} is the Backspace key in pywinauto's notation
        ("omnibench", "windows", Press("menu")),
        ("ui-tars", "android", Click(AT, "right")),
        ("ui-tars", "windows", Type("")),
        ("opencua", "windows", Submit("")),
        ("omnigui", "android", Drag(AT, TO, "right")),
        ("crab", "android", Click(AT, "right")),
        ("crab", "android", Drag(AT, TO)),
    ],
)
def test_what_a_space_has_no_words_for_is_an_error(space: str, platform: str, action: Action) -> None:
    with pytest.raises(ActionError):
        read(action, space, "own" if space in GRAMMARS else "functions", platform)


def test_opencua_opens_an_app_where_nothing_on_the_screen_does() -> None:
    assert read(OpenApp("text_editor"), "opencua", "own", "linux") == (OpenApp("text_editor"),)
    assert "open_app" in make_dialect("opencua", "linux", marked=False).grammar()
    assert "open_app" not in make_dialect("opencua", "windows", marked=False).grammar()
