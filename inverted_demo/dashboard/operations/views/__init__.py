"""The dashboard's page: what is seen of the board, and the dialog with the person."""
