"""The rules of the server: when a row is created, what a change does, and that no row is erased."""

import sqlite3

import tracker
from refusal import Refusal
from tracker import PROJECT, TASK

STATE_LABELS = {"todo": "To do", "in_progress": "In progress", "done": "Done"}

UNTOUCHED = ("updated_at", "created_at", "deleted_at")
"""The fields that a change never takes from a client: the server has its own clock, a row is
created once, and `delete` and the argument `restoring` delete and restore rows."""


def identity(entity, body):
    """The identity in a body."""
    if not isinstance(body, dict) or not isinstance(body.get("id"), str):
        raise Refusal(422, "missing-identity", f"a {entity.name} needs an id")
    return tracker.read_field("id", entity.fields["id"], body["id"])


def create(rows, entity, body):
    """Returns the new row. A repeated creation with equal content succeeds again."""
    found = tracker.read(entity, body)
    new = tracker.completed(entity, found)
    stored = rows.find(entity, new["id"])
    if stored:
        if all(stored.get(path) == value for path, value in new.items()
               if path != "updated_at" and entity.fields[path].origin != tracker.SERVER):
            return stored
        raise Refusal(409, "taken", f"there is another {entity.name} with the id {new['id']}")
    settle(rows, entity, None, new)
    store(rows, entity, new, rows.insert)
    return new


def change(rows, entity, stored, body, restoring=False):
    """Returns the row with the values of a body. If nothing differs, nothing is written."""
    found = tracker.read(entity, body)
    new = {**stored, **{path: found[path] for path in found if path not in UNTOUCHED}}
    if restoring:
        new["deleted_at"] = None
    if new == stored:
        return stored
    settle(rows, entity, stored, new)
    store(rows, entity, new, rows.replace)
    return new


def delete(rows, entity, stored):
    """Returns the soft-deleted row. Its subtasks are deleted too. Deleting it again changes nothing."""
    if "deleted_at" not in stored:
        raise Refusal(422, "not-deletable", f"a {entity.name} is never deleted")
    if stored["deleted_at"]:
        return stored
    new = deleted(rows, entity, stored)
    parents = [new]
    while parents:
        # A task whose parents form a cycle is already deleted when the cycle returns to it.
        parents += [deleted(rows, TASK, each) for each in rows.subtasks(parents.pop()["id"])]
    return new


def deleted(rows, entity, stored):
    moment = rows.clock.now()
    new = {**stored, "updated_at": moment, "deleted_at": moment}
    rows.replace(entity, new)
    return new


def settle(rows, entity, stored, new):
    """Sets the values that only the server sets, in a row that differs from the stored one."""
    if entity is PROJECT:
        new["revision"] = stored["revision"] + 1 if stored else 1
    if entity is TASK:
        project = new["project_id"]
        if not rows.find(PROJECT, project):
            raise Refusal(422, "unknown-reference", f"there is no Project with the id {project}")
        check_parent(rows, new)
        if not stored or stored["project_id"] != project:
            new["number"] = rows.next_number(project)
        state = new["state.id"]
        new["state.label"] = STATE_LABELS.get(state, state.replace("_", " ").capitalize())
    new["updated_at"] = rows.clock.now()


def check_parent(rows, task):
    parent = task["parent_id"]
    found = rows.find(TASK, parent) if parent else None
    if parent and (not found or found["deleted_at"]):
        raise Refusal(422, "unknown-reference", f"there is no Task with the id {parent}")


def store(rows, entity, row, write):
    try:
        write(entity, row)
    except sqlite3.IntegrityError:
        raise Refusal(409, "unique-conflict", f"another {entity.name} has that code") from None
