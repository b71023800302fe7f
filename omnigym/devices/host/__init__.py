"""The machine that omnigym runs on, as a device."""
