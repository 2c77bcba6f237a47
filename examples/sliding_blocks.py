"""Slide a block of two by two past single squares to the lower left corner."""

from mazeworks.position import Puzzle


class Blocks(Puzzle):
    pos = "#####\n#AAB#\n#AAC#\n#DE.#\n#FG.#\n#####"  # six characters per row, walls all around

    def isgoal(self):
        return self.pos[19] == self.pos[25] == "A"

    def canonical(self):
        return self.pos.translate(str.maketrans("BCDEFG", "xxxxxx"))  # single squares are all alike

    def __iter__(self):
        for block in sorted(set(self.pos) - set("#.\n")):
            squares = [place for place, letter in enumerate(self.pos) if letter == block]
            for step in (-6, 6, -1, 1):
                moved = [place + step for place in squares]
                if all(self.pos[place] in (block, ".") for place in moved):
                    bare = self.pos.replace(block, ".")
                    yield Blocks("".join(block if place in moved else c for place, c in enumerate(bare)))

    def __repr__(self):
        return self.pos


if __name__ == "__main__":
    print(*Blocks().solve(), sep="\n\n")
