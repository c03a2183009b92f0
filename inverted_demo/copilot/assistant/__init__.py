"""A copilot for any MCP server: it knows of one what that offers, and nothing else."""
