// The rules of Le Plouf for two, written once more, for the graphics card. See docs/laws/le-plouf.md.
//
// Cells are bits: 0 to 15 the rim, clockwise from a1; 16 to 24 the pool, b2 c2 d2 b3 ... d4. A position is seen by
// the player to move. `beat` is 2 * (cursor - 1) + seat, one more after every move, from 5 back to 0.
#pragma once

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

typedef long long Number;

const int RIM = 0xFFFF;
const int POOL = 0x1FF << 16;
const int BEATS = 6;

struct Position {
  int own, other, beat;
};

BOTH inline int bits(int mask) {
#ifdef __CUDA_ARCH__
  return __popc(mask);
#else
  return __builtin_popcount(mask);
#endif
}

BOTH inline int lowest(int mask) {
#ifdef __CUDA_ARCH__
  return __ffs(mask) - 1;
#else
  return __builtin_ctz(mask);
#endif
}

// The cell that lies `step` steps (0 to 4) along the line of a side cell.
BOTH inline int along(int side, int step) {
  int wall = side >> 2, place = (side & 3) - 1;  // 0 left going up, 1 top, 2 right going down, 3 bottom
  if (step == 0) return side;
  if (step == 4) return (wall ^ 2) * 4 + 3 - place;
  int depth = step - 1;
  int file = wall == 0 ? depth : wall == 1 ? place : wall == 2 ? 2 - depth : 2 - place;
  int rank = wall == 0 ? place : wall == 1 ? 2 - depth : wall == 2 ? 2 - place : depth;
  return 16 + 3 * rank + file;
}

// How far along the line of an occupied side cell the first free cell is; 5 where there is none.
BOTH inline int first_free(int side, int taken) {
  int step = 1;
  while (step < 5 && taken >> along(side, step) & 1) step++;
  return step;
}

// These pawns after those on the first `free` cells of the line have moved one step along it.
BOTH inline int slid(int pawns, int side, int free) {
  for (int step = free; step > 0; step--) {
    int from = along(side, step - 1), to = along(side, step);
    pawns = (pawns & ~(1 << to)) | (pawns >> from & 1) << to;
  }
  return pawns & ~(1 << side);
}

// These pawns after those on cells 1 to 4 of a line have moved one step back along it.
BOTH inline int slid_back(int pawns, int side) {
  for (int step = 0; step < 4; step++) {
    int from = along(side, step + 1), to = along(side, step);
    pawns = (pawns & ~(1 << to)) | (pawns >> from & 1) << to;
  }
  return pawns & ~(1 << along(side, 4));
}

BOTH inline bool over(const Position& at) { return ((at.own | at.other) & POOL) == POOL; }

// Calls `visit` with every position one move later, until it returns false. In phase 2 only.
template <class Visit>
BOTH inline void each_later(const Position& at, Visit& visit) {
  const int taken = at.own | at.other, cursor = at.beat / 2 + 1, beat = (at.beat + 1) % BEATS;
  bool moved = false;
  for (int walkers = at.own & RIM; walkers; walkers &= walkers - 1) {
    const int from = lowest(walkers);
    for (int way = -cursor; way <= cursor; way += 2 * cursor) {
      const int to = (from + way) & 15;
      const int left = at.own & ~(1 << from);
      if (!(taken >> to & 1)) {
        moved = true;
        if (!visit(Position{at.other, left | 1 << to, beat})) return;
      } else if (to & 3) {
        const int free = first_free(to, taken);
        moved = true;
        if (free < 5) {
          if (!visit(Position{slid(at.other, to, free), slid(left, to, free) | 1 << to, beat})) return;
        } else {
          for (int holes = POOL & ~taken; holes; holes &= holes - 1)
            if (!visit(Position{at.other, left | (holes & -holes), beat})) return;
        }
      }
    }
  }
  if (!moved) visit(Position{at.other, at.own, beat});
}

// Whether the first move there is leaves all cells as they are: a pass.
struct Same {
  int own, other;
  bool same;
  BOTH bool operator()(const Position& next) {
    same = next.own == other && next.other == own;
    return false;
  }
};

// Calls `visit` with every position one move earlier that has the same pool cells occupied.
template <class Visit>
BOTH inline void each_earlier(const Position& at, Visit& visit) {
  const int taken = at.own | at.other, beat = (at.beat + BEATS - 1) % BEATS, cursor = beat / 2 + 1;
  const Position passing = {at.other, at.own, beat};
  Same passed = {at.other, at.own, false};
  each_later(passing, passed);
  if (passed.same) visit(passing);
  for (int walkers = at.other & RIM; walkers; walkers &= walkers - 1) {
    const int to = lowest(walkers);
    const bool full = (to & 3) && first_free(to, taken) == 5;
    for (int way = -cursor; way <= cursor; way += 2 * cursor) {
      const int from = (to + way) & 15;
      if (taken >> from & 1) continue;
      const int left = at.other & ~(1 << to);
      visit(Position{left | 1 << from, at.own, beat});
      if (full) visit(Position{slid_back(left, to) | 1 << from, slid_back(at.own, to), beat});
    }
  }
}
