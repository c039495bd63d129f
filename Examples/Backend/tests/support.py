"""A backend on a real socket, and a client."""

import http.client
import json
import os
import sys
import tempfile
import threading
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from rows import Clock  # noqa: E402
from serve import Backend  # noqa: E402

PROJECT = "90ec0000-0000-4000-8000-000000000001"
OTHER_PROJECT = "90ec0000-0000-4000-8000-000000000002"
PERSON = "9e050000-0000-4000-8000-000000000001"
CREATED = "2026-03-01T08:00:00Z"


def identity(number):
    return f"7a5c0000-0000-4000-8000-{number:012}"


def project(number=1, **members):
    return {"id": PROJECT if number == 1 else OTHER_PROJECT, "name": "Website",
            "code": f"W{number}", "owner_id": PERSON, **members}


def task(number, **members):
    """A row as a client creates it."""
    return {"id": identity(number), "title": f"Task {number}", "project_id": PROJECT,
            "created_at": CREATED, "updated_at": CREATED, **members}


class BackendTests(unittest.TestCase):
    """Starts a backend with one project and a clock that advances a millisecond with each reading."""

    options = {}
    clock = ("milliseconds", "2026-03-02T09:00:00Z")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.database = os.path.join(folder.name, "backend.sqlite")
        self.start()
        self.addCleanup(self.stop)
        self.expect(200, "PUT", "/admin/rows", {"projects": [project()]})

    def start(self):
        self.backend = Backend(self.database, Clock(*self.clock), **self.options)
        threading.Thread(target=self.backend.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self):
        self.backend.shutdown()
        self.backend.server_close()
        self.backend.rows.connection.close()

    def send(self, method, path, body=None, headers=None):
        """The response and its body as bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.backend.server_address[1], 5)
        headers = dict(headers or {})
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            return response, response.read()
        finally:
            connection.close()

    def expect(self, status, method, path, body=None, **headers):
        """The response's JSON, None if there is none."""
        response, data = self.send(method, path, body, headers)
        self.assertEqual(response.status, status, data)
        return json.loads(data) if data else None

    def refusal(self, status, method, path, body=None):
        error = self.expect(status, method, path, body)["error"]
        return error["code"], error["message"]

    def stored(self, number):
        """A task as it is in the database, or None."""
        rows = self.expect(200, "GET", "/admin/rows")["tasks"]
        return next((row for row in rows if row["id"] == identity(number)), None)
