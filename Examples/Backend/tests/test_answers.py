import hashlib
import http.client
import json
import unittest

from support import BackendTests


class AnswersTests(BackendTests):
    """The endpoints under `/studio`."""

    def ask(self, method, path, body=None, **headers):
        host = self.backend.origin.removeprefix("http://")
        connection = http.client.HTTPConnection(host, timeout=30)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, names)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        return response.status, response.headers.get("Content-Type"), data

    def test_a_problem_has_its_media_type(self):
        status, kind, data = self.ask("GET", "/studio/photos/7")
        self.assertEqual((status, kind), (404, "application/problem+json"))
        self.assertEqual(json.loads(data)["detail"], "there is no such photo")

    def test_a_key_repeats_the_first_response(self):
        headers = {"Studio_Version": "2022-06-28", "Idempotency_Key": "a", "Content_Type": "application/json"}
        first = self.ask("POST", "/studio/photos", '{"title": "One"}', **headers)
        second = self.ask("POST", "/studio/photos", '{"title": "Two"}', **headers)
        self.assertEqual(first[0], 201)
        self.assertEqual(first, second)

    def test_a_field_error(self):
        headers = {"Studio_Version": "2022-06-28", "Content_Type": "application/json"}
        status, kind, data = self.ask("POST", "/studio/photos", '{"title": ""}', **headers)
        self.assertEqual((status, kind), (422, "application/json"))
        self.assertEqual(json.loads(data)["errors"]["title"], "expected a title")

    def test_parts_are_told_apart(self):
        long = b"x" * 200_000 + b"\r\n--other\r\n"
        body = (b"--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nLake\r\n"
                b"--b\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.png\"\r\n"
                b"Content-Type: image/png\r\n\r\n" + long + b"\r\n--b--\r\n")
        status, _, data = self.ask(
            "POST", "/studio/photos/1/pictures", body, Content_Type="multipart/form-data; boundary=b")
        self.assertEqual(status, 200)
        self.assertEqual(json.loads(data)["parts"], [
            {"name": "title", "file": None, "type": None, "bytes": 4,
             "digest": hashlib.sha256(b"Lake").hexdigest()[:16]},
            {"name": "picture", "file": "a.png", "type": "image/png", "bytes": len(long),
             "digest": hashlib.sha256(long).hexdigest()[:16]}])

    def test_bytes_come_back(self):
        self.ask("PUT", "/studio/photos/1/picture", b"abc", Content_Type="image/png")
        self.assertEqual(self.ask("GET", "/studio/photos/1/picture")[2],
                         hashlib.sha256(b"abc").digest())
        self.assertEqual(len(self.ask("GET", "/studio/large/100000")[2]), 100_000)

    def test_fails_so_many_times(self):
        self.assertEqual(
            [self.ask("GET", "/studio/flaky/a/2")[0] for _ in range(3)], [503, 503, 200])


if __name__ == "__main__":
    unittest.main()
