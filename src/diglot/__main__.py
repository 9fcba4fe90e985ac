"""``diglot`` and ``python -m diglot``: an interruption ends in one line, however early it comes."""

import signal
import sys

_INTERRUPTED = 130  # what shells report for a program stopped by Ctrl-C
_TERMINATED = 143  # and for one that was asked to end


def run() -> int:
    """Run the command of the shell's arguments and return its exit code; see `diglot.cli.main`."""
    terminated = False

    def terminate(*_: object) -> None:
        nonlocal terminated
        terminated = True
        raise KeyboardInterrupt

    try:
        signal.signal(signal.SIGTERM, terminate)
        from diglot.cli import main

        code = main()
    except KeyboardInterrupt:
        if "--debug" in sys.argv:
            raise
        sys.stderr.write("diglot: error: interrupted; nothing was written\n")
        code = _INTERRUPTED
    finally:  # the rest of the process has nothing to say, and nothing to lose
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) in {signal.default_int_handler, terminate}:
                signal.signal(number, signal.SIG_DFL)
    return _TERMINATED if terminated else code


if __name__ == "__main__":
    sys.exit(run())
