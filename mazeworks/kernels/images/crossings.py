"""The ink along many short, wide lines across the walls of an image."""

from math import floor

from mazeworks.kernels.kernel import kernel


@kernel("void(u1[::1], i8, i8, f8[::1], f8[::1], f8[::1], f8[::1], f8[::1], i8)")
def profiles(ink, width, height, start, end, side, along, out, steps):
    """Write the mean ink across each line at `steps` evenly spaced points from its start to its end.

    ink: an image, rows `width` apart; beyond its edge there is no ink. start, end: x and y of both ends of each line.
    side: x and y of a step sideways; along: the offsets to sample, in such steps. out: `steps` numbers for each line.
    """
    for number in range(len(start) // 2):
        x0, y0 = start[2 * number], start[2 * number + 1]
        x1, y1 = end[2 * number], end[2 * number + 1]
        for step in range(steps):
            share = step / (steps - 1)
            x = x0 * (1 - share) + x1 * share
            y = y0 * (1 - share) + y1 * share
            total = 0.0
            for place in range(len(along)):
                column = floor(x + side[2 * number] * along[place] + 0.5)
                row = floor(y + side[2 * number + 1] * along[place] + 0.5)
                if column >= 0 and row >= 0 and column < width and row < height:
                    total += ink[row * width + column]
            out[number * steps + step] = total / len(along)
