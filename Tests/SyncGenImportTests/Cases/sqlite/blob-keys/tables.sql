CREATE TABLE users (k BLOB PRIMARY KEY NOT NULL, name TEXT);
INSERT INTO users VALUES (x'0a0b0c0d0e0f4a1b8c2d3e4f50617281', 'Ada');
CREATE TABLE posts (
  id INTEGER PRIMARY KEY, user_k BLOB NOT NULL REFERENCES users (k), at TEXT, x TEXT
);
INSERT INTO posts VALUES (1, x'0a0b0c0d0e0f4a1b8c2d3e4f50617281', 'q', 'x');
CREATE UNIQUE INDEX posts_at ON posts (user_k, at);
CREATE TABLE files (hash BLOB PRIMARY KEY, size INTEGER);
INSERT INTO files VALUES (x'01', 5);
CREATE TABLE user_files (
  user_k BLOB NOT NULL REFERENCES users, file_hash BLOB NOT NULL REFERENCES files,
  PRIMARY KEY (user_k, file_hash)
);
CREATE TABLE marks (place REAL PRIMARY KEY, text TEXT);
