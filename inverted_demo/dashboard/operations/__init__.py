"""An operations dashboard, and the MCP server with which it offers itself to a copilot that it does not trust."""
