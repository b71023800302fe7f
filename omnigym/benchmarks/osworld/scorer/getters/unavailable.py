"""Getters whose names are known, and that need what no device here has: an account, a live site, a server, a program.

`omnigym.benchmarks.osworld.scorer.registry.unavailable` tells an importer the reason. One that runs such a getter all
the same gets a `omnigym.errors.ConfigError`.
"""

from __future__ import annotations

from omnigym.benchmarks.osworld.scorer.registry import unavailable_getter

__all__ = ["REASONS"]

REASONS = {
    "account": ("firefly_state", "gmail", "google_doc", "google_sheet", "google_slide", "googledrive_file"),
    "app": ("vscode_config", "replay"),
    "internet": (
        *("chrome_appearance_mode_ui", "chrome_saved_address", "google_maps_state"),
        *("gotoRecreationPage_and_get_html_content", "info_from_website", "macys_product_url_parse"),
        *("number_of_search_results", "pdf_from_url", "url_path_parse", "youtube_captions_enabled"),
    ),
    "server": (
        "calendar_events_in_mongodb",
        "rocketchat_group_members_with_emails",
        "rocketchat_message_content_in_mongodb",
        "rocketchat_message_file_in_mongodb",
    ),
    "windows": ("are_all_images_tagged", "edge_immersive_reader_state", "validate_pwa_installed"),
}

for _reason, _names in REASONS.items():
    for _name in _names:
        unavailable_getter(_name, lambda _config, reason=_reason: reason)  # type: ignore[misc]
