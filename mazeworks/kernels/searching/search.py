"""Searches over a bordered byte grid that mark the way back in the upper half of each cell's byte.

In all of them `cells` is a working copy, one byte per cell: walls in the lower half; the upper half is 0 for a cell
not yet reached, otherwise the direction back (15 at the start). `registers` holds what a search needs to continue
after its queue was full or it reached its limit.
"""

from mazeworks.kernels.kernel import kernel

FOUND, EXHAUSTED, FULL, LIMIT = 1, 0, -1, -2


@kernel("i8(u1[::1], i8[::1], i8, i8, i8[::1], i8[::1])")
def breadth_first(cells, steps, goal, limit, queue, registers):  # type: ignore[no-untyped-def]
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
        for way in (1, 2, 4, 8):
            if not walls & way:
                there = here + steps[way]
                if cells[there] < 16:
                    cells[there] |= (((way & 5) << 1) | ((way & 10) >> 1)) << 4
                    queue[put & mask] = there
                    put += 1
    registers[0], registers[1] = taken, put
    return status


@kernel("i8(u1[::1], i8[::1], i8, i8, i8[::1], i8[::1])")
def depth_first(cells, steps, goal, limit, order, registers):  # type: ignore[no-untyped-def]
    """Follow the first open direction, North, South, East, West, and go back where there is none.

    registers: the current cell, and the number of cells entered. `order` records those cells if it is long enough;
    an empty array records nothing.
    """
    here, entered = registers[0], registers[1]
    status = FOUND
    while here != goal:
        walls = cells[here]
        there = -1
        for way in (1, 2, 4, 8):
            if not walls & way and cells[here + steps[way]] < 16:
                there = here + steps[way]
                break
        if there >= 0:
            if entered >= limit:
                status = LIMIT
                break
            cells[there] |= (((way & 5) << 1) | ((way & 10) >> 1)) << 4
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


@kernel("i8(u1[::1], u1[::1], i8[::1], i8, i8, i8[::1], i8[::1], i8[::1])")
def a_star(cells, marks, steps, goal, limit, even, odd, registers):  # type: ignore[no-untyped-def]
    """Expand the cell with the least number of moves so far plus Manhattan distance to the goal.

    A step changes that sum by 0 or 2, so two stacks suffice: one holds the cells of the least sum, the other those
    of the next; they swap when the first is empty.

    marks: per cell 0 unseen, 1 or 2 waiting on the even or the odd stack, 3 done. A cell that waits on the
    next level and is reached again on this one is put on this stack too; its older entry is skipped.
    registers: the sizes of the even and the odd stack, the level, the number of cells done.
    """
    stride = steps[2]
    goal_x, goal_y = goal % stride, goal // stride
    counts_even, counts_odd, level, done = registers[0], registers[1], registers[2], registers[3]
    status = EXHAUSTED
    while counts_even + counts_odd > 0:
        if counts_even + 4 > len(even) or counts_odd + 4 > len(odd):
            status = FULL
            break
        if done >= limit:
            status = LIMIT
            break
        if level & 1:
            if counts_odd == 0:
                level += 1
                continue
            counts_odd -= 1
            here = odd[counts_odd]
        else:
            if counts_even == 0:
                level += 1
                continue
            counts_even -= 1
            here = even[counts_even]
        if marks[here] == 3:
            continue
        marks[here] = 3
        done += 1
        if here == goal:
            status = FOUND
            break
        x, y = here % stride, here // stride
        walls = cells[here]
        for way in (1, 2, 4, 8):
            if not walls & way:
                there = here + steps[way]
                nearer = (way == 1 and y > goal_y) or (way == 2 and y < goal_y)
                nearer = nearer or (way == 4 and x < goal_x) or (way == 8 and x > goal_x)
                on_odd = level & 1 if nearer else 1 - (level & 1)
                mark = marks[there]
                if mark == 0 or (nearer and mark != 3 and mark != 1 + on_odd):
                    marks[there] = 1 + on_odd
                    cells[there] = (cells[there] & 15) | ((((way & 5) << 1) | ((way & 10) >> 1)) << 4)
                    if on_odd:
                        odd[counts_odd] = there
                        counts_odd += 1
                    else:
                        even[counts_even] = there
                        counts_even += 1
    registers[0], registers[1], registers[2], registers[3] = counts_even, counts_odd, level, done
    return status


@kernel("i8(u1[::1], i8[::1], i8, u1[::1])")
def trace_back(cells, steps, goal, moves):  # type: ignore[no-untyped-def]
    """Write the moves from the start to the goal at the end of `moves`, last move last; returns how many."""
    here = goal
    free = len(moves)
    way = cells[here] >> 4
    while way != 15:
        free -= 1
        moves[free] = ((way & 5) << 1) | ((way & 10) >> 1)
        here += steps[way]
        way = cells[here] >> 4
    return len(moves) - free
