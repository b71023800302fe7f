"""The phone's shell: a small one, with the programs that people and agents call over adb."""
