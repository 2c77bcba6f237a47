"""What is counted in many small mazes: passages, and what makes them hard; and hashes that no rotation changes."""

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


@kernel(
    "void(u1[::1], i4[::1], i4[::1], u1[::1], i4[::1], i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1],"
    "i8[::1], i8[::1], u1[::1], i8[::1], i4[::1])"
)
def measure(
    walls, starts, goals, moves, lengths, width,
    offsets, targets, far, path, steps, region, depths, queue, loops, turns, counts
):  # fmt: skip
    """Count what COUNTS names, in every maze.

    moves: of all paths, one behind the other. offsets, targets: room for the cells of one maze and one more, and for
    four passages from each cell and four more. Those up to `loops` have room for the cells of one maze and one more,
    `turns` for the registers of `beside_path`.
    """
    cells = len(far)
    taken = 0
    for maze in range(len(starts)):
        put = maze * COUNT
        for number in range(put, put + COUNT):
            counts[number] = 0
        join_cells(walls, width, cells, maze * cells, offsets, targets)
        length = lengths[maze]
        origin = goals[maze] if length >= 0 else starts[maze]
        counts[put + STATES] = measure_distances(offsets, targets, origin, far, queue)
        ends, junctions, crossings, away = 0, 0, 0, 0
        for cell in range(cells):
            ways = (offsets[cell + 1] - offsets[cell]) * int(far[cell] >= 0)
            ends += int(ways == 1)
            junctions += int(ways == 3)
            crossings += int(ways == 4)
            steps[cell] = region[cell] = -1
            loops[cell] = 0
        counts[put + DEAD_ENDS], counts[put + JUNCTIONS], counts[put + CROSSINGS] = ends, junctions, crossings
        if length < 0:
            continue
        goal_x, goal_y = goals[maze] % width, goals[maze] // width
        here = starts[maze]
        path[0], steps[here] = here, 0
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
        counts[put + AWAY] = away
        for number in range(TURNS):
            turns[number] = 0
        beside_path(offsets, targets, far, path[: length + 1], steps, region, depths, loops, queue, turns)
        for number in range(TURNS):
            counts[put + CHOICES + number] = turns[number]


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
