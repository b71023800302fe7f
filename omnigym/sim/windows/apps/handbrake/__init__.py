"""HandBrake: videos are converted to MP4 files by presets, at once or one after another in a queue."""
