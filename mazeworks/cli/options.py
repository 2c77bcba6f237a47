"""Options of generators, solvers, renderers and kinds become options of a command once its words choose one."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import click

from mazeworks.core.errors import MazeError, blaming, nearest
from mazeworks.core.parameters import ANSWERS, Parameter
from mazeworks.core.registry import SECTIONS
from mazeworks.making.request import parse_seed

#: The keys in a context for the options that its words chose, by their titles; for those that later words may choose,
#: which are completed; and for what was typed.
OFFERS, LATER, TYPED = "mazeworks.offers", "mazeworks.later", "mazeworks.typed"
#: Completes the name of a file in the shell.
file_names = click.Path().shell_complete
COMMAND_LINE = click.core.ParameterSource.COMMANDLINE
#: The widest column of names in the help, as in click.
COLUMN = 30
#: The word for a value in the help, by the kind of its parameter; others show their choices, if they fit, or a name.
METAVARS = {"whole": "N", "number": "X", "span": "N..N", "place": "X,Y", "colour": "COLOUR", "words": "TEXT"}
#: The words of a command, and values of options by the names of their parameters.
Words = tuple[str, ...]
Values = dict[str, Any]


class Typed(NamedTuple):
    """What was typed, not yet parsed: words that are not options, and the command's own options by name."""

    words: list[str]
    options: dict[str, Any]


class Offer(NamedTuple):
    """The parameters of an entry in the registry, with its name, and their title in the help."""

    name: str
    title: str
    parameters: tuple[Parameter, ...]


class Source:
    """A source of options for a command besides its own."""

    #: The argument of the command's function that takes their values.
    owner = ""
    #: Whether values stay texts, because their parameter is known only later.
    as_text = False

    def offers(self, typed: Typed) -> list[Offer]:
        """The options of what the words choose."""
        return []

    def further(self, typed: Typed, unknown: bool) -> list[Offer]:
        """Candidates for an unknown option, and options for the help."""
        return []

    def later(self, typed: Typed) -> list[Offer]:
        """Options of what words typed later may choose, for completion."""
        return []

    def listings(self, typed: Typed, path: str) -> dict[str, dict[str, str]]:
        """Options that other words would choose, by heading and name, for the help of the command `path`."""
        return {}

    def refuse(self, name: str, typed: Typed) -> None:
        """Raise an error for an option that belongs to something the words do not choose."""


class Checked(click.ParamType):  # type: ignore[type-arg]
    """Values of a command's own option or argument, which are parsed and refused as those of parameters are."""

    def __init__(self, least: float | None = None, most: float | None = None, kind: Any = "whole", *choices: str):
        self.name, self.facts = kind, (kind, None, "", least, most, choices)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Parameter(word_of(param), *self.facts).parse(value) if isinstance(value, str) else value


def word_of(param: click.Parameter | None) -> str:
    """What a person types for an option, such as --limit; the word that stands for an argument, such as WIDTH."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else str(param and param.name).upper()


class ParameterOption(click.Option):
    """A parameter of a registry entry as an option; a flag may have an answer, as in `--distances no`."""

    def __init__(self, parameter: Parameter, source: Source, owner: str = "") -> None:
        self.parameter, self.source = parameter, source
        word, flag = option_word(parameter, owner), parameter.kind == "flag"
        metavar = None if flag else METAVARS.get(parameter.kind) or in_brackets(parameter) or parameter.name.upper()
        words = [f"{word}/--no-{word[2:]}" if flag else word, f"{source.owner}__{word[2:].replace('-', '_')}"]
        super().__init__(words, is_flag=flag, default=None, metavar=metavar, help=help_text(parameter))

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        as_it_is = self.is_flag or self.source.as_text or not isinstance(value, str)
        with blaming(self.parameter.name):
            return super().type_cast_value(ctx, value) if as_it_is else self.parameter.typed(value)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        if self.parameter.to_data()["kind"] == "outline":
            return file_names(ctx, self, incomplete)
        return matching(self.parameter.known(), incomplete)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        metavar = "" if self.is_flag else f" {self.make_metavar(ctx)}"
        return f"{self.opts[0]}{metavar}", self.help or ""


def option_word(parameter: Parameter, owner: str = "") -> str:
    """The option of a parameter, such as --mask-text."""
    return "--" + "-".join(filter(None, (owner, parameter.name))).replace("_", "-")


def help_text(parameter: Parameter) -> str:
    """What a parameter is, its choices, and its default in brackets."""
    default = "" if parameter.default is None else parameter.format(parameter.default)
    shown = "" if parameter.kind == "flag" or not default else f" ({default})"
    named = in_brackets(parameter) or all(choice in parameter.help for choice in parameter.choices)
    choices = "" if parameter.kind != "choice" or named else f": {', '.join(parameter.choices)}"
    return f"{parameter.help}{choices}{shown}"


def in_brackets(parameter: Parameter) -> str:
    """The choices of a parameter as the help shows them; empty if they are too long."""
    choices = f"[{'|'.join(parameter.choices)}]" if parameter.kind == "choice" else ""
    return choices if len(f"--{parameter.name} {choices}") < COLUMN else ""


def options_for(offers: list[tuple[Source, Offer]], own: Iterable[str]) -> dict[str, list[ParameterOption]]:
    """Options by their titles; if another source has the same name, the owner's name is put before it."""
    users: dict[str, Source | None] = dict.fromkeys(own)
    found = {}
    for source, (owner, title, parameters) in offers:
        taken = [users.setdefault(option_word(each), source) is not source for each in parameters]
        both = zip(parameters, taken, strict=True)
        found[title] = [ParameterOption(each, source, owner if other else "") for each, other in both]
    return found


class OfferingCommand(click.Command):
    """A command with its own options, which must not be blank, and the options of what its words choose."""

    def __init__(self, *args: Any, sources: tuple[Source, ...] = (), **settings: Any) -> None:
        self.sources = sources
        # A size such as -5x5 is not an option, and an unknown option is refused here, with a clearer message.
        settings.setdefault("context_settings", {"ignore_unknown_options": True} if sources else None)
        super().__init__(*args, **settings)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own parameters and the options on offer; if a source has two of one name, the first."""
        params = {word: param for param in super().get_params(ctx) for word in param.opts}
        for offered in (ctx.meta.get(OFFERS, {}), ctx.meta.get(LATER, {})):
            for option in (option for options in offered.values() for option in options):
                params.setdefault(option.opts[0], option)
        return list(dict.fromkeys(params.values()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        lenient = ctx.resilient_parsing or bool({"-h", "--help"} & set(args))
        with suppress(*((MazeError, click.UsageError) if lenient else ())):
            self._choose(ctx, args, lenient)
        if not lenient:
            self._refuse_twice(ctx, args)
        rest = super().parse_args(ctx, plain_flags(args, self.get_params(ctx)))
        for source in self.sources:
            ctx.params.setdefault(source.owner, {})
        for option in (param for param in self.get_params(ctx) if isinstance(param, ParameterOption)):
            value = ctx.params.pop(option.name, None)
            if ctx.get_parameter_source(str(option.name)) is COMMAND_LINE:
                ctx.params[option.source.owner][option.parameter.name] = value
        return rest

    def _choose(self, ctx: click.Context, args: list[str], lenient: bool) -> None:
        """Offer the options of what the words choose; then again: a newly known option may take a word as its value."""
        typed, unknown = self._typed(ctx, args)
        check_blank(self.params, typed)
        self._offer(ctx, typed, [])
        if unknown or lenient:
            typed, unknown = self._typed(ctx, args)
            further = [(source, each) for source in self.sources for each in source.further(typed, bool(unknown))]
            self._offer(ctx, typed, further)
            unknown = self._typed(ctx, args)[1]
        for word in [] if lenient else unknown[:1]:
            for source in self.sources:
                source.refuse(word.partition("=")[0][2:].replace("-", "_"), typed)
            raise unknown_option(ctx, word.partition("=")[0])

    def _offer(self, ctx: click.Context, typed: Typed, further: list[tuple[Source, Offer]]) -> None:
        offers = [(source, each) for source in self.sources for each in source.offers(typed)]
        own = [word for param in super().get_params(ctx) for word in param.opts]
        ctx.meta.update({TYPED: typed, OFFERS: options_for(offers + further, own)})
        if ctx.resilient_parsing:  # while the shell completes a word
            later = [(source, each) for source in self.sources for each in source.later(typed)]
            ctx.meta[LATER] = options_for(offers + further + later, own)

    def _typed(self, ctx: click.Context, args: list[str]) -> tuple[Typed, list[str]]:
        """What was typed, and the options in it that are not known yet."""
        options, left, _ = self.make_parser(ctx).parse_args(plain_flags(args, self.get_params(ctx)))
        given = options.pop("words", None)
        rest = list(given) if isinstance(given, tuple) else left  # `left` while the shell completes a value
        unknown = [word for word in rest if word.startswith("--")]
        # The word after an unknown option is probably its value.
        values = [before.startswith("--") and "=" not in before for before in ["", *rest]]
        words = [word for word, value in zip(rest, values, strict=False) if not (value or word.startswith("--"))]
        return Typed(words, options), unknown

    def _refuse_twice(self, ctx: click.Context, args: list[str]) -> None:
        """Refuse an option with two values, of which one would be ignored."""
        given = self.make_parser(ctx).parse_args(plain_flags(args, self.get_params(ctx)))[2]
        for number, param in enumerate(given):
            if isinstance(param, click.Option) and not (param.multiple or param.is_flag) and param in given[:number]:
                raise MazeError(f"{word_of(param)} is given twice; give it once")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The command's own options, then those on offer by their owner, then those that other words would choose."""
        own = [param for param in super().get_params(ctx) if isinstance(param, click.Option)]
        for title, options in {"Options": own, **ctx.meta.get(OFFERS, {})}.items():
            records = [option.get_help_record(ctx) for option in options]
            with formatter.section(title):
                formatter.write_dl([record for record in records if record])
        for source in self.sources:
            for heading, rows in source.listings(ctx.meta.get(TYPED, Typed([], {})), ctx.command_path).items():
                with formatter.section(heading):
                    formatter.write_dl(in_lines(rows, formatter.width))


def unknown_option(ctx: click.Context, word: str) -> MazeError:
    """The error for an option that a command does not have; names a similar one."""
    known = [name[2:] for param in ctx.command.get_params(ctx) for name in param.opts if name.startswith("--")]
    near = nearest(word.lstrip("-"), known)
    hint = f"did you mean --{near}?" if near else f"`{ctx.command_path} --help` lists all"
    return MazeError(f"there is no option {word:.60}; {hint}")


def in_lines(rows: dict[str, str], width: int) -> list[tuple[str, str]]:
    """Names with lists of options, in lines that break between options and never within one."""
    from textwrap import wrap

    room = width - min(COLUMN, max(map(len, rows), default=0)) - 4
    return [(name, "\b\n" + "\n".join(wrap(each, room, break_on_hyphens=False))) for name, each in rows.items()]


def check_blank(params: list[click.Parameter], typed: Typed) -> None:
    """Refuse an option with a blank value."""
    for option in params:
        given = typed.options.get(option.name or "")
        values = given if isinstance(given, (list, tuple)) else (given,)
        if isinstance(option, click.Option) and any(isinstance(value, str) and not value.strip() for value in values):
            raise MazeError(f"{word_of(option)} is blank; expected {EXPECTED.get(str(option.metavar), option.metavar)}")


#: What an option expects, by the word for its value in the help.
EXPECTED = {
    "GENERATOR": "a generator such as prim, see `maze list generators`",
    "SOLVER": "a solver such as dijkstra, see `maze list solvers`",
    "FORMAT": "a format such as json, see `maze list formats`",
    "TRANSFORM": "a transform such as braid:0.5, see `maze list transforms`",
    "KIND,KIND": "kinds such as wall,alice, see `maze list kinds`",
    "LEVEL": "a level such as easy",
    "N": "a whole number",
    **dict.fromkeys(("FILE", "OUT", "GAME"), "the name of a file"),
}


def plain_flags(args: list[str], params: Iterable[click.Parameter]) -> list[str]:
    """The words, with answered flags (`--distances no`, `--distances=no`) replaced by plain flags."""
    flags = {p.opts[0]: p for p in params if isinstance(p, ParameterOption) and p.is_flag}
    plain: list[str] = []
    rest = list(args)
    while rest:
        word = rest.pop(0)
        name, equals, answer = word.partition("=")
        if name in flags:
            if not equals and rest and rest[0].lower() in ANSWERS:
                equals, answer = "=", rest.pop(0)
            with blaming(flags[name].parameter.name):
                yes = flags[name].parameter.parse(answer) if equals else True
            word = name if yes else flags[name].secondary_opts[0]
        plain.append(word)
    return plain


def matching(names: Iterable[str], incomplete: str, before: str = "") -> list[Any]:
    """The names with this prefix; `before` is put before each."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(before + name) for name in names if name.startswith(incomplete)]


def names_of(*sections: str, after: str = "", others: Iterable[str] = ()) -> Callable[..., list[Any]]:
    """A function that completes names from sections of the registry or `others`; `after` separates several names."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
        before, mark, last = incomplete.rpartition(after) if after else ("", "", incomplete)
        known = [*others, *(name for section in sections for name in SECTIONS[section])]
        return matching(dict.fromkeys(known), last, before + mark)

    return complete


def then_option(text: str) -> Callable[[Any], Any]:
    """--then, the names of transforms."""
    complete = names_of("transforms", after="+")
    return click.option("--then", multiple=True, metavar="TRANSFORM", help=text, shell_complete=complete)


def seed_option(text: str) -> Callable[[Any], Any]:
    """--seed, a whole number."""
    parse = lambda _, __, text: None if text is None else parse_seed(text)  # noqa: E731
    return click.option("--seed", callback=parse, metavar="N", help=text)


_HOW, _forms = "How to write it; see `maze list formats` and `maze list renderers`.", names_of("formats", "renderers")
format_option = click.option("--format", "form", metavar="FORMAT", help=_HOW, shell_complete=_forms)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
