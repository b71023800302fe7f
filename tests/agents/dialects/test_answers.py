"""Answers in the forms that models give: what stands around a call changes nothing, and nothing rejected is done."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from omnigym.actions import (
    Action,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    Move,
    OpenApp,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
    pixel,
)
from omnigym.agents.dialects import GRAMMARS, View, calls_in, make_dialect
from omnigym.agents.dialects.call_syntax import Form, apart, written
from omnigym.agents.model import Answer, Call
from omnigym.errors import ActionError

SIZE = (1000, 1000)


def read(space: str, text: str, form: Form = "own", platform: str = "") -> tuple[Action, ...]:
    dialect = make_dialect(space, platform or ("android" if space == "autoglm" else "windows"), marked=False)
    dialect.look(View(SIZE, SIZE))
    said = calls_in(Answer(text, finish_reason="stop"), dialect, form)
    return tuple([action for s in said for action in s.actions])  # type: ignore[misc]


def words(action: Action) -> str:
    """An action in the words of the samples."""
    match action:
        case Click(at, "left", 1):
            x, y = pixel(at, SIZE)
            return f"click {x} {y}"
        case Type(text):
            return f"type {text!r}"
        case OpenApp(app):
            return f"open {app.lower()}"
        case Done():
            return "done"
        case Invalid(_, reason) if reason:
            return "refused, with the reason"
    return repr(action)


SAMPLES = [json.loads(line) for line in (Path(__file__).parent / "answers.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("sample", SAMPLES, ids=[s["why"] for s in SAMPLES])
def test_samples(sample: dict[str, Any]) -> None:
    space = sample["space"].replace("computer_13", "computer13")
    assert [words(a) for a in read(space, sample["answer"], sample["form"])] == sample["wanted"]


def call(name: str, **arguments: Any) -> str:
    return json.dumps({"name": name, "arguments": arguments})


CLICK = call("computer_use", action="left_click", coordinate=[500, 500])
AT = Click((0.5, 0.5))
PIXEL = Click((0.5005, 0.5005))
GLM = "<tool_call>computer_use\n" + "\n".join(
    [
        f"<arg_key>{key}</arg_key>\n<arg_value>{value}</arg_value>"
        for key, value in (("action", "left_click"), ("coordinate", "[500, 500]"))
    ]
    + ["</tool_call>"]
)
TARS = "click(start_box='(500,500)')"
CUA = "## Thought:\nIt's there.\n\n## Action:\nClick it.\n\n## Code:\n```python\n{}\n```"


@pytest.mark.parametrize(
    ("space", "text", "actions"),
    [
        # Qwen: what stands in the tag, and around it
        ("qwen", f"<tool_call>{CLICK}<|im_end|>", [AT]),
        ("qwen", f"<tool_call>\n{CLICK[:-1]}\n</tool_call>", [AT]),
        ("qwen", f"<tool_call>\n{CLICK}\n</tool_call>\n<tool_call>\n{CLICK}\n</tool_call>", [AT, AT]),
        ("qwen", "<tool_call>" + CLICK.replace('"', "'") + "</tool_call>", [AT]),
        ("qwen", "<tool_call>" + CLICK.replace('"', "“").replace(":", "：") + "</tool_call>", [AT]),
        ("qwen", "<tool_call>" + CLICK.replace("[500, 500]", "(500, 500)").replace('"', "'") + "</tool_call>", [AT]),
        ("qwen", "<tool_call>" + CLICK.replace("[500, 500]", '"[500, 500]"') + "</tool_call>", [AT]),
        ("qwen", f"<tool_call>[{CLICK}, {CLICK}]</tool_call>", [AT, AT]),
        (
            "qwen",
            "<tool_call>"
            + json.dumps({"name": "computer_use", "arguments": json.dumps({"action": "type", "text": "a\nb"})})
            + "</tool_call>",
            [Type("a\nb")],
        ),
        (
            "qwen",
            "<tool_call>\n<function=computer_use>\n<parameter=action>\ntype</parameter><parameter=text>12</parameter></function>",
            [Type("12")],
        ),
        (
            "qwen",
            GLM,
            [AT],
        ),
        ("qwen", f"Thought: it is there.\nAction: Click it.\n<tool_call>\n{CLICK}\n</tool_call>", [AT]),
        ("qwen", call("computer_use", action="type", text="<tool_call> is a tag"), [Type("<tool_call> is a tag")]),
        ("qwen", f"<tool_call>{CLICK}</tool_call>\nNo, rather:\n<tool_call>{CLICK}</tool_call>", [AT]),
        ("qwen", call("computer_use", action="key", keys=["ctrl+c"]), [Press("c", ("ctrl",))]),
        ("qwen", call("computer_use", action="key", text="Tab Tab Return"), [Press("tab")] * 2 + [Press("enter")]),
        ("qwen", call("computer_use", action="key", keys=["plus"]), [Press("=", ("shift",))]),
        ("qwen", f"<tool_call>\n{CLICK}\n<tool_call>", [AT]),
        ("qwen", '<tool_call>{"action": "type", "text": "say "hi" now"}</tool_call>', [Type('say "hi" now')]),
        ("qwen", '<tool_call>{"action": "type", "text": "a</tool_call>b"}</tool_call>', [Type("a</tool_call>b")]),
        # UI-TARS
        ("ui-tars", "Action: click(start_box='(500,500)", [AT]),
        ("ui-tars", "Action: click(start_box='(500,500)'", [AT]),
        ("ui-tars", "Action: left_single(start_box='(500,500)')", [AT]),
        ("ui-tars", "Action: hotkey(key='ctrl -')", [Press("-", ("ctrl",))]),
        ("ui-tars", f"Thought: x. Action: {TARS}", [AT]),
        ("ui-tars", f"Thought: x\n**Action:** `{TARS}`", [AT]),
        ("ui-tars", f"Action: {TARS}\nThis opens the menu.", [AT]),
        ("ui-tars", "Action: click(start_box=（500，500）)", [AT]),
        ("ui-tars", "Action: click（start_box='(500,500)'）", [AT]),
        ("ui-tars", "Action: click(start_box=“(500,500)”)", [AT]),
        ("ui-tars", "Action: hotkey(key='ctrl-c')", [Press("c", ("ctrl",))]),
        ("ui-tars", f"Action: {TARS}\nAction: wait()", [AT, Wait(5.0)]),
        ("ui-tars", "Thought: maybe\nAction: click(start_box='(1,1)')\nbut no.\nAction: " + TARS, [AT]),
        ("ui-tars", "Action: type(content='one\ntwo')", [Type("one\ntwo")]),
        ("ui-tars", "Action: type(content='print('a')\nprint('b')')", [Type("print('a')\nprint('b')")]),
        ("ui-tars", f"Action: type(content='note\nAction: {TARS}\n')", [Type(f"note\nAction: {TARS}\n")]),
        ("ui-tars", 'Action: type(content="say \\"hi\\"\\n")', [Type('say "hi"\n')]),
        ("ui-tars", "Action: type(content='use </think> here')", [Type("use </think> here")]),
        # AutoGLM
        ("autoglm", 'Next: do(action="Tap", element=[500,500])', [AT]),
        (
            "autoglm",
            'do(action="Type", text="say do(action="Back")")',
            [Press("a", ("ctrl",)), Type('say do(action="Back")')],
        ),
        ("autoglm", "<answer>do(action=“Tap”, element=[500，500])</answer>", [AT]),
        ("autoglm", '<think>do(action="Back")</think><answer>do(action="Tap", element=[500,500])</answer>', [AT]),
        ("autoglm", 'finish(message="It is "open".")', [Submit('It is "open".'), Done()]),
        # Gemini
        ("gemini", '{"name": "click_at", "args": {"x": 500, "y": 500}}', [AT]),
        ("gemini", '{"functionCall": {"name": "click_at", "args": {"x": 500, "y": 500, "intent": "open"}}}', [AT]),
        (
            "gemini",
            '{"name": "type_text_at", "args": {"x": 500, "y": 500, "text": "hi"}}',
            [AT, Press("a", ("ctrl",)), Press("backspace"), Type("hi"), Press("enter")],
        ),
        (
            "gemini",
            call("type_text_at", x=500, y=500, text="hi", press_enter=False, clear_before_typing=False),
            [AT, Type("hi")],
        ),
        ("gemini", '{"name": "key_combination", "args": {"keys": "Control+A"}}', [Press("a", ("ctrl",))]),
        ("gemini", '{"name": "scroll_document", "args": {"direction": "down"}}', [Scroll((0.5, 0.5), 8.0)]),
        (
            "gemini",
            '{"name": "scroll_at", "args": {"x": 250, "y": 500, "direction": "up", "magnitude": 400}}',
            [Scroll((0.25, 0.5), -4.0)],
        ),
        (
            "gemini",
            '{"name": "drag_and_drop", "args": {"x": 100, "y": 100, "destination_x": 500, "destination_y": 500}}',
            [Drag((0.1, 0.1), (0.5, 0.5))],
        ),
        (
            "gemini",
            '{"name": "navigate", "args": {"url": "https://a.test"}}',
            [Press("l", ("ctrl",)), Type("https://a.test"), Press("enter")],
        ),
        ("gemini", '{"name": "go_back", "args": {}}', [Press("left", ("alt",))]),
        ("gemini", '{"name": "wait_5_seconds", "args": {}}', [Wait(5.0)]),
        ("gemini", '{"name": "hover_at", "args": {"x": 500, "y": 500}}', [Move((0.5, 0.5))]),
        (
            "gemini",
            '{"name": "double_click", "args": {"x": 500, "y": 500, "intent": "open"}}',
            [Click((0.5, 0.5), count=2)],
        ),
        ("gemini", '{"name": "open_web_browser", "args": {}}', [OpenApp("browser")]),
        ("gemini", "Everything is saved.", [Done()]),
        ("gemini", "```tool_code\nprint(default_api.click_at(x=500, y=500))\n```", [AT]),
        ("gemini", '{"function_calls": [{"name": "click_at", "args": {"x": 500, "y": 500}}]}', [AT]),
        # OpenCUA
        ("opencua", CUA.format("pyautogui.click(x=0.5, y=0.5)"), [PIXEL]),
        ("opencua", CUA.format("computer.triple_click(x=0.5, y=0.5)"), [Click((0.5005, 0.5005), count=3)]),
        ("opencua", CUA.format("computer.wait()"), [Wait(5.0)]),
        ("opencua", CUA.format("computer.terminate(status='success')"), [Done()]),
        ("opencua", CUA.format("computer.terminate(status='failure')"), [Fail()]),
        ("opencua", CUA.format("computer.terminate(status='success', answer='4')"), [Submit("4"), Done()]),
        (
            "opencua",
            CUA.format("pyautogui.write(message='a (b')\npyautogui.press('enter')"),
            [Type("a (b"), Press("enter")],
        ),
        ("opencua", CUA.format("pyautogui.hotkey(['ctrl', 'c'])"), [Press("c", ("ctrl",))]),
        ("opencua", "Thought: x\nAction: y\nCode: pyautogui.click(x=0.5, y=0.5)", [PIXEL]),
        ("opencua", CUA.format("pyautogui.click(x=504, y=504)"), [PIXEL]),
    ],
)
def test_published_forms(space: str, text: str, actions: list[Action]) -> None:
    got = read(space, text)
    if space == "opencua":
        got = tuple(
            [
                Click((pixel(a.at, SIZE)[0] / 1000 + 0.0005,) * 2, count=a.count) if isinstance(a, Click) else a
                for a in got
            ]
        )
        actions = [Click((0.5005, 0.5005), count=a.count) if isinstance(a, Click) else a for a in actions]
    assert got == tuple(actions)


@pytest.mark.parametrize(
    ("space", "text", "actions"),
    [
        ("gemini", '{"name": "open_app", "args": {"app_name": "Clock"}}', [OpenApp("Clock")]),
        ("gemini", '{"name": "long_press_at", "args": {"x": 500, "y": 500}}', [Click((0.5, 0.5), duration=1.0)]),
        ("gemini", '{"name": "go_home", "args": {}}', [Press("home")]),
        ("gemini", '{"name": "go_back", "args": {}}', [Press("back")]),
        (
            "gemini",
            '{"name": "scroll_at", "args": {"x": 500, "y": 500, "direction": "down", "magnitude": 400}}',
            [Drag((0.5, 0.7), (0.5, 0.7 - 0.4))],
        ),
        ("opencua", CUA.format("pyautogui.press('home')"), [Press("home")]),
    ],
)
def test_published_forms_of_phones(space: str, text: str, actions: list[Action]) -> None:
    assert read(space, text, platform="android") == tuple(actions)


@pytest.mark.parametrize(
    ("space", "form", "text", "actions"),
    [
        ("pyautogui", "code", "```python pyautogui.click(500, 500)```", [PIXEL]),
        ("pyautogui", "code", "```WAIT```", [Wait(1.0)]),
        ("pyautogui", "code", "It cannot be done.\n```\nFAIL\n```", [Fail()]),
        ("pyautogui", "code", "It is saved.\n\nDONE", [Done()]),
        ("pyautogui", "code", "```python\npyautogui.click(500, 500)\n```\n```DONE```", [PIXEL, Done()]),
        ("pyautogui", "code", "```python\npyautogui.click(500, 500)\n```\nDONE", [PIXEL, Done()]),
        ("pyautogui", "code", "I click it.\npyautogui.click(500, 500)\nThat opens it.", [PIXEL]),
        (
            "pyautogui",
            "code",
            "```\npyautogui.click(1, 1)\n```\nNo, rather:\n```\npyautogui.click(500, 500)\n```",
            [PIXEL],
        ),
        ("computer13", "json", "```DONE```", [Done()]),
        ("computer13", "json", "The page loads.\nWAIT", [Wait(2.0)]),
        (
            "computer13",
            "json",
            '```json\n{"action_type": "CLICK", "x": 500, "y": 500}\n```\n```DONE```',
            [PIXEL, Done()],
        ),
        ("computer13", "json", "{'action_type': 'CLICK', 'x': 500, 'y': 500}", [PIXEL]),
        ("computer13", "json", '{"action_type": "HOTKEY", "keys": "ctrl+c"}', [Press("c", ("ctrl",))]),
        ("omnigym", "code", "I press it.\npress('escape')\nThat closes it.", [Press("escape")]),
        ("omnigym", "code", "type(text='it's')", [Type("it's")]),
        ("omnigym", "json", '{"name": "type", "arguments": {"text": "one\ntwo"}}', [Type("one\ntwo")]),
    ],
)
def test_forms_in_text(space: str, form: Form, text: str, actions: list[Action]) -> None:
    assert read(space, text, form) == tuple(actions)


@pytest.mark.parametrize(
    ("space", "form", "text", "done", "why"),
    [
        ("ui-tars", "own", f"Action: {TARS}\n\ntype(content='it", [AT], "not closed"),
        ("qwen", "own", f"<tool_call>{CLICK}</tool_call><tool_call>{CLICK[:40]}", [AT], "no JSON"),
        (
            "qwen",
            "own",
            f"<tool_call>{CLICK}</tool_call>" + "<tool_call>" + call("rm") + "</tool_call>",
            [AT],
            "no function",
        ),
        ("omnigym", "code", "press('escape')\npress(open('f'))", [Press("escape")], "malformed"),
        ("qwen", "own", f"<think>{CLICK}", [], "no <tool_call>"),
        ("qwen", "own", f"I click.\n<tool_call>{CLICK[:40]}", [], "no JSON"),
        ("qwen", "own", call("computer_use", action="left_click", coordinate=[0.5, 0.3]), [], "share of the screen"),
        ("autoglm", "own", 'I should not do(action="Back") here', [], "not clear"),
        (
            "gemini",
            "own",
            '{"name": "click_at", "args": {"x": 5, "y": 5, "safety_decision": {"decision": "require_confirmation"}}}',
            [],
            "a person",
        ),
        ("opencua", "own", CUA.format("import os"), [], "can be imported"),
        ("opencua", "own", CUA.format("computer.terminate(status='maybe')"), [], "status"),
        ("computer13", "json", '{"action_type": "CLICK", "x": 0.5, "y": 0.3}', [], "share of the screen"),
        ("pyautogui", "code", "pyautogui.click(1, 1)\nNo, that closes it.\npyautogui.click(500, 500)", [], "no Python"),
    ],
)
def test_calls_before_a_broken_one_are_done(space: str, form: Form, text: str, done: list[Action], why: str) -> None:
    *before, last = read(space, text, form)
    assert before == done
    assert isinstance(last, Invalid) and why in last.reason, last


def test_thoughts_are_kept_apart() -> None:
    answer = apart(Answer("Click it? No.</think>\n\nDONE", thought="before"))
    assert (answer.thought, answer.text) == ("before\nClick it? No.", "DONE")
    assert apart(Answer("a < b")) == Answer("a < b")


# -- fuzzes ------------------------------------------------------------------------------------------------------------

#: Where rejected calls click, in each space's own words, and where others do not.
REJECTED = (0.111, 0.111)
ACTIONS: tuple[Action, ...] = (
    *(
        Click((0.5005, 0.2505)),
        Type('it\'s "late", (so) [what] <b>'),
        Type("Action: call Bea"),
        Type("naïve café"),
        Done(),
    ),
    *(Press("s", ("ctrl",)), Press("enter"), Wait(2.0), Drag((0.2005, 0.2005), (0.6005, 0.7005)), Type("a\nb"), Fail()),
    *(
        Scroll((0.5005, 0.5005), 3.0),
        Move((0.3005, 0.4005)),
        Submit("42"),
        OpenApp("Clock"),
        Click((0.9005, 0.9005), count=2),
    ),
)
KINDS: list[tuple[str, Form]] = [
    *[(space, "own") for space in GRAMMARS],
    *[
        (space, form)
        for space in ("omnigym", "omnibench", "computer13", "pyautogui", "omnigui")
        for form in ("json", "code")
    ],
    ("computer13", "fenced"),
]
THOUGHTS: tuple[str, ...] = (
    *(
        "<think>{}? No.</think>\n",
        "{}? No.</think>\n",
        "<thinking>\n{}\nthat closes it\n</thinking>",
        "[THINK]{}[/THINK]",
    ),
    *("<think>a</think><think>{}</think>\n\n", "<seed:think>{}</seed:think>", "◁think▷{}◁/think▷", ""),
)
BEFORE: tuple[str, ...] = (
    "",
    "I see it.\n",
    'It\'s open, and "ready" (as it seems).\n\n',
    "<|im_start|>",
    "Step 3:\n",
    "\n\n  ",
)
AFTER: tuple[str, ...] = (
    "",
    "<|im_end|>",
    "\nThat opens it.",
    "\n\n",
    "</s>",
    "<｜end▁of▁sentence｜>",
    "\n<|endoftext|>",
)


def said(action: Action, space: str, form: Form, platform: str) -> tuple[str, tuple[Action, ...]] | None:
    """The answer that says an action, and what is read of it; None where the space has no words for it."""
    dialect = make_dialect(space, platform, marked=False)
    dialect.look(View(SIZE, SIZE))
    try:
        if space == "gemini" and isinstance(action, Type):
            dialect.read("click_at", {"x": 500, "y": 500})
        text = written(action, dialect, form).text
    except ActionError:
        return None
    return text, read(space, text, form, platform)


def _decorated(text: str, rejected: str, rng: random.Random) -> str:
    return rng.choice(THOUGHTS).replace("{}", rejected) + rng.choice(BEFORE) + text + rng.choice(AFTER)


@pytest.mark.parametrize(("space", "form"), KINDS)
@pytest.mark.parametrize("platform", ["windows", "android"])
def test_what_stands_around_a_call_changes_nothing(space: str, form: Form, platform: str) -> None:
    rng = random.Random(f"{space} {form} {platform}")
    rejected, _ = said(Click(REJECTED), space, form, platform) or ("", ())
    cases = [case for action in ACTIONS if (case := said(action, space, form, platform)) is not None]
    assert len(cases) > 4
    for text, wanted in cases:
        assert not any(isinstance(a, Invalid) for a in wanted), (text, wanted)
        for _ in range(5):
            answer = _decorated(text, rejected, rng)
            assert read(space, answer, form, platform) == wanted, answer


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text))]


def _dropped(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + text[at + 1 :]


@pytest.mark.parametrize(("space", "form"), KINDS)
def test_nothing_rejected_is_ever_done(space: str, form: Form) -> None:
    rng = random.Random(f"{space} {form}")
    rejected, (away, *_) = said(Click(REJECTED), space, form, "windows") or ("", (None,))
    meant, _ = said(Click((0.5005, 0.2505)), space, form, "windows") or ("", ())
    damages: tuple[Callable[[str, random.Random], str], ...] = (_cut, _dropped, lambda text, _: text)
    for _ in range(60):
        thought = rng.choice([t for t in (*THOUGHTS, "<think>{}") if t]).replace("{}", f"maybe {rejected} or not")
        rest = rng.choice(damages)(meant, rng) if "</" in thought or "/" in thought else ""
        answer = thought + rng.choice(BEFORE) + rest + rng.choice(AFTER)
        assert away not in read(space, answer, form), answer


@pytest.mark.parametrize(("space", "form"), KINDS)
def test_answers_without_end_are_one_invalid_action_soon(space: str, form: Form) -> None:
    one = (said(Click((0.5005, 0.2505)), space, form, "windows") or ("x", ()))[0] + "\n"
    for answer in (
        *(
            "a" * 10_000_000,
            one * (10_000_000 // len(one)),
            one * 10_000,
            "[" * 10_000,
            "{" * 90_000,
            "(" * 10_000 + ")" * 10_000,
        ),
        *(
            "<tool_call>" + '{"a": ' * 10_000,
            "<tool_call><function=click><parameter=x>"
            + "[" * 9_000
            + "]" * 9_000
            + "</parameter></function></tool_call>",
            "Action: click(" + "[" * 10_000,
            "do(action=" + "(" * 10_000,
            "'\"" * 40_000,
        ),
        *("```python\npyautogui.click(" + "[" * 10_000 + "]" * 10_000 + ")\n```", "<think>" * 100_000, "`" * 99_000),
    ):
        began = time.process_time()
        actions = read(space, answer, form)
        took = time.process_time() - began
        if "gemini" not in space:  # whose words without a call say that it is done
            assert len(actions) == 1 and isinstance(actions[0], Invalid) and actions[0].reason, answer[:40]
        assert took < 1, answer[:40]  # 0.1 s on a machine that does nothing else


def test_ten_thousand_calls_of_functions_are_one_invalid_action() -> None:
    dialect = make_dialect("omnigym", "windows", marked=False)
    said_so = calls_in(Answer(calls=(Call("wait", "{}"),) * 10_000), dialect, "functions")
    (only,) = said_so
    (action,) = only.actions
    assert isinstance(action, Invalid) and "at most 64 calls, got 10,000" in action.reason
    (only,) = calls_in(Answer(calls=(Call("type", '{"text": "' + "a" * 10_000_000 + '"}'),)), dialect, "functions")
    (action,) = only.actions
    assert isinstance(action, Invalid) and "100,000 characters" in action.reason
    (only,) = calls_in(Answer(calls=(Call("type", '{"text": "one\ntwo"}}'),)), dialect, "functions")
    assert only.actions == (Type("one\ntwo"),)


def test_held_keys_have_one_table() -> None:
    dialect = make_dialect("anthropic", "windows", marked=False)
    dialect.look(View(SIZE, SIZE))
    assert dialect.read("hold_key", {"text": "Shift_L", "duration": 1})[0] == KeyDown("shift")
    assert dialect.read("key", {"text": "1 plus 2"}) == (Press("1"), Press("=", ("shift",)), Press("2"))
