"""The `maze` command, and `python -m mazeworks`."""

import signal
import sys


def main() -> None:
    """Run the command; an interrupt while it is still being loaded just ends it."""
    quiet = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if quiet:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from mazeworks.cli import run

    if quiet:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(run(None))


if __name__ == "__main__":
    main()
