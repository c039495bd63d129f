"""What the backend says no with."""


class Refusal(Exception):
    """A response that is not a success: a status, a code for programs and a message for people."""

    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
