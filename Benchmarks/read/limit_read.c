// The speed limit of reading rows: the same query and the same work as a typed fetch, in C.
//
//   gcc -O2 limit_read.c -lsqlite3 -o limit_read && ./limit_read FILE.sqlite [RUNS [related]]
//
// `store-bench fill` creates the database. Identities are parsed to 16 bytes, dates to seconds, and texts are copied.
// With `related`, the rows to which two references lead are joined to each row. The program prints the medians of the
// runs in seconds, and in seconds of processor time.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { char *bytes; int count; } Text;
typedef struct {
  unsigned char id[16], owner[16], parent[16];
  Text title, details, state;
  long long priority, estimate;
  double sortIndex, createdAt, updatedAt;
  char isArchived, hasDetails, hasEstimate, hasParent;
} Task;

static int digit(unsigned char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
  return -1;
}

static int read_uuid(sqlite3_stmt *query, int column, unsigned char *bytes) {
  const unsigned char *text = sqlite3_column_text(query, column);
  if (!text || sqlite3_column_bytes(query, column) != 36) return 0;
  for (int place = 0, index = 0; place < 16; place++, index += 2) {
    if (place == 4 || place == 6 || place == 8 || place == 10) index++;
    int high = digit(text[index]), low = digit(text[index + 1]);
    if (high < 0 || low < 0) exit(2);
    bytes[place] = high << 4 | low;
  }
  return 1;
}

static int read_text(sqlite3_stmt *query, int column, Text *copy) {
  const unsigned char *text = sqlite3_column_text(query, column);
  if (!text) return 0;
  copy->count = sqlite3_column_bytes(query, column);
  copy->bytes = malloc(copy->count + 1);
  memcpy(copy->bytes, text, copy->count + 1);
  return 1;
}

static long number(const unsigned char *text, int count) {
  long value = 0;
  for (int index = 0; index < count; index++) value = value * 10 + text[index] - '0';
  return value;
}

// `2026-01-02T03:04:05.123456Z`
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

#define COLUMNS(T) T ".id, " T ".title, " T ".details, " T ".state, " T ".priority, " T ".sort_index, " T ".is_archived, " \
  T ".estimate, " T ".created_at, " T ".updated_at, " T ".owner_id, " T ".parent_id"

// Reads a row, beginning at a column. Returns 0 if no row was joined.
static int read_task(sqlite3_stmt *query, int first, Task *task) {
  if (!read_uuid(query, first, task->id)) return 0;
  read_text(query, first + 1, &task->title);
  task->hasDetails = read_text(query, first + 2, &task->details);
  read_text(query, first + 3, &task->state);
  task->priority = sqlite3_column_int64(query, first + 4);
  task->sortIndex = sqlite3_column_double(query, first + 5);
  task->isArchived = sqlite3_column_int64(query, first + 6);
  task->hasEstimate = sqlite3_column_type(query, first + 7) != SQLITE_NULL;
  task->estimate = sqlite3_column_int64(query, first + 7);
  task->createdAt = read_date(query, first + 8);
  task->updatedAt = read_date(query, first + 9);
  read_uuid(query, first + 10, task->owner);
  task->hasParent = read_uuid(query, first + 11, task->parent);
  return 1;
}

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void run(sqlite3 *database, int related, double *time, double *processor) {
  double start = seconds(CLOCK_MONOTONIC), used = seconds(CLOCK_PROCESS_CPUTIME_ID);
  sqlite3_stmt *query;
  const char *sql = related
      ? "SELECT " COLUMNS("t") ", " COLUMNS("o") ", " COLUMNS("p") " FROM tasks AS t LEFT JOIN tasks AS o ON o.id = t.owner_id "
        "LEFT JOIN tasks AS p ON p.id = t.parent_id ORDER BY t.id"
      : "SELECT " COLUMNS("t") " FROM tasks AS t ORDER BY t.id";
  if (sqlite3_prepare_v2(database, sql, -1, &query, NULL) != SQLITE_OK) exit(3);
  size_t count = 0, room = 16;
  Task *tasks = malloc(room * sizeof(Task));
  while (sqlite3_step(query) == SQLITE_ROW) {
    for (int table = 0; table < (related ? 3 : 1); table++) {
      if (count == room) tasks = realloc(tasks, (room *= 2) * sizeof(Task));
      count += read_task(query, table * 12, &tasks[count]);
    }
  }
  sqlite3_finalize(query);
  *time = seconds(CLOCK_MONOTONIC) - start;
  *processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
  for (size_t index = 0; index < count; index++) {
    free(tasks[index].title.bytes);
    if (tasks[index].hasDetails) free(tasks[index].details.bytes);
    free(tasks[index].state.bytes);
  }
  free(tasks);
}

static int compare(const void *left, const void *right) {
  return (*(double *)left > *(double *)right) - (*(double *)left < *(double *)right);
}

int main(int count, char **arguments) {
  sqlite3 *database;
  int runs = count > 2 ? atoi(arguments[2]) : 7, related = count > 3 && !strcmp(arguments[3], "related");
  if (count < 2 || runs < 1 || sqlite3_open(arguments[1], &database) != SQLITE_OK) return 1;
  sqlite3_exec(database, "PRAGMA cache_size = -24000", NULL, NULL, NULL);
  double *times = malloc(2 * runs * sizeof(double)), *used = times + runs;
  for (int index = 0; index < runs; index++) run(database, related, &times[index], &used[index]);
  qsort(times, runs, sizeof(double), compare);
  qsort(used, runs, sizeof(double), compare);
  printf("%.4f %.4f\n", times[runs / 2], used[runs / 2]);
  free(times);
  return sqlite3_close(database);
}
