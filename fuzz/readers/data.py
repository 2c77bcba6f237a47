"""Plain values: every kind's codec, puzzles packed into links, and saved games."""

import base64
import json
import zlib
from functools import cache
from random import Random
from typing import Any

from fuzz.fuzzer import Differs, fuzzer
from fuzz.mutation import HUGE, mutated_text, mutated_value
from fuzz.readers.texts import check_round_trip
from fuzz.samples import LONGEST, data, puzzles, seeds
from mazeworks.core.facets import codec_of
from mazeworks.core.registry import layouts
from mazeworks.files.loading import read_text
from mazeworks.play.session import Session
from mazeworks.web.link import pack, unpack


def make_data(random: Random) -> dict[str, Any]:
    """The values of a puzzle, changed somewhere inside, or of another size and layout than its walls."""
    if random.random() < 0.01:
        size = {side: random.choice((2, 3, 9, 99, 999, 9999)) for side in ("width", "height")}
        return random.choice(_laid_out()) | size | {"layout": _layout(random)}
    changed = mutated_value(random, random.choice(_data()), data())
    return changed if isinstance(changed, dict) else {"mazeworks": 1, "kind": changed}


_data = seeds("json", data)


@cache
def _laid_out() -> list[dict[str, Any]]:
    return [values for values in data() if "layout" in values]


def _layout(random: Random) -> str:
    able = [entry.name for entry in layouts.values() if entry.parameter is not None]
    return f"{random.choice(able)}:{random.choice(('0', '1', '2', '50', '999', '99999', '0.5', *HUGE))}"


@fuzzer("json", make_data)
def try_data(value: dict[str, Any]) -> None:
    text = json.dumps(value)
    check_round_trip(read_text(text), zlib.crc32(text.encode()))


# --- links


@cache
def _links() -> list[str]:
    return [pack(puzzle) for puzzle in puzzles() if codec_of(puzzle).saves and len(pack(puzzle)) <= LONGEST]


def make_link(random: Random) -> str:
    """A packed puzzle with other characters, or other values packed as a puzzle is."""
    if random.random() < 0.5:
        return mutated_text(random, random.choice(_kept_links()), _links())
    return pack_text(json.dumps(make_data(random), separators=(",", ":")))


_kept_links = seeds("links", _links)


def pack_text(text: str) -> str:
    """Any text packed as the JSON of a puzzle is."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 1, wbits=-15)).decode().rstrip("=")


@fuzzer("links", make_link)
def try_link(word: str) -> None:
    puzzle = unpack(word)
    if unpack(pack(puzzle)) != puzzle:
        raise Differs(f"{puzzle.kind} in a link: {puzzle!r} is another puzzle after packing")


# --- saved games


@cache
def _games() -> list[dict[str, Any]]:
    """A game of every sample, a few moves in."""
    found = []
    for puzzle in (puzzle for puzzle in puzzles() if codec_of(puzzle).saves):
        game = Session(puzzle)
        for _ in range(4):
            if game.choices():
                game.play(game.choices()[-1].name)
        game.undo()
        found.append(json.loads(game.save()))
    return [game for game in found if len(str(game)) <= LONGEST]


def make_game(random: Random) -> dict[str, Any]:
    """A saved game, changed: its moves, its puzzle, or anything else."""
    game = random.choice(_kept_games())
    part = random.choice(("moves", "undone", "puzzle", ""))
    if part in game:
        return game | {part: mutated_value(random, game[part])}
    changed = mutated_value(random, game, _games())
    return changed if isinstance(changed, dict) else game


_kept_games = seeds("sessions", _games)


@fuzzer("sessions", make_game)
def try_game(value: dict[str, Any]) -> None:
    game = Session.load(json.dumps(value))
    saved = game.save()
    if Session.load(saved).save() != saved:
        raise Differs("a game that is saved and loaded is saved differently")
    state = game.puzzle.key(game.state)
    game.choices()
    if game.undo() and not (game.redo() and game.puzzle.key(game.state) == state):
        raise Differs("undo and redo do not lead back")
