"""Mazes as tokens, and back."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import batch
from mazeworks.core.errors import MazeError
from mazeworks.scale.tokens import MARKS, maze_of, text_of, vocabulary


@settings(deadline=None, max_examples=40)
@given(
    st.tuples(st.integers(2, 9), st.integers(2, 9)), st.sampled_from(["wilson", "percolation"]), st.integers(0, 1 << 40)
)
def test_tokens_can_be_read_back(size: tuple[int, int], generator: str, seed: int) -> None:
    some = batch(generator, size, seed=seed, count=3, ends=f"0/0-{size[0] - 1}/{size[1] - 1}")
    for row, tokens in enumerate(some.tokens()):
        assert maze_of(text_of(tokens, *size), *size) == some[row]
        assert tokens.min() >= 0 and tokens.max() < len(vocabulary(*size))


def test_the_form_of_a_text() -> None:
    some = batch("prim", (2, 2), seed=1, count=1, ends="corners")
    passages, path = some.adjacency()[0].tolist(), [Ellipsis]
    text = text_of(some.tokens()[0], 2, 2)
    for here, there in passages:
        assert f"({here % 2},{here // 2}) <--> ({there % 2},{there // 2}) ;" in text
    assert "<ORIGIN_START> (0,0) <ORIGIN_END> <TARGET_START> (1,1) <TARGET_END> <PATH_START> (0,0)" in text
    assert text.endswith("(1,1) <PATH_END>") and path
    assert MARKS[0] not in text


TEXT = text_of(batch("prim", (2, 2), seed=1, count=1, ends="corners").tokens()[0], 2, 2)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("<ADJLIST_START>", "<START>", "word 1, '<START>', is not a token of mazes of 2x2 cells"),
        ("(1,1)", "(5,1)", "'(5,1)', is not a token"),
        ("<ADJLIST_START> ", "", "word 1 should be <ADJLIST_START>, but is '(0,0)'"),
        (" <PATH_END>", "", "should be <PATH_END>, but is missing"),
        ("<PATH_END>", "<PATH_END> ;", "stands behind <PATH_END>"),
        ("<ORIGIN_START> (0,0)", "<ORIGIN_START> ;", "should be a cell such as (0,1), but is ';'"),
        (TEXT.split(" ; ")[0], "<ADJLIST_START> (0,0) <--> (1,1)", "the cells (0, 0) and (1, 1) are no neighbours"),
        ("<PATH_START> (0,0)", "<PATH_START> (1,1)", "leads from (1, 1) to"),
        ("<ADJLIST_START> ", "<PAD> <ADJLIST_START> ", "word 1 should be <ADJLIST_START>, but is '<PAD>'"),
        ("<TARGET_START> (1,1)", "<TARGET_START> (0,0)", "start and goal are both (0, 0); they have to differ"),
        (TEXT.split(" ; ")[1], TEXT.split(" ; ")[0][len("<ADJLIST_START> ") :], "stands here again"),
        (TEXT.partition("<PATH_START> ")[2], "(0,0) <PATH_END>", "the path leads from (0, 0) to (0, 0)"),
    ],
)
def test_bad_texts_get_one_sentence(before: str, after: str, sentence: str) -> None:
    assert before in TEXT
    with pytest.raises(MazeError) as caught:
        maze_of(TEXT.replace(before, after), 2, 2)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("tokens", [[999], [-1, 1], [[1, 2]], [0.5], ["<PAD>"]])
def test_bad_tokens(tokens: Any) -> None:
    with pytest.raises(MazeError, match="tokens of 3x2 cells are a row of whole numbers from 0 to 16"):
        text_of(tokens, 3, 2)


def test_what_is_not_a_text() -> None:
    with pytest.raises(MazeError, match="a text was expected, not None"):
        maze_of(None, 3, 2)  # type: ignore[arg-type]


def test_an_empty_text() -> None:
    with pytest.raises(MazeError, match="word 1 should be <ADJLIST_START>, but is missing"):
        maze_of("", 3, 3)
