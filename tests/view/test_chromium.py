"""The page in a real browser: what is looked at, drawn, filtered, laid side by side, passed on, and not trusted."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Click, to_json
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.recording.rollouts import Message, RolloutRecord, RolloutStep, RolloutWriter, ToolCall
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.view.export import write_export
from omnigym.view.runs import Run
from omnigym.view.server import Pages, Server
from omnigym.wrappers import RecordTrajectory
from tests.view.recordings import SIZES, line, write_recording, write_several

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

_DEADLINE_S = 30
EVIL = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script></script>"
TOLD = {"thought": "I save it.", "usage": {"prompt_tokens": 12, "completion_tokens": 3}, "marks": {"7": [8, 8, 20, 10]}}


class Page:
    """The page as a person sees it."""

    def __init__(self, browser: Chrome, url: str, size: tuple[int, int] = (1366, 768)) -> None:
        self.browser, self.url = browser, url
        screen = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        browser.get("about:blank")
        browser.get_log("browser")
        browser.get(url)
        self.wait(lambda: self.find("body").get_attribute("data-ready"))

    def find(self, selector: str) -> WebElement:
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        return self.find(selector).text

    def wait(self, condition: Callable[[], Any]) -> None:
        WebDriverWait(self.browser, _DEADLINE_S, poll_frequency=0.05).until(lambda _: condition())

    def press(self, *keys: str) -> None:
        ActionChains(self.browser).send_keys(*keys).perform()

    def address(self) -> str:
        return str(self.browser.current_url).partition("#")[2]

    def painted(self) -> bool:
        """Whether the screen is a picture that could be decoded."""
        return bool(
            self.browser.execute_script(  # in one go: the page may put another picture there
                "const i = document.querySelector('.screen img'); return i && i.complete && i.naturalWidth"
            )
        )

    def errors(self) -> list[str]:
        return [e["message"] for e in self.browser.get_log("browser") if e["level"] == "SEVERE"]


@pytest.fixture
def look(browser: Chrome) -> Iterator[Callable[..., Page]]:
    """Opens the page of some directories."""
    running: list[tuple[Server, threading.Thread]] = []

    def start(*paths: Path, at: str = "", size: tuple[int, int] = (1366, 768)) -> Page:
        server = Server(Pages(paths))
        thread = threading.Thread(target=server.run)
        thread.start()
        running.append((server, thread))
        return Page(browser, f"{server.url}#{at}", size)

    yield start
    browser.get("about:blank")
    for server, thread in running:
        server.stop()
        thread.join(_DEADLINE_S)
        server.close()


Look = Callable[..., Page]
Make = Callable[..., Path]


def test_one_steps_through_an_episode(look: Look, make_run: Make) -> None:
    page = look(make_run(3, told=[TOLD], trees=True))
    assert page.text("#instruction") == "Save it, then copy it."
    assert page.text(".done") == "Double click" and len(page.all(".ring")) == 2
    assert page.text(".thought") == "I save it." and page.text("#where") == "Step 0 of 4"
    assert [m.text for m in page.all(".mark-text")] == ["7"]
    page.wait(page.painted)
    page.press(Keys.ARROW_RIGHT)
    assert page.text(".done") == "Drag" and len(page.all(".drag-line")) == 1
    page.press(Keys.ARROW_RIGHT)
    assert page.text(".done") == "Type hello + Enter"
    assert [n.get_attribute("data-status") for n in page.all("#nodes li")] == ["completed", "evaluating"]
    assert page.text("#total") == "0.50" and page.text("#gain") == "+0.50" and page.text("#parts") == "1 / 2"
    page.press(Keys.END)
    assert (
        page.text("#where") == "Step 4 of 4"
        and page.text("#total") == "1.00"
        and page.text("#end") == "At the end: all parts are done"
    )
    page.press(Keys.HOME, "n")
    assert page.text("#where") == "Step 2 of 4"
    page.press("m", Keys.HOME)
    assert page.all(".mark-text") == []
    assert page.errors() == []


def test_it_plays_by_itself_and_stops_at_the_end(look: Look, make_run: Make) -> None:
    page = look(make_run(1, steps=2))
    page.press(Keys.SPACE)
    page.wait(lambda: page.text("#where") == "Step 2 of 2")
    assert page.find("#play").get_attribute("aria-label") == "Play"


def test_the_address_leads_to_the_same_moment(look: Look, make_run: Make) -> None:
    page = look(make_run(3), at="episode=2&step=3")
    assert page.text("#title") == "0" or page.text("#where") == "Step 3 of 4"
    page.press("k")
    page.wait(lambda: page.address() == "episode=1")
    page.press(Keys.ARROW_RIGHT)
    assert page.address() == "episode=1&step=1"
    page.browser.refresh()
    page.wait(lambda: page.find("body").get_attribute("data-ready"))
    assert page.text("#where") == "Step 1 of 4" and page.address() == "episode=1&step=1"
    page.browser.execute_script("location.hash = 'episode=0&step=2'")
    page.wait(lambda: page.text("#where") == "Step 2 of 4")


def test_episodes_are_filtered(look: Look, make_run: Make) -> None:
    page = look(make_run(9))
    assert page.text("#found") == "9 episodes"
    Select(page.find("#by-app")).select_by_value("files")
    page.wait(lambda: page.text("#found") == "4 of 9")
    Select(page.find("#by-end")).select_by_value("success")
    page.wait(lambda: page.text("#found") == "3 of 9")
    page.find("#words").send_keys("copy@7")
    assert [r.text for r in page.all(".row .name")] == ["files/copy@7"]
    assert not page.find("#by-agent").is_displayed()
    assert not page.find("#by-tests").is_displayed()  # the tasks are of no capability
    page.find(".row").click()
    page.wait(lambda: page.address().startswith("episode=7"))


def test_episodes_are_filtered_by_what_their_tasks_test(look: Look, make_run: Make) -> None:
    run = make_run(3)
    wide = [{"id": i, "subtask": "", "app": "files", "category": ""} for i in "abcdef"]
    graph = {"nodes": wide, "edges": [["a", i] for i in "bcdef"], "completed": []}
    lines = [line(n, trajectory=f"trajectories/{n}", **(graph if n else {})) for n in range(3)]
    (run / "episodes.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in lines))
    page = look(run)
    Select(page.find("#by-tests")).select_by_visible_text("parallel planning (2)")
    page.wait(lambda: page.text("#found") == "2 of 3")


def test_two_runs_are_laid_side_by_side(look: Look, make_run: Make, tmp_path: Path) -> None:
    first = make_run(3)
    second = make_run(3, steps=2, name="other")
    lines = [line(n, success=n == 2, trajectory=f"trajectories/{n}", agent="random") for n in (2, 1, 0)]
    (second / "episodes.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in lines))
    page = look(first, second)
    assert [p.text for p in page.all(".pane-name")] == ["run", "other"]
    assert page.find("#by-result [value=differ]").text == "Runs differ (3)"
    page.press(Keys.END)
    assert [r.get_attribute("value") for r in page.all(".curve input")] == ["4", "2"]
    page.press("c")
    page.wait(lambda: len(page.all(".pane")) == 1)
    assert "beside=0" in page.address()


def test_two_screens_are_equally_high_where_one_agent_thinks(look: Look, make_run: Make) -> None:
    page = look(make_run(1, told=[TOLD]), make_run(1, name="other"))
    page.wait(lambda: len(page.all(".screen")) == 2)
    first, second = (screen.rect for screen in page.all(".screen"))
    assert (first["y"], first["height"]) == (second["y"], second["height"])
    assert [p.is_displayed() for p in page.all(".thought")] == [True, True]


def test_the_buttons_of_two_runs_fit_a_narrow_window(look: Look, make_run: Make) -> None:
    page = look(make_run(1, told=[TOLD]), make_run(1, name="other"), size=(420, 900))
    page.wait(page.painted)
    buttons = [b.rect for b in page.all(".topbar .plain") if b.is_displayed()]
    assert len(buttons) == 5 and max(b["x"] + b["width"] for b in buttons) <= 420
    assert page.find("#title").size["width"] >= 150
    low = page.find("#tab-parts").rect
    panel = page.find("#side").rect
    assert low["y"] + low["height"] <= panel["y"] + panel["height"], "all of it stands on the panel"


def test_an_element_of_the_tree_is_shown_on_the_screen_and_the_other_way_round(look: Look, make_run: Make) -> None:
    page = look(make_run(1, trees=True))
    page.press("3")
    page.wait(lambda: len(page.all(".tree li")) == 2)
    assert [r.text for r in page.all(".tree .name")] == ["Editor", "Save <b>"]
    ActionChains(page.browser).move_to_element(page.all(".tree li")[1]).perform()
    box = page.find(".element")
    assert [box.get_attribute(a) for a in ("x", "y", "width", "height")] == ["8", "8", "20", "10"]
    ActionChains(page.browser).move_to_element(page.find(".screen")).perform()
    page.wait(lambda: page.text(".under .name") == "Editor")


def test_devices_stand_side_by_side(look: Look, tmp_path: Path) -> None:
    told: list[dict[str, Any]] = [
        {},
        {"marks": {"3": [1, 1, 9, 9], "4": [2, 2, 9, 9]}, "marks_on": {"3": "desktop", "4": "phone"}},
    ]
    page = look(write_several(tmp_path / "a", told))
    assert [d.text.lower() for d in page.all(".device figcaption")] == list(SIZES)
    assert [d.text for d in page.all("#nodes .on-device")] == list(SIZES)
    boxes = [s.rect for s in page.all(".screen")]
    for box, (width, height) in zip(boxes, SIZES.values(), strict=True):
        assert box["width"] / box["height"] == pytest.approx(width / height, rel=0.02)
    assert boxes[0]["height"] == boxes[1]["height"] and boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]

    def acted() -> list[str]:
        return [str(d.get_attribute("data-device")) for d in page.all(".device.acted-on")]

    assert acted() == ["desktop"] and page.text(".done") == "Type hello"
    page.press(Keys.ARROW_RIGHT)
    assert acted() == ["phone"] and len(page.all("[data-device=phone] .ring")) == 1 == len(page.all(".ring"))
    assert [m.text for m in page.all("[data-device=phone] .mark-text")] == ["4"]
    assert page.find("[data-device=desktop] img").get_attribute("src").partition("?")[0].endswith("screens/1/desktop")
    assert page.find("[data-device=phone] img").get_attribute("src").partition("?")[0].endswith("screens/0/phone")
    page.wait(page.painted)
    page.press("3")
    page.wait(lambda: [r.text for r in page.all(".tree .name")] == ["phone", "Save <b>"])
    ActionChains(page.browser).move_to_element(page.all(".tree li")[1]).perform()
    page.wait(lambda: len(page.all("[data-device=phone] .element")) == 1 == len(page.all(".element")))
    ActionChains(page.browser).move_to_element(page.find("[data-device=desktop] .screen")).perform()
    page.wait(lambda: page.all(".under .name") and page.text(".under .name") == "desktop")
    page.press(Keys.ARROW_RIGHT)  # what is of no device is done on none
    assert acted() == [] and page.all(".ring, .arrow") == [] and page.text(".done") == "Answer 42"
    page.press("2", Keys.ARROW_RIGHT)
    assert "Enter, on the phone" in page.text("#tab-agent")
    assert page.errors() == []


def test_what_the_agent_told_stands_in_its_tab(look: Look, make_run: Make) -> None:
    messages = [
        {"role": "system", "content": "You use a computer."},
        {"role": "user", "content": "Now.", "pictures": 2},
    ]
    page = look(make_run(1, told=[TOLD | {"raw": "{click}", "retries": 2, "messages": messages}, {"queued": 1}]))
    page.press("2")
    told = page.text("#tab-agent")
    assert all(words in told for words in ("I save it.", "12 in, 3 out", "2 times", "{click}"))
    assert all(words in told for words in ("Prompt\nYou use a computer.", "Now.\n[2 pictures]"))
    page.press(Keys.ARROW_RIGHT)
    page.wait(lambda: "another action of its answer" in page.text("#tab-agent"))


def test_of_several_models_each_has_its_answer(look: Look, make_run: Make) -> None:
    raw = "main:\nSave it.\n\ndesktop:\nclick(3)\n\nphone:"
    page = look(make_run(1, told=[{"raw": raw, "finish_reason": {"main": "stop", "desktop": None, "phone": "stop"}}]))
    page.press("2")
    told = [(h.text, h.find_element(By.XPATH, "following-sibling::p").text) for h in page.all("#tab-agent h2")]
    assert ("Answer of main", "Save it.") in told and ("Answer of desktop", "click(3)") in told
    assert not any("phone" in heading for heading, _ in told)


def test_texts_of_a_recording_are_texts(look: Look, tmp_path: Path) -> None:
    told = [{"thought": EVIL, "raw": EVIL, "marks": {EVIL: [1, 1, 9, 9]}, "error": EVIL}]
    nodes = [{"id": EVIL, "app": EVIL, "instruction": EVIL}]
    write_recording(tmp_path / "a", told=told, instruction=EVIL, nodes=nodes, edges=[], task_id=EVIL, device=EVIL)
    page = look(tmp_path)
    page.press("2")
    assert page.text(".thought") == EVIL and EVIL in page.text("#tab-agent")
    page.press("1")
    assert EVIL in page.text("#nodes")
    assert page.text("#title") == EVIL and page.all("#nodes img, .thought img, .row img, #tab-agent img") == []
    assert "owned" not in page.browser.title.replace(EVIL, "")
    assert page.errors() == []


@pytest.mark.parametrize("damage", ["steps.jsonl", "meta.json", "obs0000.png", "agent.jsonl"])
def test_a_damaged_episode_is_told_and_the_next_one_opens(look: Look, make_run: Make, damage: str) -> None:
    run = make_run(2, told=[TOLD])
    (run / "trajectories" / "0" / damage).write_text("{\n")
    page = look(run)
    page.wait(lambda: damage in page.text("#problem") or "missing or damaged" in page.text(".blank"))
    page.press("j")
    page.wait(lambda: page.text("#where") == "Step 0 of 4" and not page.find("#problem").is_displayed())
    page.wait(page.painted)


@pytest.mark.parametrize("size", [(420, 800), (1000, 420), (820, 1000), (1400, 900), (2200, 1200)], ids=str)
def test_nothing_is_cut_off_in_a_window_of_any_size(look: Look, make_run: Make, size: tuple[int, int]) -> None:
    page = look(make_run(2, told=[TOLD]), size=size)
    page.wait(page.painted)
    script = "const b = arguments[0].getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]"
    for selector in (".screen", "#first", "#last", "#where", "#help-button", ".curve", ".thought"):
        left, top, right, bottom = page.browser.execute_script(script, page.find(selector))
        assert left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1], (selector, left, top, right, bottom)
    assert page.find(".screen").size["width"] >= 150
    assert page.browser.execute_script("return document.documentElement.scrollWidth") <= size[0]


def test_a_thousand_episodes_are_a_few_rows(look: Look, make_run: Make) -> None:
    run = make_run(1)
    lines = [line(n, trajectory="trajectories/0") for n in range(1000)]
    (run / "episodes.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in lines))
    page = look(run)
    assert page.text("#found") == "1000 episodes" and len(page.all(".row")) < 40
    page.browser.execute_script("arguments[0].scrollTop = 1e9", page.find("#rows"))
    page.wait(lambda: "files/copy@999" in page.text("#rows"))


def test_an_exported_episode_works_without_a_server(browser: Chrome, tmp_path: Path) -> None:
    told = [TOLD | {"thought": EVIL}]
    recording = write_recording(tmp_path / "a", told=told, trees=True, instruction=EVIL)
    out = write_export(Run(recording), 0, tmp_path / "episode.html")
    recording.rename(tmp_path / "gone")
    page = Page(browser, out.as_uri())
    page.wait(page.painted)
    assert page.text("#instruction") == EVIL == page.text(".thought")
    page.press(Keys.END, "3")
    page.wait(lambda: len(page.all(".tree li")) == 2)
    assert page.text("#total") == "1.00" and not page.find("#finder").is_displayed()
    assert page.errors() == [] and "owned" not in page.browser.title


def test_an_exported_episode_has_all_devices(browser: Chrome, tmp_path: Path) -> None:
    out = write_export(Run(write_several(tmp_path / "a")), 0, tmp_path / "episode.html")
    page = Page(browser, out.as_uri())
    assert out.read_text().count("data:image/png;base64,") == 5  # each screen once, two and three of them
    page.press(Keys.END, "3")
    page.wait(lambda: [r.text for r in page.all(".tree .name")] == ["phone", "Save <b>"])
    script = "return [...document.querySelectorAll('.screen img')].every((i) => i.complete && i.naturalWidth)"
    page.wait(lambda: page.browser.execute_script(script))
    assert page.errors() == []


def _heard(folder: Path) -> Path:
    """A recorded episode of a phone: silence, a tenth of a second of a voice, two seconds with the rest of it."""
    pytest.importorskip("av", reason="the extra [record] is not installed")
    card = TaskNode("1", "phone-cards/press-named", get_subtask("phone-cards/press-named").parameters[0])
    task, more = Task(id="card", nodes=(card,)), {"audio": True, "video": True}
    env: Any = RecordTrajectory(gymnasium.make("OmniBench-Android-v0", tasks=task, **more), folder)
    list(run_episodes(env, make_agent("oracle"), 1))
    env.close()
    return folder


_MEDIA = """
const [audio, video] = [document.querySelector(".media audio"), document.querySelector(".media video")];
return [audio.duration, video.videoWidth, audio.currentTime, audio.paused, audio.error?.message ?? ""];
"""


def test_what_was_heard_and_seen_is_played(look: Look, tmp_path: Path) -> None:
    page = look(_heard(tmp_path), at="step=3")
    media = lambda: page.browser.execute_script(_MEDIA)  # noqa: E731
    page.wait(lambda: media()[0] == 2.0 and media()[1] > 0)
    assert media()[2:] == [0, True, ""]
    page.press("s")
    page.wait(lambda: media()[2] > 0.1 and not media()[3])
    page.press(Keys.HOME)
    page.wait(lambda: page.browser.execute_script("return !document.querySelector('audio').hasAttribute('src')"))
    assert page.find(".media").is_displayed(), "room for it at every step"
    assert not page.find(".media audio").is_displayed()
    page.press(" ")  # from the beginning to the end, with its sound
    page.wait(lambda: page.text("#where") == "Step 3 of 4" and not media()[3])
    page.press(" ")
    page.wait(lambda: media()[3])
    assert page.errors() == []


def test_an_exported_episode_sounds_without_a_server(browser: Chrome, tmp_path: Path) -> None:
    out = write_export(Run(_heard(tmp_path / "run")), 0, tmp_path / "one.html")
    page = Page(browser, f"{out.as_uri()}#step=3")
    page.wait(lambda: browser.execute_script(_MEDIA)[:2][0] == 2.0)
    assert browser.execute_script(_MEDIA)[1] > 0 and page.errors() == []


def test_a_rollout_s_conversation_is_shown_with_its_pictures_and_not_trusted(
    look: Callable[..., Page], tmp_path: Path
) -> None:
    (tmp_path / "pictures").mkdir()
    write_recording(tmp_path / "r", 1)
    (tmp_path / "pictures" / "a1.png").write_bytes(next((tmp_path / "r").rglob("*.png")).read_bytes())
    said = Message("assistant", EVIL, calls=(ToolCall("click", '{"x": 1}', "c"),), reasoning="I think.")
    step = RolloutStep(
        messages=(Message("system", "Be good."), Message("user", "Step 1.", "pictures/a1.png"), said),
        token_ids=(11, 12),
        logprobs=(-0.1, -3.0),
        prompt_tokens=7,
        completion_tokens=2,
        actions=(to_json(Click((0.5, 0.5))),),
        reward=0.5,
        completed={"a": 0.5},
    )
    with RolloutWriter(tmp_path / "rollouts.jsonl") as writer:
        writer.write(RolloutRecord(id="one", group="g", task_id="t", instruction="Do it.", steps=(step,)))
        writer.write(
            RolloutRecord(id="two", group="g", task_id="t", instruction="Do it.", unscored=True, problem="unplugged")
        )
        fork = {"parent": "one", "at": 1, "steps": (step,) * 4}
        writer.write(RolloutRecord(id="three", group="one@1", task_id="t", instruction="Do it.", **fork))
    page = look(tmp_path / "rollouts.jsonl", at="view=branches")
    page.wait(lambda: len(page.all(".branch")) == 3)
    one, *forked = [cell.rect for cell in page.all(".cell")]
    assert all(abs(cell["width"] - one["width"]) < 0.1 for cell in forked)
    assert 0 <= forked[0]["x"] - (one["x"] + one["width"]) < 3  # on one axis: it begins where its parent's step ends
    page.all(".branch")[0].click()
    page.wait(lambda: page.all(".message img"))
    page.wait(
        lambda: page.browser.execute_script("const i = document.querySelector('.message img'); return i.naturalWidth")
    )
    assert [m.find_element(By.CSS_SELECTOR, "summary").text for m in page.all(".message")] == [
        "Prompt",
        "Message to the model",
        "Answer of the model",
    ]
    assert page.text(".message .call") == 'click({"x": 1})' and page.text(".message .reasoning") == "I think."
    assert EVIL in [p.text for p in page.all(".message.assistant .raw")] and page.browser.title != "owned"
    assert [t.text for t in page.all(".token")] == ["11", "12"]
    assert page.all(".token")[1].get_attribute("title") == "log-probability -3.000"
    page.all(".branch")[2].click()
    page.wait(lambda: "unplugged" in page.text(".rollout"))
    assert not page.errors()
