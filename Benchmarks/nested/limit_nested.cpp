// The limit program of the nested benchmark: applies payloads of payload.py to three tables, without any of the
// product's generality. It reads with simdjson, compares with one pass over each stored table and a hash table of
// the payload's rows, and writes only differences: changed columns, new rows, and deletions.
//
//   g++ -O3 -march=native -std=c++17 limit_nested.cpp -lsimdjson -lsqlite3 -o limit_nested
//   limit_nested PAYLOAD DATABASE       creates the tables if the file does not exist, and their indexes at the end
#include <simdjson.h>
#include <sqlite3.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using Text = std::string_view;

static sqlite3 *db;

static void check(int code) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static void execute(const char *sql) { check(sqlite3_exec(db, sql, nullptr, nullptr, nullptr)); }

static sqlite3_stmt *prepare(const std::string &sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v3(db, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr));
  return statement;
}

static void run(sqlite3_stmt *statement) {
  check(sqlite3_step(statement));
  sqlite3_reset(statement);
}

// Reading

struct Order {
  Text id, number, state, notes;
  bool hasNotes;
  int64_t total, updatedAt;
};

struct Item {
  Text id, title, order;
  int64_t quantity, updatedAt;
  double price;
  bool isDone;
};

struct Member {
  Text order;
  int64_t tag;
};

struct Payload {
  simdjson::padded_string json;
  simdjson::ondemand::parser parser;
  std::vector<Order> orders;
  std::vector<Item> items;
  std::vector<Member> members;
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

static void read(Payload &payload, const char *path) {
  payload.json = simdjson::padded_string::load(path);
  auto document = payload.parser.iterate(payload.json);
  for (simdjson::ondemand::object object : document.get_array()) {
    Order order;
    order.id = object["id"].get_string();
    order.number = object["number"].get_string();
    order.state = object["state"].get_string();
    order.total = object["total"].get_int64();
    auto notes = object["notes"].value();
    order.hasNotes = !notes.is_null();
    if (order.hasNotes) order.notes = notes.get_string();
    order.updatedAt = date(object["updated_at"].get_string());
    for (simdjson::ondemand::object child : object["items"].get_array()) {
      Item item;
      item.id = child["id"].get_string();
      item.title = child["title"].get_string();
      item.quantity = child["quantity"].get_int64();
      item.price = child["price"].get_double();
      item.isDone = child["is_done"].get_bool();
      item.updatedAt = date(child["updated_at"].get_string());
      item.order = order.id;
      payload.items.push_back(item);
    }
    for (int64_t tag : object["tag_ids"].get_array()) payload.members.push_back({order.id, tag});
    payload.orders.push_back(order);
  }
}

// Columns, by their position in the tables

static void bind(sqlite3_stmt *s, int parameter, Text text) {
  sqlite3_bind_text(s, parameter, text.data(), int(text.size()), SQLITE_STATIC);
}

static Text text(sqlite3_stmt *s, int column) {
  auto start = static_cast<const char *>(sqlite3_column_blob(s, column));
  return Text(start, size_t(sqlite3_column_bytes(s, column)));
}

static void bind(sqlite3_stmt *s, const Order &order) {
  bind(s, 1, order.id);
  bind(s, 2, order.number);
  bind(s, 3, order.state);
  sqlite3_bind_int64(s, 4, order.total);
  if (order.hasNotes) bind(s, 5, order.notes); else sqlite3_bind_null(s, 5);
  sqlite3_bind_int64(s, 6, order.updatedAt);
}

/// A bit for each column that differs; the row begins at column 1 of the query.
static unsigned differences(sqlite3_stmt *s, const Order &order) {
  bool hasNotes = sqlite3_column_type(s, 5) != SQLITE_NULL;
  bool sameNotes = hasNotes == order.hasNotes && (!hasNotes || text(s, 5) == order.notes);
  return unsigned(text(s, 2) != order.number) << 1 | unsigned(text(s, 3) != order.state) << 2
    | unsigned(sqlite3_column_int64(s, 4) != order.total) << 3 | unsigned(!sameNotes) << 4
    | unsigned(sqlite3_column_int64(s, 6) != order.updatedAt) << 5;
}

static void bind(sqlite3_stmt *s, const Item &item) {
  bind(s, 1, item.id);
  bind(s, 2, item.title);
  sqlite3_bind_int64(s, 3, item.quantity);
  sqlite3_bind_double(s, 4, item.price);
  sqlite3_bind_int(s, 5, item.isDone);
  sqlite3_bind_int64(s, 6, item.updatedAt);
  bind(s, 7, item.order);
}

static unsigned differences(sqlite3_stmt *s, const Item &item) {
  return unsigned(text(s, 2) != item.title) << 1
    | unsigned(sqlite3_column_int64(s, 3) != item.quantity) << 2
    | unsigned(sqlite3_column_double(s, 4) != item.price) << 3
    | unsigned(sqlite3_column_int(s, 5) != int(item.isDone)) << 4
    | unsigned(sqlite3_column_int64(s, 6) != item.updatedAt) << 5 | unsigned(text(s, 7) != item.order) << 6;
}

// Finding rows of the payload

static uint64_t hash(Text text, uint64_t seed = 0) {
  uint64_t value = seed ^ text.size();
  size_t index = 0;
  for (uint64_t word; index + 8 <= text.size(); index += 8) {
    memcpy(&word, text.data() + index, 8);
    value = (value ^ word) * 0x9E3779B97F4A7C15;
    value ^= value >> 32;
  }
  for (; index < text.size(); index++) value = (value ^ uint8_t(text[index])) * 0x9E3779B97F4A7C15;
  return value ^ value >> 29;
}

static uint64_t hash(const Order &order) { return hash(order.id); }
static uint64_t hash(const Item &item) { return hash(item.id); }
static uint64_t hash(const Member &member) { return hash(member.order, uint64_t(member.tag) << 8); }
static bool isSame(const Order &left, const Order &right) { return left.id == right.id; }
static bool isSame(const Item &left, const Item &right) { return left.id == right.id; }
static bool isSame(const Member &left, const Member &right) {
  return left.tag == right.tag && left.order == right.order;
}

/// The positions of the payload's rows by identity; open addressing.
template <class Row> struct Positions {
  const std::vector<Row> &rows;
  std::vector<int32_t> slots;
  std::vector<bool> isStored;

  explicit Positions(const std::vector<Row> &rows) : rows(rows), isStored(rows.size()) {
    size_t capacity = 4;
    while (capacity < rows.size() * 2) capacity *= 2;
    slots.assign(capacity, -1);
    for (size_t index = 0; index < rows.size(); index++) slots[slot(rows[index])] = int32_t(index);
  }

  size_t slot(const Row &row) const {
    size_t slot = hash(row) & (slots.size() - 1);
    while (slots[slot] >= 0 && !isSame(rows[size_t(slots[slot])], row)) slot = (slot + 1) & (slots.size() - 1);
    return slot;
  }

  int32_t find(const Row &row) const { return slots[slot(row)]; }
};

// Writing

struct Table {
  const char *name;
  std::vector<const char *> columns;

  std::string list() const {
    std::string list;
    for (auto column : columns) list += (list.empty() ? "" : ", ") + std::string(column);
    return list;
  }

  std::string insert() const {
    std::string parameters;
    for (size_t index = 1; index <= columns.size(); index++)
      parameters += (index == 1 ? "?" : ", ?") + std::to_string(index);
    return "INSERT INTO " + std::string(name) + " (" + list() + ") VALUES (" + parameters + ")";
  }

  std::string update(unsigned changed) const {
    std::string assignments;
    for (size_t index = 0; index < columns.size(); index++) {
      if (!(changed >> index & 1)) continue;
      if (!assignments.empty()) assignments += ", ";
      assignments += std::string(columns[index]) + " = ?" + std::to_string(index + 1);
    }
    return "UPDATE " + std::string(name) + " SET " + assignments + " WHERE rowid = ?"
      + std::to_string(columns.size() + 1);
  }
};

template <class Row> static void apply(const std::vector<Row> &rows, const Table &table) {
  struct Change { int32_t position; int64_t rowID; unsigned columns; };
  Positions<Row> positions(rows);
  std::vector<Change> changes;
  std::vector<int64_t> missing;
  auto scan = prepare("SELECT rowid, " + table.list() + " FROM " + table.name + " NOT INDEXED");
  while (sqlite3_step(scan) == SQLITE_ROW) {
    Row key{};
    key.id = text(scan, 1);
    int32_t position = positions.find(key);
    if (position < 0) {
      missing.push_back(sqlite3_column_int64(scan, 0));
      continue;
    }
    positions.isStored[size_t(position)] = true;
    unsigned columns = differences(scan, rows[size_t(position)]);
    if (columns) changes.push_back({position, sqlite3_column_int64(scan, 0), columns});
  }
  sqlite3_finalize(scan);
  auto removal = prepare("DELETE FROM " + std::string(table.name) + " WHERE rowid = ?1");
  for (int64_t rowID : missing) {
    sqlite3_bind_int64(removal, 1, rowID);
    run(removal);
  }
  sqlite3_finalize(removal);
  std::vector<sqlite3_stmt *> updates(size_t(1) << table.columns.size());
  for (auto &change : changes) {
    auto &update = updates[change.columns];
    if (!update) update = prepare(table.update(change.columns));
    bind(update, rows[size_t(change.position)]);
    sqlite3_bind_int64(update, int(table.columns.size()) + 1, change.rowID);
    run(update);
  }
  for (auto update : updates) sqlite3_finalize(update);
  auto insertion = prepare(table.insert());
  for (size_t index = 0; index < rows.size(); index++) {
    if (positions.isStored[index]) continue;
    bind(insertion, rows[index]);
    run(insertion);
  }
  sqlite3_finalize(insertion);
}

static void bind(sqlite3_stmt *s, const Member &member) {
  bind(s, 1, member.order);
  sqlite3_bind_int64(s, 2, member.tag);
}

static void apply(const std::vector<Member> &members) {
  Positions<Member> positions(members);
  std::vector<std::pair<std::string, int64_t>> missing;
  auto scan = prepare("SELECT order_id, tag_id FROM order_tags");
  while (sqlite3_step(scan) == SQLITE_ROW) {
    Member stored{text(scan, 0), sqlite3_column_int64(scan, 1)};
    int32_t position = positions.find(stored);
    if (position < 0) missing.emplace_back(stored.order, stored.tag);
    else positions.isStored[size_t(position)] = true;
  }
  sqlite3_finalize(scan);
  auto removal = prepare("DELETE FROM order_tags WHERE order_id = ?1 AND tag_id = ?2");
  for (auto &member : missing) {
    bind(removal, Member{member.first, member.second});
    run(removal);
  }
  sqlite3_finalize(removal);
  auto insertion = prepare("INSERT INTO order_tags (order_id, tag_id) VALUES (?1, ?2)");
  for (size_t index = 0; index < members.size(); index++) {
    if (positions.isStored[index]) continue;
    bind(insertion, members[index]);
    run(insertion);
  }
  sqlite3_finalize(insertion);
}

// The tables of schema.yaml

static const char *tables =
  "CREATE TABLE orders (id TEXT NOT NULL PRIMARY KEY, number TEXT NOT NULL, state TEXT NOT NULL, "
  "total INTEGER NOT NULL, notes TEXT, updated_at INTEGER NOT NULL);"
  "CREATE TABLE items (id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, quantity INTEGER NOT NULL, "
  "price REAL NOT NULL, is_done INTEGER NOT NULL, updated_at INTEGER NOT NULL, order_id TEXT NOT NULL);"
  "CREATE TABLE order_tags (order_id TEXT NOT NULL, tag_id INTEGER NOT NULL, PRIMARY KEY (order_id, tag_id)) "
  "WITHOUT ROWID;";
static const char *indexes =
  "CREATE INDEX items_order_id ON items (order_id); CREATE INDEX order_tags_tag_id ON order_tags (tag_id);";

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: limit_nested PAYLOAD DATABASE\n");
    return 2;
  }
  Payload payload;
  read(payload, arguments[1]);
  check(sqlite3_open_v2(
    arguments[2], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr));
  execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -262144");
  execute("BEGIN IMMEDIATE");
  auto query = prepare("SELECT count(*) FROM sqlite_schema");
  sqlite3_step(query);
  bool isNew = sqlite3_column_int(query, 0) == 0;
  sqlite3_finalize(query);
  if (isNew) execute(tables);
  apply<Order>(payload.orders, {"orders", {"id", "number", "state", "total", "notes", "updated_at"}});
  apply<Item>(
    payload.items, {"items", {"id", "title", "quantity", "price", "is_done", "updated_at", "order_id"}});
  apply(payload.members);
  if (isNew) execute(indexes);
  execute("COMMIT");
  check(sqlite3_close(db));
}
