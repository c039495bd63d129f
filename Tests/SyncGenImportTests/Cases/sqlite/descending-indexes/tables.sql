CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL, rank INTEGER NOT NULL,
  list_id INTEGER NOT NULL REFERENCES lists);
CREATE INDEX by_title ON items (title DESC);
CREATE INDEX by_list ON items (list_id DESC);
CREATE UNIQUE INDEX by_both ON items (rank DESC, title DESC);
CREATE INDEX by_part ON items (rank DESC) WHERE rank > 5;
CREATE INDEX mixed ON items (title, rank DESC);
