// The limit program of the values benchmark: applies payloads of payload.py to one table, without any of the product's
// generality. It reads with simdjson, writes each value as JSON with sorted keys, compares with one pass over the
// stored table and a hash table of the payload's rows, and writes only changed columns, new rows and deletions.
//
//   g++ -O3 -march=native -std=c++17 limit_values.cpp -lsimdjson -lsqlite3 -o limit_values
//   limit_values PAYLOAD DATABASE       creates the table if the file does not exist
#include <simdjson.h>
#include <sqlite3.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

using Text = std::string_view;

static sqlite3 *db;

static void check(int code) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static void execute(const char *sql) { check(sqlite3_exec(db, sql, nullptr, nullptr, nullptr)); }

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr));
  return statement;
}

static void run(sqlite3_stmt *statement) {
  check(sqlite3_step(statement));
  sqlite3_reset(statement);
}

struct Customer {
  int64_t id, updatedAt;
  std::string name, address, tags;
  bool isSeen = false;
};

static int pair(const char *digits) { return (digits[0] - '0') * 10 + digits[1] - '0'; }

/// Microseconds since 1970 of `YYYY-MM-DDTHH:MM:SSZ`.
static int64_t date(Text text) {
  const char *p = text.data();
  int year = pair(p) * 100 + pair(p + 2), month = pair(p + 5), day = pair(p + 8);
  year -= month <= 2;
  int era = year / 400, yearOfEra = year - era * 400;
  int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  int64_t days = era * 146097LL + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468;
  return ((days * 24 + pair(p + 11)) * 60 + pair(p + 14)) * 60'000'000LL + pair(p + 17) * 1'000'000LL;
}

static void append(std::string &json, Text text) {
  json += '"';
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += char(c);
    } else if (c < 0x20) {
      char escape[8];
      snprintf(escape, sizeof escape, "\\u%04x", c);
      json += escape;
    } else {
      json += char(c);
    }
  }
  json += '"';
}

static void append(std::string &json, double number) {
  char digits[32];
  auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  json.append(digits, end);
}

/// The keys have the order of the stored text.
static std::string address(simdjson::ondemand::object object) {
  Text street = object["street"].get_string(), city = object["city"].get_string();
  Text postalCode = object["postal_code"].get_string(), country = object["country"].get_string();
  double latitude = object["latitude"].get_double(), longitude = object["longitude"].get_double();
  std::string json = "{\"city\":";
  append(json, city);
  json += ",\"country\":";
  append(json, country);
  json += ",\"latitude\":";
  append(json, latitude);
  json += ",\"longitude\":";
  append(json, longitude);
  json += ",\"postal_code\":";
  append(json, postalCode);
  json += ",\"street\":";
  append(json, street);
  json += "}";
  return json;
}

static std::string list(simdjson::ondemand::array array) {
  std::string json = "[";
  for (Text element : array) {
    if (json.size() > 1) json += ',';
    append(json, element);
  }
  json += ']';
  return json;
}

static std::vector<Customer> read(const char *path) {
  std::vector<Customer> rows;
  auto json = simdjson::padded_string::load(path);
  simdjson::ondemand::parser parser;
  auto document = parser.iterate(json);
  for (simdjson::ondemand::object object : document.get_array()) {
    Customer row;
    row.id = object["id"].get_int64();
    Text name = object["name"].get_string();
    row.name = name;
    row.address = address(object["address"].get_object());
    row.tags = list(object["tags"].get_array());
    row.updatedAt = date(object["updated_at"].get_string());
    rows.push_back(std::move(row));
  }
  return rows;
}

static void bind(sqlite3_stmt *s, int parameter, const std::string &text) {
  sqlite3_bind_text(s, parameter, text.data(), int(text.size()), SQLITE_STATIC);
}

static Text column(sqlite3_stmt *s, int index) {
  auto start = static_cast<const char *>(sqlite3_column_blob(s, index));
  return Text(start, size_t(sqlite3_column_bytes(s, index)));
}

static void bind(sqlite3_stmt *s, const Customer &row) {
  sqlite3_bind_int64(s, 1, row.id);
  bind(s, 2, row.name);
  bind(s, 3, row.address);
  bind(s, 4, row.tags);
  sqlite3_bind_int64(s, 5, row.updatedAt);
}

int main(int, char **arguments) {
  FILE *file = fopen(arguments[2], "r");
  if (file) fclose(file);
  check(sqlite3_open_v2(arguments[2], &db,
    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr));
  execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -262144");
  if (!file) {
    execute("CREATE TABLE customers (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, "
      "address TEXT NOT NULL, tags TEXT NOT NULL, updated_at INTEGER NOT NULL)");
  }
  execute("BEGIN IMMEDIATE");
  auto rows = read(arguments[1]);
  std::unordered_map<int64_t, Customer *> known;
  known.reserve(rows.size());
  for (auto &row : rows) known[row.id] = &row;
  auto stored = prepare("SELECT id, name, address, tags, updated_at FROM customers ORDER BY id");
  std::vector<Customer *> changed;
  std::vector<int64_t> missing;
  while (sqlite3_step(stored) == SQLITE_ROW) {
    auto found = known.find(sqlite3_column_int64(stored, 0));
    if (found == known.end()) {
      missing.push_back(sqlite3_column_int64(stored, 0));
      continue;
    }
    Customer &row = *found->second;
    row.isSeen = true;
    if (column(stored, 1) != row.name || column(stored, 2) != row.address
        || column(stored, 3) != row.tags || sqlite3_column_int64(stored, 4) != row.updatedAt) {
      changed.push_back(&row);
    }
  }
  sqlite3_finalize(stored);
  auto update = prepare("UPDATE customers SET name = ?2, address = ?3, tags = ?4, updated_at = ?5 WHERE id = ?1");
  for (auto row : changed) {
    bind(update, *row);
    run(update);
  }
  auto insert = prepare("INSERT INTO customers VALUES (?1, ?2, ?3, ?4, ?5)");
  for (auto &row : rows) {
    if (row.isSeen) continue;
    bind(insert, row);
    run(insert);
  }
  auto remove = prepare("DELETE FROM customers WHERE id = ?1");
  for (auto id : missing) {
    sqlite3_bind_int64(remove, 1, id);
    run(remove);
  }
  execute("COMMIT");
  sqlite3_finalize(update);
  sqlite3_finalize(insert);
  sqlite3_finalize(remove);
  sqlite3_close(db);
}
