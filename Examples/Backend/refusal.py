"""The exception for error responses."""


class Refusal(Exception):
    """An error response: a status, a code for programs and a message for people."""

    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
