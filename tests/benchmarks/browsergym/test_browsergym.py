"""BrowserGym's tasks: as tasks of omnigym, and the page that they are given."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from omnigym.actions import Click, Submit, Wait
from omnigym.benchmarks.browsergym import BrowserGym, Page, browsergym_task
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.process import find_program
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.env import OmniEnv
from omnigym.errors import CapabilityError, ConfigError, MissingDependencyError
from tests.benchmarks.browsergym.tasks_for_tests import OrderTask, PartsTask, WishfulTask
from tests.devices.chromium.pages import served

SHOP = (Path(__file__).parent / "shop.html").read_text(encoding="utf-8")
ABOUT = "<!doctype html><title>About</title><p>About us"


@pytest.fixture(scope="module")
def shop() -> Iterator[tuple[ChromiumDevice, str]]:
    """A browser, and the URL of the shop."""
    try:
        if not find_program().drawn:
            pytest.skip("chromium-headless-shell is not installed (omnigym doctor says how to get it)")
    except MissingDependencyError as e:
        pytest.skip(str(e))
    with served({"/shop.html": SHOP, "/about.html": ABOUT}) as origin:
        device = ChromiumDevice(size=(640, 480), allow=(origin,))
        yield device, f"{origin}/shop.html"
        device.close()


@pytest.fixture
def page(shop: tuple[ChromiumDevice, str]) -> Page:
    device, url = shop
    device.reset(0)
    page = Page(device)
    page.goto(url)
    return page


# -- tasks ------------------------------------------------------------------------------------------------------------


def test_a_class_becomes_a_task() -> None:
    task = browsergym_task(OrderTask, {"url": "http://x.test", "fruit": "Apple"}, max_steps=7)
    assert task.id == "browsergym/OrderTask" and task.step_limit == 7 and task.suite == "browsergym"
    assert task.devices == {"chromium"} and task.capabilities == {"web", "apps"}
    assert task == browsergym_task(task.host.entry, {"fruit": "Apple", "url": "http://x.test"}, max_steps=7)  # type: ignore[union-attr]
    assert pickle.loads(pickle.dumps(task)) == task


def test_a_class_in_a_function_is_refused() -> None:
    class Local(OrderTask): ...

    with pytest.raises(ConfigError, match="defined inside a function"):
        browsergym_task(Local)


@pytest.mark.parametrize("entry", ["no.such.module:Task", "json:NoSuchTask", "json"])
def test_what_cannot_be_imported_says_so(entry: str) -> None:
    with pytest.raises(ConfigError, match=r"Expected 'package\.module:Class'"):
        BrowserGym(entry)._class()


def test_it_needs_a_browser() -> None:
    with pytest.raises(CapabilityError, match="they are done on web"):
        OmniEnv(FakeConfig(), tasks=browsergym_task(OrderTask))


def fill_in(env: OmniEnv, fruit: str = "Pear") -> None:
    """What an agent would do, past the environment's steps."""
    page = Page(env.device)
    page.get_by_label("Your name").fill(env._runner.episode.instruction.rstrip(".").rpartition(" ")[2])
    page.locator("#fruit").select_option(label=fruit)


def order(env: OmniEnv) -> Any:
    """The step that orders."""
    node = env.a11y().find(name="Order")
    assert node is not None
    width, height = env.device.size
    x, y = node.center
    return env.step(Click(((x + 0.5) / width, (y + 0.5) / height)))


@pytest.mark.chromium
@pytest.mark.parametrize(("fruit", "reward", "end"), [("Pear", 1.0, "success"), ("Apple", 0.0, "task_over")])
def test_its_goal_reward_and_end(shop: tuple[ChromiumDevice, str], fruit: str, reward: float, end: str) -> None:
    device, url = shop
    env = OmniEnv(device, tasks=browsergym_task(OrderTask, {"url": url}))
    obs, info = env.reset(seed=0)
    assert obs in env.observation_space
    assert info["instruction"].startswith("Order a Pear for ")
    fill_in(env, fruit)
    assert env.step(Wait(0.1))[1:4] == (0.0, False, False)
    _, got, terminated, _, info = order(env)
    assert (got, terminated, info["end_reason"]) == (reward, True, end)
    assert "Ordered: " in env.evaluator.verdicts["1"].message


@pytest.mark.chromium
def test_the_seed_is_the_tasks(shop: tuple[ChromiumDevice, str]) -> None:
    device, url = shop
    host = browsergym_task(OrderTask, {"url": url}).host
    assert host is not None
    goals = [host.begin(device, seed).instruction for seed in (0, 1, 2, 0)]
    assert goals[0] == goals[3] and len(set(goals)) > 1


@pytest.mark.chromium
def test_a_goal_of_messages_and_a_reward_in_parts(shop: tuple[ChromiumDevice, str]) -> None:
    device, url = shop
    env = OmniEnv(device, tasks=browsergym_task(PartsTask, {"url": url}))
    _, info = env.reset(seed=0)
    assert info["instruction"] == "Give a name.\nOrder."
    assert env.step(Wait(0.1))[1] == 0.0
    fill_in(env)
    assert env.step(Wait(0.1))[1] == 0.5
    assert env.step(Wait(0.1))[1] == 0.0
    _, reward, terminated, _, info = order(env)
    assert (reward, terminated, info["is_success"]) == (0.0, True, True)


@pytest.mark.chromium
def test_an_answer_is_a_message_and_it_is_torn_down(shop: tuple[ChromiumDevice, str]) -> None:
    device, url = shop
    env = OmniEnv(device, tasks=browsergym_task(OrderTask, {"url": url}))
    OrderTask.log.clear()
    env.reset(seed=0)
    env.step(Submit("forty-two"))
    assert OrderTask.log == ["forty-two"]
    env.reset(seed=0)
    assert OrderTask.log == ["forty-two", "teardown"]


@pytest.mark.chromium
def test_what_the_page_does_not_have_is_named(shop: tuple[ChromiumDevice, str]) -> None:
    device, url = shop
    env = OmniEnv(device, tasks=browsergym_task(WishfulTask, {"url": url}))
    with pytest.raises(ConfigError, match="omnigym's page has no 'route'"):
        env.reset(seed=0)


# -- the page ---------------------------------------------------------------------------------------------------------


@pytest.mark.chromium
def test_where_it_is(page: Page, shop: tuple[ChromiumDevice, str]) -> None:
    _, url = shop
    assert (page.url, page.title()) == (url, "Corner shop")
    assert "<h1>Corner shop</h1>" in page.content()
    page.goto(url.replace("shop.html", "about.html"))
    assert page.title() == "About"
    page.go_back()
    assert page.title() == "Corner shop"
    page.go_forward()
    assert page.title() == "About"
    page.evaluate("window.mark = 1")
    page.reload()
    assert page.evaluate("window.mark") is None
    with pytest.raises(ConfigError, match="may not reach"):
        page.goto("http://elsewhere.test/")


@pytest.mark.chromium
@pytest.mark.parametrize(
    ("expression", "arg", "value"),
    [
        ("1 + 1", None, 2),
        ("let one = 1; one + 2", None, 3),
        ("() => document.title", None, "Corner shop"),
        ("([a, b]) => a + b", [1, 2], 3),
        ("x => x.y", {"y": "ü"}, "ü"),
        ("function () { return [1, null] }", None, [1, None]),
        ("async () => 7", None, 7),
        ("() => new Promise(done => setTimeout(() => done('later'), 400))", None, "later"),
    ],
)
def test_evaluates(page: Page, expression: str, arg: Any, value: Any) -> None:
    assert page.evaluate(expression, arg) == value


@pytest.mark.chromium
@pytest.mark.parametrize("expression", ["() => nothing.there", "async () => { throw new Error('no') }"])
def test_a_script_that_fails_says_so(page: Page, expression: str) -> None:
    with pytest.raises(ConfigError, match="failed"):
        page.evaluate(expression)


@pytest.mark.chromium
def test_finds_elements(page: Page) -> None:
    assert page.locator("li").count() == 2
    assert page.locator("li").all_inner_texts() == ["Apples are red", "Pears are green"]
    assert page.locator("li").nth(1).inner_text() == page.locator("li").last.inner_text() == "Pears are green"
    assert page.locator("li", has_text="green").locator("b").text_content() == "green"
    assert page.locator("li").filter(has_text="APPLES").count() == 1
    assert page.locator("xpath=//ul/li[2]/b").inner_html() == "green"
    assert page.locator("text=green").get_attribute("id") is None
    assert page.locator('text="green"').count() == 1 and page.locator('text="gree"').count() == 0
    assert page.get_by_text("are green").count() == 1
    assert page.get_by_role("button", name="Order").get_attribute("title") == "Send it"
    assert page.get_by_role("heading", name="corner").count() == 1
    assert page.get_by_role("heading", name="corner", exact=True).count() == 0
    assert page.get_by_placeholder("Ann").get_attribute("id") == "name"
    assert page.get_by_title("Send it").is_enabled()
    assert page.get_by_test_id("customer").input_value() == ""
    assert page.get_by_label("Your name").first.bounding_box()["width"] > 0
    assert page.query_selector("#nothing") is None and len(page.query_selector_all("li")) == 2
    assert not page.is_visible("#late") and page.locator("#nothing").is_hidden()
    assert [e.inner_text() for e in page.locator("li").all()] == ["Apples are red", "Pears are green"]


@pytest.mark.chromium
def test_what_is_not_there_is_named(page: Page) -> None:
    with pytest.raises(ConfigError, match="css #nothing"):
        page.inner_text("#nothing")


@pytest.mark.chromium
def test_uses_elements(page: Page) -> None:
    page.fill("#name", "Bob")
    page.locator("#gift").check()
    page.locator("#gift").check()
    assert page.is_checked("#gift")
    assert page.locator("#fruit").select_option("p") == ["p"]
    page.locator("#count").fill("")
    page.locator("#count").type("3")
    page.press("#count", "Enter")
    assert page.inner_text("#orders") == "Bob p true 3"
    page.locator("#gift").uncheck()
    page.click("button")
    assert page.text_content("#orders") == "Bob p false 3"
    assert {"input name", "change name", "click gift", "change fruit"} <= set(page.evaluate("events"))


@pytest.mark.chromium
def test_scrolls_to_what_it_clicks(page: Page) -> None:
    page.locator("#far").dblclick()
    assert "dblclick far" in page.evaluate("events")
    assert page.evaluate("scrollY") > 0
    page.mouse.wheel(0, -5000)
    assert page.evaluate("scrollY") == 0


@pytest.mark.chromium
def test_waits_in_the_pages_own_time(page: Page) -> None:
    page.wait_for_selector("#late")
    assert page.inner_text("#late") == "Sold out"
    start = page.evaluate("Date.now()")
    page.wait_for_timeout(2000)
    assert 2000 <= page.evaluate("Date.now()") - start < 3000
    assert page.wait_for_function("() => document.title.length") == len("Corner shop")
    page.wait_for_load_state("networkidle")
    with pytest.raises(ConfigError, match="did not become visible"):
        page.wait_for_selector("#nothing")


@pytest.mark.chromium
def test_mouse_and_keyboard(page: Page) -> None:
    box = page.locator("#name").bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    page.keyboard.type("ab")
    page.keyboard.press("Backspace")
    page.keyboard.press("x")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("Cy")
    assert page.input_value("#name") == "Cy"
    page.locator("h1").hover()
    assert "mouseover H1" in page.evaluate("events")
    assert page.context.pages == [page]
