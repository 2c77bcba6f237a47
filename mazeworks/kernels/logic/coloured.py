"""The rules of coloured mazes, and how candidates are judged in inventing (see `exploring.py` and `inventing.py`).

Nodes, lines and colours are numbers. A board has the colour of each line. A good maze has a long route for every
traveller, which is the only shortest one and shares few lines with the others. `marks` has the lines that routes use,
one bit for each traveller, and `totals` the figures of the routes, both in two halves like the record of a search.
"""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.logic import exploring, inventing
from mazeworks.kernels.logic.inventing import FITS, FROM, OWN, SCORE, TO
from mazeworks.kernels.random import LOW, MULTIPLIER
from mazeworks.kernels.template import instance

#: The facts: the nodes, the colours, the bit of the one who travels, and the goal. For inventing: the travellers, the
#: least length of a route, the least lines of a colour, the most lines that routes may share, and the candidates of a
#: round. Then for each colour the bits of those it carries; for each node its neighbours north, south, east and west,
#: -1 where there is none; and the lines to them.
NODES, COLOURS, WHO, GOAL, TRAVELLERS, LEAST, COMMON, MOST_SHARED, ROUND, CARRIES = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
#: The registers: start and goal, the bits of the travellers to be judged, the line changed last, the colour it had, and
#: the candidates of the round.
BEGINS, ENDS, JUDGED, LINE, OLD, DONE = OWN, OWN + 1, OWN + 2, OWN + 3, OWN + 4, OWN + 5
#: What `judge` writes into its figures, behind the first six totals: how many routes are missing, too short or not the
#: only shortest; regions beside routes that are too small, and others that lead nowhere; nodes beside routes; lines
#: shared by routes; lines that rare colours lack. Then come the length of each route, the number of lines of each
#: colour, and for each traveller the first four figures, its score and its length.
FIGURES, FAULTS, SMALL, DEAD, BESIDE, SHARED, RARE, LENGTHS = 6, 0, 1, 2, 3, 4, 5, 6
POINTS, LENGTH = 4, 5
#: The distance of a node on the route that is judged.
ON_ROUTE = -2
#: A region beside a route with fewer nodes than this is a wrong turn that fails too soon.
LEAST_REGION = 3


def successors(facts, board, state, out):
    """Go along each line that carries the one who travels."""
    near = CARRIES + facts[COLOURS] + 4 * state
    via, count = near + 4 * facts[NODES], 0
    for way in range(4):
        if facts[near + way] >= 0 and facts[CARRIES + board[facts[via + way]]] & facts[WHO]:
            out[count] = facts[near + way]
            count += 1
    return count


def is_goal(facts, board, state):
    """Whether the node is the goal."""
    return state == facts[GOAL]


@kernel("i8[::1](i8[::1], i8)")
def table(facts, number):
    """What the colours carry, 0; the neighbours, 1; or the lines to them, 2."""
    near, nodes = CARRIES + facts[COLOURS], 4 * facts[NODES]
    if number == 0:
        return facts[CARRIES:near]
    return facts[near + (number - 1) * nodes : near + number * nodes]


@kernel("i8(u2[::1], i8[::1], i8[::1], i8[::1], i8, i8, i8[::1], i8[::1])")
def spread(board, carries, near, via, bit, start, distances, queue):
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
            if there >= 0 and carries[board[via[place]]] & bit:
                if distances[there] < 0:
                    distances[there] = far + routes
                    queue[put] = there
                    put += 1
                elif distances[there] & -4 == far:
                    distances[there] = far + 2
    return put


@kernel("void(u2[::1], i8[::1], i8[::1], i8[::1], i8, i8, i8[::1], u2[::1])")
def mark_route(board, carries, near, via, bit, goal, distances, used):
    """Mark the lines of a shortest route, followed back from the goal; the distance of its nodes becomes ON_ROUTE."""
    here, far = goal, distances[goal] >> 2
    while far > 0:
        distances[here] = ON_ROUTE
        for place in range(4 * here, 4 * here + 4):
            there = near[place]
            if there >= 0 and carries[board[via[place]]] & bit and distances[there] >> 2 == far - 1:
                used[via[place]] |= bit
                here, far = there, far - 1
                break
    distances[here] = ON_ROUTE


@kernel("void(u2[::1], i8[::1], i8[::1], i8[::1], i8, i8[::1], i8[::1], i8[::1])")
def count_regions(board, carries, near, via, bit, distances, queue, figures):
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
                if there < 0 or not carries[board[via[place]]] & bit:
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


@kernel("void(i8[::1], u2[::1], u2[::1], i8[::1], i8[::1], i8[::1], i8)")
def travel(facts, board, used, out, registers, part, bit):
    """Judge the route of one traveller; `part` gets its first four figures, its score and its length."""
    carries, near, via, wanted = table(facts, 0), table(facts, 1), table(facts, 2), facts[LEAST]
    distances, queue = out[: facts[NODES]], out[facts[NODES] :]
    part[SMALL] = part[DEAD] = part[BESIDE] = part[LENGTH] = 0
    for line in range(len(used)):
        used[line] &= 255 - bit
    reached = spread(board, carries, near, via, bit, registers[BEGINS], distances, queue)
    if distances[registers[ENDS]] < 0:
        part[FAULTS] = 1
        part[POINTS] = 800 * reached // len(queue) - 1000
        return
    length, single = distances[registers[ENDS]] >> 2, distances[registers[ENDS]] & 3 == 1
    part[FAULTS] = (length < wanted) + (not single)
    part[BESIDE], part[LENGTH] = reached - length - 1, length
    part[POINTS] = 20 * min(length, wanted) + 7 * min(max(0, length - wanted), wanted) - 60 * (not single)
    mark_route(board, carries, near, via, bit, registers[ENDS], distances, used)
    count_regions(board, carries, near, via, bit, distances, queue, part)


@kernel("void(u2[::1], i8[::1], i8, i8, i8)")
def copy_half(marks, totals, lines, figures, half):
    """Copy the other half of the routes and the figures; slices would do, but take seconds to compile."""
    for place in range(lines):
        marks[half * lines + place] = marks[(1 - half) * lines + place]
    for place in range(FIGURES, FIGURES + figures):
        totals[half * figures + place] = totals[(1 - half) * figures + place]


def judge(facts, board, steps, marks, totals, out, registers, half, head):
    """The score of a candidate, more is better; the other half has that of the board before it.

    Only travellers for whom the changed line matters are judged anew; all of them where head is below 0.
    """
    lines, size = len(board), (len(totals) - FIGURES) // 2
    totals[3 * half + 2] = 1  # where the search ended: beyond every change
    if head < 0:
        registers[JUDGED] = (1 << facts[TRAVELLERS]) - 1
    else:
        copy_half(marks, totals, lines, size, half)
    used = marks[half * lines : (half + 1) * lines]
    figures = totals[FIGURES + half * size : FIGURES + (half + 1) * size]
    tail = LENGTHS + facts[TRAVELLERS]
    rows, score = tail + facts[COLOURS], 0
    for number in range(rows):
        figures[number] = 0
    for traveller in range(facts[TRAVELLERS]):
        part = figures[rows + 6 * traveller : rows + 6 * traveller + 6]
        if registers[JUDGED] >> traveller & 1:
            travel(facts, board, used, out, registers, part, 1 << traveller)
        for number in range(SHARED):
            figures[number] += part[number]
        figures[LENGTHS + traveller] = part[LENGTH]
        score += part[POINTS]
    for line in range(lines):
        figures[SHARED] += used[line] & (used[line] - 1) != 0
        figures[tail + board[line]] += 1
    for colour in range(facts[COLOURS]):
        figures[RARE] += max(0, facts[COMMON] - figures[tail + colour])
    score += figures[BESIDE] + 8 * figures[DEAD] - 15 * figures[SMALL] - 8 * figures[SHARED] - 10 * figures[RARE]
    faultless = figures[FAULTS] == 0 and figures[SMALL] == 0 and figures[RARE] == 0
    registers[FITS] = faultless and figures[SHARED] <= facts[MOST_SHARED]
    registers[FROM], registers[TO] = registers[BEGINS], registers[ENDS]
    if head < 0:
        registers[SCORE] = score
    return score


def alter(facts, board, steps, marks, totals, registers, half, random):
    """Give a line another colour."""
    line = (random & LOW) * len(board) >> 32
    following = MULTIPLIER * (random & LOW) + (random >> 32)
    registers[LINE], registers[OLD] = line, board[line]
    board[line] = (following & 0xFFFF) * facts[COLOURS] >> 16
    registers[JUDGED] = facts[CARRIES + registers[OLD]] ^ facts[CARRIES + board[line]]  # for others nothing changes
    registers[DONE] += 1
    return 0


def put_back(facts, board, registers):
    """Give the line its colour back."""
    board[registers[LINE]] = registers[OLD]


def keeps(facts, chance, registers, worse, random):
    """Threshold accepting (Dueck, Scheuer, 1990): the loss may be a random part of a threshold, which falls to 0."""
    threshold = (facts[ROUND] - registers[DONE] + 1) * 60 // facts[ROUND]
    return worse <= threshold * ((random & LOW) >> 16) >> 16


KERNELS = instance(
    "coloured",
    exploring,
    inventing,
    successors=successors,
    is_goal=is_goal,
    judge=judge,
    alter=alter,
    put_back=put_back,
    keeps=keeps,
)
