"""Calendar: days, weeks and months of events, with invitations that come and go by mail."""
