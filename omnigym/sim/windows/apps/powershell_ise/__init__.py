"""Windows PowerShell ISE: its declaration is in `app`."""
