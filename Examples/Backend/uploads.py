"""The two wire protocols: many rows in one request, each with its own outcome."""

import authority
import tracker
import values
from refusal import Refusal
from tracker import ENTITIES


def batch(rows, body):
    """Handles a request of the `batch` protocol.

    A row with a known identity changes the stored row by the keys that it contains, any other row
    is created, and `deleted_at` deletes. The response has the current state of each accepted row,
    and every row of these entities since the watermark, including deleted ones.
    """
    since, lists = read_batch(body)
    response = {}
    for entity in (each for each in ENTITIES if each.plural in lists):
        success, error = {}, []
        for row in lists[entity.plural]:
            try:
                with rows.transaction():
                    found = upsert(rows, entity, row)
                success[found["id"]] = found
            except Refusal as refusal:
                error.append({"id": row.get("id") if isinstance(row, dict) else None,
                              "code": refusal.code, "message": refusal.message})
        for row in rows.list(entity, since):
            success[row["id"]] = row
        response[entity.plural] = {
            "success": [tracker.rendered(entity, row) for row in success.values()],
            "error": error,
        }
    return response


def read_batch(body):
    """The watermark and the lists by their keys."""
    if not isinstance(body, dict) or "updated_at" not in body:
        raise Refusal(400, "bad-request", "expected an object with updated_at and lists of rows")
    lists = {key: value for key, value in body.items() if key != "updated_at"}
    known = {entity.plural for entity in ENTITIES}
    for key, value in lists.items():
        if key not in known:
            raise Refusal(400, "bad-request", f"there are no '{key}'")
        if not isinstance(value, list):
            raise Refusal(400, "bad-request", f"'{key}': expected a list")
    since = body["updated_at"]
    try:
        return "" if since is None else values.moment(since), lists
    except ValueError as error:
        raise Refusal(400, "bad-request", f"'updated_at': {error}") from None


def upsert(rows, entity, body):
    identity = authority.identity(entity, body)
    stored = rows.find(entity, identity)
    deletes = body.get("deleted_at") is not None
    if not stored:
        # A row that was created and deleted before it arrived is confirmed, but not stored.
        return gone(entity, identity, body["deleted_at"]) if deletes else authority.create(
            rows, entity, body)
    if deletes:
        return authority.delete(rows, entity, stored)
    if not stored.get("deleted_at"):
        return authority.change(rows, entity, stored, body)
    if "deleted_at" in body and is_newer(body, stored):
        return authority.change(rows, entity, stored, body, restoring=True)
    return stored


def gone(entity, identity, moment):
    """A deleted row that the server never had."""
    if "deleted_at" not in entity.fields:
        raise Refusal(422, "unknown-key", f"{entity.name} has no 'deleted_at'")
    return {"id": identity, "deleted_at": read_moment("deleted_at", moment)}


def is_newer(body, stored):
    """Whether an edit is newer than the deletion of the stored row."""
    stated = body.get("updated_at")
    return stated is not None and read_moment("updated_at", stated) > stored["updated_at"]


def read_moment(key, value):
    try:
        return values.moment(value)
    except ValueError as error:
        raise Refusal(422, "bad-value", f"'{key}': {error}") from None


def operations(rows, body):
    """Handles a request of the `operations` protocol, with one result for each operation."""
    if not isinstance(body, dict) or not isinstance(body.get("operations"), list):
        raise Refusal(400, "bad-request", "expected an object with a list of operations")
    return {"results": [result(rows, each) for each in body["operations"]]}


def result(rows, operation):
    if not isinstance(operation, dict):
        operation = {}
    outcome = {"type": operation.get("type"), "id": operation.get("id")}
    try:
        with rows.transaction():
            entity, status, row = carry_out(rows, operation)
    except Refusal as refusal:
        return {**outcome, "status": "rejected", "code": refusal.code, "message": refusal.message}
    return {**outcome, "status": status, "data": tracker.rendered(entity, row)}


class Stale(Exception):
    """An operation is based on an older row than the stored one, and would change it."""


def carry_out(rows, operation):
    """The entity, `applied` or `stale`, and the row as it is now."""
    kind = operation.get("operation")
    entity = next((each for each in ENTITIES if each.name == operation.get("type")), None)
    if kind not in ("upsert", "delete") or not entity:
        raise Refusal(422, "bad-operation", "expected upsert or delete of a known type")
    body = {**(operation.get("data") or {}), "id": operation.get("id")}
    stored = rows.find(entity, authority.identity(entity, body))
    if not stored:
        return entity, "applied", start(rows, entity, kind, body, operation)
    try:
        with rows.transaction():
            return entity, "applied", overwrite(rows, entity, kind, body, operation, stored)
    except Stale:
        return entity, "stale", stored


def outdated(rows, body):
    """A response that calls the operations on stored rows stale, without executing any of them; None if there are none.

    Operations on other rows get no result.
    """
    results = []
    for operation in body["operations"]:
        entity = next((each for each in ENTITIES if each.name == operation.get("type")), None)
        stored = entity and rows.find(entity, authority.identity(entity, operation))
        if stored:
            results.append({"type": entity.name, "id": stored["id"], "status": "stale",
                            "data": tracker.rendered(entity, stored)})
    return {"results": results} if results else None


def start(rows, entity, kind, body, operation):
    """The row after an operation on a row that the server does not have."""
    if kind == "delete":
        return gone(entity, body["id"], rows.clock.now())
    body.setdefault("updated_at", operation.get("updatedAt"))
    return authority.create(rows, entity, body)


def overwrite(rows, entity, kind, body, operation, stored):
    """The stored row after an operation, unless the operation is stale.

    An operation that changes nothing is never stale: it may repeat one that has arrived.
    """
    if kind == "delete":
        row = authority.delete(rows, entity, stored)
    else:
        restoring = bool(stored.get("deleted_at"))
        row = authority.change(rows, entity, stored, body, restoring)
    if row != stored and is_older(operation, stored):
        raise Stale
    return row


def is_older(operation, stored):
    """Whether an operation is based on an older row than the stored one; null: on no row."""
    if "updatedAt" not in operation:
        return False
    made_from = operation["updatedAt"]
    return made_from is None or read_moment("updatedAt", made_from) < stored["updated_at"]
