"""What is counted in many small mazes: passages, and what makes them hard; and hashes that no rotation changes."""

from mazeworks.kernels.batches.paths import spread
from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.searching.rate import beside_path

#: The names of the counts of one maze, in their order: cells by their passages, cells that can be reached, and what
#: `beside_path` counts along the solution; then the moves that lead away from the goal.
COUNTS = ("dead_ends", "junctions", "crossings", "states", "choices", "wrong", "loops", "depth", "deepest", "away")
COUNT = len(COUNTS)
DEAD_ENDS, JUNCTIONS, CROSSINGS, STATES, CHOICES, AWAY = 0, 1, 2, 3, 4, 9
#: What `beside_path` counts.
TURNS = 5
#: Walls that tell a maze: those to the east and to the south of each cell, so four sorts of cells.
SORTS = 4
#: Symmetries of a square.
SYMMETRIES = 8


@kernel("i8(u1[::1], i8, i8, i8, i8[::1], i8[::1])")
def join_cells(walls, width, cells, base, offsets, targets):
    """Write the passages of one maze into compressed rows, north, south, east and west; returns their number."""
    put = 0
    for cell in range(cells):
        offsets[cell] = put
        open_sides = 15 - walls[base + cell]
        targets[put] = cell - width
        put += open_sides & 1
        targets[put] = cell + width
        put += open_sides >> 1 & 1
        targets[put] = cell + 1
        put += open_sides >> 2 & 1
        targets[put] = cell - 1
        put += open_sides >> 3
    offsets[cells] = put
    return put


@kernel("i8(i8[::1], i8[::1], i8, i8[::1], i8[::1])")
def measure_distances(offsets, targets, first, far, queue):
    """The distance of each cell from the first, -1 where it cannot be reached; returns how many can.

    queue: room for every cell and one more. Every neighbour is written there, and only new ones are kept: no test,
    which would be a guess.
    """
    for cell in range(len(far)):
        far[cell] = -1
    far[first], queue[0] = 0, first
    taken, put = 0, 1
    while taken < put:
        here = queue[taken]
        taken += 1
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            new = int(far[there] < 0)
            far[there] += new * (far[here] + 2)
            queue[put] = there
            put += new
    return put


@kernel("b1(u1[::1], u1[::1], i8, i8, i8, u1[::1], i8[::1], i8[::1], i8[::1])")
def beside_path_in_tree(walls, ways, width, start, goal, moves, queue, heights, turns):
    """What `beside_path` counts, for a maze that is a tree; False, and nothing is counted, for any other.

    All paths lead to the goal, so a wrong turn is as deep as the tree behind it is high. Trees are measured from their
    farthest cells on; heights is 0 on the path.
    """
    cells = len(walls)
    spread(walls, ways, queue, width, cells, 0, goal, -1, 0)
    passages, reached = 0, 0
    for cell in range(cells):
        heights[cell] = 1
        passages += 2 - (walls[cell] >> 1 & 1) - (walls[cell] >> 2 & 1)
        reached += int(ways[cell] > 0)
    if reached < cells or passages >= cells:
        return False
    choices, wrong, depth, deepest = 0, 0, 0, 0
    here = start
    for step in range(len(moves)):
        sides = 15 - walls[here]
        others = (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3) - int(step > 0)
        choices += int(others > 1)
        wrong += others - 1
        heights[here] = 0
        way = moves[step]
        here += (way >> 1 & 1) * width - (way & 1) * width + (way >> 2 & 1) - (way >> 3)
    heights[goal] = 0
    for number in range(cells - 1, 0, -1):
        cell, back = queue[number] >> 5, queue[number] & 15
        nearer = cell + (back >> 1 & 1) * width - (back & 1) * width + (back >> 2 & 1) - (back >> 3)
        height, on_path = heights[cell], int(heights[nearer] == 0)
        heights[nearer] = max(heights[nearer], (height + 1) * (1 - on_path))
        height *= on_path * int(nearer != goal)
        depth += height
        deepest = max(deepest, height)
    turns[0], turns[1], turns[2], turns[3], turns[4] = choices, wrong, 0, depth, deepest
    return True


@kernel(
    "void(u1[::1], i4[::1], i4[::1], u1[::1], i4[::1], i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1],"
    "i8[::1], i8[::1], u1[::1], i8[::1], i4[::1])"
)
def measure(
    walls, starts, goals, moves, lengths, width,
    offsets, targets, far, path, steps, region, depths, queue, marks, turns, counts
):  # fmt: skip
    """Count what COUNTS names, in every maze.

    moves: of all paths, one behind the other. offsets, targets: room for the cells of one maze and one more, and for
    four passages from each cell and four more. Those up to `marks` have room for the cells of one maze and one more,
    `turns` for the registers of `beside_path`.
    """
    cells = len(far)
    taken = 0
    for maze in range(len(starts)):
        put, base, length = maze * COUNT, maze * cells, lengths[maze]
        mine = walls[base : base + cells]
        for number in range(TURNS):
            turns[number] = 0
        tree = False
        if length >= 0:
            mine_moves = moves[taken : taken + length]
            tree = beside_path_in_tree(
                mine, marks, width, starts[maze], goals[maze], mine_moves, targets, depths, turns
            )
        counts[put + STATES] = cells
        if not tree:
            join_cells(walls, width, cells, base, offsets, targets)
            origin = goals[maze] if length >= 0 else starts[maze]
            counts[put + STATES] = measure_distances(offsets, targets, origin, far, queue)
        ends, junctions, crossings, away = 0, 0, 0, 0
        for cell in range(cells):
            sides = (15 - mine[cell]) * int(tree or far[cell] >= 0)
            ways = (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3)
            ends += int(ways == 1)
            junctions += int(ways == 3)
            crossings += int(ways == 4)
            steps[cell] = region[cell] = -1
        here = starts[maze]
        path[0], steps[here] = here, 0
        goal_x, goal_y = goals[maze] % width, goals[maze] // width
        x, y = here % width - goal_x, here // width - goal_y
        square = x * x + y * y
        for step in range(1, length + 1):
            way = moves[taken]
            taken += 1
            x += (way >> 2 & 1) - (way >> 3)
            y += (way >> 1 & 1) - (way & 1)
            here += (way >> 1 & 1) * width - (way & 1) * width + (way >> 2 & 1) - (way >> 3)
            path[step], steps[here] = here, step
            away += int(x * x + y * y > square)
            square = x * x + y * y
        if length >= 0 and not tree:
            for cell in range(cells):
                marks[cell] = 0
            beside_path(offsets, targets, far, path[: length + 1], steps, region, depths, marks, queue, turns)
        counts[put + DEAD_ENDS], counts[put + JUNCTIONS], counts[put + CROSSINGS] = ends, junctions, crossings
        for number in range(TURNS):
            counts[put + CHOICES + number] = turns[number]
        counts[put + AWAY] = away


@kernel("void(u1[::1], i8[::1], i8[::1])")
def hash_symmetric(walls, words, hashes):
    """For every maze the least of eight hashes, one for each symmetry, so that all its images have the same.

    words: for each cell, each sort of cell by its passages (1: to the east, 2: to the south) and each symmetry, a
    random word; the exclusive or of a maze's words is its hash under that symmetry.
    """
    cells = len(words) // (SORTS * SYMMETRIES)
    for maze in range(len(hashes)):
        a, b, c, d, e, f, g, h = 0, 0, 0, 0, 0, 0, 0, 0
        for cell in range(cells):
            open_sides = 15 - walls[maze * cells + cell]
            place = (cell * SORTS + (open_sides >> 2 & 1) + (open_sides & 2)) * SYMMETRIES
            a ^= words[place]
            b ^= words[place + 1]
            c ^= words[place + 2]
            d ^= words[place + 3]
            e ^= words[place + 4]
            f ^= words[place + 5]
            g ^= words[place + 6]
            h ^= words[place + 7]
        hashes[maze] = min(min(min(a, b), min(c, d)), min(min(e, f), min(g, h)))


@kernel("void(u1[::1], i4[::1], i8, i8[::1], i8[::1], i8[::1], i8[::1], i4[::1])")
def distances(walls, firsts, width, offsets, targets, far, queue, found):
    """The distance of every cell from the first of its maze, -1 where it cannot be reached; see `measure`."""
    cells = len(far)
    for maze in range(len(firsts)):
        base = maze * cells
        join_cells(walls, width, cells, base, offsets, targets)
        measure_distances(offsets, targets, firsts[maze], far, queue)
        for cell in range(cells):
            found[base + cell] = far[cell]
