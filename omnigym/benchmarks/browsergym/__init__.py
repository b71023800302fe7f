"""BrowserGym's tasks (Le Sellier De Chezelles et al. 2024) in omnigym's browser.

An ``AbstractBrowserTask`` (``setup``, ``validate``, ``teardown``) becomes a `Task`::

    task = browsergym_task("browsergym.miniwob.all:ClickTest2Task")
    env = gymnasium.make("OmniBench-Web-v0", tasks=task, device=ChromiumConfig(allow=("http://localhost:8000",)))

It is given a page with the most common part of Playwright's synchronous API (`omnigym.benchmarks.browsergym.page`),
which works on the device: Playwright does not run, so nothing waits in real time, and episodes are repeatable.
"""

from omnigym.benchmarks.browsergym.host import BrowserGym, browsergym_task
from omnigym.benchmarks.browsergym.locator import Locator
from omnigym.benchmarks.browsergym.page import Page

__all__ = ["BrowserGym", "Locator", "Page", "browsergym_task"]
