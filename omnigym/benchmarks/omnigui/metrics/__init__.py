"""OmniGUI's metrics of annotated steps (OmniGUI 3.4): one formula in each file."""
