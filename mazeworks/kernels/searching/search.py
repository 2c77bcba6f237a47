"""Searches over a bordered byte grid that mark the direction back in the upper half of each cell's byte.

In all of them `cells` is a working copy, one byte per cell: walls in the lower half; the upper half is 0 for a cell
not yet reached, otherwise the direction back (15 at the start). `registers` holds what a search needs to continue
after its queue was full or it reached its limit.
"""

from mazeworks.kernels.kernel import kernel

FOUND, EXHAUSTED, FULL, LIMIT = 1, 0, -1, -2


@kernel("i8(u1[::1], i8[::1], i8, i8, i8[::1], i8[::1])")
def breadth_first(cells, steps, goal, limit, queue, registers):
    """Search in rings around the start; the queue holds the frontier, in a ring of a power of two.

    registers: the number of cells taken from the queue, and the number put into it.
    """
    mask = len(queue) - 1
    taken, put = registers[0], registers[1]
    status = EXHAUSTED
    while taken < put:
        if put - taken + 4 > mask:
            status = FULL
            break
        if taken >= limit:
            status = LIMIT
            break
        here = queue[taken & mask]
        taken += 1
        if here == goal:
            status = FOUND
            break
        walls = cells[here]
        for side in (1, 2, 4, 8):
            if not walls & side:
                there = here + steps[side]
                if cells[there] < 16:
                    cells[there] |= (((side & 5) << 1) | ((side & 10) >> 1)) << 4
                    queue[put & mask] = there
                    put += 1
    registers[0], registers[1] = taken, put
    return status


@kernel("i8(u1[::1], i8[::1], i8, i8, i8[::1], i8[::1])")
def depth_first(cells, steps, goal, limit, order, registers):
    """Follow the first open direction, North, South, East, West, and go back where there is none.

    registers: the current cell, and the number of cells entered. `order` records those cells if it is long enough;
    an empty array records nothing.
    """
    here, entered = registers[0], registers[1]
    status = FOUND
    while here != goal:
        walls = cells[here]
        there = -1
        for side in (1, 2, 4, 8):
            if not walls & side and cells[here + steps[side]] < 16:
                there = here + steps[side]
                break
        if there >= 0:
            if entered >= limit:
                status = LIMIT
                break
            cells[there] |= (((side & 5) << 1) | ((side & 10) >> 1)) << 4
            if entered < len(order):
                order[entered] = there
            entered += 1
            here = there
        elif walls >> 4 == 15:
            status = EXHAUSTED
            break
        else:
            here += steps[walls >> 4]
    registers[0], registers[1] = here, entered
    return status


@kernel("i8(u1[::1], u1[::1], i8[::1], i8, i8, i8[::1], i8[::1])")
def a_star(cells, marks, steps, goal, limit, stacks, registers):
    """Expand the cell with the least number of moves so far plus Manhattan distance to the goal.

    A step changes that sum by 0 or 2, so two stacks suffice, one in each half of `stacks`: one holds the cells of the
    least sum, the other those of the next; they swap when the first is empty.

    marks: per cell 0 unseen, 1 or 2 waiting on the first or the second stack, 3 done. A cell that waits on the
    next level and is reached again on this one is put on this stack too; its older entry is skipped.
    registers: the sizes of the stacks of the least and of the next sum, which half the former is in, cells done.
    """
    stride, room = steps[2], len(stacks) // 2
    goal_x, goal_y = goal % stride, goal // stride
    count, count_next, least, done = registers[0], registers[1], registers[2], registers[3]
    status = EXHAUSTED
    while count + count_next > 0:
        if count + 4 > room or count_next + 4 > room:
            status = FULL
            break
        if done >= limit:
            status = LIMIT
            break
        if count == 0:
            least = 1 - least
            count, count_next = count_next, count
            continue
        count -= 1
        here = stacks[least * room + count]
        if marks[here] == 3:
            continue
        marks[here] = 3
        done += 1
        if here == goal:
            status = FOUND
            break
        x, y = here % stride, here // stride
        walls = cells[here]
        for side in (1, 2, 4, 8):
            if not walls & side:
                there = here + steps[side]
                nearer = (side == 1 and y > goal_y) or (side == 2 and y < goal_y)
                nearer = nearer or (side == 4 and x < goal_x) or (side == 8 and x > goal_x)
                mark = marks[there]
                if mark == 0 or (nearer and mark != 3 and mark != 1 + least):
                    cells[there] = (cells[there] & 15) | ((((side & 5) << 1) | ((side & 10) >> 1)) << 4)
                    if nearer:
                        marks[there], stacks[least * room + count] = 1 + least, there
                        count += 1
                    else:
                        marks[there], stacks[(1 - least) * room + count_next] = 2 - least, there
                        count_next += 1
    registers[0], registers[1], registers[2], registers[3] = count, count_next, least, done
    return status


@kernel("i8(u1[::1], i8[::1], i8, u1[::1])")
def trace_back(cells, steps, goal, moves):
    """Write the moves from the start to the goal at the end of `moves`, last move last; returns how many."""
    here = goal
    free = len(moves)
    side = cells[here] >> 4
    while side != 15:
        free -= 1
        moves[free] = ((side & 5) << 1) | ((side & 10) >> 1)
        here += steps[side]
        side = cells[here] >> 4
    return len(moves) - free
