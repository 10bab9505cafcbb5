// Proves puzzles of Le Plouf by the rules in C++ and by the values that the graphics card found: neither shares any code
// with the maker of the puzzles.
//
//   prove VALUES < puzzles
//
// VALUES is what `solve` writes (src/lido/games/le_plouf/solution/cuda). Every line of the input is
//   POSITION|KIND|the line|all other moves at each of the solver's turns, in order, with / between turns|the punishments
// where moves are separated by spaces, and a punishment is MOVE:REPLY,REPLY,...
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

#include "index.h"

using std::string;
typedef std::vector<string> Strings;

static const char* RIM_CELLS[16] = {"a1", "a2", "a3", "a4", "a5", "b5", "c5", "d5", "e5", "e4", "e3", "e2", "e1", "d1", "c1", "b1"};

static int cell(const string& name) {
  for (int at = 0; at < 16; at++)
    if (name == RIM_CELLS[at]) return at;
  return 16 + 3 * (name[1] - '2') + (name[0] - 'b');
}

static Strings split(const string& text, char by) {
  Strings parts;
  std::stringstream stream(text);
  for (string part; std::getline(stream, part, by);) parts.push_back(part);
  return parts;
}

// A position as text, seen by the player to move.
static Position parsed(const string& text) {
  const Strings words = split(text, ' ');
  int pawns[2] = {0, 0}, file = 0, rank = 5;
  for (char sign : words[0]) {
    if (sign == '/') rank--, file = 0;
    else if (sign >= '1' && sign <= '5') file += sign - '0';
    else pawns[sign - 'A'] |= 1 << cell(string(1, 'a' + file++) + string(1, '0' + rank));
  }
  const int seat = words[2][0] - 'A';
  return Position{pawns[seat], pawns[1 - seat], 2 * (words[1][0] - '1') + seat};
}

// The position after a move that is written; the caller looks whether it is among those that there are.
static Position after(const Position& at, const string& move) {
  const int beat = (at.beat + 1) % BEATS, taken = at.own | at.other;
  if (move == "pass") return Position{at.other, at.own, beat};
  const int from = cell(move.substr(0, 2)), to = cell(move.substr(3, 2)), left = at.own & ~(1 << from);
  if (move.size() > 5) return Position{at.other, left | 1 << cell(move.substr(6, 2)), beat};
  if (!(taken >> to & 1)) return Position{at.other, left | 1 << to, beat};
  const int free = first_free(to, taken);
  return Position{slid(at.other, to, free), slid(left, to, free) | 1 << to, beat};
}

typedef std::tuple<int, int, int> Key;
static Key key(const Position& at) { return Key(at.own, at.other, at.beat); }

struct Collect {
  std::set<Key> found;
  bool operator()(const Position& next) {
    found.insert(key(next));
    return true;
  }
};

static std::set<Key> later(const Position& at) {
  Collect collect;
  if (!over(at)) each_later(at, collect);
  return collect.found;
}

struct Prover {
  const Tables tables;
  const int16_t* values;

  int value(const Position& at) const { return values[tables.index.locate(at)]; }

  // Why a puzzle is wrong; empty where it is right.
  string wrong(const Strings& parts) const {
    const bool wins = parts[1] == "win";
    Position here = parsed(parts[0]);
    const Strings line = split(parts[2], ' '), others = split(parts[3], '/');
    std::set<string> punished;
    for (size_t at = 0; at < line.size(); at++) {
      const std::set<Key> legal = later(here);
      const Position next = after(here, line[at]);
      if (!legal.count(key(next))) return line[at] + " is not legal";
      if (at % 2 == 0) {
        std::set<Key> listed = {key(next)};
        const int answer = -value(next);
        if (wins ? answer <= 0 : answer != 0) return line[at] + " does not keep the value";
        for (const string& move : split(others[at / 2], ' ')) {
          const Position other = after(here, move);
          if (!legal.count(key(other))) return move + " is not legal";
          listed.insert(key(other));
          if (wins ? -value(other) > 0 : -value(other) >= 0) return move + " keeps the value too";
        }
        if (listed != legal) return "not every move is listed";
        if (legal.size() < 4 && at == 0) return "there are too few moves";
      }
      here = next;
    }
    return punishments(parsed(parts[0]), line, split(parts[4], '/'), wins);
  }

  // After a wrong move the other side keeps, or gets, what the solver gave away, at every reply.
  string punishments(Position here, const Strings& line, const Strings& turns, bool wins) const {
    for (size_t at = 0; at < line.size(); here = after(here, line[at++])) {
      if (at % 2) continue;
      for (const string& each : split(turns[at / 2], ' ')) {
        const Strings halves = split(each, ':');
        Position shown = after(here, halves[0]);
        const Strings replies = halves.size() > 1 ? split(halves[1], ',') : Strings();
        if (replies.empty() && !over(shown)) return halves[0] + " is not punished";
        bool solver = false;
        for (const string& reply : replies) {
          const Position next = after(shown, reply);
          if (!later(shown).count(key(next))) return reply + " is not legal";
          const int worth = solver ? -value(next) : value(next);
          if (wins ? worth > 0 : worth >= 0) return "the reply " + reply + " gives it back";
          shown = next;
          solver = !solver;
        }
      }
    }
    return "";
  }
};

int main(int argc, char** argv) {
  if (argc != 2) return fprintf(stderr, "usage: prove VALUES < puzzles\n"), 2;
  const int file = open(argv[1], O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status)) return fprintf(stderr, "%s cannot be read\n", argv[1]), 2;
  void* content = mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  Prover prover{{}, (const int16_t*)content};
  if (status.st_size != 2 * prover.tables.index.sections[SECTIONS].base) return fprintf(stderr, "not all values\n"), 2;
  int proved = 0, failed = 0;
  for (string line; std::getline(std::cin, line);) {
    const string why = prover.wrong(split(line, '|'));
    if (why.empty()) proved++;
    else failed++, printf("%s: %s\n", line.c_str(), why.c_str());
  }
  printf("%d puzzles proved, %d wrong\n", proved, failed);
  return failed != 0;
}
