CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE books (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER NOT NULL, blurb TEXT,
  author_id INTEGER NOT NULL REFERENCES authors (id), binding TEXT NOT NULL CHECK (binding IN ('hard', 'soft')));
