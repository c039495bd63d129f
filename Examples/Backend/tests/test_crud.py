"""Rows by single requests: ids, entity tags, keys and their faults."""

import http.client
import json

from support import BackendTests

CUT = (ConnectionError, http.client.HTTPException)


class CrudTests(BackendTests):
    def create(self, body, **headers):
        return self.send("POST", "/api/crud/lists", body, headers)

    def lists(self):
        return self.expect(200, "GET", "/api/crud/lists")

    def fail_next(self, kind, **members):
        self.expect(200, "PUT", "/admin/faults", {"next": [{"kind": kind, **members}]})

    def test_makes_ids(self):
        response, data = self.create({"name": "One"})
        self.assertEqual((response.status, json.loads(data)), (201, {"id": 1, "name": "One"}))
        self.assertEqual(json.loads(self.create({"name": "Two"})[1])["id"], 2)
        self.assertEqual(
            self.expect(200, "PATCH", "/api/crud/lists/1", {"name": "First"})["name"], "First")
        self.assertIsNone(self.expect(204, "DELETE", "/api/crud/lists/2"))
        self.assertEqual(self.lists(), [{"id": 1, "name": "First"}])

    def test_never_gives_an_id_again(self):
        self.create({"name": "One"})
        self.expect(204, "DELETE", "/api/crud/lists/1")
        self.assertEqual(json.loads(self.create({"name": "Two"})[1])["id"], 2)

    def test_refuses(self):
        for status, method, path, body in (
                (422, "POST", "/api/crud/lists", {"name": None}),
                (422, "POST", "/api/crud/lists", {"name": 1}),
                (422, "POST", "/api/crud/lists", {"name": "One", "id": 4}),
                (404, "PATCH", "/api/crud/lists/9", {"name": "One"}),
                (404, "DELETE", "/api/crud/cards/9", None),
                (404, "GET", "/api/crud/others", None),
                (405, "DELETE", "/api/crud/lists", None)):
            self.refusal(status, method, path, body)
        self.assertEqual(self.lists(), [])

    def test_keeps_entity_tags(self):
        response, _ = self.create({"name": "One"})
        tag = response.headers["ETag"]
        changed, _ = self.send("PATCH", "/api/crud/lists/1", {"name": "Two"}, {"If-Match": tag})
        self.assertEqual(changed.status, 200)
        self.assertNotEqual(changed.headers["ETag"], tag)
        for method in ("PATCH", "DELETE"):
            response, _ = self.send(method, "/api/crud/lists/1", {"name": "Three"}, {"If-Match": tag})
            self.assertEqual(response.status, 412)
        self.assertEqual(self.lists()[0]["name"], "Two")

    def test_recognises_a_repeated_creation(self):
        first = self.create({"name": "One"}, **{"Idempotency-Key": "a"})
        again = self.create({"name": "One"}, **{"Idempotency-Key": "a"})
        self.assertEqual((first[0].status, first[1]), (again[0].status, again[1]))
        self.assertEqual(self.create({"name": "Two"}, **{"Idempotency-Key": "a"})[0].status, 422)
        self.create({"name": "One"}, **{"Idempotency-Key": "b"})
        self.assertEqual(len(self.lists()), 2)

    def test_fails_on_demand(self):
        for kind, is_stored in (("drop-before", False), ("drop-after", True)):
            self.fail_next(kind, path="/api/crud/lists")
            with self.assertRaises(CUT):
                self.create({"name": kind})
            self.assertEqual(kind in [row["name"] for row in self.lists()], is_stored)
        for kind, status in (("500", 500), ("500-after", 500), ("429", 429)):
            self.fail_next(kind)
            self.assertEqual(self.create({"name": kind})[0].status, status)
            self.assertEqual(
                kind in [row["name"] for row in self.lists()], kind == "500-after")
