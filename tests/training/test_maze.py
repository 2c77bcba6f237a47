"""The environment of one maze: gymnasium's own checks, what is seen, and the mazes of its episodes."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from mazeworks import Direction, Position, batch, from_id
from mazeworks.core.errors import MazeError
from mazeworks.training.maze import MazeEnv
from mazeworks.training.vector import MazeVectorEnv
from tests.turtle_display import display

__all__ = ["display"]


@pytest.fixture
def screen(display: str) -> Iterator[None]:
    """A display; what is left of windows is collected here, because Tk ends the process if another thread does that."""
    yield
    gc.collect()


WAYS = (Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST)
SEEN = ("view", "grid", "position")


def seen_in(maze: Any, place: Position, observation: str, view: int) -> list[Any]:
    """What should be seen, by the ordinary maze alone."""
    if observation == "position":
        return [*place, *maze.goal]
    inside = [[Position(x, y) for x in range(maze.width)] for y in range(maze.height)]
    if observation == "grid":
        walls = [[int(maze.grid.walls[cell.y, cell.x]) for cell in row] for row in inside]
        return [walls, *([[int(cell == each) for cell in row] for row in inside] for each in (place, maze.goal))]

    def looks(x: int, y: int) -> int:
        if not maze.grid.contains((x, y)):
            return 15
        return int(maze.grid.walls[y, x]) + 16 * ((x, y) == maze.start) + 32 * ((x, y) == maze.goal)

    reach = range(-(view // 2), view // 2 + 1)
    return [[looks(place.x + x, place.y + y) for x in reach] for y in reach]


@pytest.mark.parametrize("observation", SEEN)
def test_gymnasium_finds_no_fault(observation: str) -> None:
    for mode in (None, "rgb_array", "ansi"):
        made = gymnasium.make("mazeworks/Maze-v0", size=(4, 3), observation=observation, render_mode=mode)
        check_env(made.unwrapped, skip_render_check=True)


def test_gymnasium_finds_no_fault_in_any_way_to_render(screen: None) -> None:
    check_env(gymnasium.make("mazeworks/Maze-v0", size=(4, 3)).unwrapped)


@pytest.mark.parametrize("observation", SEEN)
@pytest.mark.parametrize("generator", ["prim", "percolation"])
def test_what_is_seen_and_done_is_what_the_ordinary_maze_has(observation: str, generator: str) -> None:
    """Played at random; the maze is made anew from its id."""
    env = MazeEnv((6, 4), generator, view=3, observation=observation, limit=30)
    env.action_space.seed(1)
    ends = []
    for episode in range(8):
        seen, info = env.reset(seed=5 if episode == 0 else None)
        maze = from_id(env.id)
        assert env.maze == maze == batch(generator, (6, 4), seed=5, count=1, first=episode)[0]
        place, over, steps = maze.start, False, 0
        while True:
            assert seen.tolist() == seen_in(maze, place, observation, 3) and seen in env.observation_space
            ways = dict(maze.moves(place))
            assert info["action_mask"].tolist() == [way in ways for way in WAYS]
            if over:
                break
            action = env.action_space.sample()
            place, steps = ways.get(WAYS[action], place), steps + 1
            seen, reward, terminated, truncated, info = env.step(action)
            assert (terminated, truncated) == (place == maze.goal, steps == 30 and place != maze.goal)
            assert reward == (1.0 if terminated else -1 / 30)
            over = terminated or truncated
        ends.append(terminated)
        with pytest.raises(MazeError, match=r"reset\(\) begins one"):
            env.step(0)
    assert True in ends and False in ends


def test_a_seed_makes_the_same_mazes_again_and_none_goes_on() -> None:
    env, ids = MazeEnv((5, 5)), []
    for seed in (3, None, None, 3, None, 4):
        env.reset(seed=seed)
        ids.append(env.id)
    assert ids[:2] == ids[3:5] and len(set(ids)) == 4
    fresh = [MazeEnv((5, 5)), MazeEnv((5, 5))]
    assert [each.reset() for each in fresh] and fresh[0].id != fresh[1].id


def test_parameters_of_the_generator_are_part_of_the_ids() -> None:
    env = MazeEnv((7, 5), "backtracker", complexity=0.2, ends="corners")
    env.reset(seed=1)
    assert env.id.startswith("wall:7x5,complexity=0.2,ends=corners#") and {*env.maze.start} == {0}
    assert env.task.limit == 140


@pytest.mark.parametrize("cls", [MazeEnv, MazeVectorEnv])
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"size": (1, 5)}, "the width is at least 2, not 1"),
        ({"size": "5x5"}, "a size is width and height, as in (20, 30), not '5x5'"),
        ({"generator": "primm"}, "no generator is called 'primm'; did you mean prim?"),
        ({"view": 4}, "a view is as wide as an odd number of cells, from 1 to 255, not 4"),
        ({"view": 2.5}, "a view is as wide as an odd number of cells, from 1 to 255, not 2.5"),
        ({"observation": "gird"}, "no observation is called 'gird'; did you mean grid?"),
        ({"render_mode": "rgb"}, "no render mode is called 'rgb'; there are "),
        ({"limit": 0}, "limit is a number of steps, at least 1, not 0"),
        ({"colour": 3}, "no parameter of backtracker is called 'colour'; there are "),
        ({"layout": "hexagon"}, "a batch holds plain rectangles of squares, without a layout or an outline"),
    ],
)
def test_bad_arguments(cls: Any, arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(MazeError) as raised:
        cls(**arguments)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize("action", [4, -1, 1.5, "N", None, [1]])
def test_a_wrong_action_is_refused_and_changes_nothing(action: Any) -> None:
    env = MazeEnv((5, 5))
    before, _ = env.reset(seed=1)
    with pytest.raises(MazeError, match="an action is 0, 1, 2 or 3: north, south, east or west, not "):
        env.step(action)
    assert (env._observation() == before).all() and env._steps == 0


def test_pictures_and_texts_show_the_agent() -> None:
    env = MazeEnv((4, 3), render_mode="rgb_array", ends="corners")
    env.reset(seed=1)
    before = env.render()
    assert before.dtype == np.uint8 and before.shape[2] == 3 and (before == env.render()).all()
    way = int(env._info()["action_mask"].argmax())
    env.step(way)
    assert (env.render() != before).any()
    drawn = MazeEnv((4, 3), render_mode="ansi", ends="corners")
    drawn.reset(seed=1)
    lines = drawn.render().splitlines()
    assert lines[1][2] == "@" and "".join(lines).count("E") == 1
    drawn.step(way)
    assert drawn.render().count("@") == 1 and drawn.render().splitlines()[1][2] == "S"
    assert MazeEnv((4, 3)).render() is None


def test_a_window_shows_each_step_and_can_be_closed(screen: None) -> None:
    env = MazeEnv((4, 3), render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    window: Any = env._screen._window
    assert window._label.image.width() == 24 * 4 + 3 + 2 * 10
    window._root.destroy()
    with pytest.raises(MazeError, match="the window was closed"):
        env.step(0)
    env.close()
    env.close()


def test_without_a_display_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tkinter")
    monkeypatch.setenv("DISPLAY", "")
    with pytest.raises(MazeError, match=r'^no window can be opened \(.*\); set DISPLAY .* render_mode="rgb_array"$'):
        MazeEnv((4, 3), render_mode="human").reset(seed=1)


# --- by name

MAKE = "gymnasium.make('{}mazeworks/Maze-v0', size=(4, 4)).reset(seed=1)[0].shape"
MANY = "type(gymnasium.make_vec('mazeworks/Maze-v0', num_envs=2)).__name__"


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        (f"import gymnasium, mazeworks\nprint({MAKE.format('')}, {MANY})", "(5, 5) MazeVectorEnv"),
        (f"import mazeworks.training, gymnasium\nprint({MAKE.format('')}, {MANY})", "(5, 5) MazeVectorEnv"),
        (f"import mazeworks, gymnasium\nprint({MAKE.format('mazeworks.training:')})", "(5, 5)"),
        (f"import gymnasium\nprint({MAKE.format('mazeworks:')})", "(5, 5)"),
        (
            "import gymnasium\nimport sys, mazeworks\n"
            "print(sorted(m for m in sys.modules if m.startswith('mazeworks.')))",
            "['mazeworks.core', 'mazeworks.core.errors', 'mazeworks.training']",
        ),
        ("import sys, mazeworks\nprint('gymnasium' in sys.modules, 'mazeworks.scale' in sys.modules)", "False False"),
        (
            "import sys\nsys.modules['gymnasium'] = None\nimport mazeworks\n"
            "try:\n    import mazeworks.training\nexcept ValueError as error:\n    print(error)",
            'training needs gymnasium; install it with: pip install "mazeworks[rl]"',
        ),
        (
            "import sys\nsys.modules['pettingzoo'] = None\n"
            "try:\n    import mazeworks.training.chase\nexcept ValueError as error:\n    print(error)",
            "the chase needs PettingZoo; install it with: pip install pettingzoo",
        ),
    ],
)
def test_names_are_registered_when_they_can_be_and_nothing_else_is_loaded(code: str, printed: str) -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == (printed, "")
