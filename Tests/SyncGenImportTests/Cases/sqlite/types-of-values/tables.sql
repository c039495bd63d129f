CREATE TABLE migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, up TEXT NOT NULL, down TEXT NOT NULL);
CREATE TABLE doctors (id INTEGER PRIMARY KEY, born INTEGER, salary, title, "2_sided" VARCHAR, share, note STRING);
CREATE TABLE codes (code PRIMARY KEY NOT NULL, title TEXT);
INSERT INTO doctors VALUES (1, 'May 1970', 100, 'x', 'yes', 0.5, 'n');
INSERT INTO codes VALUES (7, 'seven');
