// Le Plouf for two, solved on a graphics card: every value, counts and a checksum of every block, and the proof that
// every value agrees with those one move later.
//
//   nvcc -O3 -std=c++17 -arch=native -o solve solve.cu && ./solve blocks.csv [VALUES]
//
// VALUES, where it is given and not -, is a file for all values, 16 bits each. Without a card, for small trials,
//   g++ -O3 -std=c++17 -x c++ -o solve solve.cu && ./solve blocks.csv VALUES FROM
// solves the sections from number FROM on.
//
// A value is 0 for a draw, 1 + n for a win in n plies of the player to move, -1 - n for a loss in n.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "index.h"

const int BLOCK = 16384;  // positions in a block
const int LONGEST = 1000;

#ifdef __CUDACC__
static void check(cudaError_t error) {
  if (error != cudaSuccess) {
    fprintf(stderr, "the card says: %s\n", cudaGetErrorString(error));
    exit(1);
  }
}

template <class Work>
__global__ void run(Work work, Number count) {
  for (Number at = blockIdx.x * (Number)blockDim.x + threadIdx.x; at < count; at += (Number)gridDim.x * blockDim.x)
    work(at);
}

template <class Work>
static void for_each(Number count, const Work& work) {
  if (count == 0) return;
  const Number grid = (count + 255) / 256;
  run<<<(unsigned)(grid < (1 << 20) ? grid : 1 << 20), 256>>>(work, count);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

template <class T>
static T* room(Number count) {
  T* memory;
  check(cudaMalloc(&memory, count * sizeof(T)));
  check(cudaMemset(memory, 0, count * sizeof(T)));
  return memory;
}

template <class T>
static void fetch(T* to, const T* from, Number count) {
  check(cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDefault));
}

__device__ inline void add(unsigned long long* sum, unsigned long long more) { atomicAdd(sum, more); }

__device__ inline void raise_to(int* most, int value) {
  if (value > *most) atomicMax(most, value);
}
#else
template <class Work>
static void for_each(Number count, Work work) {
  for (Number at = 0; at < count; at++) work(at);
}

template <class T>
static T* room(Number count) {
  return (T*)calloc(count, sizeof(T));
}

template <class T>
static void fetch(T* to, const T* from, Number count) {
  memcpy(to, from, count * sizeof(T));
}

inline void add(unsigned long long* sum, unsigned long long more) { *sum += more; }

inline void raise_to(int* most, int value) { *most = *most > value ? *most : value; }
#endif

#ifdef __CUDACC__
#define INSIDE __device__
#else
#define INSIDE
#endif

// What the positions one move later say of this one.
struct Ahead {
  const Index* index;
  const int16_t* values;
  int pool;            // positions with these pool cells are left out; ANY leaves none out
  int within;          // values further away are taken as unknown
  int quickest, slowest;
  bool open;           // a move leads to a draw, or to what is unknown

  INSIDE bool operator()(const Position& next) {
    if (((next.own | next.other) & POOL) == pool) return true;
    const int value = values[index->locate(next)];
    if (value == 0 || abs(value) > within) open = true;
    else if (value < 0) quickest = quickest < -value ? quickest : -value;
    else slowest = slowest > value ? slowest : value;
    return true;
  }

  // The value that follows, where it does.
  INSIDE int value() const { return quickest < LONGEST ? 1 + quickest : open ? 0 : -1 - slowest; }
};

const int ANY = -1;

INSIDE inline Ahead looking(const Index* index, const int16_t* values, int pool, int within) {
  return Ahead{index, values, pool, within, LONGEST, 0, false};
}

// The value of a position of either phase that follows from those one move later.
INSIDE inline int following(const Index* index, const int16_t* values, const Position& here) {
  const int taken = here.own | here.other;
  if (over(here)) return here.own & RIM ? 1 : -1;
  Ahead ahead = looking(index, values, ANY, LONGEST);
  if (bits(taken) == PAWNS) each_later(here, ahead);
  else
    for (int free = RIM & ~taken; free; free &= free - 1) ahead(Position{here.other, here.own | (free & -free), 0});
  return ahead.value();
}

// All that is kept of the positions of phase 2.
struct State {
  const Index* index;
  int16_t* values;
  int16_t* trigger;  // at this distance moves out of the section may decide
  uint8_t* marked;   // at this distance, modulo 256, moves within it may
  Number from;       // the first position that is being solved
};

struct Prepare : State {
  int* last_trigger;
  INSIDE void operator()(Number at) const {
    const Position here = index->position(from + at);
    if (over(here)) {
      values[from + at] = following(index, values, here);
      return;
    }
    Ahead ahead = looking(index, values, (here.own | here.other) & POOL, LONGEST);
    each_later(here, ahead);
    trigger[from + at] = ahead.quickest < LONGEST ? ahead.quickest : ahead.slowest;
    raise_to(last_trigger, trigger[from + at]);
  }
};

struct Mark {
  const State* state;
  int plies;
  INSIDE bool operator()(const Position& before) const {
    state->marked[state->index->locate(before)] = plies & 255;
    return true;
  }
};

// Mark what leads to positions decided one ply nearer to the end.
struct Expand : State {
  int plies;
  INSIDE void operator()(Number at) const {
    if (abs(values[from + at]) != plies) return;
    const Mark mark = {this, plies};
    const Position here = index->position(from + at);
    each_earlier(here, mark);
  }
};

// Decide what can be decided at this distance.
struct Decide : State {
  int plies;
  unsigned long long* decided;
  INSIDE void operator()(Number at) const {
    const Number number = from + at;
    if (values[number] != 0 || (marked[number] != (plies & 255) && trigger[number] != plies)) return;
    const Position here = index->position(number);
    Ahead ahead = looking(index, values, ANY, plies);
    each_later(here, ahead);
    if (ahead.value() == 0) return;
    values[number] = ahead.value();
    add(decided, 1);
  }
};

struct Image : State {
  INSIDE void operator()(Number at) const {
    const Number home = index->locate(index->position(from + at));
    if (home != from + at) values[from + at] = values[home];
  }
};

// Phase 1: a position is worth what the best placement makes of it.
struct Place : State {
  INSIDE void operator()(Number at) const {
    values[from + at] = following(index, values, index->position(from + at));
  }
};

// The one-step check: how many positions disagree with those one move later.
struct Agree : State {
  unsigned long long* wrong;
  INSIDE void operator()(Number at) const {
    if (following(index, values, index->position(from + at)) != values[from + at]) add(wrong, 1);
  }
};

struct Tally {
  unsigned long long won, drawn, lost;
  uint32_t checksum;  // the CRC-32 of the values as little-endian 16-bit numbers
};

struct Summarise : State {
  Tally* tallies;
  const uint32_t* crc;
  Number count;
  INSIDE void operator()(Number block) const {
    Tally tally = {0, 0, 0, 0xFFFFFFFFu};
    const Number end = (block + 1) * BLOCK < count ? (block + 1) * BLOCK : count;
    for (Number at = block * BLOCK; at < end; at++) {
      const int value = values[at];
      (value > 0 ? tally.won : value < 0 ? tally.lost : tally.drawn)++;
      tally.checksum = crc[(tally.checksum ^ value) & 255] ^ tally.checksum >> 8;
      tally.checksum = crc[(tally.checksum ^ value >> 8) & 255] ^ tally.checksum >> 8;
    }
    tally.checksum = ~tally.checksum;
    tallies[block] = tally;
  }
};

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class T>
static T* sent(const T* table, Number count) {
  T* memory = room<T>(count);
  fetch(memory, table, count);
  return memory;
}

template <class Work>
static Work with(const State& state) {
  Work work;
  (State&)work = state;
  return work;
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: solve BLOCKS.csv [VALUES [FROM]]\n");
    return 1;
  }
  const int last = argc > 3 ? atoi(argv[3]) : 0;
  const double begun = now();
  Tables tables;
  Index there = tables.index;
  tables.point(there, [](const auto& table) { return sent(table.data(), (Number)table.size()); });
  const Index* index = sent(&there, 1);
  const Section* sections = tables.index.sections;
  const Number count = sections[SECTIONS].base, placing = sections[OPENING].base;
  State state = {index, room<int16_t>(count), room<int16_t>(placing), room<uint8_t>(placing), 0};
  unsigned long long* sum = room<unsigned long long>(1);
  unsigned long long total = 0;
  printf("%lld positions, tables made in %.2f s\n", count, now() - begun);

  const double solving = now();
  for (int pool = 9, end = OPENING; pool >= 0; pool--) {
    int section = end;
    while (section > last && bits(tables.sets[sections[section - 1].first] >> 16) == pool) section--;
    if (section == end) break;
    const double started = now();
    state.from = sections[section].base;
    const Number many = sections[end].base - state.from;
    Prepare prepare = with<Prepare>(state);
    prepare.last_trigger = room<int>(1);
    for_each(many, prepare);
    int farthest = 0, last_trigger;
    fetch(&last_trigger, prepare.last_trigger, 1);
    for (int plies = 1; pool < 9 && plies < LONGEST; plies++) {
      Expand expand = with<Expand>(state);
      expand.plies = plies;
      if (plies > 1) for_each(many, expand);
      Decide decide = with<Decide>(state);
      decide.plies = plies;
      decide.decided = sum;
      const unsigned long long before = total;
      for_each(many, decide);
      fetch(&total, sum, 1);
      if (total > before) farthest = plies;
      else if (plies > last_trigger) break;
    }
    for_each(many, with<Image>(state));
    printf("pool %d: %lld positions, the farthest decided in %d plies, %.2f s\n", pool, many, farthest, now() - started);
    fflush(stdout);
    end = section;
  }
  for (int section = SECTIONS - 1; section >= OPENING && last == 0; section--) {
    state.from = sections[section].base;
    for_each(sections[section + 1].base - state.from, with<Place>(state));
  }
  const double solved = now();
  int16_t start;
  fetch(&start, state.values + placing, 1);
  printf("solved in %.2f s; the value of the empty board is %d\n", solved - solving, start);

  Agree agree = with<Agree>(state);
  agree.from = sections[last].base;
  agree.wrong = room<unsigned long long>(1);
  const Number checked = (last ? placing : count) - agree.from;
  for_each(checked, agree);
  unsigned long long wrong = 0;
  fetch(&wrong, agree.wrong, 1);
  printf("one-step check of %lld positions: %llu disagree, %.2f s\n", checked, wrong, now() - solved);

  uint32_t crc[256];
  for (uint32_t byte = 0; byte < 256; byte++) {
    crc[byte] = byte;
    for (int bit = 0; bit < 8; bit++) crc[byte] = crc[byte] & 1 ? 0xEDB88320u ^ crc[byte] >> 1 : crc[byte] >> 1;
  }
  const Number blocks = (count + BLOCK - 1) / BLOCK;
  Summarise summarise = with<Summarise>(state);
  summarise.tallies = room<Tally>(blocks);
  summarise.crc = sent(crc, 256);
  summarise.count = count;
  for_each(blocks, summarise);
  std::vector<Tally> tallies(blocks);
  fetch(tallies.data(), summarise.tallies, blocks);
  FILE* out = fopen(argv[1], "w");
  if (!out) {
    fprintf(stderr, "%s cannot be written\n", argv[1]);
    return 1;
  }
  fprintf(out, "block,won,drawn,lost,crc32\n");
  Tally all = {0, 0, 0, 0};
  for (Number block = 0; block < blocks; block++) {
    const Tally& tally = tallies[block];
    fprintf(out, "%lld,%llu,%llu,%llu,%08x\n", block, tally.won, tally.drawn, tally.lost, tally.checksum);
    all.won += tally.won, all.drawn += tally.drawn, all.lost += tally.lost;
  }
  fclose(out);
  if (argc > 2 && strcmp(argv[2], "-") != 0) {
    const Number first = sections[last].base;  // what was not solved is a hole in the file
    std::vector<int16_t> values(count - first);
    fetch(values.data(), state.values + first, count - first);
    FILE* file = fopen(argv[2], "wb");
    if (!file || fseek(file, first * sizeof(int16_t), SEEK_SET) ||
        fwrite(values.data(), sizeof(int16_t), values.size(), file) != values.size() || fclose(file)) {
      fprintf(stderr, "%s cannot be written\n", argv[2]);
      return 1;
    }
  }
  printf("won %llu, drawn %llu, lost %llu; in all %.2f s\n", all.won, all.drawn, all.lost, now() - begun);
  return wrong != 0;
}
