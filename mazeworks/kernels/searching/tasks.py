"""Many tasks in one maze: each follows its corridor, and creates a task per branch at a junction."""

from mazeworks.kernels.kernel import kernel

FOUND, IDLE, PAUSED, STOPPED, NO_ROOM = 1, 0, -1, -2, -3


@kernel("i8(u1[::1], i8[::1], i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def take_turns(marks, steps, goal, parents, exits, places, born, ended, ring, walked_by, order, registers):
    """Give every live task one step in turn, until the goal, the last of them, or the budget.

    marks: one byte per cell: walls in the lower half; the upper half is not 0 where any task has been.
    parents, exits, places: per task the one that created it (itself for a first one), and cell * 16 + heading where
    it begins and where it is. born, ended: the cells walked by then, -1 for a task that has not ended.
    ring: the live tasks in the order of their turns, with as many places as there are numbers for tasks.
    walked_by, order: per cell its task, and the cells as walked, unless empty.
    registers: the front of the ring, live tasks, next free number, cells left, cells walked, the winner.
    """
    front, live, free, budget, walked = registers[0], registers[1], registers[2], registers[3], registers[4]
    room = len(ring)
    status = IDLE
    while live > 0:
        if budget <= 0:
            status = PAUSED
            break
        if free + 3 > room:
            status = NO_ROOM
            break
        task = ring[front]
        front = front + 1 if front + 1 < room else 0
        live -= 1
        heading, here = places[task] & 15, places[task] >> 4
        here += steps[heading]
        if marks[here] >= 16:
            ended[task] = walked
            continue
        back = ((heading & 5) << 1) | ((heading & 10) >> 1)
        marks[here] |= back << 4
        if walked < len(order):
            walked_by[here], order[walked] = task, here
        walked += 1
        budget -= 1
        if here == goal:
            ended[task] = walked
            registers[5] = task
            status = FOUND
            break
        sides = 15 & ~marks[here] & ~back
        last = front + live if front + live < room else front + live - room
        if sides and not sides & (sides - 1):  # a corridor
            places[task], ring[last] = (here << 4) | sides, task
            live += 1
            continue
        ended[task] = walked
        for side in (1, 2, 4, 8):
            if sides & side:
                parents[free], born[free], ended[free] = task, walked, -1
                exits[free] = places[free] = (here << 4) | side
                ring[last] = free
                free += 1
                live += 1
                last = last + 1 if last + 1 < room else 0
    registers[0], registers[1], registers[2], registers[3], registers[4] = front, live, free, budget, walked
    return status


@kernel("i8(u1[::1], i8[::1], i8, u1[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def walk_tasks(marks, steps, goal, stop, parents, exits, stack, registers):
    """Walk the waiting tasks until the goal, the last of them, the budget, or the signal to stop.

    marks: one byte per cell, shared by all workers: walls in the lower half; the upper half is not 0 where any task
    has been. Two workers that step on one cell at the same moment may both continue: that costs time, but the
    solution stays right, because it comes from the tasks, not from the marks.
    parents, exits: per task the one that created it (itself for a first one), and cell * 16 + heading where it begins;
    shared, but each worker writes only to its own task numbers.
    stack: this worker's waiting tasks.
    registers: waiting tasks, next free number, the end of this worker's numbers, cells left, cells walked, the winner.
    """
    waiting, free, end, budget, walked = registers[0], registers[1], registers[2], registers[3], registers[4]
    status = IDLE
    while waiting > 0:
        if stop[0]:
            status = STOPPED
            break
        if budget <= 0:
            status = PAUSED
            break
        if free + 4 > end or waiting + 4 > len(stack):
            status = NO_ROOM
            break
        waiting -= 1
        task = stack[waiting]
        heading, here = exits[task] & 15, exits[task] >> 4
        while True:
            here += steps[heading]
            if marks[here] >= 16:
                break
            back = ((heading & 5) << 1) | ((heading & 10) >> 1)
            marks[here] |= back << 4
            walked += 1
            budget -= 1
            if not budget & 4095 and stop[0]:
                break
            if here == goal:
                status = FOUND
                registers[5] = task
                break
            sides = 15 & ~marks[here] & ~back
            if sides == 0:
                break
            if sides & (sides - 1):
                for side in (8, 4, 2, 1):
                    if sides & side:
                        parents[free], exits[free], stack[waiting] = task, (here << 4) | side, free
                        free += 1
                        waiting += 1
                break
            heading = sides
        if status == FOUND:
            stop[0] = 1
            break
    registers[0], registers[1], registers[3], registers[4] = waiting, free, budget, walked
    return status


@kernel("i8(u1[::1], i8[::1], i8[::1], i8[::1], i8, u1[::1])")
def walk_again(cells, steps, exits, chain, goal, moves):
    """Write the moves of a chain of corridors to the goal; returns how many.

    chain: tasks from the first to the one that reached the goal; each corridor ends where the next task begins.
    """
    count = 0
    for link in range(len(chain)):
        heading, here = exits[chain[link]] & 15, exits[chain[link]] >> 4
        end = exits[chain[link + 1]] >> 4 if link + 1 < len(chain) else goal
        while True:
            moves[count] = heading
            count += 1
            here += steps[heading]
            if here == end:
                break
            back = ((heading & 5) << 1) | ((heading & 10) >> 1)
            heading = 15 & ~cells[here] & ~back
    return count
