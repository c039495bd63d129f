CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE books (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages TEXT NOT NULL, year INTEGER,
  author_id INTEGER NOT NULL REFERENCES authors (id),
  binding TEXT NOT NULL CHECK (binding IN ('hard', 'soft', 'spiral')));
CREATE TABLE shelves (id INTEGER PRIMARY KEY, room TEXT NOT NULL);
