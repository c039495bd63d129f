"""Lists under `/lists` with every style of pages, and faults between two pages."""

import base64
import json
from urllib.parse import urlencode

from refusal import Refusal

SIZE = 10

FAULTS = {
    "repeat": "the response leads back to itself: the same page, cursor or URL again",
    "foreign": "the URL of the next page is at another origin",
    "shrink": "the response has half of the requested rows, and more follow",
    "404": "status 404",
    "500": "status 500",
    "cut": "the response ends in the middle",
}


class Answer:
    """A response: its status, body and header fields, and whether it is cut off."""

    def __init__(self, body, headers=()):
        self.status, self.body, self.headers, self.is_cut = 200, body, tuple(headers), False


class Pages:
    """Items 1 to `count` in pages of ten, unless a request asks for another size."""

    def __init__(self):
        self.configure({})

    def configure(self, plan):
        """Starts again: requests are counted from this call."""
        fault = plan.get("fault", {})
        if fault and fault.get("kind") not in FAULTS:
            raise Refusal(400, "bad-plan", f"'kind': expected one of {', '.join(FAULTS)}")
        self.count = plan.get("count", 25)
        self.fault, self.fault_request = fault.get("kind"), fault.get("request", 1)
        self.requests, self.tokens = [], []

    def answer(self, method, target, query, body, origin, token):
        """Logs a request and returns the response."""
        style = STYLES.get((method, target.path))
        if not style:
            raise Refusal(404, "not-found", f"there is no {method} {target.path}")
        line = f"{method} {target.path}" + (f"?{target.query}" if target.query else "")
        self.requests.append(line if body is None else f"{line} {json.dumps(body, sort_keys=True)}")
        self.tokens.append(token)
        fault = self.fault if len(self.requests) == self.fault_request else None
        if fault in ("404", "500"):
            raise Refusal(int(fault), "fault", "nothing was done")
        answer = style(Window(self, fault, target.path, query, body or {}, origin))
        answer.is_cut = fault == "cut"
        return answer


class Window:
    """The items that a request asks for."""

    def __init__(self, pages, fault, path, query, body, origin):
        self.count, self.fault, self.path = pages.count, fault, path
        self.query, self.body, self.origin = query, body, origin

    def number(self, name, default):
        text = str(self.query.get(name, self.body.get(name, default)))
        if not text.isdecimal():
            raise Refusal(400, "bad-query", f"'{name}': expected a number")
        return int(text)

    def items(self, start, size):
        """The items after the first `start`, and the number of items before the next page."""
        if self.fault == "shrink":
            size //= 2
        end = min(start + size, self.count)
        return [{"id": n + 1, "title": f"Item {n + 1}"} for n in range(start, end)], end

    def next(self, start, end):
        """Where the next page begins; None after the last one."""
        if self.fault == "repeat":
            return start
        return end if end < self.count else None

    def url(self, place):
        origin = "https://elsewhere.example" if self.fault == "foreign" else self.origin
        return f"{origin}{self.path}?{urlencode({**self.query, 'from': place})}"


def encoded(place):
    """A cursor, which is opaque to clients."""
    return base64.b64encode(f"place:{place}".encode()).decode()


def decoded(cursor):
    if cursor is None:
        return 0
    try:
        return int(base64.b64decode(str(cursor), validate=True).decode().removeprefix("place:"))
    except ValueError:
        raise Refusal(400, "bad-cursor", "expected a cursor of this list") from None


def numbered(window, first=1):
    """Page numbers from `first`."""
    size = window.number("per_page", SIZE)
    page = max(0, window.number("page", first) - first - (window.fault == "repeat"))
    items, end = window.items(page * size, size)
    return Answer({"items": items, "more": end < window.count,
                   "meta": {"total": window.count, "pages": -(-window.count // size)}})


def plain(window):
    """Page numbers; the response has only the rows."""
    return Answer(numbered(window).body["items"])


def ending_with_404(window):
    """Page numbers with 404 after the last page."""
    items = numbered(window).body["items"]
    if not items and window.number("page", 1) > 1:
        raise Refusal(404, "not-found", "there is no such page")
    return Answer({"results": items})


def offset(window):
    start = window.number("offset", 0)
    items, end = window.items(start, window.number("limit", SIZE))
    return Answer({"items": items, "meta": {"total": window.count}})


def cursor(window):
    start = decoded(window.query.get("after"))
    items, end = window.items(start, window.number("limit", SIZE))
    place = window.next(start, end)
    return Answer({"items": items,
                   "meta": {"next_cursor": "" if place is None else encoded(place)}})


def search(window):
    """A list that is requested with POST; the cursor is in the body."""
    start = decoded(window.body.get("start_cursor"))
    items, end = window.items(start, window.number("page_size", SIZE))
    place = window.next(start, end)
    return Answer({"results": items, "has_more": place is not None,
                   "next_cursor": None if place is None else encoded(place)})


def after(window):
    start = window.number("starting_after", 0)
    items, end = window.items(start, window.number("limit", SIZE))
    if window.fault == "repeat" and start:
        items, end = window.items(start - 1, 1)
    return Answer({"data": items, "has_more": end < window.count})


def next_url(window):
    """The body has a relative URL of the next page."""
    start = window.number("from", 0)
    items, end = window.items(start, window.number("size", SIZE))
    place = window.next(start, end)
    url = None if place is None else window.url(place)
    if url and window.fault != "foreign":
        url = url.removeprefix(window.origin)
    return Answer({"items": items, "links": {"next": url}})


def link(window):
    start = window.number("from", 0)
    items, end = window.items(start, window.number("per_page", SIZE))
    place = window.next(start, end)
    links = [f'<{window.url(0)}>; rel="first"']
    if place is not None:
        links.append(f'<{window.url(place)}>; title="a, b"; rel="next"')
    return Answer(items, [("Link", ", ".join(links))])


STYLES = {
    ("GET", "/lists/number"): numbered,
    ("GET", "/lists/from-zero"): lambda window: numbered(window, 0),
    ("GET", "/lists/plain"): plain,
    ("GET", "/lists/until-404"): ending_with_404,
    ("GET", "/lists/offset"): offset,
    ("GET", "/lists/cursor"): cursor,
    ("POST", "/lists/search"): search,
    ("GET", "/lists/after"): after,
    ("GET", "/lists/next"): next_url,
    ("GET", "/lists/link"): link,
}
