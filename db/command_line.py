"""A command line that quotes no password, for the bot and for `python -m db`."""

import argparse
import re
from typing import NoReturn

_SUSPICIOUS = re.compile(r"(?i)@|://|password|postgres")


class ArgumentParser(argparse.ArgumentParser):
    """Quotes no argument in its errors that may be the address of a database, and hold a password."""

    def error(self, message: str) -> NoReturn:
        if _SUSPICIOUS.search(message):
            message = "an argument is not understood; it is not shown, since it may hold a password (see --help)"
        super().error(message)
