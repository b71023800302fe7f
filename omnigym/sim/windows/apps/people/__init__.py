"""People: the contacts of the desktop, their mails, and cards that come and go as files."""
