"""Games in many small mazes at once: one step of all of them, and what is seen in each.

A maze of `width` × `height` cells lies in a box with a margin on all sides, so that no view leaves it; rows of the box
are `stride` cells long, and the box of game i begins at i × size in `cells`. A cell has its walls as flags, and START
and GOAL; the margin is solid. A place is a number of a cell in its box.

Mazes are made in advance: game i has `ahead` places for them, from i × ahead on, and plays its episode k in the maze
at i × ahead + k mod ahead. Their `walls` have no margin; `starts` and `goals` are places.
"""

from mazeworks.kernels.kernel import kernel

#: Marks of a cell beside its walls.
START, GOAL = 16, 32
#: Where `facts` has each number: the size of a maze, that of a box, and the most steps of an episode.
WIDTH, HEIGHT, STRIDE, MARGIN, SIZE, AHEAD, LIMIT = range(7)


@kernel("void(u1[::1], i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], i4[::1], i4[::1], i8)")
def enter(cells, facts, places, ages, episodes, walls, starts, goals, game):
    """Begin the next episode of a game, whose maze is ready."""
    width, stride, ahead, base = facts[WIDTH], facts[STRIDE], facts[AHEAD], game * facts[SIZE]
    episodes[game] += 1
    slot = game * ahead + episodes[game] % ahead
    source = slot * width * facts[HEIGHT]
    target = base + facts[MARGIN] * (stride + 1)
    for _ in range(facts[HEIGHT]):
        for x in range(width):
            cells[target + x] = walls[source + x]
        source += width
        target += stride
    cells[base + starts[slot]] |= START
    cells[base + goals[slot]] |= GOAL
    places[game] = starts[slot]
    ages[game] = 0


@kernel("i8(u1[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], i4[::1], i4[::1], i8[::1], u1[::1])")
def begin(cells, facts, places, ages, episodes, ready, walls, starts, goals, chosen, waiting):
    """Begin the next episode of some games; returns how many games then wait for a maze that is not ready."""
    for number in range(len(chosen)):
        enter(cells, facts, places, ages, episodes, walls, starts, goals, chosen[number])
        waiting[chosen[number]] = 0
    missing = 0
    for game in range(len(waiting)):
        if waiting[game] and episodes[game] + 1 >= ready[game]:
            missing += 1
    return missing


@kernel(
    "i8(u1[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], i4[::1], i4[::1], i8[::1], u1[::1], f8, f8[::1],"
    " u1[::1], u1[::1])"
)
def step(
    cells, facts, places, ages, episodes, ready, walls, starts, goals, actions, waiting, price, rewards, reached, late
):
    """One step of every game; returns how many now wait for a maze that is not ready, or -1 for a wrong action.

    actions: 0 to 3, north, south, east and west. A game that has ended is `waiting`: its action is ignored, and its
    next episode begins. ready: the first episode of each game whose maze is not ready. price: the reward of a step that
    does not reach the goal.
    """
    wrong = 0
    for game in range(len(actions)):
        wrong |= actions[game]
    if wrong >> 2:
        return -1
    stride, size, limit = facts[STRIDE], facts[SIZE], facts[LIMIT]
    ways = (-stride, stride, 1, -1)
    missing, base = 0, 0
    for game in range(len(actions)):
        reward, over, cut = 0.0, 0, 0
        if waiting[game]:
            enter(cells, facts, places, ages, episodes, walls, starts, goals, game)
        else:
            action, here = actions[game], places[game]
            here += (1 - (cells[base + here] >> action & 1)) * ways[action]
            places[game] = here
            ages[game] += 1
            over = (cells[base + here] & GOAL) // GOAL
            cut = 1 - over if ages[game] >= limit else 0
            reward = 1.0 if over else price
            if over + cut and episodes[game] + 1 >= ready[game]:
                missing += 1
        rewards[game] = reward
        reached[game] = over
        late[game] = cut
        waiting[game] = over + cut
        base += size
    return missing


@kernel("void(u1[::1], i8[::1], i8[::1], u1[::1])")
def views(cells, facts, places, seen):
    """What each game sees around its agent, as far as the margin is wide: row by row, the agent in the middle."""
    stride, margin = facts[STRIDE], facts[MARGIN]
    side, put = 2 * margin + 1, 0
    for game in range(len(places)):
        corner = game * facts[SIZE] + places[game] - margin * (stride + 1)
        for _ in range(side):
            for x in range(side):
                seen[put + x] = cells[corner + x]
            put += side
            corner += stride


@kernel("void(u1[::1], i8[::1], i8[::1], i8[::1], i8[::1], u1[::1])")
def planes(cells, facts, places, ages, shown, seen):
    """The whole of each maze, without a margin: its walls, where the agent is, and where the goal is.

    shown: the place at which each agent was drawn before.
    """
    area = facts[SIZE]
    for game in range(len(places)):
        walls = 3 * game * area
        agent, goal = walls + area, walls + 2 * area
        if ages[game] == 0:
            for place in range(area):
                cell = cells[game * area + place]
                seen[walls + place] = cell & 15
                seen[agent + place] = 0
                seen[goal + place] = cell // GOAL
        seen[agent + shown[game]] = 0
        seen[agent + places[game]] = 1
        shown[game] = places[game]


@kernel("void(i8[::1], i8[::1], i8[::1], i4[::1], i4[::1])")
def positions(facts, places, episodes, goals, seen):
    """Where the agent and the goal of each game are, without a margin: x, y, x, y."""
    width, ahead = facts[WIDTH], facts[AHEAD]
    for game in range(len(places)):
        here, goal = places[game], goals[game * ahead + episodes[game] % ahead]
        seen[4 * game] = here % width
        seen[4 * game + 1] = here // width
        seen[4 * game + 2] = goal % width
        seen[4 * game + 3] = goal // width
