"""False responses: faults with which the server responds untruthfully."""

import copy
import json
import uuid

import uploads

FUTURE = "9999-12-31T23:59:59.000000Z"

UPLOADS = ("/api/sync", "/api/operations")
"""The paths of the two wire protocols. Responses at other paths do not confirm rows."""

SHAPES = ({"ok": True}, [], {"errors": []}, {"results": {}, "tasks": []}, {"tasks": {"errors": []}})

UNDONE = ("other-ids", "wrong-shape", "stale", "stale-without-data")
"""The false responses to requests that are not executed."""


def undone(kind, path, body, rows):
    """The false response to an upload that is not executed; None for other requests."""
    if path not in UPLOADS or not isinstance(body, dict):
        return None
    if kind == "stale":
        return uploads.outdated(rows, body) if "operations" in body else None
    if kind == "stale-without-data":
        return {"results": [{"type": each.get("type"), "id": each.get("id"), "status": "stale"}
                            for each in body["operations"]]} if "operations" in body else None
    if kind == "wrong-shape":
        return SHAPES[len(json.dumps(body)) % len(SHAPES)]
    if "operations" in body:
        return {"results": [{"type": each.get("type"), "id": other(), "status": "applied"}
                            for each in body["operations"]]}
    sent = {key: each for key, each in body.items() if isinstance(each, list)}
    # A request without rows only asks for changes; an empty response to it would not look false.
    return {key: {"success": [{"id": other()} for _ in each], "error": []}
            for key, each in sent.items()} if any(sent.values()) else None


def told(kind, path, body):
    """A true response, altered by the fault."""
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
    """A row that does not exist. It does not fit the schema, so that only its clock can do harm."""
    row = {"id": other(), "updated_at": FUTURE}
    if path != "/api/operations":
        return row
    return {"type": "Task", "id": row["id"], "status": "applied", "data": row}


def other():
    return str(uuid.uuid4())
