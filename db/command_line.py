"""An argument parser that never prints a password, for the bot and for `python -m db`."""

import argparse
import re
from typing import NoReturn

_SUSPICIOUS = re.compile(r"(?i)@|://|password|postgres")


class ArgumentParser(argparse.ArgumentParser):
    """Hides arguments in error messages that may be a database address with a password."""

    def error(self, message: str) -> NoReturn:
        if _SUSPICIOUS.search(message):
            message = "an argument is not understood; it is not shown, since it may hold a password (see --help)"
        super().error(message)
