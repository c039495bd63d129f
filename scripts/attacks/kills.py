"""Kills `generate` and `apply` at each system call that writes or that changes the folder. Needs Linux and strace.

Usage: scripts/attack kills [TOOL]

Proves, for each call, that after the kill each generated file has its old or its new content, that the database passes
the integrity check and contains the rows of before or after, and that the next run completes the work. strace counts
the calls of one kind and sends SIGKILL at the start of the one whose turn it is, so that no moment is left out, unlike
with kills after a delay.
"""
import shutil
import signal
import subprocess
import sys

from applied_state import AppliedState
from generated_state import GeneratedState

GENERATE_CALLS = ("openat", "write", "rename", "close", "unlink", "mkdir", "flock")
APPLY_CALLS = ("pwrite64", "fsync", "fdatasync", "ftruncate", "unlink", "openat")
# SQLite writes many pages one after the other: of the calls after the first EACH, only every STEP-th is tried.
EACH, STEP = 60, 5


def attack(tool, folder, tally):
    if sys.platform != "linux" or not shutil.which("strace"):
        print("needs Linux and strace, left out", flush=True)
        return
    for state, calls in ((GeneratedState, GENERATE_CALLS), (AppliedState, APPLY_CALLS)):
        for is_first in (True, False):
            attack_calls(state(tool, folder, is_first), calls, tally)


def attack_calls(state, calls, tally):
    """Kills a command at each call of each kind that it makes."""
    total = 0
    for call in calls:
        kills, problem = kill_each(state, call)
        if kills:
            tally.note(f"{state.name}, {call}", f"{kills} kills", problem)
        total += kills
    if total == 0:
        tally.note(state.name, "0 kills", "strace kills nothing on this machine")


def kill_each(state, call):
    """Returns the number of kills, and what is wrong after the last one, or None.

    `state` prepares what the command finds, and judges what a kill leaves.
    """
    kills, number, problem = 0, 1, None
    state.prepare()
    while problem is None and is_killed(state, call, number):
        kills += 1
        problem = state.problem()
        problem = problem and f"call {number}: {problem}"
        number += 1 if number < EACH else STEP
        state.prepare()
    return kills, problem


def is_killed(state, call, number):
    """Runs the command of a state, and kills it at a system call. False if it makes fewer calls, and ends itself."""
    inject = f"inject={call}:signal=SIGKILL:when={number}"
    strace = ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject]
    outcome = subprocess.run([*strace, *state.command], cwd=state.folder, capture_output=True, text=True)
    if outcome.returncode not in (0, -signal.SIGKILL):
        raise SystemExit(f"attack: strace: exit {outcome.returncode}: {outcome.stderr[-200:]}")
    return outcome.returncode != 0
