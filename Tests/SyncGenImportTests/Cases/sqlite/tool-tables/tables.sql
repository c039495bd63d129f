CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
CREATE TABLE room_master_table (id INTEGER PRIMARY KEY, identity_hash TEXT);
CREATE TABLE android_metadata (locale TEXT);
CREATE TABLE schema_migrations (version TEXT PRIMARY KEY);
CREATE TABLE notes (id INTEGER PRIMARY KEY);
