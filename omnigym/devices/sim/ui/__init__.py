"""The retained-mode toolkit of the simulated devices: nodes, layout, widgets."""
