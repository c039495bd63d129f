"""The tracker's entities and their fields, declared by hand.

The backend does not read `Schemas/tracker.yaml`, on purpose: a backend and an app that are derived
from the same file agree even where both are wrong.
"""

from collections import namedtuple

import values
from refusal import Refusal

CLIENT, SERVER, DERIVED, HIDDEN = "client", "server", "derived", "hidden"
"""Who sets a field: the client; only the server; other rows, so that a value from a client is
ignored; the client, but responses do not contain the field."""

REQUIRED = object()

UNSTATED = object()
"""The default of a list that responses leave out until a client has sent it: an empty list in a
response would remove the rows that the client has."""

Field = namedtuple("Field", "read default origin")
Entity = namedtuple("Entity", "name plural fields groups")


def required(read):
    return Field(read, REQUIRED, CLIENT)


def optional(read, origin=CLIENT):
    return Field(read, None, origin)


def defaulted(read, default, origin=CLIENT):
    return Field(read, default, origin)


def derived():
    return Field(values.anything, None, DERIVED)


def checklist_item(value):
    """A line of a task's checklist."""
    if not isinstance(value, dict):
        raise ValueError("expected an object")
    return {
        "number": values.integer(value.get("number", value.get("no"))),
        "text": values.text(value.get("text")),
        "is_done": values.boolean(value.get("is_done", value.get("done", False))),
    }


def entity(name, plural, fields):
    """An entity. A name with a dot is a field of a nested object."""
    identity = {"id": required(values.uuid)}
    dates = {"created_at": required(values.moment), "updated_at": required(values.moment)}
    groups = {path.split(".")[0] for path in fields if "." in path}
    return Entity(name, plural, {**identity, **fields, **dates}, groups)


PROJECT = entity("Project", "projects", {
    "name": required(values.title),
    "code": required(values.title),
    "budget_minor": optional(values.integer),
    "budget_currency": optional(values.text),
    "costs.spent_cents": optional(values.integer),
    "costs.currency": optional(values.text),
    "starts_on": optional(values.day),
    "has_sla": defaulted(values.boolean, False),
    "homepage_url": optional(values.url),
    "phases": defaulted(values.list_of(values.text), []),
    "weekly_hours": defaulted(values.numbers_by_name, {}),
    "settings": optional(values.anything),
    "is_archived": defaulted(values.boolean, False),
    "archived_at": optional(values.moment),
    "revision": defaulted(values.integer, 1, SERVER),
    "owner_id": required(values.uuid),
    "task_ids": derived(),
})

TASK = entity("Task", "tasks", {
    "number": optional(values.integer, SERVER),
    "title": required(values.title),
    "description": optional(values.text),
    "state.id": defaulted(values.title, "todo"),
    "state.label": optional(values.text, SERVER),
    "priority": defaulted(values.one_of(1, 2, 3, 4), 2),
    "estimate": optional(values.decimal),
    "due_on": optional(values.day),
    "remind_at": optional(values.integer),
    "sort_index": defaulted(values.double, 0.0),
    "links": defaulted(values.list_of(values.url), []),
    "is_billable": defaulted(values.boolean, True),
    "category": optional(values.text),
    "device_name": optional(values.text, HIDDEN),
    "deleted_at": optional(values.moment),
    "project_id": required(values.uuid),
    "assignee_id": optional(values.uuid),
    "parent_id": optional(values.uuid),
    "subtask_ids": derived(),
    "item_ids": derived(),
    "items": defaulted(values.list_of(checklist_item), UNSTATED),
    "label_ids": defaulted(values.set_of(values.text), []),
    "blocker_ids": defaulted(values.set_of(values.uuid), []),
    "watcher_ids": defaulted(values.set_of(values.uuid), []),
})

ENTITIES = [PROJECT, TASK]
"""Ordered so that each row follows the rows to which it refers."""


def read(entity, body):
    """The fields of a body by path, with values in their normal form."""
    if not isinstance(body, dict):
        raise Refusal(422, "bad-value", f"expected an object with a {entity.name}")
    found = {}
    for path, value in flattened(entity, body).items():
        field = entity.fields.get(path)
        if field is None:
            raise Refusal(422, "unknown-key", f"{entity.name} has no '{path}'")
        if field.origin == SERVER:
            raise Refusal(422, "read-only", f"'{path}' is set by the server")
        if field.origin != DERIVED:
            found[path] = read_field(path, field, value)
    return found


def read_field(path, field, value):
    if value is None:
        if field.default is None:
            return None
        raise Refusal(422, "null-required", f"'{path}' cannot be null")
    try:
        return field.read(value)
    except ValueError as error:
        raise Refusal(422, "bad-value", f"'{path}': {error}") from None


def flattened(entity, body):
    """The members of a body by path. Null instead of a nested object is null in each member."""
    flat = {}
    for key, value in body.items():
        if key not in entity.groups:
            flat[key] = value
        elif value is None:
            flat.update({path: None for path in entity.fields if path.startswith(key + ".")})
        elif isinstance(value, dict):
            flat.update({f"{key}.{member}": each for member, each in value.items()})
        else:
            raise Refusal(422, "bad-value", f"'{key}': expected an object")
    return flat


def completed(entity, found):
    """A new row with the fields of a body, and defaults for the other fields."""
    missing = [path for path, field in entity.fields.items()
               if field.default is REQUIRED and path not in found]
    if missing:
        raise Refusal(422, "missing-required", "missing: " + ", ".join(missing))
    row = {path: found.get(path, field.default)
           for path, field in entity.fields.items() if field.origin != DERIVED}
    return {path: value for path, value in row.items() if value is not UNSTATED}


def rendered(entity, row):
    """A row as clients see it, with nested objects."""
    body = {}
    for path, value in row.items():
        if entity.fields[path].origin == HIDDEN:
            continue
        *group, key = path.split(".")
        (body.setdefault(group[0], {}) if group else body)[key] = value
    return body
