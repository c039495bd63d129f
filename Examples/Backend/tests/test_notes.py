"""Notes, whose ids the client makes."""

from support import BackendTests

ID = "0a000000-0000-4000-8000-000000000001"


class NotesTests(BackendTests):
    def create(self, **members):
        return self.expect(201, "POST", "/notes", {"id": ID, "title": "Milk", **members})

    def notes(self):
        return self.expect(200, "GET", "/notes")

    def test_keeps_what_is_sent(self):
        note = {"is_pinned": False, "title": "Milk", "id": ID}
        self.assertEqual(self.create(), note)
        self.assertEqual(self.notes(), [note])
        changed = self.expect(200, "PATCH", f"/notes/{ID.upper()}", {"is_pinned": True, "due_on": "2026-03-02"})
        self.assertEqual(changed, {"is_pinned": True, "title": "Milk", "id": ID, "due_on": "2026-03-02"})
        self.assertEqual(self.expect(200, "GET", f"/notes/{ID}"), changed)
        self.assertIsNone(self.expect(204, "DELETE", f"/notes/{ID}"))
        self.assertEqual(self.notes(), [])

    def test_accepts_a_repeated_creation(self):
        self.create(due_on=None)
        self.create(due_on=None)
        self.assertEqual(len(self.notes()), 1)
        self.refusal(409, "POST", "/notes", {"id": ID, "title": "Bread"})
        self.assertEqual(self.notes()[0]["title"], "Milk")

    def test_refuses(self):
        for status, method, path, body in (
                (422, "POST", "/notes", {"title": "Milk"}),
                (422, "POST", "/notes", {"id": ID}),
                (422, "POST", "/notes", {"id": ID, "title": " "}),
                (422, "POST", "/notes", {"id": ID, "title": "Milk", "is_pinned": None}),
                (422, "POST", "/notes", {"id": ID, "title": "Milk", "color": "red"}),
                (422, "POST", "/notes", [1]),
                (404, "PATCH", f"/notes/{ID}", {"title": "Milk"}),
                (404, "DELETE", f"/notes/{ID}", None),
                (405, "GET", f"/notes/{ID}/files", None),
                (405, "DELETE", "/notes", None)):
            self.refusal(status, method, path, body)
        self.assertEqual(self.notes(), [])
