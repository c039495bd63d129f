// The cost of single calls in C: the statements of `store-bench calls`, prepared once, on the same database.
//
//   cc -O2 limit_calls.c -lsqlite3 -o limit_calls && ./limit_calls FILE.sqlite ROWS COUNT
//
// `store-bench fill FILE ROWS` creates the database. Values are written and read as the store does it: identities
// are formatted and parsed, texts are copied, dates are parsed. The program prints a line for each kind of call: its
// name and the seconds of COUNT calls.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *database;

static void check(int code, const char *what) {
  if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) {
    fprintf(stderr, "limit_calls: %s: %s\n", what, sqlite3_errmsg(database));
    exit(1);
  }
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), sql);
  return statement;
}

static uint64_t next(uint64_t *state) {
  *state = (*state ^ *state >> 31) * 0xD6E8FEB86659FD93;
  return *state ^ *state >> 32;
}

// The identity of `TaskNumber`, as text.
static void write_id(long number, char *text) {
  uint64_t state = (uint64_t)number * 0x9E3779B97F4A7C15, words[2];
  words[0] = next(&state);
  words[1] = (uint64_t)number;
  const unsigned char *bytes = (const unsigned char *)words;
  static const char digits[] = "0123456789abcdef";
  for (int index = 0, place = 0; index < 16; index++) {
    if (index == 4 || index == 6 || index == 8 || index == 10) text[place++] = '-';
    text[place++] = digits[bytes[index] >> 4];
    text[place++] = digits[bytes[index] & 15];
  }
  text[36] = 0;
}

static int digit(unsigned char byte) { return byte >= 'a' ? byte - 'a' + 10 : byte - '0'; }

static int read_id(sqlite3_stmt *query, int column, unsigned char *bytes) {
  const unsigned char *text = sqlite3_column_text(query, column);
  if (!text || sqlite3_column_bytes(query, column) != 36) return 0;
  for (int place = 0, index = 0; place < 16; place++, index += 2) {
    if (place == 4 || place == 6 || place == 8 || place == 10) index++;
    bytes[place] = digit(text[index]) << 4 | digit(text[index + 1]);
  }
  return 1;
}

static char *read_text(sqlite3_stmt *query, int column) {
  const unsigned char *text = sqlite3_column_text(query, column);
  if (!text) return NULL;
  int count = sqlite3_column_bytes(query, column);
  char *copy = malloc(count + 1);
  memcpy(copy, text, count + 1);
  return copy;
}

static long number(const unsigned char *text, int count) {
  long value = 0;
  for (int index = 0; index < count; index++) value = value * 10 + text[index] - '0';
  return value;
}

static double read_date(sqlite3_stmt *query, int column) {
  const unsigned char *text = sqlite3_column_text(query, column);
  if (sqlite3_column_bytes(query, column) != 27) exit(2);
  long year = number(text, 4), month = number(text + 5, 2), day = number(text + 8, 2);
  year -= month <= 2;
  long era = year / 400, inEra = year - era * 400;
  long dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  long days = era * 146097 + inEra * 365 + inEra / 4 - inEra / 100 + dayOfYear - 719468;
  long seconds = number(text + 11, 2) * 3600 + number(text + 14, 2) * 60 + number(text + 17, 2);
  return days * 86400.0 + seconds + number(text + 20, 6) / 1e6;
}

static double checksum;

static void fetch(sqlite3_stmt *query, long row) {
  char id[37];
  unsigned char bytes[48];
  write_id(row, id);
  sqlite3_bind_text(query, 1, id, 36, SQLITE_STATIC);
  int code = sqlite3_step(query);
  check(code, "fetch");
  if (code != SQLITE_ROW) exit(3);
  read_id(query, 0, bytes);
  char *texts[3] = {read_text(query, 1), read_text(query, 2), read_text(query, 3)};
  checksum += sqlite3_column_int64(query, 4) + sqlite3_column_double(query, 5) + sqlite3_column_int64(query, 6) +
      sqlite3_column_int64(query, 7) + read_date(query, 8) + read_date(query, 9);
  read_id(query, 10, bytes + 16);
  read_id(query, 11, bytes + 32);
  for (int index = 0; index < 3; index++) free(texts[index]);
  checksum += bytes[17];
  sqlite3_reset(query);
}

static void update(sqlite3_stmt *statement, long row) {
  char id[37], title[80];
  write_id(row, id);
  int count = snprintf(title, sizeof title, "Task number %ld of this benchmark, changed", row);
  sqlite3_bind_text(statement, 1, title, count, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 2, row % 5 + 1);
  sqlite3_bind_text(statement, 3, id, 36, SQLITE_STATIC);
  check(sqlite3_step(statement), "update");
  sqlite3_reset(statement);
}

static void insert(sqlite3_stmt *statement, long row) {
  static const char *states[] = {"todo", "inProgress", "done"};
  char id[37], owner[37], parent[37], title[80], details[120], date[40];
  write_id(row, id);
  write_id(row / 2, owner);
  write_id(row / 3, parent);
  int count = snprintf(title, sizeof title, "Task number %ld of this benchmark", row);
  sqlite3_bind_text(statement, 1, id, 36, SQLITE_STATIC);
  sqlite3_bind_text(statement, 2, title, count, SQLITE_STATIC);
  count = snprintf(details, sizeof details, "What is to be done in the task with the number %ld, in a line.", row);
  if (row % 3) sqlite3_bind_text(statement, 3, details, count, SQLITE_STATIC);
  else sqlite3_bind_null(statement, 3);
  sqlite3_bind_text(statement, 4, states[row % 3], -1, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 5, row % 5);
  sqlite3_bind_double(statement, 6, row / 8.0);
  sqlite3_bind_int64(statement, 7, row % 10 == 0);
  if (row % 2) sqlite3_bind_int64(statement, 8, row % 40);
  else sqlite3_bind_null(statement, 8);
  time_t seconds = 1767225600 + row * 5 / 4;
  struct tm parts;
  gmtime_r(&seconds, &parts);
  count = snprintf(
      date, sizeof date, "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
      parts.tm_hour, parts.tm_min, parts.tm_sec, (int)(row * 5 % 4) * 250000);
  sqlite3_bind_text(statement, 9, date, count, SQLITE_STATIC);
  sqlite3_bind_text(statement, 10, date, count, SQLITE_STATIC);
  sqlite3_bind_text(statement, 11, owner, 36, SQLITE_STATIC);
  if (row % 4) sqlite3_bind_text(statement, 12, parent, 36, SQLITE_STATIC);
  else sqlite3_bind_null(statement, 12);
  check(sqlite3_step(statement), "insert");
  sqlite3_reset(statement);
}

static sqlite3_stmt *begin, *commit;

static void run(sqlite3_stmt *statement) {
  check(sqlite3_step(statement), sqlite3_sql(statement));
  sqlite3_reset(statement);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  long rows = atol(argv[2]), count = atol(argv[3]);
  check(sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL), "open");
  check(sqlite3_exec(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL, NULL), "setup");
  sqlite3_stmt *fetching = prepare(
      "SELECT id, title, details, state, priority, sort_index, is_archived, estimate, created_at, updated_at, "
      "owner_id, parent_id FROM tasks WHERE id = ?1");
  sqlite3_stmt *updating = prepare("UPDATE tasks SET title = ?1, priority = ?2 WHERE id = ?3");
  sqlite3_stmt *inserting = prepare("INSERT INTO tasks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)");
  begin = prepare("BEGIN IMMEDIATE");
  commit = prepare("COMMIT");

  double start = now();
  for (long index = 0; index < count; index++) fetch(fetching, index * 7919 % rows);
  printf("fetch %f\n", now() - start);
  start = now();
  for (long index = 0; index < count; index++) {
    run(begin);
    update(updating, index * 7919 % rows);
    run(commit);
  }
  printf("update %f\n", now() - start);
  start = now();
  for (long index = 0; index < count; index++) {
    run(begin);
    insert(inserting, rows + index);
    run(commit);
  }
  printf("insert %f\n", now() - start);
  start = now();
  run(begin);
  for (long index = 0; index < count; index++) insert(inserting, rows + count + index);
  run(commit);
  printf("inserts %f\n", now() - start);
  return checksum == 0.5;
}
