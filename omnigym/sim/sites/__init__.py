"""Web sites of the simulated devices: one module a site, found by `omnigym.discovery`, for every simulated browser."""
