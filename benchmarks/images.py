"""Images of mazes with known paths, as people send them, and how many are read right, refused, and wrong.

`python -m benchmarks.images --count 1000 --to before.json` stores what was read from each image; later,
`python -m benchmarks.images --count 1000 --before before.json` prints both in one table. `--keep FOLDER` writes the
images that were not read right, with the true path in red beside each.
"""

import argparse
import json
import multiprocessing
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np
from PIL import Image, ImageDraw

from benchmarks import camera, sheets
from benchmarks.sheets import Rng, Sheet, drawn, maze_of, pen_of
from benchmarks.table import Row, markdown
from benchmarks.verdicts import REFUSED, RIGHT, WRONG, Record, judge
from mazeworks import make
from mazeworks.benchmark import readable_seconds

#: The shares of right and of wrong that sharp and degraded images of squares have to reach.
SHARP, DEGRADED = (0.97, 0.0), (0.85, 0.005)
#: The fewest pixels of a passage in degraded images.
ROOM = 9


# --- classes of images


def squares(random: Rng) -> Sheet:
    """Squares of one pixel, open at the top and the bottom or at the sides."""
    return sheets.squared(maze_of(random, 150), random, light=random.random() < 0.15)


def cropped(random: Rng) -> Sheet:
    """Squares of one pixel, open at the top and the bottom, without the wall at the left, the right, or both."""
    sheet = sheets.squared(maze_of(random, 100, "rows"), random)
    left, right = ((1, 0), (0, 1), (1, 1))[random.integers(3)]
    image = sheet.image.crop((left, 0, sheet.image.width - right, sheet.image.height))
    return sheets.moved(sheet, image, lambda points: points - (left, 0))


def ours(random: Rng) -> Sheet:
    """Our own drawings with their marks, of any size of cells and walls."""
    maze, pen = maze_of(random, ends=("rows", "corners", "farthest", "random")[random.integers(4)]), pen_of(random)
    return sheets.ours(maze, round(pen.passage), round(pen.wall), pen.margin)


def themes(random: Rng) -> Sheet:
    """Our own drawings in all themes and in two colours."""
    maze, pen = maze_of(random, ends=("rows", "corners", "farthest", "random")[random.integers(4)]), pen_of(random)
    return sheets.ours(maze, round(pen.passage), round(pen.wall), pen.margin, **sheets.theme_of(random))


def lines(random: Rng) -> Sheet:
    """Lines of one to three pixels with hard edges."""
    return drawn(maze_of(random), pen_of(random, wall=int(random.integers(1, 4))))


def thick(random: Rng) -> Sheet:
    """Walls from half as wide as a passage to a little wider."""
    passage = int(random.integers(6, 25))
    wall = max(3, round(passage * random.uniform(0.5, 1.2)))
    return drawn(maze_of(random, 30), pen_of(random, passage=passage, wall=wall))


def smooth(random: Rng) -> Sheet:
    """Smooth lines at any fraction of a pixel."""
    passage = random.uniform(6, 40)
    wall = random.uniform(1, max(1.5, passage / 4))
    return drawn(maze_of(random), pen_of(random, passage=passage, wall=wall, smooth=4))


def coloured(random: Rng) -> Sheet:
    """Coloured walls on coloured paper."""
    ink, paper = sheets.INKS[random.integers(8)], sheets.PAPERS[random.integers(6)]
    return drawn(maze_of(random), pen_of(random, ink=ink, paper=paper, smooth=int(random.choice((1, 4)))))


def dark(random: Rng) -> Sheet:
    """Light walls on dark paper."""
    ink, paper = sheets.NIGHTS[random.integers(3)]
    return drawn(maze_of(random), pen_of(random, ink=ink, paper=paper, smooth=int(random.choice((1, 4)))))


def framed(random: Rng) -> Sheet:
    """A printed line around a maze with openings."""
    return sheets.framed(drawn(maze_of(random), pen_of(random, least=8)), random)


def titled(random: Rng) -> Sheet:
    """A title above the maze, and sometimes print below."""
    return sheets.titled(drawn(maze_of(random), pen_of(random, least=8)), random)


def marked(random: Rng) -> Sheet:
    """A closed outline, with marks in two cells as the ends."""
    ends = ("corners", "farthest", "random")[random.integers(3)]
    return sheets.marked(drawn(maze_of(random, 25, ends), pen_of(random, least=12, smooth=4), False), random)


def arrowed(random: Rng) -> Sheet:
    """Openings with arrows or words beside them."""
    return sheets.arrowed(drawn(maze_of(random, 25), pen_of(random, least=12, smooth=4)), random)


def page(random: Rng, least: int = ROOM, most: int = 32) -> Sheet:
    """A sheet to be degraded: lines, smooth lines, colours, marks, a title, or our own drawing."""
    pen, chance = pen_of(random, least, most), random.random()
    if chance < 0.2:
        maze = maze_of(random, 25, ("rows", "corners", "farthest")[random.integers(3)])
        return sheets.ours(maze, round(pen.passage), round(pen.wall), max(4, pen.margin))
    if chance < 0.35:
        return coloured_page(random, least, most)
    if chance < 0.45:
        return sheets.marked(drawn(maze_of(random, 20), pen_of(random, 14, most), False), random)
    if chance < 0.55:
        return sheets.titled(drawn(maze_of(random, 25), pen), random)
    return drawn(maze_of(random, 30), pen_of(random, least, most, smooth=int(random.choice((1, 4)))))


def coloured_page(random: Rng, least: int, most: int) -> Sheet:
    """A sheet with coloured ink."""
    ink = sheets.INKS[random.integers(len(sheets.INKS))]
    return drawn(maze_of(random, 30), pen_of(random, least, most, ink=ink, smooth=4))


def paper(random: Rng) -> Sheet:
    """A sheet with a margin on all sides, as printed pages have."""
    sheet = page(random)
    around = round(random.uniform(0.04, 0.15) * max(sheet.image.size))
    return sheets.padded(sheet, around, around, around, around)


def blur(random: Rng) -> Sheet:
    """Out of focus."""
    return camera.blurred(page(random), random)


def jpeg(random: Rng) -> Sheet:
    """Stored as JPEG of low quality."""
    return camera.compressed(page(random), random)


def noise(random: Rng) -> Sheet:
    """Noise, or specks."""
    sheet = page(random)
    if random.random() < 0.3 and sheet.wall >= 2:
        return camera.specked(sheet, random)
    return camera.noisy(sheet, random, 8, 35)


def scaled(random: Rng) -> Sheet:
    """Scaled by an odd factor."""
    return camera.scaled(page(random), random)


def turned(random: Rng) -> Sheet:
    """Turned by up to five degrees."""
    return camera.turned(page(random), random)


def perspective(random: Rng) -> Sheet:
    """Seen from one side, without the table."""
    return camera.compressed(camera.perspective(page(random), random), random, 75, 95)


def light(random: Rng) -> Sheet:
    """Uneven light and shadows."""
    return camera.compressed(camera.noisy(camera.lit(page(random), random), random, 2, 6), random, 75, 95)


def table(random: Rng) -> Sheet:
    """A page on a table, in even light."""
    return camera.compressed(camera.on_table(paper(random), random), random, 75, 95)


def photo(random: Rng) -> Sheet:
    """A page on a table by a phone: perspective, light, blur, noise and JPEG; one of sixteen with 12 megapixels."""
    stored = random.random() < 1 / 16
    sheet = camera.lit(camera.on_table(paper(random), random, stored, 0.05), random)
    sheet = camera.noisy(camera.blurred(sheet, random, 0.4), random, 2, 8)
    return camera.compressed(sheet, random, 70, 95)


def pencil(random: Rng) -> Sheet:
    """Drawn by hand on squared paper and scanned: wobbly, uneven, grainy lines."""
    grey = int(random.integers(30, 110))
    pen = pen_of(random, 12, 32, wall=float(random.uniform(1.5, 4)), margin=int(random.integers(10, 60)))
    pen = replace(pen, ink=(grey, grey, grey + 8), paper=sheets.PAPERS[random.integers(3)])
    sheet = sheets.pencilled(maze_of(random, 20), pen, random, random.uniform(0.02, 0.07))
    return camera.compressed(camera.noisy(sheet, random, 2, 6), random, 75, 95)


def shapes(random: Rng) -> Sheet:
    """Our own drawings of other layouts."""
    layout = ("hexagon", "triangle", "circle")[random.integers(3)]
    side = int(random.integers(6, 25))
    maze = make("wall", (side, side), layout=layout, seed=int(random.integers(1 << 30)), ends="farthest")
    return sheets.ours(maze, int(random.integers(14, 40)), int(random.integers(1, 5)), 10, **sheets.theme_of(random))


#: The classes of images: sharp squares, degraded squares, and others, which have no target of their own.
CLASSES: dict[str, dict[str, Callable[[Rng], Sheet]]] = {
    "sharp": {
        make.__name__: make
        for make in (
            squares,
            cropped,
            ours,
            themes,
            lines,
            thick,
            smooth,
            coloured,
            dark,
            framed,
            titled,
            marked,
            arrowed,
        )
    },
    "degraded": {
        make.__name__: make for make in (blur, jpeg, noise, scaled, turned, perspective, light, table, photo, pencil)
    },
    "other": {"shapes": shapes},
}
MAKERS = {name: make for group in CLASSES.values() for name, make in group.items()}


def sheet_of(name: str, seed: int, number: int) -> Sheet:
    """An image of a class; the same arguments make the same image."""
    return MAKERS[name](np.random.default_rng([zlib.crc32(name.encode()), seed, number]))


# --- running


def record(task: tuple[str, int, int, str | None]) -> Record:
    """Make one image, read it, and judge what was read."""
    name, seed, number, keep = task
    sheet = sheet_of(name, seed, number)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}-{seed}-{number}.png"
        sheet.image.save(file, compress_level=1)
        found = {"class": name, "number": number} | judge(sheet, file)
        if keep is not None and found["verdict"] != RIGHT:
            (Path(keep) / file.name).write_bytes(file.read_bytes())
            truth(sheet).save(Path(keep) / file.name.replace(".png", "-true.png"))
    return found


def truth(sheet: Sheet) -> Image.Image:
    """The image with the true path in red, for people to look at."""
    image = sheet.image.convert("RGB")
    line = [(x, y) for x, y in sheet.path.tolist()]
    ImageDraw.Draw(image).line(line, fill=(255, 0, 0), width=max(1, round(sheet.pitch / 6)))
    return image


def warm_up() -> None:
    """Compile what readings need, so that the first images do not take longer than others."""
    for name in ("squares", "lines", "turned"):
        record((name, 0, 0, None))


def records(names: Sequence[str], count: int, seed: int, keep: str | None = None) -> Iterator[Record]:
    """Judge this many images, as many of each class, in two processes."""
    tasks = [(names[n % len(names)], seed, n // len(names), keep) for n in range(count)]
    with multiprocessing.get_context("spawn").Pool(2, warm_up) as pool:
        yield from pool.imap(record, tasks)


def share(found: Sequence[Record], verdict: str) -> float:
    """The share of images with this verdict."""
    return len([one for one in found if one["verdict"] == verdict]) / max(1, len(found))


def summary(found: Sequence[Record]) -> str:
    """The shares of all verdicts, and the seconds that images took."""
    shares = ", ".join(f"{verdict} {100 * share(found, verdict):.3g} %" for verdict in (RIGHT, REFUSED, WRONG))
    seconds = [one["seconds"] for one in found]
    return f"{shares}; {readable_seconds(median(seconds))}, longest {readable_seconds(max(seconds))}"


def no_worse(now: Sequence[Record], before: Sequence[Record]) -> bool:
    """Whether at least as many are right, and at most as many wrong."""
    return share(now, RIGHT) >= share(before, RIGHT) and share(now, WRONG) <= share(before, WRONG)


def table_of(now: Sequence[Record], before: Sequence[Record]) -> Iterator[Row]:
    """A row for all sharp and all degraded images, and one for each class; before and now are of the same images."""
    if before:
        (now, before) = (common(now, before), common(before, now))
    for group, makers in CLASSES.items():
        chosen, earlier = ([one for one in found if one["class"] in makers] for found in (now, before))
        targets = {"sharp": SHARP, "degraded": DEGRADED}
        if chosen and group in targets:
            least_right, most_wrong = targets[group]
            good = share(chosen, RIGHT) >= least_right and share(chosen, WRONG) <= most_wrong
            target = f"right at least {100 * least_right:g} %, wrong at most {100 * most_wrong:g} %"
            yield row(f"{len(chosen)} {group} images of mazes", chosen, earlier, target, good)
        for name in makers:
            of_class, its_earlier = ([one for one in found if one["class"] == name] for found in (chosen, earlier))
            if of_class:
                target = "not worse than before" if its_earlier else ""
                reached = no_worse(of_class, its_earlier) if its_earlier else None
                yield row(f"{len(of_class)} images, {name}", of_class, its_earlier, target, reached)


def common(these: Sequence[Record], those: Sequence[Record]) -> list[Record]:
    """The records of these whose images are among those, too."""
    known = {(one["class"], one["number"]) for one in those}
    return [one for one in these if (one["class"], one["number"]) in known]


def row(work: str, now: Sequence[Record], before: Sequence[Record], target: str, reached: bool | None) -> Row:
    """One row, with the figures of before beside those of now."""
    return Row(work, summary(now), *(("before", summary(before)) if before else ("", "")), "", target, reached)


def rows(thorough: bool = False) -> Iterator[Row]:
    """A hundred images; a thousand with `thorough`."""
    yield from table_of(list(records(list(MAKERS), 1000 if thorough else 100, 1)), [])


def stored(file: Path, seed: int) -> list[Record]:
    """What an earlier run of the same images found."""
    data = json.loads(file.read_text(encoding="utf-8"))
    if data["seed"] != seed:
        raise SystemExit(f"{file} has images of seed {data['seed']}, not {seed}")
    found: list[Record] = data["images"]
    return found


def main(arguments: list[str]) -> int:
    """Judge images, and print them as a table; returns 1 if a target is missed."""
    parser = argparse.ArgumentParser("python -m benchmarks.images", description="Judge how images of mazes are read.")
    parser.add_argument("--count", type=int, default=1000, help="how many images, 1000 by default")
    parser.add_argument("--seed", type=int, default=1, help="other seeds make other images")
    parser.add_argument("--classes", nargs="+", choices=MAKERS, default=list(MAKERS), metavar="CLASS")
    parser.add_argument("--to", type=Path, help="a JSON file to store what was found")
    parser.add_argument("--before", type=Path, help="such a file of an earlier run, to compare with")
    parser.add_argument("--keep", help="a folder for the images that were not read right")
    options = parser.parse_args(arguments)
    if options.keep:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
    before = stored(options.before, options.seed) if options.before else []
    found: list[Record] = []
    for one in records(options.classes, options.count, options.seed, options.keep):
        found.append(one)
        if options.to and (len(found) % 20 == 0 or len(found) == options.count):
            options.to.write_text(json.dumps({"seed": options.seed, "images": found}, indent=0), encoding="utf-8")
    table = list(table_of(found, before))
    print(markdown(table))
    return int(any(row.reached is False for row in table))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
