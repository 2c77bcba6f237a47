"""The search for good coloured mazes: changes the colour of one line at a time and keeps improvements.

Nodes and lines are numbers. `near[4 * node + k]` are a node's neighbours, -1 where there is none, and
`via[4 * node + k]` the lines to them. `colours` has a number for each line, and `carries[colour]` one bit for
each traveller that a line of that colour carries.
"""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER

#: What `judge` writes into its figures: how many routes are missing, too short or not the only shortest; regions
#: beside routes that are too small, and others that lead nowhere; nodes beside routes; lines shared by routes;
#: lines that rare colours lack. Then come the length of each route, the number of lines of each colour, and for each
#: traveller the first four figures, its score and its length. The second half is a copy, as of `used`.
FAULTS, SMALL, DEAD, BESIDE, SHARED, RARE, LENGTHS = 0, 1, 2, 3, 4, 5, 6
SCORE, LENGTH = 4, 5
#: The distance of a node on the route that is judged.
ON_ROUTE = -2
#: A region beside a route with fewer nodes than this is a wrong turn that fails too soon.
LEAST_REGION = 3


@kernel("i8(u1[::1], u1[::1], i8[::1], i8[::1], i8, i8, i8[::1], i8[::1])")
def spread(colours, carries, near, via, bit, start, distances, queue):
    """Breadth-first search over the lines that carry a traveller; returns the number of nodes reached.

    distances: -1, or 4 × moves from the start + the number of shortest routes, where 2 means two or more.
    At the top of the loop the lines of queue[:taken] are followed, and queue[:put] are reached.
    """
    for node in range(len(queue)):
        distances[node] = -1
    distances[start], queue[0] = 1, start
    taken, put = 0, 1
    while taken < put:
        here = queue[taken]
        taken += 1
        far = (distances[here] & -4) + 4
        routes = distances[here] & 3
        for place in range(4 * here, 4 * here + 4):
            there = near[place]
            if there >= 0 and carries[colours[via[place]]] & bit:
                if distances[there] < 0:
                    distances[there] = far + routes
                    queue[put] = there
                    put += 1
                elif distances[there] & -4 == far:
                    distances[there] = far + 2
    return put


@kernel("void(u1[::1], u1[::1], i8[::1], i8[::1], i8, i8, i8[::1], u1[::1])")
def mark_route(colours, carries, near, via, bit, goal, distances, used):
    """Mark the lines of a shortest route, followed back from the goal; the distance of its nodes becomes ON_ROUTE."""
    here, far = goal, distances[goal] >> 2
    while far > 0:
        distances[here] = ON_ROUTE
        for place in range(4 * here, 4 * here + 4):
            there = near[place]
            if there >= 0 and carries[colours[via[place]]] & bit and distances[there] >> 2 == far - 1:
                used[via[place]] |= bit
                here, far = there, far - 1
                break
    distances[here] = ON_ROUTE


@kernel("void(u1[::1], u1[::1], i8[::1], i8[::1], i8, i8[::1], i8[::1], i8[::1])")
def count_regions(colours, carries, near, via, bit, distances, queue, figures):
    """Count the regions beside a route that are too small, and those that lead nowhere.

    A region is a connected part without the nodes of the route; it leads nowhere if only one line joins it to the
    route. The distance of a counted node becomes -1.
    """
    for first in range(len(queue)):
        if distances[first] < 0:
            continue
        distances[first], queue[0] = -1, first
        taken, put, doors = 0, 1, 0
        while taken < put:
            here = queue[taken]
            taken += 1
            for place in range(4 * here, 4 * here + 4):
                there = near[place]
                if there < 0 or not carries[colours[via[place]]] & bit:
                    continue
                if distances[there] == ON_ROUTE:
                    doors += 1
                elif distances[there] >= 0:
                    distances[there] = -1
                    queue[put] = there
                    put += 1
        if put < LEAST_REGION:
            figures[SMALL] += 1
        elif doors == 1:
            figures[DEAD] += 1


@kernel("void(u1[::1], u1[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8[::1], i8[::1], i8[::1], i8)")
def travel(colours, carries, near, via, wishes, used, distances, queue, part, bit):
    """Judge the route of one traveller; `part` gets its first four figures, its score and its length."""
    part[SMALL] = part[DEAD] = part[BESIDE] = part[LENGTH] = 0
    for line in range(len(colours)):
        used[line] &= 255 - bit
    reached, wanted = spread(colours, carries, near, via, bit, wishes[0], distances, queue), wishes[3]
    if distances[wishes[1]] < 0:
        part[FAULTS] = 1
        part[SCORE] = 800 * reached // len(queue) - 1000
        return
    length, single = distances[wishes[1]] >> 2, distances[wishes[1]] & 3 == 1
    part[FAULTS] = (length < wanted) + (not single)
    part[BESIDE], part[LENGTH] = reached - length - 1, length
    part[SCORE] = 20 * min(length, wanted) + 7 * min(max(0, length - wanted), wanted) - 60 * (not single)
    mark_route(colours, carries, near, via, bit, wishes[1], distances, used)
    count_regions(colours, carries, near, via, bit, distances, queue, part)


@kernel("i8(u1[::1], u1[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8[::1], i8[::1], i8[::1])")
def judge(colours, carries, near, via, wishes, used, distances, queue, figures):
    """The score of a maze, more is better; `figures` hold its parts.

    wishes: start, goal, the number of travellers, the least length, the least number of lines of a colour, the
    most lines that routes may share, and a bit for each traveller to be judged; what others had still stands.
    """
    tail = LENGTHS + wishes[2]
    rows = tail + len(carries)
    for number in range(rows):
        figures[number] = 0
    score = 0
    for traveller in range(wishes[2]):
        part = figures[rows + 6 * traveller : rows + 6 * traveller + 6]
        if wishes[6] >> traveller & 1:
            travel(colours, carries, near, via, wishes, used, distances, queue, part, 1 << traveller)
        for number in range(SHARED):
            figures[number] += part[number]
        figures[LENGTHS + traveller] = part[LENGTH]
        score += part[SCORE]
    for line in range(len(colours)):
        figures[SHARED] += used[line] & (used[line] - 1) != 0
        figures[tail + colours[line]] += 1
    for colour in range(len(carries)):
        figures[RARE] += max(0, wishes[4] - figures[tail + colour])
    score += figures[BESIDE] + 8 * figures[DEAD] - 15 * figures[SMALL]
    return score - 8 * figures[SHARED] - 10 * figures[RARE]


@kernel("void(u1[::1], i8[::1], i8)")
def copy_half(used, figures, half):
    """Copy half 0 or 1 of both arrays to their other half; slices would do, but take seconds to compile."""
    lines, most = len(used) // 2, len(figures) // 2
    for place in range(lines):
        used[(1 - half) * lines + place] = used[half * lines + place]
    for place in range(most):
        figures[(1 - half) * most + place] = figures[half * most + place]


@kernel(
    "void(u1[::1], u1[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8[::1], i8, i8)"
)
def improve(colours, carries, near, via, wishes, used, distances, queue, figures, best, registers, steps, total):
    """Try this many changes of one line each, and keep the best valid maze in `best`.

    Threshold accepting (Dueck, Scheuer, 1990): a change for the worse is kept as long as the loss is below a
    random part of a threshold, which falls to nothing over `total` changes.
    registers: the random numbers, the last score, the score of `best` (-1 if there is none), changes tried.
    """
    random, everyone = registers[0], (1 << wishes[2]) - 1
    score = judge(colours, carries, near, via, wishes, used, distances, queue, figures)
    copy_half(used, figures, 0)
    for step in range(registers[3], min(total, registers[3] + steps)):
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        line = ((random & LOW) * len(colours)) >> 32
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        old = colours[line]
        colours[line] = ((random & 0xFFFF) * len(carries)) >> 16
        loss = ((total - step) * 60 // total * ((random & LOW) >> 16)) >> 16
        wishes[6] = carries[old] ^ carries[colours[line]]  # for the others nothing changes
        now = judge(colours, carries, near, via, wishes, used, distances, queue, figures)
        worse = now < score - loss
        copy_half(used, figures, int(worse))
        if worse:
            colours[line] = old
            continue
        score = now
        faultless = figures[FAULTS] == 0 and figures[SMALL] == 0 and figures[RARE] == 0
        if faultless and figures[SHARED] <= wishes[5] and now > registers[2]:
            registers[2] = now
            for place in range(len(colours)):
                best[place] = colours[place]
    registers[0], registers[1], wishes[6] = random, score, everyone
    registers[3] = min(total, registers[3] + steps)
