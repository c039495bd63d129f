"""The tracker's endpoints: their paths and what they return."""

import re

import authority
import tracker
import uploads
import values
from refusal import Refusal
from tracker import PROJECT, TASK

OF_PROJECT = "json_extract(body, '$.project_id') = ?"


class Request:
    """A request as the endpoints see it."""

    def __init__(self, method, path, query, body):
        self.method, self.path, self.query, self.body = method, path, query, body

    def number(self, name, default):
        """A positive integer from the query."""
        text = self.query.get(name, str(default))
        if not text.isdecimal() or int(text) < 1:
            raise Refusal(400, "bad-query", f"'{name}': expected a number from 1")
        return int(text)


class Endpoints:
    def __init__(self, rows, page_size):
        self.rows, self.page_size = rows, page_size

    def answer(self, request):
        """The status and the body of the response; None for an empty body."""
        methods = None
        for pattern, found in ROUTES:
            match = re.fullmatch(pattern, request.path)
            if match:
                methods = found
                break
        if methods is None:
            raise Refusal(404, "not-found", f"there is nothing at {request.path}")
        if request.method not in methods:
            raise Refusal(405, "method-not-allowed", f"{request.method} is not allowed here")
        with self.rows.transaction():
            return methods[request.method](self, request, *match.groups())

    def projects(self, request):
        return 200, self.page(PROJECT, request)

    def project(self, request, identity):
        return 200, tracker.rendered(PROJECT, self.find(PROJECT, identity))

    def tasks(self, request, project):
        """The tasks of a project, including deleted ones, so that clients learn about deletions."""
        project = self.find(PROJECT, project)["id"]
        where, arguments = OF_PROJECT, [project]
        if "state" in request.query:
            where += " AND json_extract(body, '$.\"state.id\"') = ?"
            arguments.append(request.query["state"])
        return 200, self.page(TASK, request, where, arguments)

    def progress(self, request, project):
        project = self.find(PROJECT, project)["id"]
        total = f"{OF_PROJECT} AND json_extract(body, '$.deleted_at') IS NULL"
        done = f"{total} AND json_extract(body, '$.\"state.id\"') = 'done'"
        return 200, {"done": self.rows.count(TASK, done, (project,)),
                     "total": self.rows.count(TASK, total, (project,))}

    def task(self, request, identity):
        return 200, tracker.rendered(TASK, self.find(TASK, identity))

    def create_task(self, request):
        return 201, tracker.rendered(TASK, authority.create(self.rows, TASK, request.body))

    def update_task(self, request, identity):
        stored = self.find(TASK, identity)
        body = request.body if isinstance(request.body, dict) else {}
        if body.get("deleted_at") is not None:
            return 200, tracker.rendered(TASK, authority.delete(self.rows, TASK, stored))
        if stored["deleted_at"] and "deleted_at" not in body:
            raise Refusal(410, "deleted", f"the Task with the id {stored['id']} is deleted")
        return 200, tracker.rendered(TASK, authority.change(
            self.rows, TASK, stored, request.body, restoring=bool(stored["deleted_at"])))

    def delete_task(self, request, identity):
        authority.delete(self.rows, TASK, self.find(TASK, identity))
        return 204, None

    def remind(self, request, identity):
        """Sets the reminder of a task to a number of days from now."""
        stored = self.find(TASK, identity)
        days = request.body.get("days") if isinstance(request.body, dict) else None
        if isinstance(days, bool) or not isinstance(days, int) or not 0 <= days <= 3650:
            raise Refusal(422, "bad-value", "'days': expected a number of days up to 3650")
        now = self.rows.clock.now()
        authority.change(self.rows, TASK, stored, {"remind_at": values.after(now, days)})
        return 201, {"sent_at": now}

    def search(self, request):
        """Tasks whose title contains `q`, regardless of case."""
        if not request.query.get("q"):
            raise Refusal(400, "bad-query", "'q': expected what to look for")
        where = ("json_extract(body, '$.deleted_at') IS NULL"
                 " AND instr(lower(json_extract(body, '$.title')), lower(?)) > 0")
        arguments = [request.query["q"]]
        return 200, {"total": self.rows.count(TASK, where, arguments),
                     "items": self.page(TASK, request, where, arguments)}

    def sync(self, request):
        return 200, uploads.batch(self.rows, request.body)

    def operations(self, request):
        return 200, uploads.operations(self.rows, request.body)

    def find(self, entity, identity):
        try:
            found = self.rows.find(entity, values.uuid(identity))
        except ValueError:
            found = None
        if not found:
            raise Refusal(404, "not-found", f"there is no {entity.name} with the id {identity}")
        return found

    def page(self, entity, request, where="1", arguments=()):
        """The rows since `since` on the page `page`; both parameters are optional."""
        since = uploads.read_moment("since", request.query["since"]) \
            if "since" in request.query else ""
        limit, offset = -1, 0
        if "page" in request.query:
            limit = request.number("per_page", self.page_size)
            offset = (request.number("page", 1) - 1) * limit
        found = self.rows.list(entity, since, where, arguments, limit, offset)
        return [tracker.rendered(entity, row) for row in found]


ROUTES = [
    (r"/api/projects", {"GET": Endpoints.projects}),
    (r"/api/projects/([^/]+)", {"GET": Endpoints.project}),
    (r"/api/projects/([^/]+)/tasks", {"GET": Endpoints.tasks}),
    (r"/api/projects/([^/]+)/progress", {"GET": Endpoints.progress}),
    (r"/api/tasks", {"POST": Endpoints.create_task}),
    (r"/api/tasks/([^/]+)", {
        "GET": Endpoints.task, "PATCH": Endpoints.update_task, "DELETE": Endpoints.delete_task}),
    (r"/api/v2/tasks/([^/]+)/reminders", {"POST": Endpoints.remind}),
    (r"/api/search", {"GET": Endpoints.search}),
    (r"/api/sync", {"POST": Endpoints.sync}),
    (r"/api/operations", {"POST": Endpoints.operations}),
]
