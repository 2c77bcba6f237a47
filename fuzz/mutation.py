"""Mutation of texts, bytes and plain values, and hostile pieces to put into them."""

import math
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T", str, bytes)

NUMBERS = ("0", "1", "-1", "2", "3", "7", "00", "+1", "1_0", "1e3", "0x1", "٣", "nan", "inf", "-0", "0.5", "1e999", "²")
HUGE = ("999999999", "9223372036854775807", "9223372036854775808", "1" + "0" * 30, "-" + "9" * 25)
ODD = ("", " ", "\t", "\n", "\r\n", "\x00", "\x1b", "\x0b", "\x85", "\u2028", "\ufeff", "\u202e", "é", "ß", "İ", "🂡")
MARKS = (*"SE#.+*:;,=-~_/\\|'\"{}[]()<>%&?!│─┌█·•abxyzABXYZ019", "\ud800")
PIECES = (*NUMBERS, *HUGE, *ODD, *MARKS)
SINGLE = (0, 1, 7, 8, 16, 32, 64, 127, 128, 200, 254, 255)
WORDS = (b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x7f\xff\xff\xff", b"\x00\x00\x00\x01", b"\xef\xbb\xbf", b"\r\n")
BYTES = (*(bytes([value]) for value in SINGLE), *WORDS)


def mutated_text(random: Random, text: str, others: Sequence[str] = ()) -> str:
    """A text with one to four changes; pieces come from other texts too."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 4))):
        text = _changed(random, text, random.choice(PIECES), others)
    return text


def mutated_bytes(random: Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """The same for bytes, of which single bits change too."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 4, 9))):
        if data and random.random() < 0.3:
            place = random.randrange(len(data))
            data = data[:place] + bytes([data[place] ^ 1 << random.randrange(8)]) + data[place + 1 :]
        else:
            data = _changed(random, data, random.choice(BYTES), others)
    return data


def _changed(random: Random, whole: T, piece: T, others: Sequence[T]) -> T:
    """A span left out, doubled, moved, or replaced by a piece or by a span of another."""
    first, last = sorted((random.randrange(len(whole) + 1), random.randrange(len(whole) + 1)))
    if random.random() < 0.7:
        last = min(last, first + random.choice((0, 1, 1, 2, 5)))
    before, span, after = whole[:first], whole[first:last], whole[last:]
    match random.randrange(7):
        case 0:
            return before + after
        case 1:
            return before + span + span + after
        case 2:
            return after + span + before
        case 3 if others:
            other = random.choice(others)
            start = random.randrange(len(other) + 1)
            return before + other[start : start + random.choice((1, 3, 10, len(other)))] + after
        case 4:
            return before + piece * random.choice((1, 1, 2, 8, 40)) + after
        case _:
            return before + piece + after


#: Values that are wrong, odd or at the edge of what is right, wherever they stand.
HOSTILE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 5, 255, 256, 65535, 10**6, 2**31, 2**63, -(2**63), 10**30, 0.0, 0.5, -0.5, 1.0,
    1e308, math.nan, math.inf, "", " ", "x", "S", "\n", "\ud800", "9" * 400, "é", [], {}, [[]], [0, 0], [1, 1], [-1, 0],
    [0.5, 1], [True, 0], [0], [0, 0, 0], ["", ""], {"": None}, [10**9, 10**9],
)  # fmt: skip


def mutated_value(random: Random, value: Any, others: Sequence[Any] = ()) -> Any:
    """Plain values with one to three changes, anywhere inside them."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        value = _changed_value(random, value, others)
    return value


def _changed_value(random: Random, value: Any, others: Sequence[Any]) -> Any:
    if isinstance(value, dict) and value and random.random() < 0.9:
        return _changed_object(random, value, others)
    if isinstance(value, list) and value and random.random() < 0.75:
        return _changed_list(random, value, others)
    if isinstance(value, str) and random.random() < 0.7:
        return mutated_text(random, value)
    if type(value) is int and random.random() < 0.6:
        return value + random.choice((-1, 1, -2, 2, 10, -value, value))
    return random.choice(HOSTILE)


def _changed_object(random: Random, value: dict[str, Any], others: Sequence[Any]) -> dict[str, Any]:
    name = random.choice(list(value))
    match random.randrange(12):
        case 0:
            return {other: item for other, item in value.items() if other != name}
        case 1:
            return value | {random.choice(list(value)): value[name]}
        case 2 if others and isinstance(other := random.choice(others), dict) and other:
            return value | {(key := random.choice(list(other))): other[key]}
        case 3:
            return value | {mutated_text(random, name): value[name]}
        case _:
            return value | {name: _changed_value(random, value[name], others)}


def _changed_list(random: Random, value: list[Any], others: Sequence[Any]) -> list[Any]:
    place = random.randrange(len(value))
    match random.randrange(8):
        case 0:
            return value[:place] + value[place + 1 :]
        case 1:
            return [*value[:place], value[place], *value[place:]]
        case 2:
            return value[place:] + value[:place]
        case 3:
            return value[: place + 1] * 2
        case _:
            return [*value[:place], _changed_value(random, value[place], others), *value[place + 1 :]]
