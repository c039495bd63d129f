CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE);
CREATE TABLE profiles (id INTEGER PRIMARY KEY, score INTEGER NOT NULL, level INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users, sponsor_id INTEGER REFERENCES users);
CREATE INDEX first_name ON users (name);
CREATE INDEX last_name ON users (name DESC);
CREATE INDEX last_email ON users (email DESC);
CREATE UNIQUE INDEX profile_of_user ON profiles (user_id DESC);
CREATE INDEX sponsors ON profiles (sponsor_id DESC);
CREATE INDEX all_sponsors ON profiles (sponsor_id);
CREATE INDEX best ON profiles (score DESC, level DESC);
CREATE UNIQUE INDEX worst ON profiles (score, level);
CREATE INDEX best_of_few ON profiles (score DESC, level DESC) WHERE level < 5;
