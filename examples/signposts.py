"""A logic maze in sixty lines: leave a square as its sign says, sideways, up or down, or slantwise, by one step."""

import numpy as np

from mazeworks import LogicMaze, LogicWords, Plan, SquareBoard, logic_generator, logic_kind, rules
from mazeworks.logic.fields import PLACE, squares

SIGNS, WAYS = "↔↕✕", ("E", "W", "N", "S", "NE", "SE", "SW", "NW")
ACROSS, DOWN = (1, -1, 0, 0, 1, 1, -1, -1), (0, 0, -1, 1, -1, 1, 1, -1)


def successors(facts, board, state, out):  # facts: width, height, goal; board: the number of each square's sign
    x, y, count = state % facts[0], state // facts[0], 0
    for way in range(2 * board[state], 8 if board[state] == 2 else 2 * board[state] + 2):
        if 0 <= x + ACROSS[way] < facts[0] and 0 <= y + DOWN[way] < facts[1]:
            out[count], out[8 + count] = state + DOWN[way] * facts[0] + ACROSS[way], way
            count += 1
    return count


def is_goal(facts, board, state):
    return state == facts[2]


def alter(facts, board, steps, marks, totals, registers, half, random):  # to invent: another sign, or start
    registers[0] = (random & 0xFFFF) * len(board) >> 16
    registers[1] = board[registers[0]]
    if random >> 16 & 31 == 0:
        return ~registers[0]
    board[registers[0]] = (random >> 21) % 3
    return 0  # from this step on, the search of the new board may differ


def put_back(facts, board, registers):
    board[registers[0]] = registers[1]


class Signposts(LogicMaze):
    FIELDS = {"signs": squares(lambda sign: sign in (0, 1, 2), "0, 1 or 2"), "start": PLACE, "goal": PLACE}
    KERNELS = rules("signposts", successors=successors, is_goal=is_goal, alter=alter, put_back=put_back)

    def lay_out(self):  # what the rules see, and the number of the start
        facts = np.array([self.width, self.height, self.number(self.values["goal"])])
        return facts, np.array(self.values["signs"], np.uint16).reshape(-1), self.number(self.values["start"])

    def move(self, number):
        return WAYS[number]


class SignpostsBoard(SquareBoard):
    def sign(self, place):
        return SIGNS[self.puzzle.values["signs"][place.y][place.x]]


logic_kind("signposts", "Leave each square as its sign says.", LogicWords, SignpostsBoard)(Signposts)


@logic_generator("signposts", (6, 6), 60)
def signposts(width, height):
    def fresh(random):  # the board that a round of the search begins with, and its start
        return np.array([random.below(3) for _ in range(cells)], np.uint16), random.below(cells), []

    def build(find):
        ends = (divmod(cell, width)[::-1] for cell in (find.start, find.goal))
        return Signposts(find.board.reshape(height, width).tolist(), *ends)

    cells, facts = width * height, np.array([width, height, -1])
    return Plan(Signposts.KERNELS, facts, cells, cells, 16, fresh, build, 20_000 * cells, 27_000, 15_000)
