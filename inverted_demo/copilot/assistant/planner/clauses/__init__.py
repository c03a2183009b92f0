"""A turn as its clauses, and what each of them is."""
