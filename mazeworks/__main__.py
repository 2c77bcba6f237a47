"""The `maze` command, and `python -m mazeworks`."""

import gc
import os
import signal
import sys
from types import FrameType


def main() -> None:
    """Run the command; an interrupt while it is still being loaded just ends it."""
    quiet = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if quiet:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Its threads are not used, and where the system refuses them, it ends the program.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()  # what is imported stays to the end, so collecting it would only take time
    try:
        from mazeworks.cli import run
    except ModuleNotFoundError as error:
        print(f"error: {error}; in the folder of mazeworks, type: python -m pip install .", file=sys.stderr)
        sys.exit(2)
    gc.freeze()
    gc.enable()
    if quiet:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    end_in_order()
    code = run(None)
    if "numba" in sys.modules:
        from mazeworks.kernels import compiling

        if compiling():  # after an interrupt; waiting for its end would take seconds
            os._exit(code)
    sys.exit(code)


def end_in_order() -> None:
    """Clean up on SIGTERM and SIGHUP, so that no half-written file remains; the exit codes are 143 and 129."""

    def end(number: int, _: FrameType | None) -> None:
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP; one that the parent ignored (nohup) stays so
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_DFL:
            signal.signal(getattr(signal, name), end)


if __name__ == "__main__":
    main()
