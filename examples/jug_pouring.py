"""Measure four litres with a jug of three and a jug of five."""

from mazeworks.position import Puzzle


class Jugs(Puzzle):
    pos = (0, 0)
    sizes = (3, 5)

    def isgoal(self):
        return 4 in self.pos

    def __iter__(self):
        (a, b), (size_a, size_b) = self.pos, self.sizes
        to_b, to_a = min(a, size_b - b), min(b, size_a - a)
        full, empty = [(size_a, b), (a, size_b)], [(0, b), (a, 0)]
        for pos in [*full, *empty, (a - to_b, b + to_b), (a + to_a, b - to_a)]:
            yield Jugs(pos)


if __name__ == "__main__":
    for step in Jugs().solve():
        print(step)
