"""The one hash that `mcp` names."""


class SHA256:
    name = "sha256"
