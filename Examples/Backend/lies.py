"""False responses: faults of a server that responds with something untrue."""

import copy
import json
import uuid

FUTURE = "9999-12-31T23:59:59.000000Z"

UPLOADS = ("/api/sync", "/api/operations")
"""The paths of the two wire protocols. Responses of others have no rows to be confirmed."""

SHAPES = ({"ok": True}, [], {"errors": []}, {"results": {}, "tasks": []}, {"tasks": {"errors": []}})

UNDONE = ("other-ids", "wrong-shape")
"""The lies that are told of requests which were not carried out."""


def undone(kind, path, body):
    """The response to an upload that was not carried out, None if the lie is not for this request."""
    if path not in UPLOADS or not isinstance(body, dict):
        return None
    if kind == "wrong-shape":
        return SHAPES[len(json.dumps(body)) % len(SHAPES)]
    if "operations" in body:
        return {"results": [{"type": each.get("type"), "id": other(), "status": "applied"}
                            for each in body["operations"]]}
    uploads = {key: rows for key, rows in body.items() if isinstance(rows, list)}
    # Without rows it is a question what the server has; no one can tell that "nothing" is a lie.
    return {key: {"success": [{"id": other()} for _ in rows], "error": []}
            for key, rows in uploads.items()} if any(uploads.values()) else None


def told(kind, path, body):
    """A true response with the lie in it."""
    body = copy.deepcopy(body)
    for rows in lists(path, body):
        if kind == "reordered":
            rows.reverse()
        elif kind == "far-future":
            rows.append(foreign_row(path))
    return body


def lists(path, body):
    """The lists of rows or results in a response."""
    if path == "/api/operations":
        return [body["results"]] if "results" in body else []
    if path == "/api/sync":
        return [each["success"] for each in body.values() if "success" in each]
    return [body] if isinstance(body, list) else []


def foreign_row(path):
    """A row that no one has: it does not fit the schema, so that only its clock can do harm."""
    row = {"id": other(), "updated_at": FUTURE}
    if path != "/api/operations":
        return row
    return {"type": "Task", "id": row["id"], "status": "applied", "data": row}


def other():
    return str(uuid.uuid4())
