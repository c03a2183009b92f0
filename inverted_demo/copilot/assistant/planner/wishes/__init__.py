"""What words want of one kind of things: conditions, an order, a number of them, fields."""
