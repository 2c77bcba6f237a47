"""Walls joined end to end: strokes as far as walls line up, and chains of strokes where one begins at another's end.

Wall n has the ends 2n and 2n + 1. A wall in a stroke is written as the end at which the stroke enters it, so the stroke
leaves it at that number ^ 1.
"""

from mazeworks.kernels.kernel import kernel


@kernel("i8(i8[::1], i8, i8, i4[::1], i8[::1], i4[::1])")
def number_corners(points, first, known, table, corners, ids):
    """Number the corners at which walls end, those at the same point alike; returns how many are known now.

    points: x and y of each end, from the end `first` on. table: a hash table, -1 where free, less than half full at the
    end. corners: x and y of each corner. ids: the number of the corner of each end.
    """
    size = len(table)
    for end in range(len(points) // 2):
        x, y = points[2 * end], points[2 * end + 1]
        place = (x + 1000003 * y) % size
        corner = table[place]
        while corner >= 0 and (corners[2 * corner] != x or corners[2 * corner + 1] != y):
            place += 1
            if place == size:
                place = 0
            corner = table[place]
        if corner < 0:
            corner = table[place] = known
            corners[2 * corner], corners[2 * corner + 1] = x, y
            known += 1
        ids[first + end] = corner
    return known


@kernel("void(i4[::1], i4[::1], i4[::1])")
def list_ends(ids, heads, following):
    """List the ends at each corner in increasing order: the first in `heads`, each next one in `following`, or -1."""
    for end in range(len(ids) - 1, -1, -1):
        following[end] = heads[ids[end]]
        heads[ids[end]] = end


@kernel("i8(i8, i4[::1], i4[::1], i4[::1], i4[::1], u1[::1])")
def next_wall(entered, ids, inward, heads, following, used):
    """The end of the first unused wall that goes straight on from a wall, within about 18 degrees; -1 if none does.

    inward: how x and y change from each end towards the next point of its wall.
    """
    left = entered ^ 1
    ax, ay = -inward[2 * left], -inward[2 * left + 1]
    end = heads[ids[left]]
    while end >= 0:
        if not used[end >> 1]:
            enter = end & -2 if ids[end] == ids[end ^ 1] else end
            bx, by = inward[2 * enter], inward[2 * enter + 1]
            if ax * bx + ay * by > 3 * abs(ax * by - ay * bx):
                return enter
        end = following[end]
    return -1


@kernel("void(i4[::1], i8, i8)")
def reverse(walls, first, last):
    """Reverse the order of a part of an array."""
    last -= 1
    while first < last:
        walls[first], walls[last] = walls[last], walls[first]
        first += 1
        last -= 1


@kernel("i8(i4[::1], i4[::1], i4[::1], i4[::1], u1[::1], i4[::1], i4[::1])")
def join(ids, inward, heads, following, used, walls, starts):
    """Join all walls into strokes, each in the order of its first wall; returns how many strokes there are.

    walls: the walls of all strokes, one stroke after the other. starts: where each begins, and where the last ends.
    """
    put = strokes = 0
    for wall in range(len(used)):
        if used[wall]:
            continue
        used[wall] = 1
        begin = put
        walls[put] = end = 2 * wall
        while end >= 0:
            put += 1
            end = next_wall(end, ids, inward, heads, following, used)
            if end >= 0:
                used[end >> 1] = 1
                walls[put] = end
        middle = put
        end = next_wall(2 * wall + 1, ids, inward, heads, following, used)
        while end >= 0:  # onward from its beginning; these come first, and are walked the other way
            used[end >> 1] = 1
            walls[put] = end ^ 1
            put += 1
            end = next_wall(end, ids, inward, heads, following, used)
        if put > middle:
            reverse(walls, begin, middle)
            reverse(walls, begin, put)
        starts[strokes] = begin
        strokes += 1
    starts[strokes] = put
    return strokes


@kernel("void(i4[::1], i4[::1], i4[::1], i4[::1], i4[::1], u1[::1])")
def chain(ends, tails, following, heads, order, joins):
    """The order in which to write strokes so that those that begin where another ends come right after it.

    ends: the corners where each stroke begins and ends. tails: -1 for every corner. heads: one number per stroke.
    joins: for each in the order, whether it goes on from the one before.
    """
    chains = 0
    for stroke in range(len(following)):
        begin, end = ends[2 * stroke], ends[2 * stroke + 1]
        before = tails[begin]
        following[stroke] = -1
        heads[stroke] = stroke
        if before >= 0:
            tails[begin] = -1
            following[before] = stroke
            heads[stroke] = heads[before]
        if tails[end] >= 0:  # one chain at most goes on from a corner, so the other is finished
            order[chains] = heads[tails[end]]
            chains += 1
        tails[end] = stroke
    for stroke in range(len(following)):
        if tails[ends[2 * stroke + 1]] == stroke:
            order[chains] = heads[stroke]
            chains += 1
    put = len(order)
    for number in range(chains - 1, -1, -1):  # from the last, so that no head is overwritten before it is read
        length, stroke = 1, following[order[number]]
        while stroke >= 0:
            length += 1
            stroke = following[stroke]
        put -= length
        stroke = order[number]
        for place in range(put, put + length):
            order[place] = stroke
            joins[place] = place > put
            stroke = following[stroke]


@kernel("i8(i8[::1], i8, i4[::1], i4[::1], u1[::1], i8[::1], i8[::1])")
def straighten(points, each, walls, counts, joins, out, starts):
    """The points of strokes without those between two others in a straight line; returns how many lines there are.

    points: those of each wall, `each` of them. walls: the end at which the strokes enter each. counts: how many walls
    each stroke has. joins: whether a stroke goes on in the line of the one before. out: x and y of the points that are
    left. starts: where each line begins, and where the last ends.
    """
    put = lines = wall = 0
    for stroke in range(len(counts)):
        waiting = -1
        for number in range(counts[stroke]):
            flipped = walls[wall] & 1
            for step in range(1 if number else 0, each):
                place = 2 * (wall * each + (each - 1 - step if flipped else step))
                if number == 0 and step == 0:
                    if not joins[stroke]:
                        starts[lines] = put
                        lines += 1
                        out[2 * put], out[2 * put + 1] = points[place], points[place + 1]
                        put += 1
                    continue
                if waiting >= 0:
                    ax, ay = points[waiting] - out[2 * put - 2], points[waiting + 1] - out[2 * put - 1]
                    bx, by = points[place] - points[waiting], points[place + 1] - points[waiting + 1]
                    if abs(ax * by - ay * bx) > 1e-5 * (abs(ax) + abs(ay)) * (abs(bx) + abs(by)):
                        out[2 * put], out[2 * put + 1] = points[waiting], points[waiting + 1]
                        put += 1
                waiting = place
            wall += 1
        out[2 * put], out[2 * put + 1] = points[waiting], points[waiting + 1]
        put += 1
    starts[lines] = put
    return lines
