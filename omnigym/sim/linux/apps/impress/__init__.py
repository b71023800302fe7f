"""LibreOffice Impress: its declaration is in `app`."""
