"""Faults, the admin calls and the process."""

import http.client
import json
import os
import subprocess
import sys
import time
import unittest

from support import PROJECT, BackendTests, identity, project, task

CUT = (ConnectionError, http.client.HTTPException)


class FaultTests(BackendTests):
    def fail_next(self, kind, **members):
        self.expect(200, "PUT", "/admin/faults", {
            "next": [{"kind": kind, **members}], "delay": 0.2, "retry_after": 7})

    def create(self):
        return self.send("POST", "/api/tasks", task(1))

    def test_drops_before_and_after(self):
        for kind, is_stored in (("drop-before", False), ("drop-after", True)):
            self.fail_next(kind)
            with self.assertRaises(CUT):
                self.create()
            self.assertEqual(self.stored(1) is not None, is_stored, kind)

    def test_answers_with_an_error_before_and_after(self):
        for kind, is_stored in (("500", False), ("500-after", True)):
            self.fail_next(kind)
            self.assertEqual(self.create()[0].status, 500)
            self.assertEqual(self.stored(1) is not None, is_stored, kind)

    def test_asks_to_wait(self):
        self.fail_next("429")
        response, _ = self.create()
        self.assertEqual((response.status, response.headers["Retry-After"]), (429, "7"))
        self.assertIsNone(self.stored(1))

    def test_answers_half(self):
        self.fail_next("half")
        with self.assertRaises(http.client.IncompleteRead) as cut:
            self.create()
        self.assertGreater(len(cut.exception.partial), 100)
        self.assertGreater(cut.exception.expected, 100)
        self.fail_next("half")
        with self.assertRaises(CUT):
            self.send("DELETE", f"/api/tasks/{identity(1)}")
        self.assertIsNotNone(self.stored(1)["deleted_at"])

    def test_answers_with_another_content_type(self):
        self.fail_next("content-type")
        response, data = self.create()
        self.assertEqual((response.status, response.headers["Content-Type"], data[:15]),
                         (200, "text/html; charset=utf-8", b"<!doctype html>"))
        self.assertIsNotNone(self.stored(1))

    def test_delays(self):
        self.fail_next("delay")
        begin = time.monotonic()
        self.assertEqual(self.create()[0].status, 201)
        self.assertGreaterEqual(time.monotonic() - begin, 0.2)

    def test_waits_for_the_request_that_is_meant(self):
        self.fail_next("500", method="POST", path="/api/tasks", client="b", count=2)
        self.expect(200, "GET", "/api/projects", **{"X-Client": "b"})
        self.expect(201, "POST", "/api/tasks", task(1), **{"X-Client": "a"})
        for status in (500, 500, 201):
            self.expect(status, "POST", "/api/tasks", task(2), **{"X-Client": "b"})

    def test_refuses_a_plan_that_it_does_not_understand(self):
        for plan in ([], {"often": 1}, {"rate": "x"}, {"kinds": ["fire"]}, {"next": [{}]},
                     {"retry_after": 0.5},
                     {"next": [{"kind": "500", "count": 0}]}):
            with self.subTest(plan):
                self.assertEqual(self.refusal(400, "PUT", "/admin/faults", plan)[0], "bad-plan")


class LieTests(BackendTests):
    def upload(self, kind, path, body):
        self.expect(200, "PUT", "/admin/faults", {"next": [{"kind": kind}]})
        return self.expect(200, "POST", path, body)

    def batch(self, kind, *numbers):
        return self.upload(kind, "/api/sync", {"updated_at": None, "tasks": [
            task(number) for number in numbers]})

    def operations(self, kind, *numbers):
        return self.upload(kind, "/api/operations", {"operations": [
            {"operation": "upsert", "type": "Task", "id": identity(number), "data": task(number)}
            for number in numbers]})

    def test_confirms_other_rows_and_does_nothing(self):
        rows = self.batch("other-ids", 1)["tasks"]["success"]
        results = self.operations("other-ids", 1)["results"]
        self.assertEqual((len(rows), len(results), results[0]["status"]), (1, 1, "applied"))
        self.assertNotIn(identity(1), (rows[0]["id"], results[0]["id"]))
        self.assertIsNone(self.stored(1))

    def test_answers_with_another_shape_and_does_nothing(self):
        self.assertNotIn("success", json.dumps(self.batch("wrong-shape", 1)))
        self.assertNotIn("status", json.dumps(self.operations("wrong-shape", 1)))
        self.assertIsNone(self.stored(1))

    def test_calls_operations_on_stored_rows_stale_and_does_nothing(self):
        self.expect(201, "POST", "/api/tasks", task(1, title="Stored"))
        results = self.operations("stale", 1, 2)["results"]
        self.assertEqual([(each["id"], each["status"], each["data"]["title"]) for each in results],
                         [(identity(1), "stale", "Stored")])
        self.assertIsNone(self.stored(2))
        self.assertEqual(self.operations("stale", 2)["results"][0]["status"], "applied")
        self.assertEqual(self.batch("stale", 3)["tasks"]["error"], [])

    def test_calls_operations_stale_without_data_and_does_nothing(self):
        self.assertEqual(self.operations("stale-without-data", 1)["results"], [
            {"type": "Task", "id": identity(1), "status": "stale"}])
        self.assertIsNone(self.stored(1))

    def test_adds_a_row_of_the_far_future(self):
        rows = self.batch("far-future", 1)["tasks"]["success"]
        self.assertEqual([row["updated_at"][:4] for row in rows], ["2026", "9999"])
        results = self.operations("far-future", 2)["results"]
        self.assertEqual(results[1]["data"]["updated_at"][:4], "9999")
        self.expect(200, "PUT", "/admin/faults", {"next": [{"kind": "far-future"}]})
        rows = self.expect(200, "GET", f"/api/projects/{PROJECT}/tasks")
        self.assertEqual(rows[-1]["updated_at"][:4], "9999")
        self.assertIsNotNone(self.stored(1))

    def test_answers_in_another_order(self):
        results = self.operations("reordered", 1, 2, 3)["results"]
        self.assertEqual([each["id"] for each in results], [identity(n) for n in (3, 2, 1)])
        rows = self.batch("reordered", 1, 2)["tasks"]["success"]
        self.assertEqual(rows[-1]["id"], identity(1))

    def test_other_requests_are_carried_out(self):
        for kind in ("other-ids", "wrong-shape", "reordered"):
            self.expect(200, "PUT", "/admin/faults", {"next": [{"kind": kind}]})
            self.assertEqual(len(self.expect(200, "GET", "/api/projects")), 1, kind)

    def test_the_date_is_the_servers(self):
        response, _ = self.send("GET", "/api/projects")
        self.assertEqual(response.headers["Date"], "Mon, 02 Mar 2026 09:00:00 GMT")


class SeedTests(BackendTests):
    def statuses(self, clients):
        """The statuses of the responses to each client."""
        self.expect(200, "PUT", "/admin/faults", {
            "seed": 7, "rate": 0.5, "kinds": ["500", "429"]})
        met = {}
        for client in clients:
            response, _ = self.send("GET", "/api/projects", headers={"X-Client": client})
            met.setdefault(client, []).append(response.status)
        self.expect(200, "DELETE", "/admin/faults")
        return met

    def test_what_a_client_meets_follows_from_the_seed_alone(self):
        first = self.statuses("ab" * 20)
        self.assertEqual(self.statuses("b" * 20 + "a" * 20), first)
        self.assertNotEqual(first["a"], first["b"])
        self.assertEqual(set(first["a"]), {200, 429, 500})
        log = self.expect(200, "GET", "/admin/requests")
        self.assertEqual(len(log), 80)
        self.assertEqual(set(log[0]), {"client", "method", "path", "fault"})


class TransportTests(BackendTests):
    options = {"token": "secret"}

    def test_demands_the_token(self):
        self.assertEqual(self.refusal(401, "GET", "/api/projects")[0], "unauthorized")
        self.expect(200, "GET", "/api/projects", Authorization="Bearer secret")

    def test_demands_json(self):
        headers = {"Content-Type": "text/plain", "Authorization": "Bearer secret"}
        self.assertEqual(self.send("POST", "/api/tasks", b"{}", headers)[0].status, 415)
        headers["Content-Type"] = "application/json; charset=utf-8"
        for body in (b"{", b"\xff", b"[" * 100_000):
            self.assertEqual(self.send("POST", "/api/tasks", body, headers)[0].status, 400)


class AdminTests(BackendTests):
    def test_writes_as_somebody_else(self):
        self.expect(200, "PUT", "/admin/rows", {"tasks": [{
            "id": identity(1), "title": "Theirs", "project_id": PROJECT}]})
        self.expect(200, "PUT", "/admin/rows", {"tasks": [{"id": identity(1), "title": "New"}]})
        self.assertEqual(self.stored(1)["title"], "New")
        gone = {"id": identity(1), "deleted_at": "2026-03-01T00:00:00Z"}
        self.expect(200, "PUT", "/admin/rows", {"tasks": [gone]})
        self.assertIsNotNone(self.stored(1)["deleted_at"])

    def test_writes_all_or_nothing(self):
        rows = {"projects": [project(2)], "tasks": [{"id": "x"}]}
        self.assertEqual(self.refusal(422, "PUT", "/admin/rows", rows)[0], "bad-value")
        self.assertEqual(len(self.expect(200, "GET", "/admin/rows")["projects"]), 1)

    def test_a_clock_that_is_set_back_does_not_go_back(self):
        self.expect(201, "POST", "/api/tasks", task(1))
        self.expect(200, "PUT", "/admin/clock", {"offset": -3600})
        row = self.expect(201, "POST", "/api/tasks", task(2))
        self.assertEqual(row["updated_at"], self.stored(1)["updated_at"])
        self.expect(200, "PUT", "/admin/clock", {"offset": 3600})
        row = self.expect(201, "POST", "/api/tasks", task(3))
        self.assertEqual(row["updated_at"], "2026-03-02T10:00:00.004000Z")

    def test_keeps_rows_when_it_starts_again(self):
        before = self.expect(201, "POST", "/api/tasks", task(1))
        self.stop()
        self.start()
        self.assertEqual(self.expect(200, "GET", f"/api/tasks/{identity(1)}"), before)
        self.assertGreaterEqual(self.expect(201, "POST", "/api/tasks", task(2))["updated_at"],
                                before["updated_at"])

    def test_a_clock_with_a_start_goes_on_when_the_server_starts_again(self):
        self.expect(201, "POST", "/api/tasks", task(1))
        self.stop()
        self.start()
        row = self.expect(201, "POST", "/api/tasks", task(2))
        self.assertEqual(row["updated_at"], "2026-03-02T09:00:00.003000Z")
        row = self.expect(201, "POST", "/api/tasks", task(3))
        self.assertEqual(row["updated_at"], "2026-03-02T09:00:00.004000Z")


class ProcessTests(unittest.TestCase):
    def test_says_where_it_is_and_ends_with_its_input(self):
        folder = os.path.join(os.path.dirname(__file__), "..")
        process = subprocess.Popen(
            [sys.executable, os.path.join(folder, "serve.py"), "--database", ":memory:",
             "--load", os.path.join(folder, "sample.json"), "--with-input"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        origin = process.stdout.readline().strip()
        self.assertRegex(origin, r"\Ahttp://127\.0\.0\.1:\d+\Z")
        connection = http.client.HTTPConnection(origin.removeprefix("http://"), timeout=5)
        connection.request("GET", "/api/projects")
        self.assertEqual(json.loads(connection.getresponse().read())[0]["code"], "WEB")
        connection.close()
        process.stdin.close()
        self.assertEqual(process.wait(5), 0)
        process.stdout.close()


if __name__ == "__main__":
    unittest.main()
