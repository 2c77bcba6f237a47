"""Many mazes stepped at once: as gymnasium's own vector of single ones does, at both speeds, and again from seeds."""

import pickle
from typing import Any
from unittest.mock import patch

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import env_checker
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import from_id, speed
from mazeworks.core.errors import MazeError, TooLarge
from mazeworks.scale.mazes import Recipe
from mazeworks.training import games
from mazeworks.training.maze import MazeEnv
from mazeworks.training.vector import MazeVectorEnv

SEEN = ("view", "grid", "position")


def test_a_copy_plays_on_by_itself() -> None:
    envs = MazeVectorEnv(2, (3, 3), limit=1)
    envs.reset(seed=1)
    other = pickle.loads(pickle.dumps(envs))
    seen, _, _, truncated, _ = other.step(other.action_masks().argmax(axis=1))
    assert truncated.all() and not np.array_equal(seen, envs._games.seen)
    assert np.array_equal(seen, envs.step(envs.action_masks().argmax(axis=1))[0])


def test_nothing_is_told_before_reset() -> None:
    envs = MazeVectorEnv(2, (3, 3), render_mode="ansi")
    for ask in (envs.ids, envs.action_masks, envs.render, lambda: envs.step(np.zeros(2, int))):
        with pytest.raises(MazeError, match=r"reset\(\) begins one"):
            ask()


@pytest.mark.parametrize("count", [10**9, 10**12])
def test_too_many_mazes_are_refused(count: int) -> None:
    with pytest.raises(TooLarge, match="games of 10x10 cells take"):
        MazeVectorEnv(count)


def test_options_are_a_dictionary() -> None:
    with pytest.raises(MazeError, match="options are a dictionary"):
        MazeVectorEnv(2).reset(options="a")  # type: ignore[arg-type]


def test_nothing_is_played_after_a_reset_that_failed() -> None:
    envs = MazeVectorEnv(2, (3, 3))
    envs.reset(seed=1)
    with patch.object(Recipe, "make", side_effect=TooLarge("no room")), pytest.raises(TooLarge):
        envs.reset(seed=5)
    with pytest.raises(MazeError, match=r"reset\(\) begins one"):
        envs.step(np.zeros(2, int))
    envs.reset()


def played(env: Any, seed: Any, steps: int, count: int) -> list[Any]:
    """All that an environment returns, but for infos, while it is played at random."""
    actions = np.random.default_rng(7).integers(0, 4, (steps, count))
    found: list[Any] = [env.reset(seed=seed)[0]]
    for row in actions:
        found += env.step(row)[:4]
    return found


def same(one: list[Any], other: list[Any]) -> bool:
    return all(env_checker.data_equivalence(*pair, exact=True) for pair in zip(one, other, strict=True))


@pytest.mark.parametrize("observation", SEEN)
@pytest.mark.parametrize("each_speed", ["interpreted", "compiled"])
@pytest.mark.parametrize("generator", ["backtracker", "kruskal"])
def test_it_does_what_gymnasiums_vector_of_single_mazes_does(observation: str, each_speed: Any, generator: str) -> None:
    form: dict[str, Any] = {"size": (4, 3), "generator": generator, "view": 3, "observation": observation, "limit": 9}
    singles = SyncVectorEnv([lambda: MazeEnv(**form)] * 5, autoreset_mode=AutoresetMode.NEXT_STEP)
    with speed(each_speed):
        many = MazeVectorEnv(5, **form)
        assert many.observation_space == singles.observation_space and many.action_space == singles.action_space
        expected = played(singles, 3, 120, 5)
        assert same(played(many, 3, 120, 5), expected)
        assert same(played(many, [3, 4, 5, 6, 7], 120, 5), expected)
        assert same(played(MazeVectorEnv(5, copy=False, **form), 3, 4, 5)[-4:], expected[13:17])
    assert min(sum(array.sum() for array in expected[part::4]) for part in (3, 4)) > 9


@given(st.integers(2, 9), st.integers(2, 9), st.sampled_from([1, 3, 5, 11]), st.integers(1, 7), st.integers(0, 99))
def test_both_speeds_and_both_environments_agree(width: int, height: int, view: int, count: int, seed: int) -> None:
    form: dict[str, Any] = {"size": (width, height), "generator": "binary_tree", "view": view, "limit": 5}
    with speed("interpreted"):
        plain = played(MazeVectorEnv(count, **form), seed, 30, count)
    with speed("compiled"):
        assert same(played(MazeVectorEnv(count, **form), seed, 30, count), plain)
    assert same(played(SyncVectorEnv([lambda: MazeEnv(**form)] * count), seed, 30, count), plain)


def test_the_step_after_an_end_ignores_the_action_and_begins_the_next_episode() -> None:
    env = MazeVectorEnv(2, (2, 2), limit=3, observation="position")
    single = MazeEnv((2, 2), limit=3, observation="position")
    env.reset(seed=[1, 1])
    single.reset(seed=1)
    wall = int(single._info()["action_mask"].argmin())
    for step in range(3):
        _, rewards, terminated, truncated, infos = env.step(np.array([wall, wall]))
        assert rewards.tolist() == [-1 / 3] * 2 and not terminated.any() and truncated.all() == (step == 2)
    seen, rewards, terminated, truncated, infos = env.step(np.array([0, 3]))
    assert (seen == single.reset()[0]).all() and env.ids() == (single.id, single.id) and infos == {}
    assert rewards.tolist() == [0, 0] and not terminated.any() and not truncated.any()


@pytest.mark.parametrize("most", [2, 3, 16])
def test_an_episode_depends_on_its_seed_and_number_alone(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither on how many mazes there are, nor on how many are made in advance."""
    monkeypatch.setattr(games, "MOST", most)
    found: dict[tuple[int, int], str] = {}
    for first, count in ((5, 1), (3, 4), (4, 9)):
        env = MazeVectorEnv(count, (3, 3), limit=2)
        env.reset(seed=first)
        episodes = [0] * count
        for _ in range(40):
            for number, id in enumerate(env.ids()):
                assert found.setdefault((first + number, episodes[number]), id) == id
            _, _, terminated, truncated, _ = env.step(np.zeros(count, np.int64))
            if (terminated | truncated).any():
                over = terminated | truncated
                env.step(np.zeros(count, np.int64))
                if not over.all():  # the others have made a step more, which may have ended them too
                    break
                episodes = [episode + 1 for episode in episodes]
    single = MazeEnv((3, 3))
    for episode in range(6):
        single.reset(seed=5 if not episode else None)
        assert found[5, episode] == single.id


def test_masks_ids_and_pictures_are_those_of_each_maze() -> None:
    env = MazeVectorEnv(3, (5, 4), "prim", render_mode="ansi", limit=4)
    env.reset(seed=2)
    singles = [MazeEnv((5, 4), "prim", render_mode="ansi", limit=4) for _ in range(3)]
    infos = [each.reset(seed=2 + number)[1] for number, each in enumerate(singles)]
    for action in (0, 1, 2):
        assert env.action_masks().dtype == np.int8
        assert env.action_masks().tolist() == [info["action_mask"].tolist() for info in infos]
        assert env.render() == tuple(each.render() for each in singles)
        assert env.ids() == tuple(each.id for each in singles)
        assert [env._games.maze(number) for number in range(3)] == list(map(from_id, env.ids()))
        env.step(np.full(3, action))
        infos = [each.step(action)[4] for each in singles]
    pictures = MazeVectorEnv(2, (5, 4), render_mode="rgb_array")
    pictures.reset(seed=2)
    assert [picture.shape[2] for picture in pictures.render() or ()] == [3, 3]
    assert MazeVectorEnv(2, (5, 4)).render() is None


@pytest.mark.parametrize("observation", SEEN)
def test_the_checks_of_gymnasium_that_apply_to_vectors(observation: str) -> None:
    """It has no check of its own for them, but most of those of single environments fit."""
    env: Any = gymnasium.make_vec("mazeworks/Maze-v0", num_envs=3, size=(5, 4), observation=observation)
    assert isinstance(env, MazeVectorEnv) and env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env_checker.check_action_space(env.action_space)
    env_checker.check_observation_space(env.observation_space)
    for check in ("seed_deprecation", "reset_return_type", "reset_seed_determinism", "reset_options"):
        getattr(env_checker, f"check_{check}")(env)
    env_checker.check_returned_data_not_reused(MazeVectorEnv(1, observation=observation))
    counted = RecordEpisodeStatistics(env)
    counted.reset(seed=1)
    for _ in range(90):
        infos = counted.step(env.action_space.sample())[4]
    assert "episode" in infos or len(counted.return_queue)
    env.close()


def test_without_copies_the_arrays_are_the_same_every_time() -> None:
    env = MazeVectorEnv(2, (4, 4), copy=False)
    first, _ = env.reset(seed=1)
    one, other = env.step(np.array([0, 0])), env.step(np.array([1, 1]))
    assert first is one[0] and all(a is b for a, b in zip(one[:4], other[:4], strict=True))
    copied = MazeVectorEnv(2, (4, 4))
    copied.reset(seed=1)
    one, other = copied.step(np.array([0, 0])), copied.step(np.array([1, 1]))
    assert not any(np.shares_memory(a, b) for a, b in zip(one[:4], other[:4], strict=True))


def test_some_mazes_can_be_reset_while_others_go_on() -> None:
    form: dict[str, Any] = {"size": (4, 4), "observation": "position", "limit": 5}
    env = MazeVectorEnv(3, **form)
    singles = SyncVectorEnv([lambda: MazeEnv(**form)] * 3)
    moves = np.random.default_rng(1).integers(0, 4, (30, 3))
    assert (env.reset(seed=1)[0] == singles.reset(seed=1)[0]).all()
    for number, row in enumerate(moves):
        assert same(list(env.step(row)[:4]), list(singles.step(row)[:4]))
        if number % 4 == 3:
            mask = np.array([True, False, number % 8 == 3])
            seed: Any = [None, None, 9] if number % 3 else None
            options = [{"reset_mask": mask}, {"reset_mask": mask.copy()}]  # gymnasium takes it out
            both = [each.reset(seed=seed, options=some)[0] for each, some in zip((env, singles), options, strict=True)]
            assert (both[0] == both[1]).all()


@pytest.mark.parametrize("mask", [[True, False], np.array([1, 0]), np.zeros(2, np.bool_), np.ones(3, np.bool_)])
def test_a_bad_mask_is_refused(mask: Any) -> None:
    env = MazeVectorEnv(2, (4, 4))
    env.reset(seed=1)
    with pytest.raises(MazeError, match="reset_mask is an array of 2 of bool"):
        env.reset(options={"reset_mask": mask})


def test_the_first_reset_is_for_all() -> None:
    env = MazeVectorEnv(2, (4, 4))
    with pytest.raises(MazeError, match=r"reset\(\) begins one"):
        env.step(np.array([0, 0]))
    with pytest.raises(MazeError, match="everywhere at first"):
        env.reset(options={"reset_mask": np.array([True, False])})
    env.reset()
    assert env.ids()[0] != env.ids()[1] and env.np_random is not None


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [
        (-1, "a seed lies between 0 and"),
        ("one", "a seed is a whole number"),
        ([1, 2, 3], "2 seeds are needed, one for each maze, not 3"),
        ((1 << 63) - 1, "a seed lies between 0 and"),
    ],
)
def test_bad_seeds(seed: Any, sentence: str) -> None:
    with pytest.raises(MazeError, match=sentence):
        MazeVectorEnv(2, (4, 4)).reset(seed=seed)


@pytest.mark.parametrize("count", [0, -3, 1.5, "two", True])
def test_bad_counts(count: Any) -> None:
    with pytest.raises(MazeError, match="num_envs is a whole number of at least 1, not "):
        MazeVectorEnv(count)


@pytest.mark.parametrize("actions", [[0, 1, 2], 1, [0.5, 1.0], ["N", "S"], [[0], [1]], None])
def test_actions_of_a_wrong_shape_are_refused(actions: Any) -> None:
    env = MazeVectorEnv(2, (4, 4))
    env.reset(seed=1)
    with pytest.raises(MazeError, match="actions are 2 whole numbers, one for each maze"):
        env.step(actions)


@pytest.mark.parametrize("each_speed", ["interpreted", "compiled"])
@pytest.mark.parametrize("wrong", [4, -1, 1 << 62, -(1 << 63)])
def test_a_wrong_action_is_refused_and_changes_nothing(each_speed: Any, wrong: int) -> None:
    with speed(each_speed):
        env = MazeVectorEnv(2, (4, 4))
        before, _ = env.reset(seed=1)
        with pytest.raises(MazeError, match="an action is 0, 1, 2 or 3: north, south, east or west"):
            env.step(np.array([0, wrong]))
        assert (env._games.seen == before).all() and not env._games.ages.any()


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64])
def test_actions_of_any_whole_type_will_do(dtype: Any) -> None:
    actions = np.array([[2, 1], [1, 2]], dtype)[::-1].T  # neither contiguous
    actions.flags.writeable = False
    env, other = MazeVectorEnv(2, (4, 4)), MazeVectorEnv(2, (4, 4))
    env.reset(seed=1), other.reset(seed=1)
    for row in actions:
        assert same(list(env.step(row)[:4]), list(other.step([int(each) for each in row])[:4]))


def test_games_beyond_memory_are_refused() -> None:
    with pytest.raises(MazeError, match=r"games of 30000x30000 cells take .* of memory"):
        MazeVectorEnv(1_000_000, (30_000, 30_000))
