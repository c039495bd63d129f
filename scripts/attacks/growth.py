"""Time against size: references to rows that do not exist, and local writes against the length of the change queue.

Usage: scripts/attack growth [TOOL]

Proves that twice the input takes about twice the processor time, also beyond 65,536 different ids without a row, and
when each row of a long change queue is written again. Each line shows the times, and their ratios per doubling.
"""
import json
import sqlite3

import harness

LIMITS = harness.Limits(seconds=120, megabytes=2000)
# Twice the input may take this many times as long: 2, and what caches and measurements add.
LARGEST_RATIO = 3
# Times below this are mostly the start of the tool.
SHORTEST = 0.1
REFERENCES = (20_000, 40_000, 80_000, 160_000)
WRITES = (4_000, 8_000, 16_000, 32_000)
POSTS = """\
swiftsync: 1
name: App
version: 1
entities:
  Comment:
    attributes: { id: int, title: string }
    relations: { post: Post }
  Post: { attributes: { id: int } }
"""
NOTES = """\
swiftsync: 1
name: App
version: 1
entities:
  Note:
    attributes: { id: %s, title: string, at: date }
    sync: { push: true, clock: at }
"""


def attack(tool, folder, tally):
    times = [time_of_references(tool, folder, count) for count in REFERENCES]
    judge(tally, "references without rows", REFERENCES, times)
    for kind in ("int", "uuid"):
        measured = [times_of_writes(tool, folder, kind, count) for count in WRITES]
        first, second = zip(*measured)
        judge(tally, f"first writes of rows, {kind}", WRITES, first)
        judge(tally, f"second writes of rows, {kind}", WRITES, second)


def apply(tool, folder, schema, entity, rows):
    """Applies rows to a new database, and returns the processor time."""
    harness.remove_database(folder / "rows.db")
    (folder / "schema.yaml").write_text(schema)
    with open(folder / "payload.json", "w", encoding="utf-8") as file:
        json.dump(rows, file)
    command = [tool, "apply", "payload.json", "--schema", "schema.yaml", "--entity", entity, "--database", "rows.db"]
    outcome = harness.run(command, folder, LIMITS)
    problem = outcome.problem(LIMITS, statuses=(0,))
    if problem:
        raise SystemExit(f"attack: {' '.join(command)}: {problem}")
    return outcome.seconds


def time_of_references(tool, folder, count):
    """The time of a payload whose rows refer to as many different rows that do not exist."""
    return apply(tool, folder, POSTS, "Comment", [{"id": i, "title": "x", "post_id": i * 3} for i in range(count)])


def times_of_writes(tool, folder, kind, count):
    """The times of the first and the second write of each row, which the triggers of the database record."""
    apply(tool, folder, NOTES % kind, "Note", [note(kind, index) for index in range(count)])
    connection = sqlite3.connect(folder / "rows.db")
    try:
        return tuple(harness.processor_time(lambda: write(connection, title)) for title in ("first", "second"))
    finally:
        connection.close()


def note(kind, index):
    identity = index if kind == "int" else f"0a000000-0000-4000-8000-{index:012x}"
    return {"id": identity, "title": "t", "at": "2026-01-01"}


def write(connection, title):
    connection.execute("UPDATE notes SET title = ?", (title,))
    connection.commit()


def judge(tally, name, sizes, times):
    """Notes the ratios of the times of successive sizes, each of which is twice the one before."""
    ratios = [later / max(earlier, 1e-6) for earlier, later in zip(times, times[1:])]
    allowed = all(ratio <= LARGEST_RATIO or later < SHORTEST for ratio, later in zip(ratios, times[1:]))
    figures = f"{sizes[0]:,} to {sizes[-1]:,}: {shown(times, ' s')}; ratios {shown(ratios)}"
    tally.note(name, figures, None if allowed else f"more than {LARGEST_RATIO} times as long for twice the input")


def shown(values, unit=""):
    return ", ".join(f"{value:.2f}{unit}" for value in values)
