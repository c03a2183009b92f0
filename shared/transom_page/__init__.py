"""Pieces that the project's own pages are made of: elements, dialogs, and foreign text as safe Markdown."""
