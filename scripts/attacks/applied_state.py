"""The database that `apply` writes, before and after, for the attack `kills`."""
import json
import shutil
import sqlite3
import subprocess

import harness

SCHEMA = """\
swiftsync: 1
name: App
version: 1
entities:
  Note:
    attributes: { id: int, title: string, at: date }
    sync: { push: true, clock: at }
    relations: { tags: { to: [Tag] } }
  Tag:
    attributes: { id: int }
"""
# Only some kills are followed by another run, which takes as long as the kill.
RERUN_STEP = 3


def note(index, title, day, tags):
    return {"id": index, "title": title * 50, "at": f"2026-01-{day:02}", "tag_ids": tags}


FIRST = [note(index, "t", 1, [index, index + 1]) for index in range(400)]
# Updates, inserts and, with --missing-rows delete, deletes rows.
SECOND = [note(index, "u", 2, [index + 1]) for index in range(3, 700)]


class AppliedState:
    """No database, to which the first payload is applied, or one with its rows, to which the second is."""

    def __init__(self, tool, folder, is_first):
        self.name = "apply, " + ("new database" if is_first else "existing rows")
        self.folder = folder / ("apply-new" if is_first else "apply-existing")
        self.database, self.older = self.folder / "rows.db", self.folder / "older.db"
        self.command = [tool, "apply", "payload.json", "--schema", "schema.yaml", "--entity", "Note",
                        "--database", "rows.db", "--missing-rows", "delete"]
        self.is_first, self.kills = is_first, 0
        self.folder.mkdir()
        (self.folder / "schema.yaml").write_text(SCHEMA)
        self.allowed = ["no file", "no tables", self.apply([])] if is_first else []
        harness.remove_database(self.database)
        self.allowed.append(self.apply(FIRST))
        if not is_first:
            shutil.copy(self.database, self.older)
            self.allowed.append(self.apply(SECOND))

    def apply(self, rows):
        (self.folder / "payload.json").write_text(json.dumps(rows))
        subprocess.run(self.command, cwd=self.folder, check=True, capture_output=True)
        return self.content()

    def content(self):
        """All rows of all tables, as text."""
        if not self.database.exists():
            return "no file"
        connection = sqlite3.connect(self.database)
        try:
            names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
            tables = {
                name: sorted(map(repr, connection.execute(f'SELECT * FROM "{name}"')))
                for name, in names if name != "sqlite_sequence"
            }
        finally:
            connection.close()
        return repr(tables) if tables else "no tables"

    def prepare(self):
        harness.remove_database(self.database)
        if not self.is_first:
            shutil.copy(self.older, self.database)

    def problem(self):
        """What is wrong after a kill, or None. After some kills, another run is expected to complete the work."""
        self.kills += 1
        damage = harness.damage(self.database)
        if damage:
            return damage
        if self.content() not in self.allowed:
            return "the database has neither the rows of before nor those of after"
        return self.problem_of_next_run() if self.kills % RERUN_STEP == 0 else None

    def problem_of_next_run(self):
        repeated = subprocess.run(self.command, cwd=self.folder, capture_output=True, text=True)
        if repeated.returncode != 0:
            return f"the next run ends with {repeated.returncode}: {repeated.stderr[-200:]}"
        return None if self.content() == self.allowed[-1] else "the next run leaves other rows"
