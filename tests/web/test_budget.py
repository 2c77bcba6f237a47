"""What a request may take, whichever way its puzzle comes in: a link, a file, an image, a text, a search."""

import base64
import io
import json
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from tests.serving import Client, in_thread, made

#: A maze of 1000 storeys, nearly all of it missing, so that little text describes many cells.
STOREYS = {
    "mazeworks": 1,
    "kind": "wall",
    "layout": "floors:1000",
    "width": 200,
    "height": 200,
    "start": [0, 0, 0],
    "goal": [1, 0, 0],
    "passages": ["00" * 200] * 2000,
}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with in_thread() as client:
        yield client


def packed(data: dict[str, Any]) -> str:
    """A puzzle as a link carries it."""
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(data).encode(), 9, wbits=-15)).decode().rstrip("=")


def opened(client: Client, data: bytes, name: str) -> tuple[int, str]:
    """The status and the sentence with which a file is answered."""
    status, answer = client.json("POST", f"/api/files?name={name}", data)
    return status, answer.get("error", "")


def test_storeys_of_a_link_count(client: Client) -> None:
    data = STOREYS | {"passages": ["00" * 200] * 400}
    status, answer = client.json("POST", "/api/mazes", {"puzzle": packed(data)})
    assert status == 422 and "far too short for 200x200 cells" in answer["error"]


def test_storeys_of_a_file_count(client: Client) -> None:
    status, sentence = opened(client, json.dumps(STOREYS).encode(), "maze.json")
    assert status == 422 and "200x200 cells on 1000 floors are more than 4000000" in sentence


def test_cells_of_a_file_count(client: Client) -> None:
    data = {"mazeworks": 1, "kind": "wall", "walls": ["f" * 2001] * 2000, "start": [0, 0], "goal": [1, 0]}
    status, sentence = opened(client, json.dumps(data).encode(), "maze.json")
    assert status == 422 and "2001x2000 cells are more than 4000000, the most for one request" in sentence


def test_short_lines_are_filled_up_within_the_budget(client: Client) -> None:
    text = "\n".join(["S" + "#" * 39_998 + "E", *["#" * 1000] * 3999])
    status, sentence = opened(client, text.encode(), "maze.map")
    assert status == 422 and "40000x4000 characters take 3.2 GB of memory, more than 1.34 GB" in sentence


def test_pixels_are_limited(client: Client) -> None:
    file = io.BytesIO()
    Image.new("1", (5001, 5000), 1).save(file, "PNG")
    status, sentence = opened(client, file.getvalue(), "maze.png")
    assert status == 422 and "5001x5000 pixels are more than 25000000, the most for one request" in sentence


@pytest.mark.parametrize(("solver", "parameters"), [("random_mouse", {"patience": "1000000000000000"})])
def test_steps_are_priced(client: Client, solver: str, parameters: dict[str, str]) -> None:
    maze = made(client, width=9, height=6, seed="1")["id"]
    ask = {"maze": maze, "solver": solver, "parameters": parameters}
    status, answer = client.json("POST", "/api/solutions", ask)
    assert status == 422 and "1000000000000000 steps take 28 PB of memory" in answer["error"]
