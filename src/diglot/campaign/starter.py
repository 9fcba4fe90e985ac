"""Run one command under limits and measure it: CPU seconds, wall seconds and peak memory.

A script of its own, because Linux counts the peak memory of a process that starts a command as the
command's, too: the starter has to be small. It takes one JSON object as its argument, prints the
number of the command's process group, and writes what the command cost as JSON. Should it be
killed, Linux kills the command; what that has started is for the caller to kill.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

if sys.platform == "linux":
    import ctypes

    _LIBC = ctypes.CDLL(None)

_STEP = 0.05
"""Seconds between looks at the clock, and at the process that asked."""
_PARENT_DEATH = 1
"""PR_SET_PDEATHSIG of prctl(2)."""
UNWRITTEN = 125
"""Exit code where a file could not be written; why, as a number, goes to the errors."""


def main(argument: str) -> int:
    """Run ``command`` with ``seconds`` and ``megabytes`` (0: no limit), write ``usage``."""
    given = json.loads(argument)
    seconds, megabytes = given["seconds"], given["megabytes"]
    if megabytes:
        import resource

        # Of data, not of addresses, of which some programs reserve far more than they use. A lower
        # limit that the system has set stays.
        try:
            hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
            resource.setrlimit(resource.RLIMIT_DATA, (int(megabytes * 1e6), hard))
        except (ValueError, OSError):
            pass
    parent, own = os.getppid(), os.getpid()

    def tie() -> None:
        _LIBC.prctl(_PARENT_DEATH, signal.SIGKILL)
        if os.getppid() != own:  # killed before that
            os._exit(1)

    begin = time.perf_counter()
    with Path(given["stdout"]).open("wb") as out, Path(given["stderr"]).open("wb") as err:
        try:
            process = subprocess.Popen(  # noqa: S603 - this is what the user asks for
                given["command"],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                cwd=given["folder"],
                start_new_session=True,
                preexec_fn=tie if sys.platform == "linux" else None,
            )
        except OSError as error:
            err.write(f"{given['command'][0]}: {error.strerror}\n".encode())
            return 127
    sys.stdout.write(f"{process.pid}\n")
    sys.stdout.flush()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: _kill(process))
    late = False
    while not (state := os.wait4(process.pid, os.WNOHANG))[0]:
        late = bool(seconds) and time.perf_counter() - begin > seconds
        if late or os.getppid() != parent:
            _kill(process)
            state = os.wait4(process.pid, 0)
            break
        # Short commands are looked at often, long ones seldom.
        time.sleep(min(_STEP, 0.1 * (time.perf_counter() - begin) + 0.001))
    used = state[2]
    process.returncode = os.waitstatus_to_exitcode(state[1])
    scale = 1 if sys.platform == "darwin" else 1024  # the unit of ru_maxrss
    usage = {
        "cpu": used.ru_utime + used.ru_stime,
        "wall": time.perf_counter() - begin,
        "peak": used.ru_maxrss * scale / 1e6,
        "code": process.returncode,
        "late": late,
    }
    Path(given["usage"]).write_text(json.dumps(usage), encoding="utf-8")
    return 0


def _kill(process: "subprocess.Popen[bytes]") -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        process.kill()


if __name__ == "__main__":
    try:
        CODE = main(sys.argv[1])
    except OSError as error:
        sys.stderr.write(str(error.errno or 0))
        CODE = UNWRITTEN
    raise SystemExit(CODE)
