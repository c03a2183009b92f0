"""Stand-in for the few names that `mcp` imports from `cryptography`, which has no build for the browser.

Other names are missing as if `cryptography` was not installed, so that packages which can do without it do.
"""


def __getattr__(name: str) -> object:
    if name.startswith("__"):
        raise AttributeError(name)
    raise ModuleNotFoundError(
        f"No cryptography.{name}: the `cryptography` package has no build for the browser.",
        name=f"cryptography.{name}",
    )
