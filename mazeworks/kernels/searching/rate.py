"""Counting what makes a maze hard, over a graph whose moves can all be taken back (in compressed rows)."""

from mazeworks.kernels.kernel import kernel


@kernel("void(i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8[::1], i8[::1])")
def beside_path(offsets, targets, far, path, steps, region, depths, loops, queue, registers):  # type: ignore[no-untyped-def]
    """Count the choices along a path, the wrong turns there, how many lead into a loop, and how deep they go.

    far: what is left to the goal. steps: for states of the path its step, else -1. region: -1 as given; then for
    every state beside the path the first one of its region, which is all that can be come to without the path.
    depths: how deep each state lies in its region; at its first state, in the end, how deep the region is.
    loops: for the first state of a region, whether it has two doors to the path or a circle inside.
    registers: choices, wrong turns, those into a loop, the sum of their depths, the deepest.
    """
    for step in range(len(path) - 1):
        here = path[step]
        before = path[step - 1] if step else -1
        ways = 0
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            new = there != here and there != before
            for earlier in range(offsets[here], edge):
                if targets[earlier] == there:
                    new = False
            if not new:
                continue
            ways += 1
            if 0 <= far[there] < far[here]:
                continue
            registers[1] += 1
            if steps[there] >= 0:
                if steps[there] < step:
                    registers[2] += 1
                continue
            if region[there] < 0:
                region[there] = there
                depths[there] = 1
                queue[0] = there
                taken = 0
                put = 1
                doors = 0
                inner = 0
                while taken < put:
                    state = queue[taken]
                    taken += 1
                    for way in range(offsets[state], offsets[state + 1]):
                        other = targets[way]
                        again = other == state
                        for earlier in range(offsets[state], way):
                            if targets[earlier] == other:
                                again = True
                        if again:
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
        if ways > 1:
            registers[0] += 1


@kernel("i8(i8[::1], i8[::1])")
def dead_end_lengths(offsets, targets):  # type: ignore[no-untyped-def]
    """How many cells all dead ends have together, each up to the first junction or to its other end."""
    total = 0
    for state in range(len(offsets) - 1):
        if offsets[state + 1] - offsets[state] != 1:
            continue
        before = state
        here = targets[offsets[state]]
        total += 1
        while offsets[here + 1] - offsets[here] == 2:
            there = targets[offsets[here]]
            if there == before:
                there = targets[offsets[here] + 1]
            before = here
            here = there
            total += 1
            if here == state:
                break
    return total
