"""The options of the agent, as the command line and as files say them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from omnigym.agents.config import ChatConfig, read_config
from omnigym.agents.endpoint import KEY_VARIABLE
from omnigym.agents.structures import NAMES, prompt
from omnigym.baselines.agent import agent_names, make_agent
from omnigym.errors import ConfigError

HERE = "m@http://127.0.0.1:1/v1"


def test_options_come_from_a_file_and_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "agent.toml"
    file.write_text('model = "a"\nurl = "http://x/v1"\nmarks = true\nsize = [640, 480]\n[request]\ntemperature = 0.5\n')
    config = read_config(f"{file},model=b,screens=3,request.seed=1,request.reasoning_effort=low,turns=none")
    assert (config.model, config.marks, config.size, config.screens, config.turns) == ("b", True, (640, 480), 3, None)
    assert config.request == {"temperature": 0.5, "seed": 1, "reasoning_effort": "low"}
    assert read_config("org/model:7b@2024@https://x/v1").model == "org/model:7b@2024"


@pytest.mark.parametrize(
    ("argument", "match"),
    [
        ("", "MODEL@URL"),
        ("m", "MODEL@URL"),
        ("m@ftp://x", "MODEL@URL"),
        (f"{HERE},marks", "Cannot read the options"),
        (f"{HERE},mark=true", "Did you mean marks"),
        (f"{HERE},marks=perhaps", "marks: .* expected true, false, pixels or MODULE:FUNCTION"),
        (f"{HERE},size=640", "size"),
        (f"{HERE},space=omnygui", "Did you mean 'omnigui'"),
        (f"{HERE},space=crab", "numbers"),
        (f"{HERE},space=omnibench,form=own", "numbers"),
        (f"{HERE},space=omnigym,form=own", "form=own is for"),
        (f"{HERE},fit=pad", "size=1024x1024"),
        (f"{HERE},stitch=after", "stitch"),
        (f"{HERE},stitch=unmarked", "without its numbers"),
        (f"{HERE},tree=9,screenshot=false,stitch=before", "need the screenshot"),
        (f"{HERE},screenshot=false", "see nothing"),
        (f"{HERE},screenshot=false,tree=9,marks=true", "needs the screenshot"),
        (f"{HERE},prompt_price=1", "both prices"),
        (f"{HERE},timeout=nan", "timeout"),
        (f"{HERE},screens=0", "screens"),
        (f"{HERE},prompts=no/such", "no directory"),
        (f"{HERE},request.model=x", "agent's own"),
        ("no.toml", "cannot be read"),
    ],
)
def test_wrong_options_are_refused_with_what_is_right(argument: str, match: str) -> None:
    with pytest.raises(ConfigError, match=match):
        make_agent(f"chat:{argument}")


def test_it_is_found_by_its_name() -> None:
    assert "chat" in agent_names()


def test_prompts_are_files_that_others_may_stand_in_for(tmp_path: Path) -> None:
    assert {"single", "tool", "main-by-functionality", "environment", "root"} <= set(NAMES)
    (tmp_path / "tool.txt").write_text("Mine for $device.")
    values = {"device": "a $phone", "places": "", "form": ""}
    assert prompt("tool", values, tmp_path) == "Mine for a $phone."
    (tmp_path / "tool.txt").write_text("Mine for $nothing.")
    with pytest.raises(ConfigError, match=r"\$nothing"):
        prompt("tool", values, tmp_path)
    assert ChatConfig(model="m", url="http://x", prompts=tmp_path).prompts == tmp_path


def test_what_it_says_of_itself_is_what_answers_follow_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "secret")
    about = read_config("m@http://127.0.0.1:1/v1,size=640x480,marks=true,request.temperature=0").about()
    assert about == json.loads(json.dumps(about))
    assert (about["model"], about["size"], about["request"]) == ("m", [640, 480], {"temperature": 0})
    assert {"space", "form", "structure", "screenshot", "marks", "tree", "screens", "prompts"} <= about.keys()
    assert not about.keys() & {"url", "key_variable", "transcripts"} and "secret" not in str(about)


def test_a_preset_stands_for_options_that_others_may_replace() -> None:
    config = read_config(f"{HERE},preset=crab,max_turns=30")
    assert (config.space, config.marks, config.max_turns, config.stop_at_invalid) == ("crab", True, 30, True)
    with pytest.raises(ConfigError, match="preset"):
        read_config(f"{HERE},preset=carb")


def test_the_preset_of_osmap() -> None:
    config = read_config(f"{HERE},preset=osmap,request.temperature=0")
    assert (config.space, config.form, config.turns, config.max_actions) == ("computer13", "fenced", 3, 1)


@pytest.mark.parametrize(
    ("observed", "screenshot", "marks", "tree", "numbered"),
    [
        ("screenshot", True, False, 0, False),
        ("a11y_tree", False, False, 10_000, False),
        ("screenshot_a11y_tree", True, False, 10_000, False),
        ("som", True, True, 10_000, True),
    ],
)
def test_the_presets_of_osworld(observed: str, screenshot: bool, marks: bool, tree: int, numbered: bool) -> None:
    config = read_config(f"{HERE},preset=osworld-{observed}")
    assert (config.screenshot, config.marks, config.tree, config.numbered) == (screenshot, marks, tree, numbered)
    assert (config.space, config.spoken, config.turns, config.steps) == ("pyautogui", "code", 3, "answers")
    other = read_config(f"{HERE},preset=osworld-{observed},space=computer13,form=json")
    assert (other.space, other.spoken, other.tree) == ("computer13", "json", tree)
    for wrong in ("elements=table,tree=0", "marks=pixels,elements=table"):
        with pytest.raises(ConfigError, match="elements=table"):
            read_config(f"{HERE},{wrong}")
