"""The ids whose puzzles must not change: every generator on every layout, and a spread of all other options."""

from tests.golden import entries, names

EVERYWHERE = [each["name"] for each in entries("generators") if each["works_on"].startswith("every layout")]
RECTANGULAR = [each["name"] for each in entries("generators") if each["works_on"].startswith("rectangles")]
LAYOUTS = names("layouts")

#: Outlines, packed as ids hold them: a heart, a ring, stairs, and three islands.
HEART = "~7x6~eNrLVWERcWUAAAQeAO8"
RING = "~8x6~eNr7z2ADhAAHaAF4"
STAIRS = "~8x5~eNo7YHDGmAcAB1sB_A"
ISLANDS = "~8x5~eNp7zsD46AsAB0MCvw"

#: Parameters of generators besides layouts, outlines and ends.
PARAMETERS = [
    *(f"8x6,complexity={value}" for value in (0, 0.2, 0.9, 1)),
    *(f"7x6,layout=hexagon,complexity={value}" for value in (0, 1)),
    *(f"6x5,layout=weave,complexity={value}" for value in (0, 1)),
    *(f"8x6,with=binary_tree,towards={corner}" for corner in ("NE", "SW", "SE")),
    *(f"8x6,with=binary_tree,upright={value}" for value in (0.1, 0.9)),
    *(f"12x9,with=cellular,rock={value}" for value in (0.3, 0.5)),
    *(f"12x9,with=cellular,rounds={value}" for value in (0, 1, 8)),
    *(f"8x6,with=eller,{name}={value}" for name in ("across", "down") for value in (0.1, 0.9)),
    *(f"8x6,with=growing_tree,pick={pick}" for pick in ("newest", "oldest", "random", "middle", "oldest:1+middle:2")),
    *(f"6x5,with=growing_tree,layout={layout},pick=random" for layout in ("triangle", "torus")),
    *(f"8x6,with=percolation,chance={value}" for value in (0.4, 0.8)),
    *(f"6x6,with=percolation,layout={layout},chance=0.75" for layout in ("circle", "moebius")),
    *(f"12x9,with=rooms,{value}" for value in ("rooms=2..3", "tries=0", "tries=3.0", "doors=0.2", "dead_ends=yes")),
    *(f"8x6,with=sidewinder,runs={value}" for value in (0, 0.1, 0.9)),
]

#: How a maze can be changed on every layout, and on rectangles alone.
CHANGES = [
    "braid",
    "braid:0.5",
    "perturb:6",
    "fill_dead_ends",
    "braid:0.6+fill_cul_de_sacs",
    "perturb:4+braid:0.3",
]
RECTANGULAR_CHANGES = [
    "symmetric",
    "symmetric:upright:3",
    "symmetric:level",
    "unicursal",
    "fill_cul_de_sacs",
    "symmetric+braid:0.5",
    "unicursal+perturb:3",
]

#: The kinds that are no wall mazes; few candidates, so that looking for good ones takes no time.
OTHERS = [
    *(f"alice:{size},candidates=60" for size in ("3x3", "4x4", "5x4", "5x5", "6x5")),
    *(f"alice:5x5,candidates=200,arrows={arrows}" for arrows in ("1..2", "2..4")),
    "alice:5x5,candidates=80,moves=5..12",
    *(f"coloured:{size},candidates=20000" for size in ("4x4", "4x5", "5x4", "5x5", "6x4")),
    "coloured:5x4,candidates=20000,length=3",
    *(f"terrain:{size}" for size in ("5x4", "8x6", "10x7")),
    *(f"terrain:7x5,maze={maze}" for maze in ("prim", "wilson", "eller", "rooms", "binary_tree")),
    *(f"terrain:7x5,{value}" for value in ("mud=0", "mud=0.6", "water=0", "water=0.5", "breaking=0", "breaking=3")),
    *(f"jugs:{value}" for value in ("", "sizes=3-5-8", "sizes=2-7,target=5", "sizes=4-9,target=6", "sizes=2-4")),
    "jugs:sizes=2-4,target=3",  # has no solution
    *(f"number:{size},candidates=60" for size in ("4x4", "6x3", "5x5,diagonal=yes", "5x4,moves=3..6")),
    *(f"arrow:{size},candidates=60" for size in ("4x4", "5x3", "4x4,colours=3")),
    *(f"turn:{size},candidates=60" for size in ("4x4", "5x3", "4x4,forbid=right")),
    *(f"tilt:{size},candidates=60" for size in ("4x4", "5x3", "3x3,balls=2")),
    *(f"theseus:{size},candidates=60" for size in ("3x3", "4x3", "4x4,steps=1,order=vertical")),
    *(
        f"{wall},then={way}"
        for wall in ("wall:6x5", "wall:5x5,with=prim")
        for way in ("braid+theseus", "turn:left/back")
    ),
]


def all_ids() -> list[str]:
    """Every id, each with a seed of its own."""
    walls = [*everywhere(), *rectangles(), *PARAMETERS, *changed(), *with_ends(), *outlined()]
    named = [f"wall:{each}" for each in walls] + OTHERS
    return [f"{each}#{number}" for number, each in enumerate(named, 1)]


def everywhere() -> list[str]:
    """Each generator on each layout at two sizes, and on layouts with a parameter."""
    sized = [(size, generator, layout) for size in ("6x5", "9x6") for generator in EVERYWHERE for layout in LAYOUTS]
    tuned = [(f"floors:{n}", generator) for n in (2, 4) for generator in ("backtracker", "kruskal")]
    tuned += [(f"weave:{share}", generator) for share in (0, 1) for generator in EVERYWHERE[:4]]
    return [f"{size},with={generator},layout={layout}" for size, generator, layout in sized] + [
        f"5x4,with={generator},layout={layout}" for layout, generator in tuned
    ]


def rectangles() -> list[str]:
    """Each generator of rectangles only, at four sizes."""
    return [f"{size},with={generator}" for generator in RECTANGULAR for size in ("5x4", "7x7", "12x9", "2x6")]


def changed() -> list[str]:
    """Changed mazes: on each layout, on rectangles, within an outline."""
    cells = [f"7x6,layout={layout},then={then}" for layout in LAYOUTS for then in CHANGES]
    squares = [f"6x6,with={generator},then={then}" for generator in ("wilson", "eller") for then in RECTANGULAR_CHANGES]
    masked = [f"9x7,mask={mask},then={then}" for mask in (RING, HEART) for then in CHANGES[:3]]
    return cells + squares + masked


def with_ends() -> list[str]:
    """Ends in the corners, farthest apart, and given."""
    places = {"floors": "0/0/0-4/3/1", "weave": "0/0/0-4/3/0", "circle": "0/0-1/1"}
    asked = [(layout, ends) for layout in LAYOUTS for ends in ("corners", "farthest", places.get(layout, "0/0-4/3"))]
    everywhere = [f"6x6,with=prim,layout={layout},ends={ends}" for layout, ends in asked]
    rectangular = [
        f"7x5,with={generator},ends={ends}" for generator in RECTANGULAR for ends in ("corners", "farthest", "6/0-1/4")
    ]
    apart = [f"7x6,layout={layout},ends=farthest,then=braid" for layout in ("square", "hexagon")]
    return [*everywhere, *rectangular, *apart, "7x5,with=spiral,ends=random"]


def outlined() -> list[str]:
    """Outlines, drawn and spelt, over every layout, and what becomes of islands."""
    drawn = [f"9x7,with=wilson,layout={layout},mask={mask}" for layout in LAYOUTS for mask in (HEART, RING)]
    generators = [f"10x7,with={generator},mask={STAIRS}" for generator in EVERYWHERE]
    islands = [
        f"12x8,with=kruskal,layout={layout},mask={ISLANDS},islands={islands}"
        for layout in ("square", "hexagon", "triangle", "weave")
        for islands in ("make", "largest")
    ]
    spelt = [f"12x8,layout={layout},mask_text={text}" for layout, text in zip(LAYOUTS, "LUCTOHVES", strict=True)]
    return [*drawn, *generators, *islands, *spelt, "mask_text=IT,islands=largest", "mask_text=O,ends=farthest"]
