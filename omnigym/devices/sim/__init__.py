"""The simulated desktops and the phone as devices (`omnigym.sim` is what they show)."""
