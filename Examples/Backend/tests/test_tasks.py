"""The tracker's endpoints."""

import unittest

from support import CREATED, OTHER_PROJECT, PROJECT, BackendTests, identity, project, task


class CreateTests(BackendTests):
    def test_fills_in_what_the_server_says(self):
        row = self.expect(201, "POST", "/api/tasks", task(1, state={"id": "in_progress"}))
        self.assertEqual(row, {
            "id": identity(1), "number": 1, "title": "Task 1", "description": None,
            "state": {"id": "in_progress", "label": "In progress"}, "priority": 2,
            "estimate": None, "due_on": None, "remind_at": None, "sort_index": 0.0, "links": [],
            "is_billable": True, "category": None, "deleted_at": None, "project_id": PROJECT,
            "assignee_id": None, "parent_id": None, "label_ids": [], "blocker_ids": [],
            "watcher_ids": [],
            "created_at": "2026-03-01T08:00:00.000000Z",
            "updated_at": "2026-03-02T09:00:00.002000Z",
        })

    def test_demands_identity_and_dates(self):
        for key in ("id", "created_at", "updated_at"):
            body = task(1)
            del body[key]
            self.assertEqual(self.refusal(422, "POST", "/api/tasks", body),
                             ("missing-required", f"missing: {key}"))
        self.assertIsNone(self.stored(1))

    def test_takes_a_repeat_for_the_same_success(self):
        first = self.expect(201, "POST", "/api/tasks", task(1, estimate="2.50"))
        again = task(1, estimate=2.5, created_at="2026-03-01T09:00:00+01:00")
        self.assertEqual(self.expect(201, "POST", "/api/tasks", again), first)

    def test_refuses_a_taken_identity_with_other_content(self):
        self.expect(201, "POST", "/api/tasks", task(1))
        self.assertEqual(self.refusal(409, "POST", "/api/tasks", task(1, title="Else")),
                         ("taken", f"there is another Task with the id {identity(1)}"))
        self.assertEqual(self.stored(1)["title"], "Task 1")

    def test_refuses_what_is_not_in_the_contract(self):
        for members, code, message in [
            ({"draft_note": "x"}, "unknown-key", "Task has no 'draft_note'"),
            ({"number": 3}, "read-only", "'number' is set by the server"),
            ({"state": {"id": "todo", "label": "x"}}, "read-only",
             "'state.label' is set by the server"),
            ({"title": " "}, "bad-value", "'title': expected a string that is not blank"),
            ({"title": None}, "null-required", "'title' cannot be null"),
            ({"priority": 9}, "bad-value", "'priority': expected one of 1, 2, 3, 4"),
            ({"is_billable": 1}, "bad-value", "'is_billable': expected true or false"),
            ({"updated_at": "soon"}, "bad-value", "'updated_at': expected a date in ISO 8601"),
            ({"project_id": OTHER_PROJECT}, "unknown-reference",
             f"there is no Project with the id {OTHER_PROJECT}"),
            ({"parent_id": identity(9)}, "unknown-reference",
             f"there is no Task with the id {identity(9)}"),
        ]:
            with self.subTest(members):
                self.assertEqual(self.refusal(422, "POST", "/api/tasks", {**task(1), **members}),
                                 (code, message))
        self.assertIsNone(self.stored(1))

    def test_keeps_a_checklist(self):
        items = [{"number": 1, "text": "Draw", "is_done": True}]
        self.expect(201, "POST", "/api/tasks", task(1, items=items, item_ids=[1], subtask_ids=[]))
        self.assertEqual(self.expect(200, "GET", f"/api/tasks/{identity(1)}")["items"], items)
        self.assertNotIn("item_ids", self.stored(1))

    def test_counts_within_each_project(self):
        self.expect(200, "PUT", "/admin/rows", {"projects": [project(2)]})
        places = [(1, PROJECT), (2, PROJECT), (3, OTHER_PROJECT), (4, PROJECT)]
        numbers = [self.expect(201, "POST", "/api/tasks", task(each, project_id=place))["number"]
                   for each, place in places]
        self.assertEqual(numbers, [1, 2, 1, 3])


class ChangeTests(BackendTests):
    def setUp(self):
        super().setUp()
        self.expect(201, "POST", "/api/tasks", task(1, description="Long", device_name="phone"))
        self.path = f"/api/tasks/{identity(1)}"

    def test_changes_what_is_stated_and_sets_the_clock(self):
        patch = {"title": "New", "description": None, "updated_at": "2030-01-01T00:00:00Z"}
        row = self.expect(200, "PATCH", self.path, patch)
        self.assertEqual((row["title"], row["description"]), ("New", None))
        self.assertEqual(row["updated_at"], "2026-03-02T09:00:00.003000Z")
        self.assertEqual(self.stored(1)["device_name"], "phone")

    def test_leaves_the_clock_of_a_row_that_does_not_change(self):
        before = self.stored(1)
        self.expect(200, "PATCH", self.path, {"title": "Task 1", "updated_at": CREATED})
        self.assertEqual(self.stored(1), before)

    def test_marks_and_keeps_what_is_deleted(self):
        for _ in range(2):
            response, data = self.send("DELETE", self.path)
            self.assertEqual((response.status, data), (204, b""))
        row = self.expect(200, "GET", self.path)
        self.assertEqual(row["deleted_at"], "2026-03-02T09:00:00.003000Z")
        self.assertEqual(row["updated_at"], row["deleted_at"])
        self.assertEqual(self.refusal(410, "PATCH", self.path, {"title": "x"}),
                         ("deleted", f"the Task with the id {identity(1)} is deleted"))
        self.assertIsNone(self.expect(200, "PATCH", self.path, {"deleted_at": None})["deleted_at"])

    def test_deletes_subtasks_too(self):
        self.expect(201, "POST", "/api/tasks", task(2, parent_id=identity(1)))
        self.expect(201, "POST", "/api/tasks", task(3, parent_id=identity(2)))
        self.expect(201, "POST", "/api/tasks", task(4))
        # Two devices may have made a cycle.
        self.expect(200, "PATCH", self.path, {"parent_id": identity(3)})
        self.expect(204, "DELETE", self.path)
        self.assertEqual([self.stored(number)["deleted_at"] is None for number in range(1, 5)],
                         [False, False, False, True])
        moments = [self.stored(number)["updated_at"] for number in range(1, 4)]
        self.assertEqual(moments, sorted(set(moments)))
        move = {"parent_id": identity(2)}
        self.assertEqual(self.refusal(422, "PATCH", f"/api/tasks/{identity(4)}", move),
                         ("unknown-reference", f"there is no Task with the id {identity(2)}"))

    def test_reminds(self):
        path = f"/api/v2/tasks/{identity(1)}/reminders"
        self.assertEqual(self.expect(201, "POST", path, {"days": 1}),
                         {"sent_at": "2026-03-02T09:00:00.003000Z"})
        self.assertEqual(self.stored(1)["remind_at"], 1772528400)
        self.assertEqual(self.refusal(422, "POST", path, {"days": "1"})[0], "bad-value")


class ReadTests(BackendTests):
    options = {"page_size": 2}

    def setUp(self):
        super().setUp()
        for number in range(1, 6):
            state = {"id": "done" if number == 1 else "todo"}
            self.expect(201, "POST", "/api/tasks", task(number, state=state))
        self.expect(204, "DELETE", f"/api/tasks/{identity(5)}")
        self.path = f"/api/projects/{PROJECT}/tasks"

    def numbers(self, query):
        return [row["number"] for row in self.expect(200, "GET", self.path + query)]

    def test_pages_until_one_is_empty(self):
        self.assertEqual([self.numbers(f"?page={page}") for page in (1, 2, 3, 4)],
                         [[1, 2], [3, 4], [5], []])
        self.assertEqual(self.numbers(""), [1, 2, 3, 4, 5])
        self.assertEqual(self.refusal(400, "GET", self.path + "?page=0"),
                         ("bad-query", "'page': expected a number from 1"))

    def test_filters(self):
        self.assertEqual(self.numbers("?state=done"), [1])

    def test_lists_what_changed_at_or_after_a_moment(self):
        since = self.stored(4)["updated_at"]
        self.assertEqual(self.numbers("?since=" + since), [4, 5])

    def test_counts_progress_and_finds_titles(self):
        self.assertEqual(self.expect(200, "GET", f"/api/projects/{PROJECT}/progress"),
                         {"done": 1, "total": 4})
        found = self.expect(200, "GET", "/api/search?q=tASK&page=2")
        self.assertEqual((found["total"], [row["number"] for row in found["items"]]), (4, [3, 4]))

    def test_lists_projects_in_their_form(self):
        costs = {"spent_cents": 5, "currency": "EUR"}
        self.expect(200, "PUT", "/admin/rows", {"projects": [project(costs=costs)]})
        row = self.expect(200, "GET", "/api/projects")[0]
        self.assertEqual((row["costs"], row["revision"]), (costs, 2))

    def test_knows_paths_and_methods(self):
        self.assertEqual(self.refusal(404, "GET", "/api/nothing"),
                         ("not-found", "there is nothing at /api/nothing"))
        self.assertEqual(self.refusal(405, "PATCH", "/api/projects", {})[0], "method-not-allowed")
        self.assertEqual(self.refusal(404, "GET", "/api/tasks/7")[0], "not-found")


if __name__ == "__main__":
    unittest.main()
