"""How far the ink of lines in an image stands out on both sides."""

from mazeworks.kernels.kernel import kernel


@kernel("void(u1[::1], i8, i8, f8[::1], f8[::1], f8[::1], i8, i8, f8, f8[::1], f8[::1], f8[::1])")
def heights(ink, width, height, points, normals, across, first, last, full, least, above, along):
    """Write the height of the ridge along each line, and its ink; the second least along a line counts.

    ink: an image with an empty border of one pixel, rows `width + 2` apart. points, normals: x and y on lines,
    equally many on each. across: offsets along a normal, of which `first` to `last` lie on the line. full: the ink of a
    wall. least: room for the two least inks of each offset. above, along: one number per line.
    """
    places = len(points) // 2 // max(1, len(above))
    for line in range(len(above)):
        for offset in range(len(least)):
            least[offset] = 1e9
        low, along[line] = 1e9, 1e9
        for place in range(2 * places * line, 2 * places * (line + 1), 2):
            top = 0.0
            for offset in range(len(across)):
                x = min(max(points[place] + normals[place] * across[offset], -1.0), width) + 1
                y = min(max(points[place + 1] + normals[place + 1] * across[offset], -1.0), height) + 1
                left, upper = min(int(x), width), min(int(y), height)
                right, down, at = x - left, y - upper, upper * (width + 2) + left
                higher = ink[at] * (1 - right) + ink[at + 1] * right
                lower = ink[at + width + 2] * (1 - right) + ink[at + width + 3] * right
                here = (higher * (1 - down) + lower * down) / full
                top = max(top, here) if first <= offset <= last else top
                least[2 * offset + 1] = min(least[2 * offset + 1], max(least[2 * offset], here))
                least[2 * offset] = min(least[2 * offset], here)
            along[line], low = min(along[line], max(low, top)), min(low, top)
        peak, before, after = -1e9, 1e9, 1e9
        for offset in range(len(across)):
            second = least[2 * offset + 1]
            peak = max(peak, second) if first <= offset <= last else peak
            before = min(before, second) if offset <= first else before
            after = min(after, second) if offset >= last else after
        above[line] = peak - max(before, after)
