"""Endpoints under `/studio/` for each type of request and response, for tests of generated clients.

They accept header fields, forms, multipart bodies and bytes, and return bytes, typed errors and problems. A large body
is hashed while it arrives and is not stored.
"""

import hashlib
import json
import re
from urllib.parse import parse_qsl

from refusal import Refusal

PIECE = 1 << 16
LARGEST_PICTURE = 1 << 20
# A large file repeats these bytes, so that neither side has to store it.
PATTERN = bytes(range(256)) * 256


class Answers:
    """The state of these endpoints: photos, and the response for each idempotency key."""

    def __init__(self):
        self.photos = {1: {"id": 1, "title": "Lake", "place": {"x": 3, "y": 4}, "taken_at": None}}
        self.files = {}
        self.keys = {}
        self.tokens = {"fresh": 0}
        self.refreshed = 0
        self.failures = {}

    def answer(self, request):
        """The status, the body and any header fields of a response. Bytes are sent unchanged."""
        for method, pattern, carry_out in ROUTES:
            match = re.fullmatch(pattern, request.path)
            if match and method == request.method:
                return carry_out(self, request, *match.groups())
        return problem(404, "not-found", f"there is nothing at {request.path}")

    def photo(self, request, identity):
        found = self.photos.get(int(identity))
        return (200, found) if found else problem(404, "unknown-photo", "there is no such photo")

    def create_photo(self, request):
        if request.headers.get("Studio-Version") != "2022-06-28":
            return problem(400, "version", "expected Studio-Version: 2022-06-28")
        key = request.headers.get("Idempotency-Key")
        if key in self.keys:
            return self.keys[key]
        body = request.json()
        if not body.get("title"):
            return 422, {"errors": {"title": "expected a title", "locale": request.headers.get("X-Locale", "")}}
        if body["title"] == "forbidden":
            return problem(403, "forbidden", "the plan does not allow it", balance=30)
        photo = {"id": len(self.photos) + 1, "title": body["title"], "place": body.get("place"),
                 "taken_at": None, "sizes": request.headers.get("X-Sizes")}
        self.photos[photo["id"]] = photo
        self.keys[key] = (201, photo)
        return self.keys[key]

    def delete_photo(self, request, identity):
        if self.photos.pop(int(identity), None) is None:
            return problem(404, "unknown-photo", "there is no such photo")
        return 204, None

    def subscribe(self, request):
        """Returns the parameters as received."""
        if request.kind != "application/x-www-form-urlencoded":
            return problem(415, "content-type", f"found {request.kind}")
        found = {}
        for name, value in parse_qsl(request.body().decode(), keep_blank_values=True):
            found.setdefault(name, []).append(value)
        return 200, {name: values[0] if len(values) == 1 else values for name, values in found.items()}

    def add_picture(self, request, identity):
        if int(identity) not in self.photos:
            return problem(413, "too-large", "the picture is too large")
        return 200, {"parts": list(request.parts())}

    def picture(self, request, identity):
        if identity in self.files:
            return 200, self.files[identity]
        return 404, "nothing"

    def replace_picture(self, request, identity):
        digest, count = hashlib.sha256(), 0
        for piece in request.pieces():
            digest.update(piece)
            count += len(piece)
        if count <= LARGEST_PICTURE:
            self.files[identity] = digest.digest()
        return 200, {"bytes": count, "type": request.kind}

    def large(self, request, size):
        """Bytes that are generated while they are sent."""
        return 200, Pattern(int(size))

    def thumbnail(self, request, identity):
        if identity == "0":
            return 500, "no JSON"
        return 200, self.files.get("thumbnail" + identity, b"\x89PNG")

    def replace_thumbnail(self, request, identity):
        if request.kind != "image/png":
            return problem(415, "content-type", f"found {request.kind}")
        self.files["thumbnail" + identity] = request.body()
        return 204, None

    def login(self, request):
        """Repeats every secret in error responses, as careless backends do."""
        body = request.json()
        if body.get("password") == "right":
            return 200, {"token": "planted-token", "user": {"name": "Ann", "born": "2001-02-03T00:00:00Z"}}
        if body.get("email") == "broken":
            return 200, {"token": "planted-token", "user": {"name": "Ann", "born": "soon"}}
        told = {"password": body.get("password"), "query": request.query,
                "device": request.headers.get("X-Device"), "token": "planted-token",
                "authorization": request.headers.get("Authorization")}
        status, told = problem(401, "credentials", f"{told['password']} is wrong", told=told)
        return status, told, ("Set-Cookie", "session=planted-cookie")

    def prices(self, request):
        return 200, {"lake": {"amount_minor": 1234, "amount_currency": "EUR",
                              "note": json.dumps(sorted(request.query.items()))}}

    def total(self, request):
        body = request.json()
        return 200, {**body, "points": {"a": {"x": 1, "y": 2}}}

    def session(self, request):
        """Requires the token that the last refresh returned."""
        if request.headers.get("Authorization") != f"Bearer fresh-{self.refreshed}":
            return problem(401, "token", "the token is not good")
        return 200, {"refreshed": self.refreshed}

    def refresh(self, request):
        self.refreshed += 1
        return 200, {"token": f"fresh-{self.refreshed}"}

    def flaky(self, request, name, failures):
        """Fails the given number of times for a name."""
        count = self.failures[name] = self.failures.get(name, 0) + 1
        if count <= int(failures):
            return 503, None, ("Retry-After", "0")
        return 200, {"attempts": count}


def problem(status, kind, detail, **more):
    return status, Problem({"type": f"https://studio.example/{kind}", "title": kind, "status": status,
                            "detail": detail, **more})


class Problem(dict):
    """A body of the type `application/problem+json`."""


class Pattern:
    """A body that is not held in memory."""

    def __init__(self, size):
        self.size = size

    def pieces(self):
        rest = self.size
        while rest:
            piece = PATTERN[:min(rest, len(PATTERN))]
            rest -= len(piece)
            yield piece


class StudioRequest:
    """A request whose body is read on demand."""

    def __init__(self, method, path, query, headers, stream):
        self.method, self.path, self.query, self.headers = method, path, query, headers
        self.kind = headers.get_content_type() if "Content-Type" in headers else ""
        self.stream = stream
        length = headers.get("Content-Length", "0")
        if not length.isdecimal():
            raise Refusal(411, "length-required", "expected Content-Length")
        self.rest = int(length)

    def pieces(self):
        while self.rest:
            piece = self.stream.read(min(self.rest, PIECE))
            if not piece:
                raise Refusal(400, "bad-request", "the body ends early")
            self.rest -= len(piece)
            yield piece

    def body(self):
        return b"".join(self.pieces())

    def json(self):
        if self.kind != "application/json":
            raise Refusal(415, "content-type", f"expected application/json, found {self.kind}")
        return json.loads(self.body())

    def drain(self):
        for _ in self.pieces():
            pass

    def parts(self):
        """Each part with its size and the start of its hash."""
        boundary = self.headers.get_param("boundary")
        mark = f"\r\n--{boundary}".encode()
        pieces, kept = self.pieces(), b"\r\n"
        kept = self.until(mark, pieces, kept, lambda piece: None)
        while True:
            while len(kept) < 2:
                kept += next(pieces)
            if kept.startswith(b"--"):
                return self.drain()
            while b"\r\n\r\n" not in kept:
                kept += next(pieces)
            head, kept = kept[2:].split(b"\r\n\r\n", 1)
            digest, size = hashlib.sha256(), [0]

            def take(piece):
                digest.update(piece)
                size[0] += len(piece)

            kept = self.until(mark, pieces, kept, take)
            yield {**described(head.decode()), "bytes": size[0], "digest": digest.hexdigest()[:16]}

    def until(self, mark, pieces, kept, take):
        """Passes the bytes before a mark to `take`, and returns the bytes after it."""
        while True:
            place = kept.find(mark)
            if place >= 0:
                take(kept[:place])
                return kept[place + len(mark):]
            safe = max(0, len(kept) - len(mark) + 1)
            take(kept[:safe])
            kept = kept[safe:] + next(pieces)


def described(head):
    """The names and the type of a part."""
    def value(pattern):
        match = re.search(pattern, head)
        return match.group(1) if match else None
    return {"name": value(r'[ ;]name="([^"]*)"'), "file": value(r'filename="([^"]*)"'),
            "type": value(r"Content-Type: (.*)")}


ROUTES = [
    ("GET", r"/studio/photos/(\d+)", Answers.photo),
    ("POST", r"/studio/photos", Answers.create_photo),
    ("DELETE", r"/studio/photos/(\d+)", Answers.delete_photo),
    ("POST", r"/studio/subscriptions", Answers.subscribe),
    ("POST", r"/studio/photos/(\d+)/pictures", Answers.add_picture),
    ("GET", r"/studio/photos/(\d+)/picture", Answers.picture),
    ("PUT", r"/studio/photos/(\d+)/picture", Answers.replace_picture),
    ("GET", r"/studio/large/(\d+)", Answers.large),
    ("GET", r"/studio/photos/(\d+)/thumbnail", Answers.thumbnail),
    ("PUT", r"/studio/photos/(\d+)/thumbnail", Answers.replace_thumbnail),
    ("POST", r"/studio/login", Answers.login),
    ("GET", r"/studio/prices", Answers.prices),
    ("POST", r"/studio/total", Answers.total),
    ("GET", r"/studio/session", Answers.session),
    ("POST", r"/studio/session", Answers.refresh),
    ("POST", r"/studio/flaky/(\w+)/(\d+)", Answers.flaky),
    ("GET", r"/studio/flaky/(\w+)/(\d+)", Answers.flaky),
]
