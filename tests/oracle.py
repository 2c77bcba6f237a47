"""Independent answers: a wall maze as a networkx graph, built from its cells one by one."""

from typing import Any

import networkx as nx

from mazeworks import Puzzle


def graph_of(puzzle: Puzzle[Any], limit: int = 100_000) -> "nx.DiGraph[Any]":
    """Every state that can be reached, joined by the puzzle's own moves."""
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_node(puzzle.key(puzzle.start))
    todo = [puzzle.start]
    seen = {puzzle.key(puzzle.start)}
    while todo:
        state = todo.pop()
        for move, following in puzzle.moves(state):
            cost = puzzle.cost(state, move, following)
            known = graph.get_edge_data(puzzle.key(state), puzzle.key(following), {"cost": cost})["cost"]
            graph.add_edge(puzzle.key(state), puzzle.key(following), cost=min(cost, known))
            if puzzle.key(following) not in seen:
                assert len(seen) < limit
                seen.add(puzzle.key(following))
                todo.append(following)
                if puzzle.is_goal(following):
                    graph.add_edge(puzzle.key(following), "goal", cost=1)
    if puzzle.is_goal(puzzle.start):
        graph.add_edge(puzzle.key(puzzle.start), "goal", cost=1)
    return graph


def shortest_length(puzzle: Puzzle[Any]) -> int | None:
    """What the moves to a goal cost at least, or None; where each costs 1, their number."""
    graph = graph_of(puzzle)
    if "goal" not in graph:
        return None
    try:
        return int(nx.shortest_path_length(graph, puzzle.key(puzzle.start), "goal", weight="cost")) - 1
    except nx.NetworkXNoPath:
        return None


class Plain(Puzzle[Any]):
    """The rules of a puzzle alone, so that every search lists its moves one by one."""

    def __init__(self, whole: Puzzle[Any]) -> None:
        self.start, self.moves, self.is_goal = whole.start, whole.moves, whole.is_goal  # type: ignore[method-assign]
