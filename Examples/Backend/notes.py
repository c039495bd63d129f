"""The notes of docs/tutorial.md, under `/notes`: rows whose ids the client makes, as simple as a backend can be."""

import json
import re

import values
from refusal import Refusal

TABLE = "CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, body TEXT NOT NULL)"

FIELDS = {"title": values.title, "is_pinned": values.boolean, "due_on": values.day}
"""The readers of the values. Only `due_on` may be null."""


class Notes:
    """Responds to requests with a status and a body."""

    def __init__(self, rows):
        self.rows, self.connection = rows, rows.connection
        self.connection.execute(TABLE)

    def answers(self, path):
        return re.fullmatch(r"/notes(/.*)?", path) is not None

    def answer(self, request):
        match = re.fullmatch(r"/notes(?:/([^/]+))?", request.path)
        call = CALLS.get((request.method, bool(match and match.group(1))))
        if not match or not call:
            raise Refusal(405, "method-not-allowed", f"{request.method} is not allowed here")
        with self.rows.transaction():
            return call(self, match.group(1), request.body)

    def list(self, _, body):
        """All notes, so a note that is not in the list is deleted."""
        found = self.connection.execute("SELECT body FROM notes ORDER BY rowid")
        return 200, [json.loads(row[0]) for row in found.fetchall()]

    def get(self, identity, _):
        return 200, self.found(identity)

    def create(self, _, body):
        """Creates a note. The same request may arrive twice, because its first response was lost."""
        stated = read(body)
        note = {"id": read_identity(body), "is_pinned": False, **stated}
        if "title" not in note:
            raise Refusal(422, "missing", "'title': expected a value")
        stored = self.stored(note["id"])
        if stored and stored != note:
            raise Refusal(409, "exists", f"there is another note with the id {note['id']}")
        return 201, self.store(note)

    def change(self, identity, body):
        """Changes the values that the body contains."""
        return 200, self.store({**self.found(identity), **read(body)})

    def delete(self, identity, _):
        note = self.found(identity)
        self.connection.execute("DELETE FROM notes WHERE id = ?", (note["id"],))
        return 204, None

    def store(self, note):
        self.connection.execute(
            "INSERT INTO notes VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body",
            (note["id"], json.dumps(note)))
        return note

    def stored(self, identity):
        row = self.connection.execute(
            "SELECT body FROM notes WHERE id = ?", (identity.lower(),)).fetchone()
        return row and json.loads(row[0])

    def found(self, identity):
        note = self.stored(identity)
        if not note:
            raise Refusal(404, "not-found", f"there is no note with the id {identity}")
        return note


def read_identity(body):
    try:
        return values.uuid(body.get("id"))
    except ValueError as error:
        raise Refusal(422, "bad-value", f"'id': {error}") from None


def read(body):
    """The values of a body, without the id."""
    if not isinstance(body, dict):
        raise Refusal(422, "bad-body", "expected an object")
    found = {}
    for name, value in body.items():
        if name == "id":
            continue
        if name not in FIELDS:
            raise Refusal(422, "unknown-key", f"'{name}' is unknown")
        try:
            found[name] = None if value is None and name == "due_on" else FIELDS[name](value)
        except ValueError as error:
            raise Refusal(422, "bad-value", f"'{name}': {error}") from None
    return found


CALLS = {
    ("GET", False): Notes.list, ("POST", False): Notes.create, ("GET", True): Notes.get,
    ("PATCH", True): Notes.change, ("DELETE", True): Notes.delete,
}
