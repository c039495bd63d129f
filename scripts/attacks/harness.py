"""Runs the tool with limits, and counts the attacks that it withstands.

Time is the processor time of the tool, which other programs on the machine hardly change. A tool that waits, such as
for a named pipe, is killed after ELAPSED_FACTOR times as long. The limits are for a release build: ATTACK_FACTOR=4
allows four times the processor time, for debug builds.
"""
import os
import pathlib
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from typing import NamedTuple

ELAPSED_FACTOR = 15
# The address space may be larger than the memory in use; this limit only protects the machine.
ADDRESS_SPACE_FACTOR = 4
MEGABYTE = 1_000_000
SLOWNESS = float(os.environ.get("ATTACK_FACTOR", "1"))
FILES_OF_DATABASE = ("", "-wal", "-shm", "-journal")


class Limits(NamedTuple):
    seconds: float
    megabytes: float

    @property
    def allowed_seconds(self):
        return self.seconds * SLOWNESS


class Outcome(NamedTuple):
    """How the tool ended. `status` is negative if a signal ended it; `errors` begins what it wrote to stderr."""
    status: int
    seconds: float
    megabytes: float
    hung: bool
    errors: str

    @property
    def figures(self):
        return f"exit {self.status}, {self.seconds:.2f} s, {self.megabytes:.0f} MB"

    def problem(self, limits, statuses=(0, 1)):
        """What is wrong with this outcome, or None."""
        if self.hung:
            return f"still runs after {limits.allowed_seconds * ELAPSED_FACTOR:.0f} s"
        if self.status == -signal.SIGXCPU or self.seconds > limits.allowed_seconds:
            return f"more than {limits.allowed_seconds:.0f} s of processor time"
        if self.status not in statuses:
            return f"exit {self.status}: {self.errors}"
        if self.megabytes > limits.megabytes:
            return f"more than {limits.megabytes:.0f} MB"
        return None


class Tally:
    """Prints a line for each attack, and counts those that succeed."""

    def __init__(self):
        self.tried, self.failed = 0, 0

    def note(self, name, figures, problem=None):
        self.tried += 1
        self.failed += problem is not None
        print(f"{'FAILED' if problem else 'ok':<7} {name:<44} {figures}", flush=True)
        if problem:
            print(f"        {problem}", flush=True)


def run(arguments, folder, limits, source=subprocess.DEVNULL, seconds=None, output=os.devnull):
    """Runs a program in a folder until it ends or exceeds a limit.

    `source` is its standard input, and `output` the path for what it prints. After `seconds`, by default a multiple of
    its processor time, it is killed.
    """
    seconds = seconds or limits.allowed_seconds * ELAPSED_FACTOR
    errors = pathlib.Path(folder) / "errors.txt"
    with open(output, "wb") as printed, open(errors, "wb") as written:
        process = subprocess.Popen(
            arguments, cwd=folder, stdin=source, stdout=printed, stderr=written, preexec_fn=lambda: restrict(limits))
        status, usage, hung = wait(process, seconds)
    return Outcome(status, usage.ru_utime + usage.ru_stime, peak_megabytes(usage), hung, beginning(errors))


def restrict(limits):
    """Sets the limits of the process that is about to run the tool."""
    seconds = int(limits.allowed_seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        space = int(limits.megabytes * MEGABYTE * ADDRESS_SPACE_FACTOR)
        resource.setrlimit(resource.RLIMIT_AS, (space, space))


def wait(process, seconds):
    """The exit status and the resources of a process, and whether it was still running after `seconds`."""
    hung = threading.Event()

    def end():
        hung.set()
        process.kill()

    timer = threading.Timer(seconds, end)
    timer.start()
    _, code, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(code)
    return process.returncode, usage, hung.is_set()


def peak_megabytes(usage):
    """macOS counts bytes, Linux units of 1,024 bytes."""
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / MEGABYTE


def beginning(path, length=200):
    with open(path, "rb") as file:
        return " ".join(file.read(length).decode("utf-8", "replace").split())


def remove_database(path):
    for suffix in FILES_OF_DATABASE:
        pathlib.Path(str(path) + suffix).unlink(missing_ok=True)


def damage(path):
    """What SQLite finds wrong with a database, or None."""
    if not os.path.exists(path):
        return None
    connection = sqlite3.connect(path)
    try:
        found = connection.execute("PRAGMA integrity_check").fetchall()
    except sqlite3.DatabaseError as error:
        return f"damaged database: {error}"
    finally:
        connection.close()
    return None if found == [("ok",)] else f"damaged database: {found[:3]}"


def processor_time(action):
    """The processor seconds that this process takes for an action."""
    start = time.process_time()
    action()
    return time.process_time() - start
