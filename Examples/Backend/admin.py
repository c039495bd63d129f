"""Calls under `/admin` with which a test inspects and controls the server."""

from datetime import timedelta

import authority
import tracker
from refusal import Refusal
from tracker import ENTITIES


class Admin:
    """The admin calls. No faults are injected into them, and they need no token."""

    def __init__(self, rows, faults, pages):
        self.rows, self.faults, self.pages = rows, faults, pages
        self.requests = []

    def answer(self, request):
        call = CALLS.get((request.method, request.path))
        if not call:
            raise Refusal(404, "not-found", f"there is no {request.method} {request.path}")
        with self.rows.transaction():
            return 200, call(self, request.body)

    def put_faults(self, body):
        self.faults.configure(body)
        return {}

    def delete_faults(self, body):
        self.faults.clear()
        return {}

    def put_lists(self, body):
        """Sets the number of items in the lists under `/lists`, and the fault of the n-th request."""
        if not isinstance(body, dict):
            raise Refusal(400, "bad-plan", "expected an object")
        self.pages.configure(body)
        return {}

    def get_lists(self, body):
        """Returns the requests of these lists, and their tokens, since the last PUT."""
        return {"requests": self.pages.requests, "tokens": self.pages.tokens}

    def get_rows(self, body):
        """Returns every stored row with all of its fields, by entity and sorted by identity."""
        return {entity.plural: sorted(self.rows.list(entity), key=lambda row: row["id"])
                for entity in ENTITIES}

    def put_rows(self, body):
        """Creates, changes and deletes rows as another client would."""
        if not isinstance(body, dict) or set(body) - {entity.plural for entity in ENTITIES}:
            raise Refusal(400, "bad-request", "expected lists of rows by their plural")
        for entity in ENTITIES:
            for row in body.get(entity.plural, []):
                self.put_row(entity, row)
        return {}

    def put_row(self, entity, row):
        stored = self.rows.find(entity, authority.identity(entity, row))
        if row.get("deleted_at") and stored:
            authority.delete(self.rows, entity, stored)
        elif stored:
            restoring = "deleted_at" in row and bool(stored.get("deleted_at"))
            authority.change(self.rows, entity, stored, row, restoring)
        else:
            now = self.rows.clock.now()
            authority.create(self.rows, entity, {"created_at": now, "updated_at": now, **row})

    def delete_rows(self, body):
        self.rows.clear()
        return {}

    def put_clock(self, body):
        """Sets how many seconds the server's clock is fast; a negative number makes it slow."""
        offset = body.get("offset") if isinstance(body, dict) else None
        if isinstance(offset, bool) or not isinstance(offset, (int, float)):
            raise Refusal(400, "bad-request", "'offset': expected a number of seconds")
        self.rows.clock.offset = timedelta(seconds=offset)
        return {}

    def get_requests(self, body):
        """Returns the requests since the last DELETE, in the order of arrival."""
        return list(self.requests)

    def delete_requests(self, body):
        self.requests.clear()
        return {}


CALLS = {
    ("PUT", "/admin/faults"): Admin.put_faults,
    ("DELETE", "/admin/faults"): Admin.delete_faults,
    ("PUT", "/admin/lists"): Admin.put_lists,
    ("GET", "/admin/lists"): Admin.get_lists,
    ("GET", "/admin/rows"): Admin.get_rows,
    ("PUT", "/admin/rows"): Admin.put_rows,
    ("DELETE", "/admin/rows"): Admin.delete_rows,
    ("PUT", "/admin/clock"): Admin.put_clock,
    ("GET", "/admin/requests"): Admin.get_requests,
    ("DELETE", "/admin/requests"): Admin.delete_requests,
}
