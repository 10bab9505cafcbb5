// The numbers of positions, as lido.solution.index defines them, found in another way: by one table of all masks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rules.h"

const int CELLS = 25, PAWNS = 10, COLOURS = 252, OPENING = 102, SECTIONS = OPENING + PAWNS;

struct Section {
  Number base;  // the number of its first position
  int first;    // its first set of occupied cells
  int places;   // how many sets it has
  int pawns;    // on the board
  int colours;  // ways to own them
};

// What both sides need: plain pointers, to memory of the host or of the card.
struct Index {
  const uint32_t* place_of;  // [mask of occupied cells]: its set, the turn there << 20, 1 << 23 where symmetric
  const int* sets;           // the occupied cells of every set
  const uint8_t* section_of; // [set]
  const uint16_t* rims;      // [turn * 65536 + mask]
  const uint16_t* pools;     // [turn * 512 + mask]
  const int* ways;           // [own * 11 + place]: binomial coefficients
  const uint16_t* owned;     // [pawns * 252 + colour]
  Section sections[SECTIONS + 1];

  BOTH int turned(int mask, int turn) const {
    return rims[turn << 16 | (mask & RIM)] | pools[turn << 9 | mask >> 16] << 16;
  }

  BOTH int colour(int own, int taken) const {
    int rank = 0, held = 0;
    for (; own; own &= own - 1) rank += ways[++held * 11 + bits(taken & ((own & -own) - 1))];
    return rank;
  }

  BOTH Number locate(const Position& at) const {
    const int taken = at.own | at.other;
    const uint32_t entry = place_of[taken];
    const int set = entry & 0xFFFFF, turn = entry >> 20 & 7;
    const Section& section = sections[section_of[set]];
    int rank = colour(turned(at.own, turn), sets[set]);
    if (entry >> 23)
      for (int also = 0; also < 8; also++)
        if (turned(taken, also) == sets[set]) {
          const int other = colour(turned(at.own, also), sets[set]);
          if (other < rank) rank = other;
        }
    return section.base + ((Number)at.beat * section.places + set - section.first) * section.colours + rank;
  }

  BOTH Position position(Number number) const {
    int low = 0, high = SECTIONS;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      if (sections[middle].base <= number) low = middle; else high = middle;
    }
    const Section& section = sections[low];
    const Number line = (number - section.base) / section.colours;
    int taken = sets[section.first + line % section.places], own = 0;
    int pawns = owned[section.pawns * COLOURS + (number - section.base) % section.colours];
    const int all = taken;
    for (; taken; taken &= taken - 1, pawns >>= 1)
      if (pawns & 1) own |= taken & -taken;
    return Position{own, all & ~own, (int)(line / section.places)};
  }
};

// The tables in the host's memory.
struct Tables {
  std::vector<uint32_t> place_of = std::vector<uint32_t>(1 << CELLS);
  std::vector<int> sets, ways = std::vector<int>(6 * 11);
  std::vector<uint8_t> section_of;
  std::vector<uint16_t> rims = std::vector<uint16_t>(8 << 16), pools = std::vector<uint16_t>(8 << 9);
  std::vector<uint16_t> owned = std::vector<uint16_t>(11 * COLOURS);
  Index index;

  Tables() {
    make_turns();
    make_colours();
    make_sets();
    point(index, [](const auto& table) { return table.data(); });
  }

  // Set the pointers of an index to where `place` puts every table.
  template <class Place>
  void point(Index& to, Place place) const {
    to.place_of = place(place_of);
    to.sets = place(sets);
    to.section_of = place(section_of);
    to.rims = place(rims);
    to.pools = place(pools);
    to.ways = place(ways);
    to.owned = place(owned);
  }

 private:
  // A quarter turn adds four on the rim; a reflection in the diagonal of a1 counts the rim the other way round.
  void make_turns() {
    for (int turn = 0; turn < 8; turn++) {
      for (int cell = 0; cell < 16; cell++) {
        const int to = ((turn & 4 ? -cell : cell) + 4 * (turn & 3)) & 15;
        for (int mask = 0; mask < 1 << 16; mask++) rims[turn << 16 | mask] |= (mask >> cell & 1) << to;
      }
      for (int cell = 0; cell < 9; cell++) {
        int file = cell % 3, rank = cell / 3;
        if (turn & 4) std::swap(file, rank);
        for (int quarter = 0; quarter < (turn & 3); quarter++) {
          const int up = 2 - file;
          file = rank;
          rank = up;
        }
        for (int mask = 0; mask < 1 << 9; mask++) pools[turn << 9 | mask] |= (mask >> cell & 1) << (3 * rank + file);
      }
    }
  }

  void make_colours() {
    for (int own = 0; own < 6; own++)
      for (int place = 0; place < 11; place++)
        ways[own * 11 + place] = own == 0 ? 1 : place == 0 ? 0 : ways[(own - 1) * 11 + place - 1] + ways[own * 11 + place - 1];
    for (int pawns = 0; pawns <= PAWNS; pawns++)
      for (int mask = 0, rank = 0; mask < 1 << pawns; mask++)
        if (bits(mask) == pawns / 2) owned[pawns * COLOURS + rank++] = mask;
  }

  // The least image of a mask stands for all of them; sets are in the order of pool cells occupied, then of masks.
  int least(int mask, int& turn) const {
    int best = 1 << CELLS;
    for (int way = 0; way < 8; way++) {
      const int image = rims[way << 16 | (mask & RIM)] | pools[way << 9 | mask >> 16] << 16;
      if (image < best) best = image, turn = way;
    }
    return best;
  }

  void make_sets() {
    int turn = 0;
    std::vector<int> masks;
    for (int mask = 0; mask < 1 << CELLS; mask++)
      if ((bits(mask) == PAWNS || (mask < 1 << 16 && bits(mask) < PAWNS)) && least(mask, turn) == mask) masks.push_back(mask);
    auto order = [](int mask) { return ((Number)(bits(mask) < PAWNS) << 40) | (Number)bits(bits(mask) < PAWNS ? mask : mask >> 16) << 32 | mask; };
    std::sort(masks.begin(), masks.end(), [&](int a, int b) { return order(a) < order(b); });
    sets = masks;
    section_of.resize(sets.size());
    int section = -1;
    Number base = 0;
    for (int set = 0; set < (int)sets.size(); set++) {
      const int pawns = bits(sets[set]);
      if (set == 0 || pawns != bits(sets[set - 1]) || sets[set] >> 16 != sets[set - 1] >> 16) {
        section++;
        index.sections[section] = {base, set, 0, pawns, ways[pawns / 2 * 11 + pawns]};
      }
      Section& mine = index.sections[section];
      mine.places++;
      base += mine.colours * (pawns == PAWNS ? BEATS : 1);
      section_of[set] = section;
      int fixed = 0;
      for (int way = 0; way < 8; way++) fixed += image(sets[set], way) == sets[set];
      for (int way = 0; way < 8; way++) {  // the way back from every image
        const int from = image(sets[set], way);
        least(from, turn);
        place_of[from] = set | turn << 20 | (fixed > 1) << 23;
      }
    }
    index.sections[SECTIONS].base = base;
  }

  int image(int mask, int way) const { return rims[way << 16 | (mask & RIM)] | pools[way << 9 | mask >> 16] << 16; }
};
