"""LibreOffice Calc: its declaration is in `app`."""
