"""The few-shot baselines of OmniACT against a local endpoint."""

from __future__ import annotations

import base64
import io
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from omnigym.agents.model import Answer, Usage
from omnigym.agents.observing import tokens_of
from omnigym.agents.serving import ChatServer
from omnigym.benchmarks.omniact.model_agent import SHOTS, PromptedAgent, read_prompted
from omnigym.errors import ConfigError, ModelLostError
from omnigym.perception import Element

SCREEN = np.zeros((60, 100, 3), np.uint8)
SCREEN[:, 50:] = 255
POINT: Any = SimpleNamespace(key="test/7", instruction="Click on $Save", image=lambda: SCREEN)
TRAIN: Any = [SimpleNamespace(instruction=f"Press {n}", script=f"pyautogui.press('{n}')") for n in range(9)]
ELEMENTS = (
    Element((10, 10, 20, 10), "Save", colour="blue", confidence=0.9, source="text"),
    Element((40, 10, 10, 10), icon="bin", confidence=0.4, source="icon"),
    Element((60, 10, 10, 10), "Open", confidence=0.8, source="text"),
)
FOUND: Any = SimpleNamespace(nearest=lambda text, count: [3, 1, 4, 0, 5][:count])
KEEPER: Any = SimpleNamespace(keep=lambda instruction, elements, limit: elements[:limit])


def agent(server: ChatServer, **options: Any) -> PromptedAgent:
    spoken = "".join([f",{name}={value}" for name, value in options.items()])
    config = read_prompted(f"small@{server.url},retries=0{spoken}")
    return PromptedAgent(config, TRAIN, FOUND, lambda point: ELEMENTS, KEEPER)


def test_the_prompt_has_role_functions_five_examples_elements_rules_and_the_task() -> None:
    fenced = "Here:\n```python\npyautogui.click(20, 15)\n```"
    with ChatServer(lambda body: Answer(fenced, usage=Usage(900, 12))) as server:
        reply = agent(server).answer(POINT)
    assert reply == (fenced, 900, 12)
    ((message,),) = [body["messages"] for body in server.requests]
    text = message["content"]
    assert server.requests[0]["temperature"] == 0
    assert text.count("Script:") == SHOTS
    assert text.index("'3'") < text.index("'1'") < text.index("'5'")
    parts = ["You operate", "100 pixels wide", "60 high", "doubleClick", "Examples", '"Save" at (20, 15)', "bin at"]
    places = [text.index(part) for part in (*parts, "Rules:", "Task: Click on $Save")]
    assert places == sorted(places)


def test_with_the_image_the_screen_follows_the_prompt() -> None:
    with ChatServer(lambda body: Answer("")) as server:
        agent(server, screenshot="true").answer(POINT)
    text, picture = server.requests[0]["messages"][0]["content"]
    assert "Task: Click" in text["text"]
    data = base64.b64decode(picture["image_url"]["url"].removeprefix("data:image/png;base64,"))
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(data))), SCREEN)


def test_the_least_sure_elements_go_first_where_the_prompt_is_too_long() -> None:
    with ChatServer(lambda body: Answer("")) as server:
        whole = agent(server).prompt(POINT, (100, 60))
        fits = tokens_of(whole)
        assert agent(server, tree=fits + 3).prompt(POINT, (100, 60)) == whole
        shorter = agent(server, tree=fits - 5).prompt(POINT, (100, 60))
    assert '"Save" at' in shorter and '"Open" at' in shorter
    assert "bin at" in whole and "bin at" not in shorter
    assert tokens_of(shorter) <= fits - 5


def test_a_prompt_that_cannot_fit_is_an_error_that_says_so() -> None:
    with ChatServer(lambda body: Answer("")) as server, pytest.raises(ConfigError, match="tree=100 are the most"):
        agent(server, tree=100).answer(POINT)
    assert not server.requests


def test_an_endpoint_that_fails_is_no_answer() -> None:
    with ChatServer(lambda body: Answer("")) as server:
        lost = agent(server)
    with pytest.raises(ModelLostError):
        lost.answer(POINT)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("marks=true,screenshot=true", "marks says nothing"),
        ("turns=3", "turns says nothing"),
        ("tree=0,screenshot=true", "needs tree"),
    ],
)
def test_options_that_say_nothing_here_are_refused(options: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        read_prompted(f"small@http://localhost:1/v1,{options}")
