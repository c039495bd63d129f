"""The values of payloads: each reader returns the normal form of a value, or raises `ValueError`."""

import math
import re
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation
from urllib.parse import urlsplit
from uuid import UUID

DATE = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|z|[+-]\d\d:?\d\d)?)?")


def text(value):
    """A string, unchanged."""
    if not isinstance(value, str):
        raise ValueError("expected a string")
    return value


def title(value):
    """A string that is not blank."""
    if not text(value).strip():
        raise ValueError("expected a string that is not blank")
    return value


def integer(value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("expected an integer")
    return value


def double(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError("expected a number")
    if not math.isfinite(value):
        raise ValueError("expected a finite number")
    return float(value)


def boolean(value):
    if not isinstance(value, bool):
        raise ValueError("expected true or false")
    return value


def decimal(value):
    """A decimal, from a string or a number, without an exponent and without trailing zeros."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError("expected a decimal")
    try:
        number = Decimal(value if isinstance(value, str) else repr(value))
    except InvalidOperation:
        raise ValueError("expected a decimal") from None
    if not number.is_finite():
        raise ValueError("expected a decimal")
    digits = f"{number:f}"
    return (digits.rstrip("0").rstrip(".") if "." in digits else digits) if number else "0"


def uuid(value):
    """A UUID in lower case."""
    try:
        return str(UUID(text(value)))
    except ValueError:
        raise ValueError("expected a UUID") from None


def url(value):
    if not urlsplit(text(value)).scheme:
        raise ValueError("expected a URL")
    return value


def day(value):
    try:
        return date.fromisoformat(text(value)).isoformat()
    except ValueError:
        raise ValueError("expected a day, such as 2026-01-31") from None


def moment(value):
    """An ISO 8601 date, in UTC with six fractional digits, so that its text sorts by time."""
    parts = DATE.fullmatch(text(value))
    if not parts:
        raise ValueError("expected a date in ISO 8601")
    days, time, fraction, zone = parts.groups()
    if not zone or zone in "Zz":
        zone = "+00:00"
    zone = zone if ":" in zone else f"{zone[:3]}:{zone[3:]}"  # Python 3.9 requires the colon
    micro = ((fraction or "") + "000000")[:6]
    try:
        found = datetime.fromisoformat(f"{days}T{time or '00:00:00'}.{micro}{zone}")
        return written(found.astimezone(timezone.utc))
    except (ValueError, OverflowError):
        raise ValueError("expected a date in ISO 8601") from None


def written(found):
    """A `datetime` in UTC, in the format of `moment`."""
    return found.strftime("%Y-%m-%dT%H:%M:%S.") + f"{found.microsecond:06}Z"


def read_moment(spelled):
    """The `datetime` of a string in the format of `moment`."""
    return datetime.fromisoformat(spelled[:-1] + "+00:00")


def after(spelled, days):
    """The date the given number of days later, as whole seconds since 1970."""
    return int((read_moment(spelled) + timedelta(days=days)).timestamp())


def one_of(*values):
    """A reader that accepts only these values."""
    def read(value):
        if isinstance(value, bool) or value not in values:
            raise ValueError("expected one of " + ", ".join(map(str, values)))
        return value
    return read


def list_of(element):
    """A reader of a list whose elements `element` reads."""
    def read(value):
        if not isinstance(value, list):
            raise ValueError("expected a list")
        return [element(each) for each in value]
    return read


def set_of(element):
    """A reader of a list whose order and duplicates do not matter."""
    read_list = list_of(element)
    return lambda value: sorted(set(read_list(value)))


def numbers_by_name(value):
    """An object whose values are numbers."""
    if not isinstance(value, dict):
        raise ValueError("expected an object")
    return {name: double(number) for name, number in sorted(value.items())}


def anything(value):
    return value
