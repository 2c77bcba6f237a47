"""Many tasks in one maze: each follows its corridor, and creates a task per branch at a junction."""

from mazeworks.kernels.kernel import kernel

FOUND = 1
IDLE = 0
PAUSED = -1
STOPPED = -2
NO_ROOM = -3


@kernel("i8(u1[::1], i8[::1], i8, u1[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def walk_tasks(marks, steps, goal, stop, parents, exits, stack, walked_by, order, registers):  # type: ignore[no-untyped-def]
    """Walk the waiting tasks until the goal, the last of them, the budget, or the signal to stop.

    marks: one byte per cell, shared by all workers: walls in the lower half; the upper half is not 0 where any task
    has been. Two workers that step on one cell at the same moment may both continue: that costs time, but the
    solution stays right, because it comes from the tasks, not from the marks.
    parents, exits: per task the one that created it, and cell * 16 + heading where it begins; shared, but each
    worker writes only to its own task numbers.
    stack: this worker's waiting tasks. walked_by, order: per cell its task, and the cells in the order they
    were walked, if those arrays are not empty.
    registers: waiting tasks, next free task number, the end of this worker's numbers, budget of cells, cells walked,
    the task that reached the goal.
    """
    waiting = registers[0]
    free = registers[1]
    end = registers[2]
    budget = registers[3]
    walked = registers[4]
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
        heading = exits[task] & 15
        here = exits[task] >> 4
        while True:
            here += steps[heading]
            if marks[here] >= 16:
                break
            back = ((heading & 5) << 1) | ((heading & 10) >> 1)
            marks[here] |= back << 4
            if walked < len(order):
                walked_by[here] = task
                order[walked] = here
            walked += 1
            budget -= 1
            if not budget & 4095 and stop[0]:
                break
            if here == goal:
                status = FOUND
                registers[5] = task
                break
            ways = 15 & ~marks[here] & ~back
            if ways == 0:
                break
            if ways & (ways - 1):
                way = 8
                while way > 0:
                    if ways & way:
                        parents[free] = task
                        exits[free] = (here << 4) | way
                        stack[waiting] = free
                        free += 1
                        waiting += 1
                    way >>= 1
                break
            heading = ways
        if status == FOUND:
            stop[0] = 1
            break
    registers[0] = waiting
    registers[1] = free
    registers[3] = budget
    registers[4] = walked
    return status


@kernel("i8(u1[::1], i8[::1], i8[::1], i8[::1], i8, u1[::1])")
def walk_again(cells, steps, exits, chain, goal, moves):  # type: ignore[no-untyped-def]
    """The number of moves of a chain of corridors to the goal; writes them if `moves` has room.

    chain: tasks from the first to the one that reached the goal; each corridor ends where the next task begins.
    """
    count = 0
    for link in range(len(chain)):
        heading = exits[chain[link]] & 15
        here = exits[chain[link]] >> 4
        end = exits[chain[link + 1]] >> 4 if link + 1 < len(chain) else goal
        while True:
            if count < len(moves):
                moves[count] = heading
            count += 1
            here += steps[heading]
            if here == end:
                break
            back = ((heading & 5) << 1) | ((heading & 10) >> 1)
            heading = 15 & ~cells[here] & ~back
    return count
