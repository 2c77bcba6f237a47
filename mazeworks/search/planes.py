"""Dead-end filling of large grids on planes of bits, 32 cells to a word (see `kernels/searching/planes.py`)."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.grid import BORDER, Bytes, Grid
from mazeworks.core.memory import afford
from mazeworks.core.progress import report
from mazeworks.core.walk import Moves
from mazeworks.core.workers import SLICE, share_out
from mazeworks.kernels import tables
from mazeworks.kernels.random import LOW
from mazeworks.kernels.searching import planes as kernels

#: Words of each plane that are swept again and again while they are in the cache.
BAND = 1 << 15
#: How often a band is swept, down and up in turn; less often once fewer than one in FEW rows has a dead end.
SWEEPS, FEW = 8, 10
#: Room for dead ends that are filled together; a word adds up to 32.
HEADS = 64
#: Rows that are unpacked at a time.
ROWS = 64
#: Cells for which more than one thread pays.
SHARED = 1 << 20


class Planes:
    """The walls of a grid as planes of bits, in which dead ends can be filled; the grid itself stays as it is."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.width = -(-grid.width // 32) + 1
        take = 8 * (grid.height + 2) * self.width + grid.width * grid.height  # the words, and the path
        afford(take, f"{grid.width}x{grid.height} cells", about="size")
        self.words = np.full((2, grid.height + 2, self.width), LOW, np.uint32)
        bits = 32 * self.width
        half = bits * (grid.height + 2)
        self.beside = np.array([0, half - bits, half, 0, 0, 0, 0, 0, -1, *[0] * 7], np.int64)
        self.start, self.goal = (self._bit(end.x, end.y) for end in (grid.start, grid.goal))
        self.alone_below = SHARED // grid.width
        self._enterable: list[int] = []
        #: How many rows were filled of each part, by its first row.
        self._filled: dict[int, int] = {}
        for kernel in (kernels.sweep, kernels.chase):
            kernel.expect(grid.width * grid.height)  # its arrays are shorter
        share_out(self._pack, grid.height, self.alone_below)
        self.words[0, :, -1] |= np.uint32(LOW << (grid.width - 1) % 32 & LOW)  # the outer walls, come what may
        self.words[1, grid.height] = LOW

    def _bit(self, x: int, y: int) -> int:
        """The number of a cell: the index of its bit in the first plane."""
        return ((y + 1) * self.width + 1) * 32 + x

    @property
    def enterable(self) -> int:
        """How many cells of the grid have an open side."""
        return sum(self._enterable)

    def _pack(self, first: int, last: int) -> None:
        arguments = (self.grid.flat, self.words.reshape(-1), self.grid.width, self.width)
        self._enterable.append(kernels.pack(*arguments, first, last))

    def unpacked(self) -> Bytes:
        """The walls that stand now, as the flat view of a grid, with a border."""
        self.grid.afford(1)
        cells = np.full(self.grid.cells.shape, BORDER, np.uint8)

        def unpack(first: int, last: int) -> None:
            east, south = self.words
            for row in range(first, last, ROWS):
                end = min(row + ROWS, last)
                rows = slice(row + 1, end + 1)
                to_east, to_south = _bits(east[rows]), _bits(south[row : end + 1])
                inner = slice(32, 32 + self.grid.width)
                walls = cells[rows, 1:-1]
                np.copyto(walls, to_south[:-1, inner])
                for flag, bits in (
                    (2, to_south[1:, inner]),
                    (4, to_east[:, inner]),
                    (8, to_east[:, 31 : 31 + self.grid.width]),
                ):
                    walls |= bits * np.uint8(flag)

        share_out(unpack, self.grid.height, self.alone_below)
        return cells.reshape(-1)

    def fill(self) -> None:
        """Fill all dead ends; the start and the goal are none."""
        share_out(self._fill, self.grid.height, self.alone_below, parts=1)
        self._chase(0, self.grid.height, 0, self.grid.height)

    def _fill(self, first: int, last: int) -> None:
        """Fill the dead ends between two rows, except in the last row of a part: what lies below it is at work."""
        within = (first, last if last == self.grid.height else last - 1)
        room = np.zeros(self.width + 1, np.uint32)
        words = [end // 32 for end in (self.start, self.goal)]
        kept = np.array([*words, *(1 << end % 32 for end in (self.start, self.goal))], np.int64)
        east, south = self.words.reshape(2, -1)
        height = max(8, BAND // self.width)
        for row in range(*within, height):
            end = min(row + height, within[1])
            self._filled[first] = row - first
            report("filling", sum(list(self._filled.values())) / self.grid.height)  # of all threads together
            for sweep in range(SWEEPS):
                begin, step = (end, -self.width) if sweep % 2 else (row + 1, self.width)
                worked = kernels.sweep(east, south, room, kept, self.width, begin * self.width, end - row, step)
                if worked * FEW < end - row:
                    break
            self._chase(max(first, row - 1), end, *within)  # the row above may have new dead ends

    def _chase(self, first: int, last: int, lowest: int, highest: int) -> None:
        """Fill the dead ends that begin between two rows cell by cell, as far as they lie between two further ones."""
        words = ((row + 1) * self.width for row in (first, last))
        bounds = (self._bit(-32, row) for row in (lowest, highest))
        planes, steps, heads = self.words.reshape(-1), tables.steps(32 * self.width), np.empty(HEADS, np.int64)
        arguments = (planes, self.beside, steps, tables.ONLY_WAY, heads, self.width)
        kernels.chase(*arguments, *words, *bounds, self.start, self.goal)

    def walk(self) -> Moves | None:
        """The moves from the start to the goal, if there is only one way on at each cell."""
        cells = self.grid.width * self.grid.height
        room, registers = np.empty(cells, np.uint8), np.array([self.start, 0, 0], np.int64)  # untouched pages are free
        arguments = (self.words.reshape(-1), self.beside, tables.steps(32 * self.width), self.goal, room, registers)
        while (status := kernels.walk(*arguments, min(cells, int(registers[2]) + SLICE))) == kernels.HALFWAY:
            report("walking", int(registers[2]) / cells)
        return Moves(room[: int(registers[2])]) if status == kernels.THERE else None


def _bits(words: NDArray[np.uint32]) -> Bytes:
    return np.unpackbits(words.astype("<u4").view(np.uint8), axis=1, bitorder="little")
