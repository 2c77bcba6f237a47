/* Yardsticks: what plain C takes for the work of our kernels, on the same byte grids (see mazeworks/core/grid.py).

   A cell is a byte of standing walls (north 1, south 2, east 4, west 8), rows lie `stride` apart, and a border of 31
   lies around them. Random numbers are those of mazeworks/kernels/random.py. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t byte;

enum { NORTH = 1, SOUTH = 2, EAST = 4, WEST = 8, CLOSED = 15, BORDER = 31 };

static const byte OPPOSITE[16] = {[NORTH] = SOUTH, [SOUTH] = NORTH, [EAST] = WEST, [WEST] = EAST};
static const byte ONLY_WAY[32] = {[14] = NORTH, [13] = SOUTH, [11] = EAST, [7] = WEST};

static inline uint32_t draw(uint64_t *state) {
    *state = 1791398085u * (*state & 0xFFFFFFFFu) + (*state >> 32);
    return (uint32_t)*state;
}

static inline uint32_t below(uint64_t *state, uint64_t count) { return (uint32_t)((draw(state) * count) >> 32); }

static void steps_of(int64_t stride, int64_t *steps) {
    steps[NORTH] = -stride, steps[SOUTH] = stride, steps[EAST] = 1, steps[WEST] = -1;
}

static void close_all(byte *cells, int64_t width, int64_t height) {
    memset(cells, BORDER, (width + 2) * (height + 2));
    for (int64_t y = 1; y <= height; y++) memset(cells + y * (width + 2) + 1, CLOSED, width);
}

/* Depth-first from a cell; with `bound` in 65536 it turns, if it could go straight on. A cell keeps the way back in its
   upper half, so that no stack is needed. */
void carve(byte *cells, int64_t width, int64_t height, int64_t here, int64_t bound, uint64_t state) {
    static byte pick[16 * 12];
    int64_t steps[9], stride = width + 2;
    for (int sides = 1; sides < 16; sides++)
        for (int k = 0, count = __builtin_popcount(sides); k < 12; k++) {
            int left = k % count, way = 1;
            for (; !(sides & way) || left--; way <<= 1) {}
            pick[sides * 12 + k] = way;
        }
    steps_of(stride, steps);
    close_all(cells, width, height);
    cells[here] = 255;
    for (int heading = 0;;) {
        int sides = (cells[here - stride] == CLOSED) * NORTH + (cells[here + stride] == CLOSED) * SOUTH +
                    (cells[here + 1] == CLOSED) * EAST + (cells[here - 1] == CLOSED) * WEST;
        if (sides) {
            uint32_t number = draw(&state);
            if (!(sides & heading && number >> 16 >= bound))
                heading = pick[sides * 12 + ((number & 0xFFFF) * 12 >> 16)];
            cells[here] &= ~heading;
            here += steps[heading];
            cells[here] = (CLOSED - OPPOSITE[heading]) | OPPOSITE[heading] << 4;
        } else {
            int back = cells[here] >> 4;
            cells[here] &= CLOSED;
            if (back == CLOSED) return;
            here += steps[back];
            heading = 0;
        }
    }
}

/* Fill the dead ends of a copy, then walk from `start` to `goal`: the number of moves, which are written down.
   The maze is perfect, so that nothing is left but the path. */
int64_t solve(const byte *cells, int64_t width, int64_t height, int64_t start, int64_t goal, byte *moves) {
    int64_t steps[9], stride = width + 2, count = 0;
    byte *left = malloc(stride * (height + 2));
    steps_of(stride, steps);
    memcpy(left, cells, stride * (height + 2));
    left[start] |= 16, left[goal] |= 16;
    for (int64_t cell = stride; cell < stride * (height + 1); cell++) {
        int64_t here = cell;
        for (int way = ONLY_WAY[left[here]]; way; way = ONLY_WAY[left[here]]) {
            left[here] = CLOSED;
            here += steps[way];
            left[here] |= OPPOSITE[way];
        }
    }
    for (int64_t here = start, back = 0; here != goal; here += steps[moves[count++]]) {
        int open = CLOSED & ~left[here] & ~back;
        moves[count] = open & -open;
        back = OPPOSITE[open & -open];
    }
    free(left);
    return count;
}

/* Wilson's loop-erased walks from each cell in turn; `ways` has the way by which the walk last left each cell, and 16
   for those of the tree. */
void wilson(byte *cells, int64_t width, int64_t height, int64_t root, uint64_t state) {
    int64_t steps[9], stride = width + 2;
    byte *ways = calloc(stride * (height + 2), 1);
    steps_of(stride, steps);
    close_all(cells, width, height);
    ways[root] = 16;
    for (int64_t y = 1; y <= height; y++)
        for (int64_t first = y * stride + 1; first <= y * stride + width; first++) {
            for (int64_t here = first; ways[here] < 16;) {
                int way = 1 << (draw(&state) >> 30);
                if (cells[here + steps[way]] == BORDER) continue;
                ways[here] = way;
                here += steps[way];
            }
            for (int64_t here = first; ways[here] < 16;) {
                int way = ways[here];
                ways[here] = 16;
                cells[here] &= ~way;
                here += steps[way];
                cells[here] &= ~OPPOSITE[way];
            }
        }
    free(ways);
}

static int32_t find(int32_t *parents, int32_t cell) {
    while (parents[cell] != cell) cell = parents[cell] = parents[parents[cell]];
    return cell;
}

/* Kruskal: a list of all inner walls is shuffled, and each that separates two trees is opened. */
void kruskal(byte *cells, int64_t width, int64_t height, uint64_t state) {
    int64_t stride = width + 2, count = 0;
    int32_t *parents = malloc(stride * (height + 2) * sizeof *parents);
    int32_t *walls = malloc(2 * width * height * sizeof *walls);
    close_all(cells, width, height);
    for (int64_t y = 1; y <= height; y++)
        for (int64_t x = 1; x <= width; x++) {
            int64_t here = y * stride + x;
            parents[here] = here;
            if (x < width) walls[count++] = 2 * here;
            if (y < height) walls[count++] = 2 * here + 1;
        }
    for (int64_t k = count - 1; k > 0; k--) {
        int64_t other = below(&state, k + 1);
        int32_t wall = walls[k];
        walls[k] = walls[other], walls[other] = wall;
    }
    for (int64_t k = 0; k < count; k++) {
        int64_t here = walls[k] >> 1, there = here + (walls[k] & 1 ? stride : 1);
        int32_t first = find(parents, here), second = find(parents, there);
        if (first == second) continue;
        parents[first] = second;
        cells[here] &= walls[k] & 1 ? ~SOUTH : ~EAST;
        cells[there] &= walls[k] & 1 ? ~NORTH : ~WEST;
    }
    free(parents), free(walls);
}

/* Prim: random cells of the frontier, each joined to a random neighbour that belongs to the maze. */
void prim(byte *cells, int64_t width, int64_t height, int64_t here, uint64_t state) {
    enum { FREE = 32, WAITING = 64, INSIDE = 128 };
    int64_t steps[9], stride = width + 2, count = 0;
    byte *marks = calloc(stride * (height + 2), 1);
    int32_t *frontier = malloc(width * height * sizeof *frontier);
    steps_of(stride, steps);
    close_all(cells, width, height);
    for (int64_t y = 1; y <= height; y++) memset(marks + y * stride + 1, FREE, width);
    for (;;) {
        marks[here] = INSIDE;
        for (int way = 1; way < 16; way <<= 1)
            if (marks[here + steps[way]] == FREE) {
                marks[here + steps[way]] = WAITING;
                frontier[count++] = here + steps[way];
            }
        if (!count) break;
        int64_t place = below(&state, count);
        here = frontier[place], frontier[place] = frontier[--count];
        int ways[4], known = 0;
        for (int way = 1; way < 16; way <<= 1)
            if (marks[here + steps[way]] == INSIDE) ways[known++] = way;
        int way = ways[below(&state, known)];
        cells[here] &= ~way, cells[here + steps[way]] &= ~OPPOSITE[way];
    }
    free(marks), free(frontier);
}

/* Many small mazes, one after the other: 0 depth-first, 1 Prim, 2 Wilson, 3 Kruskal; each solved from `starts` to
   `goals`, both counted in rows without a border. Rows of `moves` are width * height apart. */
void batch(int64_t which, int64_t count, int64_t width, int64_t height, const int32_t *starts, const int32_t *goals,
           const int64_t *states, byte *walls, byte *moves, int32_t *lengths) {
    int64_t stride = width + 2;
    byte *cells = malloc(stride * (height + 2));
    for (int64_t k = 0; k < count; k++) {
        int64_t first = (starts[k] / width + 1) * stride + starts[k] % width + 1;
        int64_t last = (goals[k] / width + 1) * stride + goals[k] % width + 1;
        if (which == 0) carve(cells, width, height, first, 1 << 15, states[k]);
        if (which == 1) prim(cells, width, height, first, states[k]);
        if (which == 2) wilson(cells, width, height, first, states[k]);
        if (which == 3) kruskal(cells, width, height, states[k]);
        for (int64_t y = 0; y < height; y++)
            memcpy(walls + (k * height + y) * width, cells + (y + 1) * stride + 1, width);
        lengths[k] = solve(cells, width, height, first, last, moves + k * width * height);
    }
    free(cells);
}
