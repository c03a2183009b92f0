"""What every page with an MCP client needs besides the client. One subject until now: `models`."""
