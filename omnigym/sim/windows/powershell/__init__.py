"""A little PowerShell over the virtual files: its language, and in `cmdlets` what can be called."""
