"""What Python logs, in the browser's console: each record as one message of its own level.

The MCP SDK would write to stderr, which the browser shows as errors, line by line: also that a tool said no.
"""

import logging


class ConsoleHandler(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        try:
            import js  # here, as a memory snapshot can't hold it

            text = self.format(record)
            if record.levelno >= logging.ERROR:
                js.console.error(text)
            elif record.levelno >= logging.WARNING:
                js.console.warn(text)
            else:
                js.console.info(text)
        except Exception:  # as every handler: what is logged never breaks what logs it
            self.handleError(record)


def install() -> None:
    """Before the SDK does it: the first one wins."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", handlers=[ConsoleHandler()])
