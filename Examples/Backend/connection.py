"""HTTP: reads requests, and writes responses and faults."""

import json
import time
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, unquote, urlsplit

import lies
from answers import Pattern, Problem, StudioRequest
from endpoints import Request
from refusal import Refusal

PAGE = b"<!doctype html><title>Sign in</title><p>Sign in to use this network."


class Connection(BaseHTTPRequestHandler):
    """The connection of one client. Its `server` is a `Backend`."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 60

    def log_message(self, *arguments):
        """The log is `/admin/requests`; nothing is printed."""

    def handle_request(self):
        target = urlsplit(self.path)
        if target.path.startswith("/studio/"):
            return self.answer_studio(target)
        try:
            data = self.read_body()
        except Refusal as refusal:
            self.close_connection = True  # the rest of this request cannot be distinguished from the next one
            return self.refuse(refusal)
        path = unquote(target.path)
        if path.startswith("/admin/"):
            return self.respond(lambda: self.carry_out(self.server.admin, path, target, data))
        if path.startswith("/lists/"):
            return self.send_page(target, data)
        fault = self.server.note(self.headers.get("X-Client", ""), self.command, path)
        if fault in lies.UNDONE:
            self.respond(lambda: self.lie(fault, path, target, data))
        else:
            self.answer(fault, lambda: self.tell(fault, path, target, data))

    def send_page(self, target, data):
        """Sends a page of a list. Lists have separate faults."""
        try:
            self.check_token()
            query = dict(parse_qsl(target.query, keep_blank_values=True))
            with self.server.lock:
                page = self.server.pages.answer(
                    self.command, target, query, self.parse(data), self.server.origin,
                    self.headers.get("Authorization"))
        except Refusal as refusal:
            return self.refuse(refusal)
        self.send(page.status, json.dumps(page.body).encode(), "application/json", page.headers,
                  half=page.is_cut)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request

    def answer_studio(self, target):
        """Handles the endpoints that read their own bodies, which may have any size."""
        query = dict(parse_qsl(target.query, keep_blank_values=True))
        try:
            request = StudioRequest(self.command, unquote(target.path), query, self.headers, self.rfile)
            with self.server.studio_lock:
                response = self.server.answers.answer(request)
            request.drain()
        except Refusal as refusal:
            self.close_connection = True
            return self.refuse(refusal)
        status, body, *headers = response
        if isinstance(body, Pattern):
            return self.send_pattern(status, body)
        if body is None or isinstance(body, bytes):
            return self.send(status, body or b"", "application/octet-stream", headers)
        kind = "application/problem+json" if isinstance(body, Problem) else "application/json"
        if isinstance(body, str):
            return self.send(status, body.encode(), "text/plain", headers)
        self.send(status, json.dumps(body, ensure_ascii=False).encode(), kind, headers)

    def send_pattern(self, status, pattern):
        self.send_response(status)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(pattern.size))
        self.end_headers()
        for piece in pattern.pieces():
            self.wfile.write(piece)

    def tell(self, fault, path, target, data):
        """The true response to a request, or one that a fault has altered."""
        for part in (self.server.crud, self.server.notes):
            if part.answers(path):
                return self.carry_out(part, path, target, data)
        status, body = self.carry_out(self.server.endpoints, path, target, data)
        if status == 200 and fault in ("far-future", "reordered"):
            body = lies.told(fault, path, body)
        return status, body

    def lie(self, fault, path, target, data):
        """A false response to an upload, which is not executed. Other requests are executed."""
        self.check_token()
        if self.server.crud.takes_parts(self.command, path):
            return self.tell(fault, path, target, data)
        body = self.parse(data)
        with self.server.lock:
            response = lies.undone(fault, path, body, self.server.rows)
        return (200, response) if response is not None else self.tell(fault, path, target, data)

    def date_time_string(self, timestamp=None):
        """The time of the server's clock, not the machine's: clients compare dates of rows with it."""
        with self.server.lock:
            return format_datetime(self.server.rows.clock.current, usegmt=True)

    def answer(self, fault, carry_out):
        """Executes a request, or makes it fail."""
        if fault == "drop-before":
            self.close_connection = True
        elif fault == "500":
            self.refuse(Refusal(500, "fault", "nothing was done"))
        elif fault == "429":
            self.refuse(Refusal(429, "fault", "try again later"),
                        ("Retry-After", str(self.server.faults.retry_after)))
        else:
            if fault == "delay":
                time.sleep(self.server.faults.delay)
            self.respond(carry_out, fault)

    def respond(self, carry_out, fault=None):
        headers = ()
        try:
            status, body, *more = carry_out()
            headers = more[0] if more else ()
        except Refusal as refusal:
            status, body = refusal.status, described(refusal)
        data = b"" if body is None else json.dumps(body, ensure_ascii=False).encode()
        if fault == "drop-after":
            self.close_connection = True
        elif fault == "500-after":
            self.refuse(Refusal(500, "fault", "the request was carried out"))
        elif fault == "content-type":
            self.send(200, PAGE, "text/html; charset=utf-8")
        else:
            self.send(status, data, "application/json", headers, half=fault == "half")

    def carry_out(self, part, path, target, data):
        """The response of a part of the server, which handles one request at a time."""
        if part is not self.server.admin:
            self.check_token()
        query = dict(parse_qsl(target.query, keep_blank_values=True))
        takes_parts = part is self.server.crud and part.takes_parts(self.command, path)
        request = Request(self.command, path, query, data if takes_parts else self.parse(data))
        with self.server.lock:
            if part is self.server.crud:
                return part.answer(request, self.headers)
            return part.answer(request)

    def check_token(self):
        token = self.server.token
        if token and self.headers.get("Authorization") != f"Bearer {token}":
            raise Refusal(401, "unauthorized", "expected the header Authorization with the token")

    def read_body(self):
        if "Transfer-Encoding" in self.headers:
            raise Refusal(411, "length-required", "expected Content-Length")
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal():
            raise Refusal(400, "bad-request", "expected a number in Content-Length")
        data = self.rfile.read(int(length))
        if len(data) < int(length):
            raise Refusal(400, "bad-request", "the body ends early")
        return data

    def parse(self, data):
        if not data:
            return None
        kind = self.headers.get_content_type()
        if kind != "application/json":
            raise Refusal(415, "content-type", f"expected application/json, found {kind}")
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise Refusal(400, "bad-json", str(error)) from None

    def refuse(self, refusal, *headers):
        self.send(refusal.status, json.dumps(described(refusal)).encode(), "application/json",
                  headers)

    def send(self, status, data, kind, headers=(), half=False):
        """Sends a response in one piece, or sends its first half and closes the connection."""
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        response = b"".join(self._headers_buffer) + b"\r\n" + data
        self._headers_buffer = []
        if half:
            self.close_connection = True
            # Without a body, all but the first word of the headers is cut off.
            response = response[: -(len(data) + 1) // 2] if data else response[:8]
        self.wfile.write(response)


def described(refusal):
    return {"error": {"code": refusal.code, "message": refusal.message}}
