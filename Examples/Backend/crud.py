"""An endpoint for each operation under `/api/crud`: rows whose ids the server assigns, with entity
tags, idempotency keys for creations, and files."""

import email.parser
import email.policy
import hashlib
import json
import re

from refusal import Refusal

COLLECTIONS = {
    "lists": {"name": str},
    "cards": {"title": str, "list_id": int},
}
"""The fields of each path and their types. All but the first may be null."""

REQUIRED = {"lists": "name", "cards": "title"}

KEYED = """
CREATE TABLE IF NOT EXISTS crud_keys (key TEXT PRIMARY KEY, body TEXT NOT NULL, id INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS crud_rows (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  collection TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  body TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS crud_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  row INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT,
  data BLOB NOT NULL
);
"""

FILES = r"/api/crud/(\w+)/(\d+)/files"


class Crud:
    """Responds to requests with a status, a body and header fields."""

    def __init__(self, rows):
        self.rows = rows
        rows.connection.executescript(KEYED)

    def answers(self, path):
        return path.startswith("/api/crud/")

    def takes_parts(self, method, path):
        """Whether the body of a request is multipart instead of JSON."""
        return method == "POST" and re.fullmatch(FILES, path) is not None

    def answer(self, request, headers):
        files = re.fullmatch(FILES, request.path)
        if files and files.group(1) in COLLECTIONS:
            return self.answer_files(files.group(1), int(files.group(2)), request, headers)
        match = re.fullmatch(r"/api/crud/(\w+)(?:/(\d+))?", request.path)
        collection = match and match.group(1)
        if collection not in COLLECTIONS:
            raise Refusal(404, "not-found", f"there is nothing at {request.path}")
        call = CALLS.get((request.method, bool(match.group(2))))
        if not call:
            raise Refusal(405, "method-not-allowed", f"{request.method} is not allowed here")
        with self.rows.transaction():
            return call(self, collection, match.group(2) and int(match.group(2)), request, headers)

    # Files

    def answer_files(self, collection, identity, request, headers):
        call = {"GET": self.files, "POST": self.upload}.get(request.method)
        if not call:
            raise Refusal(405, "method-not-allowed", f"{request.method} is not allowed here")
        with self.rows.transaction():
            self.found(collection, identity)
            return call(identity, request, headers)

    def files(self, identity, request, headers):
        """The files of a row, with hashes instead of the bytes."""
        found = self.rows.connection.execute(
            "SELECT id, name, kind, title, data FROM crud_files WHERE row = ? ORDER BY id", (identity,))
        return 200, [described_file(row) for row in found.fetchall()], ()

    def upload(self, identity, request, headers):
        """Creates a file from the part `file` and the optional text `title`."""
        parts = read_parts(request.body, headers)
        unknown = set(parts) - {"file", "title"}
        if unknown:
            raise Refusal(422, "unknown-key", f"'{min(unknown)}' is unknown")
        file = parts.get("file")
        if not file or not file.get_filename():
            raise Refusal(422, "missing", "'file': expected a file")
        title = parts["title"].get_payload(decode=True).decode() if "title" in parts else None
        cursor = self.rows.connection.execute(
            "INSERT INTO crud_files (row, name, kind, title, data) VALUES (?, ?, ?, ?, ?)",
            (identity, file.get_filename(), file.get_content_type(), title,
             file.get_payload(decode=True)))
        row = self.rows.connection.execute(
            "SELECT id, name, kind, title, data FROM crud_files WHERE id = ?", (cursor.lastrowid,))
        return 201, described_file(row.fetchone()), ()

    # Rows

    def list(self, collection, _, request, headers):
        found = self.rows.connection.execute(
            "SELECT id, version, body FROM crud_rows WHERE collection = ? ORDER BY id", (collection,))
        return 200, [rendered(row) for row in found.fetchall()], ()

    def get(self, collection, identity, request, headers):
        return self.row(collection, identity)

    def create(self, collection, _, request, headers):
        """Creates a row. A repeated key returns the row that was created with it, in its current state."""
        values = read(collection, request.body)
        if values.get(REQUIRED[collection]) is None:
            raise Refusal(422, "missing", f"'{REQUIRED[collection]}': expected a value")
        key = headers.get("Idempotency-Key")
        if key:
            known = self.rows.connection.execute(
                "SELECT body, id FROM crud_keys WHERE key = ?", (key,)).fetchone()
            if known:
                if json.loads(known[0]) != request.body:
                    raise Refusal(422, "other-body", "the key was used with another body")
                return self.row(collection, known[1], 201)
        cursor = self.rows.connection.execute(
            "INSERT INTO crud_rows (collection, body) VALUES (?, ?)",
            (collection, json.dumps(values)))
        if key:
            self.rows.connection.execute(
                "INSERT INTO crud_keys VALUES (?, ?, ?)",
                (key, json.dumps(request.body), cursor.lastrowid))
        return self.row(collection, cursor.lastrowid, 201)

    def change(self, collection, identity, request, headers):
        version, values = self.found(collection, identity)
        self.check_version(version, headers)
        values.update(read(collection, request.body))
        self.rows.connection.execute(
            "UPDATE crud_rows SET body = ?, version = version + 1 WHERE id = ?",
            (json.dumps(values), identity))
        return self.row(collection, identity)

    def delete(self, collection, identity, request, headers):
        version, _ = self.found(collection, identity)
        self.check_version(version, headers)
        self.rows.connection.execute("DELETE FROM crud_files WHERE row = ?", (identity,))
        self.rows.connection.execute("DELETE FROM crud_rows WHERE id = ?", (identity,))
        return 204, None, ()

    def found(self, collection, identity):
        row = self.rows.connection.execute(
            "SELECT version, body FROM crud_rows WHERE id = ? AND collection = ?",
            (identity, collection)).fetchone()
        if not row:
            raise Refusal(404, "not-found", f"{collection} has no {identity}")
        return row[0], json.loads(row[1])

    def row(self, collection, identity, status=200):
        version, values = self.found(collection, identity)
        return status, {"id": identity, **values}, (("ETag", f'"{version}"'),)

    def check_version(self, version, headers):
        stated = headers.get("If-Match")
        if stated and stated not in ("*", f'"{version}"'):
            raise Refusal(412, "outdated", f"the row has the version {version}")


def rendered(row):
    return {"id": row[0], **json.loads(row[2])}


def read(collection, body):
    """The values of a body, each of which has its type or is null."""
    if not isinstance(body, dict):
        raise Refusal(422, "bad-body", "expected an object")
    fields = COLLECTIONS[collection]
    for name, value in body.items():
        if name not in fields:
            raise Refusal(422, "unknown-key", f"'{name}' is unknown")
        if value is not None and (not isinstance(value, fields[name]) or isinstance(value, bool)):
            raise Refusal(422, "bad-value", f"'{name}': expected {fields[name].__name__}")
    return dict(body)


def described_file(row):
    return {"id": row[0], "name": row[1], "type": row[2], "title": row[3], "bytes": len(row[4]),
            "digest": hashlib.sha256(row[4]).hexdigest()}


def read_parts(body, headers):
    """The parts of a body by their names."""
    kind = headers.get("Content-Type", "")
    if not kind.lower().startswith("multipart/form-data") or not isinstance(body, bytes):
        raise Refusal(415, "content-type", f"expected multipart/form-data, found {kind or 'none'}")
    head = f"Content-Type: {kind}\r\n\r\n".encode()
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)
    if not message.is_multipart() or message.defects:
        raise Refusal(400, "bad-body", "the parts cannot be read")
    parts = {}
    for part in message.iter_parts():
        name = part.get_param("name", header="Content-Disposition")
        if not name or name in parts:
            raise Refusal(400, "bad-body", "each part needs a name of its own")
        parts[name] = part
    return parts


CALLS = {
    ("GET", False): Crud.list, ("POST", False): Crud.create, ("GET", True): Crud.get,
    ("PATCH", True): Crud.change, ("DELETE", True): Crud.delete,
}
