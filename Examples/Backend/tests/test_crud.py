"""Requests for single rows: ids, entity tags, keys and faults."""

import hashlib
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

    def test_recognizes_a_repeated_creation(self):
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


class FileTests(BackendTests):
    DATA = bytes(range(256)) * 300

    def setUp(self):
        super().setUp()
        self.expect(201, "POST", "/api/crud/lists", {"name": "One"})

    def body(self, *parts):
        return b"".join(b"--b\r\n" + part + b"\r\n" for part in parts) + b"--b--\r\n"

    def file(self, data=DATA):
        return (b'Content-Disposition: form-data; name="file"; filename="a.png"\r\n'
                b"Content-Type: image/png\r\n\r\n" + data)

    def title(self, text):
        return b'Content-Disposition: form-data; name="title"\r\n\r\n' + text.encode()

    def upload(self, body, path="/api/crud/lists/1/files", kind="multipart/form-data; boundary=b"):
        response, data = self.send("POST", path, body, {"Content-Type": kind})
        return response.status, json.loads(data) if data else None

    def files(self):
        return self.expect(200, "GET", "/api/crud/lists/1/files")

    def test_keeps_the_bytes(self):
        found = {"id": 1, "name": "a.png", "type": "image/png", "title": "Gr\u00fc\u00df", "bytes": 76800,
                 "digest": hashlib.sha256(self.DATA).hexdigest()}
        body = self.body(self.title("Gr\u00fc\u00df"), self.file())
        self.assertEqual(self.upload(body), (201, found))
        self.assertEqual(self.upload(self.body(self.file(b"")))[1]["bytes"], 0)
        self.assertEqual([row["title"] for row in self.files()], ["Gr\u00fc\u00df", None])
        self.expect(204, "DELETE", "/api/crud/lists/1")
        self.refusal(404, "GET", "/api/crud/lists/1/files")

    def test_refuses(self):
        whole = self.body(self.file())
        for status, code, body, path, kind in (
                (415, "content-type", b"{}", None, "application/json"),
                (400, "bad-body", whole, None, "multipart/form-data"),
                (400, "bad-body", whole[:-8], None, None),
                (400, "bad-body", self.body(self.file(), self.file()), None, None),
                (422, "missing", self.body(self.title("One")), None, None),
                (422, "unknown-key", self.body(self.file(), b'Content-Disposition: form-data; name="x"\r\n\r\n1'),
                 None, None),
                (404, "not-found", whole, "/api/crud/lists/9/files", None),
                (404, "not-found", whole, "/api/crud/others/1/files", None)):
            with self.subTest(code, body=body[-40:]):
                found = self.upload(
                    body, path or "/api/crud/lists/1/files", kind or "multipart/form-data; boundary=b")
                self.assertEqual((found[0], found[1]["error"]["code"]), (status, code))
        self.assertEqual(self.files(), [])

    def test_fails_on_demand(self):
        for kind, status, is_stored in (
                ("drop-before", None, False), ("drop-after", None, True), ("half", None, True),
                ("500", 500, False), ("500-after", 500, True), ("429", 429, False)):
            with self.subTest(kind):
                count = len(self.files())
                self.expect(200, "PUT", "/admin/faults", {
                    "next": [{"kind": kind, "path": "/api/crud/lists/1/files"}]})
                if status is None:
                    with self.assertRaises(CUT):
                        self.upload(self.body(self.file()))
                else:
                    self.assertEqual(self.upload(self.body(self.file()))[0], status)
                self.assertEqual(len(self.files()) - count, int(is_stored))
