"""The browser's clipboard, through a page of our own that may use it.

Only a secure page may read the clipboard, so one is opened at an https address that is answered here, in the browser's
own context and out of sight. It is opened when it is first needed.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from omnigym.devices.chromium.pipe import Payload, Pipe, understood
from omnigym.devices.protocol import ClipboardContent
from omnigym.errors import ConfigError

__all__ = ["Clipboard"]

_ORIGIN = "https://clipboard.omnigym.test"
_READ = """(async () => {
  const out = {text: '', image: ''};
  for (const item of await navigator.clipboard.read()) {
    if (item.types.includes('text/plain')) out.text = await (await item.getType('text/plain')).text();
    if (item.types.includes('image/png')) {
      const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());
      let text = '';
      for (const b of bytes) text += String.fromCharCode(b);
      out.image = btoa(text);
    }
  }
  return out;
})()"""
_WRITE = """(async ([text, image]) => {
  const parts = {};
  if (text || !image) parts['text/plain'] = new Blob([text], {type: 'text/plain'});
  if (image) parts['image/png'] = new Blob([Uint8Array.from(atob(image), c => c.charCodeAt(0))], {type: 'image/png'});
  await navigator.clipboard.write([new ClipboardItem(parts)]);
})"""


class Clipboard:
    """The clipboard of one browser process.

    Args:
        pipe: The connection to it.
    """

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._session = ""

    def read(self) -> ClipboardContent:
        """The content."""
        content = self._run(_READ)
        with understood():
            image = base64.b64decode(content["image"])
            return ClipboardContent(text=content["text"].replace("\r\n", "\n"), image=image)

    def write(self, content: ClipboardContent) -> None:
        """Replace what it holds.

        Raises:
            ConfigError: It has files: a page's clipboard holds none.
        """
        if content.files:
            raise ConfigError("The clipboard of device 'chromium' holds text and pictures, no files.")
        image = base64.b64encode(content.image).decode()
        self._run(f"{_WRITE}({json.dumps([content.text, image])})")

    def text(self) -> str:
        """The text on it."""
        return self.read().text

    def put(self, text: str) -> None:
        """Replace what is on it by a text."""
        self.write(ClipboardContent(text=text))

    def clear(self) -> None:
        """Empty it."""
        self.put("")

    def hear(self, method: str, event: Payload, session: str) -> bool:
        """Take in an event; whether it was this page's."""
        if not self._session or session != self._session:
            return False
        if method == "Fetch.requestPaused":
            body = base64.b64encode(b"<!doctype html><title>Clipboard</title>").decode()
            header = [{"name": "Content-Type", "value": "text/html"}]
            answer = {"requestId": event["requestId"], "responseCode": 200, "responseHeaders": header, "body": body}
            self._pipe.tell("Fetch.fulfillRequest", answer, session)
        return True

    def _run(self, script: str) -> Any:
        if not self._session:
            self._open()
        # It must be seen to be focused: a page that is not may not touch the clipboard.
        parameters = {"expression": script, "awaitPromise": True, "returnByValue": True}
        result = self._pipe.call("Runtime.evaluate", parameters, self._session)
        if "exceptionDetails" in result:
            raise ConfigError("The browser's clipboard failed: it takes text, and PNG pictures that can be read.")
        with understood():
            return result["result"].get("value")

    def _open(self) -> None:
        permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        self._pipe.call("Browser.grantPermissions", {"permissions": permissions, "origin": _ORIGIN})
        target = self._pipe.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = self._pipe.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        self._session = attached["sessionId"]
        self._pipe.tell("Fetch.enable", None, self._session)
        self._pipe.tell("Emulation.setFocusEmulationEnabled", {"enabled": True}, self._session)
        self._pipe.call("Page.navigate", {"url": f"{_ORIGIN}/"}, self._session)
