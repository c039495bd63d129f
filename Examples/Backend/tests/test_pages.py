"""Lists in pages, and faults between two pages."""

import http.client
import re
import unittest

from support import BackendTests

CUT = (ConnectionError, http.client.HTTPException)


class PageTests(BackendTests):
    def plan(self, count=25, **fault):
        self.expect(200, "PUT", "/admin/lists", {"count": count, "fault": fault})

    def ids(self, path, member=None):
        body = self.expect(200, "GET", path)
        return [row["id"] for row in (body[member] if member else body)]

    def test_counts_pages_and_rows(self):
        self.assertEqual(self.ids("/lists/plain?page=3"), [21, 22, 23, 24, 25])
        self.assertEqual(self.ids("/lists/plain?page=4"), [])
        self.assertEqual(self.ids("/lists/plain?page=2&per_page=3"), [4, 5, 6])
        self.assertEqual(self.ids("/lists/from-zero?page=2", "items"), [21, 22, 23, 24, 25])
        self.assertEqual(self.ids("/lists/offset?offset=24&limit=3", "items"), [25])
        page = self.expect(200, "GET", "/lists/number?page=3")
        self.assertEqual((page["more"], page["meta"]), (False, {"total": 25, "pages": 3}))
        self.assertEqual(self.refusal(404, "GET", "/lists/until-404?page=4")[0], "not-found")

    def test_cursors_lead_to_the_next_page(self):
        page, seen = self.expect(200, "GET", "/lists/cursor"), 10
        while page["meta"]["next_cursor"]:
            page = self.expect(200, "GET", f"/lists/cursor?after={page['meta']['next_cursor']}")
            seen += len(page["items"])
        self.assertEqual(seen, 25)
        page = self.expect(200, "POST", "/lists/search", {"page_size": 20})
        page = self.expect(200, "POST", "/lists/search", {"start_cursor": page["next_cursor"]})
        self.assertEqual((page["has_more"], page["next_cursor"], len(page["results"])),
                         (False, None, 5))
        self.assertEqual(self.ids("/lists/after?starting_after=20", "data"), [21, 22, 23, 24, 25])
        self.assertEqual(self.refusal(400, "GET", "/lists/cursor?after=x")[0], "bad-cursor")

    def test_urls_lead_to_the_next_page(self):
        self.assertEqual(self.expect(200, "GET", "/lists/next")["links"],
                         {"next": "/lists/next?from=10"})
        self.assertEqual(self.expect(200, "GET", "/lists/next?from=20")["links"], {"next": None})
        response, _ = self.send("GET", "/lists/link?per_page=20")
        links = re.findall(r'<([^>]*)>;[^<]*rel="(\w+)"', response.headers["Link"])
        self.assertEqual(links, [
            (f"{self.backend.origin}/lists/link?per_page=20&from=0", "first"),
            (f"{self.backend.origin}/lists/link?per_page=20&from=20", "next")])

    def test_fails_once_and_notes_the_requests(self):
        self.plan(kind="500", request=2)
        self.assertEqual(len(self.ids("/lists/plain?page=1")), 10)
        self.assertEqual(self.refusal(500, "GET", "/lists/plain?page=2")[0], "fault")
        self.assertEqual(len(self.ids("/lists/plain?page=2")), 10)
        self.expect(200, "POST", "/lists/search", {"page_size": 1})
        self.assertEqual(self.expect(200, "GET", "/admin/lists")["requests"], [
            "GET /lists/plain?page=1", "GET /lists/plain?page=2", "GET /lists/plain?page=2",
            'POST /lists/search {"page_size": 1}'])

    def test_leads_back_elsewhere_or_nowhere(self):
        self.plan(kind="repeat")
        self.assertEqual(self.expect(200, "GET", "/lists/next?from=10")["links"],
                         {"next": "/lists/next?from=10"})
        self.plan(kind="foreign")
        self.assertEqual(self.expect(200, "GET", "/lists/next")["links"],
                         {"next": "https://elsewhere.example/lists/next?from=10"})
        self.plan(kind="shrink")
        page = self.expect(200, "GET", "/lists/offset")
        self.assertEqual((len(page["items"]), page["meta"]), (5, {"total": 25}))
        self.plan(kind="cut")
        with self.assertRaises(CUT):
            self.send("GET", "/lists/plain")
        self.plan(count=0)
        self.assertEqual(self.ids("/lists/plain"), [])
        self.assertEqual(self.refusal(400, "PUT", "/admin/lists", {"fault": {"kind": "x"}})[0],
                         "bad-plan")


if __name__ == "__main__":
    unittest.main()
