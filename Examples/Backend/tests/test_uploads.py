"""Both wire protocols."""

import unittest

from support import CREATED, BackendTests, identity, task

LATER = "2026-03-05T08:00:00Z"


class BatchTests(BackendTests):
    def sync(self, *rows, since=None):
        return self.expect(200, "POST", "/api/sync", {"updated_at": since, "tasks": list(rows)})[
            "tasks"]

    def test_creates_changes_and_deletes(self):
        self.sync(task(1), task(2))
        response = self.sync(task(1, title="New"), {"id": identity(2), "deleted_at": LATER},
                           since="2026-03-02T09:00:00.003Z")
        self.assertEqual(response["error"], [])
        self.assertEqual(
            [(row["id"], row["title"], row["deleted_at"]) for row in response["success"]],
            [(identity(1), "New", None),
             (identity(2), "Task 2", "2026-03-02T09:00:00.005000Z")])

    def test_is_the_same_when_sent_twice(self):
        first = self.sync(task(1), task(2, links=["https://example.com"]))
        self.assertEqual(self.sync(task(1), task(2, links=["https://example.com"])), first)

    def test_one_rejected_row_does_not_hold_up_the_others(self):
        rows = [task(number) for number in range(1000)]
        rows[500]["title"] = ""
        response = self.sync(*rows)
        self.assertEqual(response["error"], [{
            "id": identity(500), "code": "bad-value",
            "message": "'title': expected a string that is not blank"}])
        self.assertEqual(len(response["success"]), 999)
        self.assertIsNone(self.stored(500))

    def test_lists_what_others_changed_since_the_watermark(self):
        self.sync(task(1), task(2), task(3))
        since = self.stored(2)["updated_at"]
        self.assertEqual([row["id"] for row in self.sync(task(1, title="x"), since=since)[
            "success"]], [identity(1), identity(2), identity(3)])

    def test_a_deletion_of_what_never_arrived_is_a_success(self):
        response = self.sync({"id": identity(1), "deleted_at": LATER})
        self.assertEqual(response, {"success": [
            {"id": identity(1), "deleted_at": "2026-03-05T08:00:00.000000Z"}], "error": []})
        self.assertIsNone(self.stored(1))

    def test_an_older_edit_does_not_bring_back_what_is_deleted(self):
        self.sync(task(1), {"id": identity(1), "deleted_at": LATER})
        self.sync(task(1, title="Old", deleted_at=None))
        self.assertIsNotNone(self.stored(1)["deleted_at"])
        self.sync(task(1, title="New", deleted_at=None, updated_at=LATER))
        self.assertEqual((self.stored(1)["title"], self.stored(1)["deleted_at"]), ("New", None))

    def test_refuses_a_row_without_a_readable_identity(self):
        rows = [{"title": "x"}, 5, {"id": "7"}]
        self.assertEqual([(error["id"], error["code"]) for error in self.sync(*rows)["error"]],
                         [(None, "missing-identity"), (None, "missing-identity"),
                          ("7", "bad-value")])

    def test_refuses_a_body_of_another_shape(self):
        for body in ([], {"tasks": []}, {"updated_at": "x"}, {"updated_at": None, "people": []},
                     {"updated_at": None, "tasks": {}}):
            with self.subTest(body):
                self.assertEqual(self.refusal(400, "POST", "/api/sync", body)[0], "bad-request")


class OperationTests(BackendTests):
    def send_operations(self, *operations):
        return self.expect(200, "POST", "/api/operations", {"operations": list(operations)})[
            "results"]

    def upsert(self, number, made_from, **data):
        return {"operation": "upsert", "type": "Task", "id": identity(number),
                "updatedAt": made_from, "data": data}

    def delete(self, number, made_from):
        return {"operation": "delete", "type": "Task", "id": identity(number),
                "updatedAt": made_from}

    def statuses(self, *operations):
        return [result["status"] for result in self.send_operations(*operations)]

    def create(self, number):
        self.send_operations(self.upsert(number, CREATED, **task(number)))
        return self.stored(number)["updated_at"]

    def test_applies(self):
        version = self.create(1)
        result, = self.send_operations(self.upsert(1, version, title="New"))
        self.assertEqual((result["type"], result["id"], result["status"]),
                         ("Task", identity(1), "applied"))
        self.assertEqual((result["data"]["title"], result["data"]["number"]), ("New", 1))
        self.assertEqual(self.statuses(self.delete(1, result["data"]["updated_at"])), ["applied"])
        self.assertIsNotNone(self.stored(1)["deleted_at"])

    def test_answers_an_older_one_with_the_row(self):
        version = self.create(1)
        self.send_operations(self.upsert(1, version, title="First"))
        for late in (self.upsert(1, version, title="Second"), self.delete(1, version)):
            result, = self.send_operations(late)
            self.assertEqual((result["status"], result["data"]["title"]), ("stale", "First"))
        self.assertEqual(self.stored(1)["title"], "First")

    def test_one_made_from_no_row_is_older_than_every_row(self):
        self.assertEqual(self.statuses(self.upsert(1, None, **task(1))), ["applied"])
        self.assertEqual(self.statuses(self.upsert(1, None, **task(1))), ["applied"])
        self.send_operations(self.delete(1, self.stored(1)["updated_at"]))
        self.assertEqual(self.statuses(self.upsert(1, None, **task(1, deleted_at=None))), ["stale"])
        self.assertIsNotNone(self.stored(1)["deleted_at"])

    def test_a_repeat_is_applied(self):
        version = self.create(1)
        edit, end = self.upsert(1, version, title="New"), self.delete(1, "2026-04-01")
        self.assertEqual(self.statuses(edit, edit, end, end), ["applied"] * 4)
        self.assertEqual(self.statuses(self.delete(2, None)), ["applied"])

    def test_one_rejected_does_not_hold_up_the_others(self):
        results = self.send_operations(
            self.upsert(1, CREATED, **task(1)), self.upsert(2, CREATED, **task(2, title="")),
            {"operation": "merge", "type": "Task", "id": identity(3)},
            self.upsert(4, CREATED, **task(4)))
        self.assertEqual([result["status"] for result in results],
                         ["applied", "rejected", "rejected", "applied"])
        self.assertEqual(results[1], {
            "type": "Task", "id": identity(2), "status": "rejected", "code": "bad-value",
            "message": "'title': expected a string that is not blank"})
        self.assertEqual(results[2]["code"], "bad-operation")


class SecondsTests(BackendTests):
    """A clock that gives many rows the same date."""

    clock = ("seconds", None)

    def test_the_watermark_includes_its_moment(self):
        rows = [task(number) for number in range(5)]
        first = self.expect(200, "POST", "/api/sync", {"updated_at": None, "tasks": rows})
        newest = max(row["updated_at"] for row in first["tasks"]["success"])
        self.assertTrue(newest.endswith(".000000Z"))
        again = self.expect(200, "POST", "/api/sync", {"updated_at": newest, "tasks": []})
        self.assertIn(identity(4), [row["id"] for row in again["tasks"]["success"]])


if __name__ == "__main__":
    unittest.main()
