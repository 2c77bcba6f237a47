"""Counting what makes a maze hard, in a graph in compressed rows whose moves can all be taken back."""

from mazeworks.kernels.kernel import kernel


@kernel("void(i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8[::1], i8[::1])")
def beside_path(offsets, targets, far, path, steps, region, depths, loops, queue, registers):
    """Count the choices along a path, the wrong turns there, how many lead into a loop, and how deep they go.

    far: the distance to the goal. steps: the step of each state of the path, otherwise -1. region: initially -1; then
    for every state beside the path the first state of its region: all that can be reached without the path.
    depths: the depth of each state in its region; for its first state, in the end, the depth of the region.
    loops: for the first state of a region, whether it has two connections to the path or a loop inside.
    registers: choices, wrong turns, those into a loop, the sum of their depths, the deepest.
    Each move counts, also one of several between the same two states; only the last move taken back does not.
    """
    for step in range(len(path) - 1):
        here = path[step]
        before = path[step - 1] if step else -1
        choices = 0
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if there == here:
                continue
            if there == before:
                before = -1
                continue
            choices += 1
            if 0 <= far[there] < far[here]:
                continue
            registers[1] += 1
            if steps[there] >= 0:
                if steps[there] < step:
                    registers[2] += 1
                continue
            if region[there] < 0:
                region[there] = queue[0] = there
                depths[there] = put = 1
                taken = doors = inner = 0
                while taken < put:
                    state = queue[taken]
                    taken += 1
                    for move in range(offsets[state], offsets[state + 1]):
                        other = targets[move]
                        if other == state:
                            continue
                        if steps[other] >= 0:
                            doors += 1
                            continue
                        inner += 1
                        if region[other] < 0:
                            region[other] = there
                            depths[other] = depths[state] + 1
                            queue[put] = other
                            put += 1
                depths[there] = depths[queue[put - 1]]
                if doors > 1 or inner // 2 >= put:
                    loops[there] = 1
            first = region[there]
            registers[2] += loops[first]
            registers[3] += depths[first]
            if depths[first] > registers[4]:
                registers[4] = depths[first]
        if choices > 1:
            registers[0] += 1


@kernel("i8(i8[::1], i8[::1])")
def dead_end_lengths(offsets, targets):
    """The total length of all dead ends in cells, each up to its first junction or its other end."""
    total = 0
    for state in range(len(offsets) - 1):
        if offsets[state + 1] - offsets[state] != 1:
            continue
        before, here = state, targets[offsets[state]]
        total += 1
        while offsets[here + 1] - offsets[here] == 2:
            there = targets[offsets[here]]
            if there == before:
                there = targets[offsets[here] + 1]
            before, here = here, there
            total += 1
            if here == state:
                break
    return total
