"""The setup step `Announce`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.documents.mail import Headers, Mail, name_of, write_mail
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Text

__all__ = ["Announce"]

#: Whose mailbox it is, on every simulated device.
_ACCOUNT = "Alex Morgan <alex.morgan@outlook.com>"


@dataclass(frozen=True, slots=True)
class Announce(SetupStep):
    """Make an event appear while the agent is at work: a mail that arrives, or a notification of an app.

    Attributes:
        app: The app that announces it; "mail" for a mail.
        title: The title of the notification; of a mail its subject.
        text: What it says.
        sender: Whom the mail is from; "" for no mail.
        after: Virtual seconds after the start, in (0, 600].
    """

    needs: ClassVar[str] = "news"

    app: Text
    title: Text
    text: Text
    sender: Text = ""
    after: float = 4.0

    def problem(self) -> tuple[str, str]:
        """Return a problem if the event cannot appear."""
        return ("", "") if 0 < self.after <= 600 else ("after", f"it lies in (0, 600] s, got {self.after:g}")

    @property
    def written(self) -> int:
        """The letters of the mail."""
        return len(self.text)

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        after_ms = round(1000 * self.after)
        if not self.sender:
            device.announce(after_ms, self.app, self.title, self.text)
            return
        date_ms = device.now_ms() + after_ms
        mail = write_mail(Mail(Headers(self.sender, _ACCOUNT, "", self.title, date_ms), self.text))
        device.announce(after_ms, self.app, name_of(self.sender), self.title, mail)
