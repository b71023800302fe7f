"""The page in a real browser, driven by a real mouse and keyboard (as far as a browser without a screen has them).

The oracle says what to do on a desktop of its own; it is done in the page, on another one.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from PIL import Image
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from omnigym.actions import Action, Click, Drag, Press, Scroll, Type, Wait, pixel
from omnigym.baselines.agent import make_agent
from omnigym.envs import OmniEnv
from omnigym.play.player import Player
from omnigym.play.server import Server
from omnigym.recording import find_trajectories, read_trajectory
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.wrappers import RecordTrajectory

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

_DEADLINE_S = 30
_KEYS = {"ctrl": Keys.CONTROL, "shift": Keys.SHIFT, "alt": Keys.ALT, "enter": Keys.ENTER, "end": Keys.END}
TASK = Task(
    id="open-then-write",
    nodes=(
        TaskNode("open", "files/open-folder", {"folder": "Documents/Reports"}),
        TaskNode("write", "text/write-file", {"text": "Buy milk.", "name": "list.txt", "folder": "Documents"}),
    ),
    edges=(("open", "write"),),
)

Serve = Callable[[Callable[[], Player]], Server]


class Page:
    """The page as a person sees it."""

    def __init__(self, browser: Chrome, url: str, size: tuple[int, int]) -> None:
        self.browser = browser
        screen = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        browser.get(url)
        self.wait(lambda: self.find("#instruction").text)
        self.desktop = self.find("#desktop")

    def find(self, selector: str) -> WebElement:
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def wait(self, condition: Callable[[], Any]) -> None:
        WebDriverWait(self.browser, _DEADLINE_S, poll_frequency=0.05).until(lambda _: condition())

    def assert_within(self, selector: str, size: tuple[int, int]) -> None:
        """The whole of an element can be seen, also the text that it holds."""
        script = "const e = arguments[0]; const b = e.getBoundingClientRect();"
        script += "return [b.left, b.top, b.right, b.bottom, e.scrollWidth - e.clientWidth]"
        left, top, right, bottom, hidden = self.browser.execute_script(script, self.find(selector))
        assert left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1], (selector, left, top, right, bottom)
        assert hidden <= 0, (selector, hidden)

    def statuses(self) -> dict[str, str]:
        rows = self.browser.find_elements(By.CSS_SELECTOR, "#nodes li")
        return {str(r.get_attribute("data-node")): str(r.get_attribute("data-status")) for r in rows}

    def steps(self) -> int:
        return int(self.find("#steps").text)

    def shown(self) -> np.ndarray:
        """The pixels of the canvas."""
        url = self.browser.execute_script("return arguments[0].toDataURL('image/png')", self.desktop)
        return np.array(Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))).convert("RGB"))

    def do(self, action: Action) -> None:
        """Do with mouse and keyboard what an action says, and wait until the page shows that something was done."""
        before = self.steps()
        hands = ActionChains(self.browser, duration=20)
        match action:
            case Click(at, _, count):
                self._go(hands, at)
                for _ in range(count):
                    hands.click()
            case Drag(at, to):
                self._go(hands, at).click_and_hold()
                self._go(hands, to).release()
            case Scroll(at, dy):
                origin = ScrollOrigin.from_element(self.desktop, *self._from_middle(at))
                hands.scroll_from_origin(origin, 0, round(100 * dy))
            case Type(text):
                hands.send_keys(text.replace("\n", Keys.ENTER))
            case Press(key, modifiers):
                for m in modifiers:
                    hands.key_down(_KEYS[m])
                hands.send_keys(key if len(key) == 1 else _KEYS[key])
                for m in modifiers:
                    hands.key_up(_KEYS[m])
            case Wait():  # a person does something that changes nothing
                hands.send_keys(Keys.F9)
            case _:
                raise AssertionError(f"A person cannot do {action}.")
        hands.perform()
        self.wait(lambda: self.steps() > before)

    def _go(self, hands: ActionChains, at: tuple[float, float]) -> ActionChains:
        return hands.move_to_element_with_offset(self.desktop, *self._from_middle(at))

    def _from_middle(self, at: tuple[float, float]) -> tuple[int, int]:
        """The place in the browser's pixels, counted from the middle of the desktop as Selenium does."""
        box = self.desktop.size
        return round((at[0] - 0.5) * box["width"]), round((at[1] - 0.5) * box["height"])


@pytest.fixture
def play(serve: Serve, browser: Chrome) -> Iterator[Callable[..., tuple[Server, Page]]]:
    """Opens the page of a simulated desktop in a browser window of a size."""

    def start(size: tuple[int, int] = (1366, 768), record: Path | None = None) -> tuple[Server, Page]:
        def make() -> Player:
            env = OmniEnv("sim", tasks=TASK, observation="pixels", max_steps=1000)
            return Player(env if record is None else RecordTrajectory(env, record))

        server = serve(make)
        return server, Page(browser, server.url, size)

    yield start
    browser.get("about:blank")  # else the page looks for its server, which ends now, in the log of the next test


Play = Callable[..., tuple[Server, Page]]


def oracle_actions() -> Iterator[tuple[Action, dict[str, str]]]:
    """What the oracle does on a desktop of its own, and what is done of the task then."""
    env = OmniEnv("sim", tasks=TASK, observation="a11y")
    agent = make_agent("oracle")
    observation, info = env.reset(seed=0)
    agent.reset(env, info)
    ended = False
    while not ended:
        action = agent.act(observation, info)
        observation, _, terminated, truncated, info = env.step(action)
        ended = terminated or truncated
        yield action, dict(zip(info["node_ids"], info["node_status"], strict=True))
    env.close()


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (1100, 640)], ids=str)
def test_a_person_does_a_task_and_its_parts_light_up(play: Play, size: tuple[int, int]) -> None:
    server, page = play(size)
    assert page.statuses() == {"open": "evaluating", "write": "waiting"}
    assert "Buy milk." in page.find("#instruction").text
    for action, status in oracle_actions():
        page.do(action)
        page.wait(lambda status=status: page.statuses() == status)
    assert page.find("#parts").text == "2 / 2"
    assert page.find("#total").text == "1.00"
    assert page.find("#banner-title").text == "All parts are done"
    page.wait(lambda: (page.shown() == server._player._frame).all())  # a picture is unpacked in the background
    assert [e for e in page.browser.get_log("browser") if e["level"] == "SEVERE"] == []


def test_restart_begins_anew(play: Play) -> None:
    _, page = play()
    page.do(Press("e", ("ctrl",)))
    page.find("[data-begin=again]").click()
    page.wait(lambda: page.steps() == 0)
    assert page.statuses() == {"open": "evaluating", "write": "waiting"}


def test_a_task_is_chosen_from_the_list(play: Play) -> None:
    _, page = play()
    page.do(Press("e", ("ctrl",)))
    page.find("#choose").click()
    page.wait(lambda: page.find("#found").text == "1 task")
    page.find("#filter").send_keys("no such words")
    page.wait(lambda: page.find("#found").text == "0 tasks")
    page.find("#filter").clear()
    page.find("#filter").send_keys("buy text_editor")
    page.wait(lambda: page.find("#list button"))
    page.find("#list button").click()
    page.wait(lambda: page.steps() == 0)


def test_one_escape_leaves_a_chooser_that_is_filtered(play: Play) -> None:
    _, page = play()
    page.find("#choose").click()
    page.find("#filter").send_keys("buy")
    page.find("#filter").send_keys(Keys.ESCAPE)
    page.wait(lambda: not page.find("#chooser").is_displayed())
    page.find("#choose").click()
    assert page.find("#filter").get_attribute("value") == ""


@pytest.mark.parametrize("size", [(420, 800), (420, 420), (1000, 420), (1280, 720), (1280, 800), (1400, 900)], ids=str)
def test_nothing_is_cut_off_in_a_window_of_any_size(play: Play, size: tuple[int, int]) -> None:
    _, page = play(size)
    page.wait(lambda: page.desktop.size["width"] >= 250 and page.desktop.size["height"] >= 180)
    page.browser.execute_script("for (const id of ['apps', 'mute']) document.getElementById(id).hidden = false")
    for button in ("[data-begin=again]", "#choose", "#fullscreen", "#apps summary", "#keys summary", "#more summary"):
        page.assert_within(button, size)
        text = page.find(button)
        assert int(text.get_property("scrollWidth")) <= int(text.get_property("clientWidth")), f"{button} is cut off"
    for menu in ("apps", "keys", "more"):
        page.find(f"#{menu} summary").click()
        page.assert_within(f"#{menu} .items", size)
        page.find(f"#{menu} summary").click()


def test_the_cards_of_the_parts_have_room_around_them(play: Play) -> None:
    _, page = play()
    graph, card = page.find(".graph").rect, page.find("#nodes li").rect
    assert card["y"] - graph["y"] >= 8 and card["x"] - graph["x"] >= 8


def test_the_buttons_of_the_page_are_actions(play: Play) -> None:
    _, page = play()
    page.find("#keys summary").click()
    page.find("[data-key=meta]").click()
    page.wait(lambda: page.find("#last").text == "Meta")
    page.find("#more summary").click()
    page.find("#type").click()
    page.find("#asker-text").send_keys("word")
    page.find("#asker .primary").click()
    page.wait(lambda: page.find("#last").text == "Type word")
    page.find("#apps summary").click()
    page.find("#apps-items button").click()
    page.wait(lambda: page.find("#last").text.startswith("Open "))
    page.find("#more summary").click()
    page.find("[data-do=Fail]").click()
    page.wait(lambda: page.find("#banner-title").text == "Given up")


def test_a_gesture_is_recorded_as_the_one_action_that_it_is(play: Play, tmp_path: Path) -> None:
    server, page = play(record=tmp_path)
    icon = server._player._base.a11y().find(name="Recycle Bin")
    x, y = icon.center
    at = ((x + 0.5) / 1024, (y + 0.5) / 768)
    page.do(Click(at, count=2))
    page.do(Scroll((0.5, 0.5), 3.0))
    page.do(Drag((0.5, 0.5), (0.6, 0.7)))
    page.do(Type("several words"))
    page.wait(lambda: page.find("#last").text == "Type several words")
    (path,) = find_trajectories(tmp_path)
    actions = [s.action for s in read_trajectory(path).steps if type(s.action).__name__ != "Move"]
    click, scroll, drag, typed = actions
    assert isinstance(click, Click) and click.count == 2
    assert np.abs(np.subtract(pixel(click.at, (1024, 768)), icon.center)).max() <= 1
    assert isinstance(scroll, Scroll) and scroll.dy == 3.0
    assert isinstance(drag, Drag) and drag.to == pytest.approx((0.6, 0.7), abs=2e-3)
    assert typed == Type("several words")
    assert page.find("#record").is_displayed()


def test_a_page_that_loses_its_desktop_says_so_and_takes_it_back(play: Play) -> None:
    _, page = play()
    page.do(Press("e", ("ctrl",)))
    first = page.browser.current_window_handle
    url = page.browser.current_url
    page.browser.switch_to.new_window("tab")
    second = page.browser.current_window_handle
    page.browser.get(url)
    page.browser.switch_to.window(first)
    page.wait(lambda: page.find("#banner-title").text == "Open in another tab")
    page.find("#banner-button").click()
    page.wait(lambda: not page.find("#banner").is_displayed())
    page.do(Press("e", ("ctrl",)))
    page.browser.switch_to.window(second)
    page.browser.close()
    page.browser.switch_to.window(first)


def test_a_person_hears_what_sounds_and_can_mute_it(browser: Chrome, serve: Serve) -> None:
    card = TaskNode("1", "phone-cards/press-named", get_subtask("phone-cards/press-named").parameters[0])

    def make() -> Player:
        env: Any = gymnasium.make(
            "OmniBench-Android-v0", tasks=Task(id="card", nodes=(card,)), observation="pixels", audio=True
        )
        return Player(env)

    url = serve(make).url
    page = Page(browser, url, (1366, 900))
    mute = page.find("#mute")
    assert mute.is_displayed() and mute.get_attribute("aria-pressed") == "false"

    def heard() -> int:
        return int(mute.get_attribute("data-heard") or 0)

    def press(selector: str, steps: int) -> None:
        menu = page.find("#more" if "data-do" in selector else "#apps")
        page.find(f"#{menu.get_attribute('id')} summary").click()
        page.find(selector).click()
        page.wait(lambda: page.steps() == steps)

    press("#apps-items button:last-child", 1)  # Word Cards is the last of them
    assert heard() == 0, "nothing sounds"
    page.do(Click((0.5, 186 / 1200)))  # Listen
    press("[data-do=Wait]", 3)
    page.wait(lambda: heard() > 0)
    assert heard() == 1_600 + 16_000, "the click's tenth of a second, and the second after it"
    mute.click()
    page.do(Click((0.5, 186 / 1200)))
    press("[data-do=Wait]", 5)
    assert heard() == 17_600
    mute.click()
    press("[data-do=Wait]", 6)
    assert heard() == 17_600, "the voice has ended, and silence is not sent"
    severe = [e["message"] for e in browser.get_log("browser") if e["level"] == "SEVERE"]
    assert not [message for message in severe if message.startswith(url)]  # the page before may look for its server
