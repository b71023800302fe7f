"""Sites that are real web applications: started, brought back to their beginning, read, ended."""

from omnigym.devices.chromium.serving.server import AppServer, app_site, missing_packages, sql_table

__all__ = ["AppServer", "app_site", "missing_packages", "sql_table"]
