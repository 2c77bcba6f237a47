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
        for _, following in puzzle.moves(state):
            graph.add_edge(puzzle.key(state), puzzle.key(following))
            if puzzle.key(following) not in seen:
                assert len(seen) < limit
                seen.add(puzzle.key(following))
                todo.append(following)
                if puzzle.is_goal(following):
                    graph.add_edge(puzzle.key(following), "goal")
    if puzzle.is_goal(puzzle.start):
        graph.add_edge(puzzle.key(puzzle.start), "goal")
    return graph


def shortest_length(puzzle: Puzzle[Any]) -> int | None:
    """The least number of moves to a goal, or None."""
    graph = graph_of(puzzle)
    if "goal" not in graph:
        return None
    try:
        return int(nx.shortest_path_length(graph, puzzle.key(puzzle.start), "goal")) - 1
    except nx.NetworkXNoPath:
        return None
