"""Parameters of generators, solvers, renderers and formats: each knows its text form, its default and its bounds."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Literal

from mazeworks.core.errors import MazeError, UnknownName, blaming, nearest

Kind = Literal["whole", "number", "choice", "text", "words", "span", "place", "flag", "colour"]

#: The values of a flag, by the texts for them.
ANSWERS = {"yes": True, "no": False, "true": True, "false": False}
#: Kinds of parameters whose values are not texts, so that a text given for one is its written form.
WRITTEN = ("whole", "number", "span", "place", "flag")


@dataclass(frozen=True)
class Parameter:
    """One parameter.

    whole: an integer; number: a float; choice: one of `choices`; text: any string without a comma or `#`, so that it
    can stand in an id; words: any string at all; span: two integers, written `60..80`, or one; place: x and y, written
    `8,1` or `8/1`; flag: yes or no; colour: see `ColourParameter`.
    A text may have `choices` too: those are the usual ones, and others can be written.
    """

    name: str
    kind: Kind
    default: Any
    help: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    #: Other parameters, one of which has to be given for this one to have an effect.
    needs: tuple[str, ...] = ()

    def parse(self, text: str) -> Any:
        """The value that a text on the command line or in an id means."""
        value: Any = text
        try:
            match self.kind:
                case "whole":
                    value = int(text)
                case "number":
                    value = float(text)
                case "span":
                    first, dots, last = text.partition("..")
                    value = int(first), int(last if dots else first)
                case "place":
                    x, y = text.replace("/", ",").split(",")
                    value = int(x), int(y)
                case "flag":
                    value = ANSWERS[text.lower()]
                case "choice":
                    value = next((word for word in self.choices if word.lower() == text.lower()), text)
        except (ValueError, KeyError):
            raise MazeError(f"{self.name} is {self.expected()}, not {text!r:.60}") from None
        return self.check(value)

    def typed(self, text: str) -> Any:
        """The value that a text typed on the command line means; unlike one in an id it may name a file."""
        return self.parse(text)

    def value(self, given: Any) -> Any:
        """Parse a text such as `yes` or `60..80`, or check a typed value."""
        return self.parse(given) if isinstance(given, str) and self.kind in WRITTEN else self.check(given)

    def check(self, value: Any) -> Any:
        """The value, if it is one this parameter can have."""
        value = self._plain(value)
        if not self._good(value):
            near = nearest(value, self.known()) if isinstance(value, str) else None
            hint = f"; did you mean {near}?" if near else ""
            raise MazeError(f"{self.name} is {self.expected()}, not {self.format(value)!r:.60}{hint}")
        return float(value) if self.kind == "number" else value

    def known(self) -> Iterable[str]:
        """Values to suggest for a misspelt one."""
        return self.choices

    def _plain(self, value: Any) -> Any:
        """Numbers as Python's own; a span or a place as a tuple, if it was given as a list, or a span as one number."""
        if self.kind in ("span", "place") and isinstance(value, (tuple, list)):
            return tuple(map(plain_number, value))
        number = plain_number(value)
        return (number, number) if self.kind == "span" and type(number) is int else number

    def _good(self, value: Any) -> bool:
        match self.kind:
            case "flag":
                return isinstance(value, bool)
            case "choice":
                return value in self.choices
            case "words":
                return isinstance(value, str)
            case "text":
                return isinstance(value, str) and not set(value) & set(",#\n")
            case "span":
                return _is_pair(value) and value[0] <= value[1] and all(map(self._within, value))
            case "place":
                return _is_pair(value)
            case kind:
                number = int if kind == "whole" else (int, float)
                return isinstance(value, number) and not isinstance(value, bool) and self._within(value)

    def _within(self, number: float) -> bool:
        if abs(number) > 1e300 or math.isnan(number):
            return False
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    def format(self, value: Any) -> str:
        """A value as it stands in an id."""
        if self.kind == "span" and _is_pair(value):
            return f"{value[0]}..{value[1]}"
        if self.kind == "place" and isinstance(value, tuple):
            return "/".join(map(str, value))
        if self.kind == "flag" and isinstance(value, bool):
            return "yes" if value else "no"
        return f"{value:g}" if isinstance(value, float) and float(f"{value:g}") == value else str(value)

    def expected(self) -> str:
        """What a value has to be, in words."""
        words = {
            "whole": "a whole number",
            "number": "a number",
            "choice": f"one of {', '.join(self.choices)}",
            "text": "a text without commas or #",
            "words": "a text",
            "span": "a whole number or two, as in 3..7",
            "place": "a place x,y, as in 8,1",
            "flag": "yes or no",
            "colour": "a colour, by name or as #rrggbb",
        }[self.kind]
        if self.least is not None and self.most is not None:
            words += ", each" * (self.kind == "span")
            return f"{words} from {self.least:g} to {self.most:g}"
        return f"{words}, at least {self.least:g}" if self.least is not None else words

    def fit_to_size(
        self, value: Any, size: tuple[int, int] | None, values: dict[str, Any]
    ) -> tuple[Any, tuple[int, int] | None]:
        """The value as the id writes it, and the size, which the value may set where none is given."""
        return value, size

    def to_data(self) -> dict[str, Any]:
        """This parameter for `maze list --json` and the page."""
        default = self.format(self.default) if self.kind == "span" else self.default
        data = {"name": self.name, "kind": self.kind, "default": default, "help": self.help}
        if self.choices:
            data["choices"] = list(self.choices)
        return data | {k: v for k, v in (("least", self.least), ("most", self.most)) if v is not None}


def plain_number(value: Any) -> Any:
    """A number of any sort, such as numpy's, as Python's own; other values are returned unchanged."""
    if isinstance(value, (int, float)) or not isinstance(value, Real):
        return value
    try:
        return int(value) if isinstance(value, Integral) else float(value)
    except OverflowError:
        return value


def _is_pair(value: Any) -> bool:
    """Whether a value is two whole numbers."""
    return isinstance(value, tuple) and len(value) == 2 and all(type(number) is int for number in value)


def check_parameters(owner: str, parameters: tuple[Parameter, ...], given: dict[str, Any]) -> dict[str, Any]:
    """A value for every parameter of an owner: the given ones checked, defaults for the others."""
    values = {parameter.name: parameter.default for parameter in parameters}
    return values | parse_values(owner, parameters, given, typed=True)


def parse_values(
    owner: str, parameters: tuple[Parameter, ...], given: dict[str, Any], typed: bool = False
) -> dict[str, Any]:
    """The values of parameters given as texts, or `typed`; unknown names are refused before any value is read."""
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            raise UnknownName(f"parameter of {owner}", name, known)
    values = {}
    for name, value in given.items():
        with blaming(name):
            values[name] = known[name].value(value) if typed else known[name].parse(value)
    return values
