"""The rows in SQLite: one JSON document each, so that only `tracker.py` knows the entities."""

import json
import sqlite3
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone

import values

SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS rows (
  sequence INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (type, id)
);
CREATE INDEX IF NOT EXISTS rows_updated_at ON rows (type, updated_at);
CREATE INDEX IF NOT EXISTS rows_number
  ON rows (json_extract(body, '$.project_id'), json_extract(body, '$.number')) WHERE type = 'Task';
CREATE INDEX IF NOT EXISTS rows_parent
  ON rows (json_extract(body, '$.parent_id')) WHERE type = 'Task';
CREATE UNIQUE INDEX IF NOT EXISTS rows_code
  ON rows (json_extract(body, '$.code')) WHERE type = 'Project';
"""

PRECISIONS = {"seconds": 1_000_000, "milliseconds": 1_000, "microseconds": 1}


class Clock:
    """The server's clock, which never goes back.

    With a `start`, it does not run by itself but advances by one step with each reading, so that
    a run can be repeated to the byte.
    """

    def __init__(self, precision="milliseconds", start=None):
        self.step = PRECISIONS[precision]
        self.next = values.read_moment(values.moment(start)) if start else None
        self.offset = timedelta()
        self.last = ""

    def go_on(self, newest):
        """Continues after the newest date of an earlier run; None if there was no earlier run."""
        self.last = newest or ""
        if newest and self.next:
            self.next = max(self.next, values.read_moment(newest) + self.one_step)

    @property
    def one_step(self):
        return timedelta(microseconds=self.step)

    @property
    def current(self):
        """The current time; reading it does not advance a clock with a start."""
        found = (self.next or datetime.now(timezone.utc)) + self.offset
        return max(found, values.read_moment(self.last)) if self.last else found

    def now(self):
        found = (self.next or datetime.now(timezone.utc)) + self.offset
        if self.next:
            self.next += self.one_step
        if self.step == PRECISIONS["seconds"]:
            found = found.replace(microsecond=0)
        else:
            found = found.replace(microsecond=found.microsecond // self.step * self.step)
        self.last = max(self.last, values.written(found))
        return self.last


class Rows:
    """The stored rows, including deleted ones."""

    def __init__(self, path, clock):
        self.connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.connection.executescript(SCHEMA)
        self.clock = clock
        newest = self.connection.execute("SELECT max(updated_at) FROM rows").fetchone()[0]
        clock.go_on(newest)

    @contextmanager
    def transaction(self):
        """Executes its body completely or, if the body raises, not at all. May be nested."""
        self.connection.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            self.connection.execute("ROLLBACK TO part")
            raise
        finally:
            self.connection.execute("RELEASE part")

    def find(self, entity, identity):
        rows = self._select("WHERE type = ? AND id = ?", entity.name, identity)
        return rows[0] if rows else None

    def insert(self, entity, row):
        self.connection.execute(
            "INSERT INTO rows (type, id, updated_at, body) VALUES (?, ?, ?, ?)",
            (entity.name, row["id"], row["updated_at"], json.dumps(row)))

    def replace(self, entity, row):
        self.connection.execute(
            "UPDATE rows SET updated_at = ?, body = ? WHERE type = ? AND id = ?",
            (row["updated_at"], json.dumps(row), entity.name, row["id"]))

    def list(self, entity, since="", where="1", arguments=(), limit=-1, offset=0):
        """Rows in the order of their creation, which later changes do not affect.

        `since` is inclusive: of two rows with the same date, a client may have only the first.
        """
        return self._select(
            f"WHERE type = ? AND updated_at >= ? AND ({where}) ORDER BY sequence LIMIT ? OFFSET ?",
            entity.name, since, *arguments, limit, offset)

    def count(self, entity, where, arguments):
        return self.connection.execute(
            f"SELECT count(*) FROM rows WHERE type = ? AND ({where})",
            (entity.name, *arguments)).fetchone()[0]

    def next_number(self, project):
        """The number of the next task of a project."""
        return self.connection.execute(
            "SELECT ifnull(max(json_extract(body, '$.number')), 0) + 1 FROM rows"
            " WHERE type = 'Task' AND json_extract(body, '$.project_id') = ?",
            (project,)).fetchone()[0]

    def subtasks(self, task):
        """The subtasks of a task that are not deleted."""
        return self._select(
            "WHERE type = 'Task' AND json_extract(body, '$.parent_id') = ?"
            " AND json_extract(body, '$.deleted_at') IS NULL ORDER BY sequence", task)

    def clear(self):
        self.connection.execute("DELETE FROM rows")

    def _select(self, rest, *arguments):
        found = self.connection.execute(f"SELECT body FROM rows {rest}", arguments)
        return [json.loads(body) for (body,) in found]
