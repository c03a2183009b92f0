"""Which kind of things, and which of them, a text means."""
