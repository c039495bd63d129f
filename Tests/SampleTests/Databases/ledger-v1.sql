CREATE TABLE accounts (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  code TEXT
);
CREATE TABLE entries (
  id TEXT NOT NULL PRIMARY KEY,
  text TEXT NOT NULL,
  amount INTEGER,
  account_id TEXT NOT NULL
);
CREATE INDEX entries_account_id ON entries (account_id);
CREATE TABLE swiftsync_links (
  relation TEXT NOT NULL,
  child_id NOT NULL,
  parent_id NOT NULL,
  position INTEGER,
  PRIMARY KEY (relation, child_id)
) WITHOUT ROWID;
CREATE INDEX swiftsync_links_parent_id ON swiftsync_links (relation, parent_id);
CREATE TABLE swiftsync_changes (
  sequence INTEGER PRIMARY KEY,
  entity TEXT NOT NULL,
  id NOT NULL,
  operation TEXT NOT NULL,
  fields TEXT NOT NULL DEFAULT ',',
  clock,
  changed_at TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  sent_revision INTEGER,
  sent_operation TEXT,
  sent_fields TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  retry_at TEXT,
  is_quarantined INTEGER NOT NULL DEFAULT 0,
  problem TEXT,
  status INTEGER,
  code TEXT,
  body BLOB,
  old_values TEXT
);
CREATE UNIQUE INDEX swiftsync_changes_id ON swiftsync_changes (entity, id);
CREATE TABLE swiftsync_applying (is_on INTEGER PRIMARY KEY);
CREATE TABLE swiftsync_watermarks (
  source TEXT NOT NULL,
  entity TEXT NOT NULL,
  clock NOT NULL,
  version INTEGER NOT NULL,
  pulled_at TEXT NOT NULL,
  PRIMARY KEY (source, entity)
) WITHOUT ROWID;
CREATE TABLE swiftsync_temporary (
  entity TEXT NOT NULL,
  id NOT NULL,
  new_id,
  PRIMARY KEY (entity, id)
) WITHOUT ROWID;
CREATE INDEX swiftsync_temporary_new_id ON swiftsync_temporary (entity, new_id);
CREATE TABLE swiftsync_page_runs (
  run INTEGER PRIMARY KEY,
  source TEXT NOT NULL UNIQUE,
  entity TEXT NOT NULL,
  version INTEGER NOT NULL,
  number INTEGER NOT NULL,
  is_withheld INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX swiftsync_page_runs_entity ON swiftsync_page_runs (entity);
CREATE TABLE swiftsync_page_rows (
  run INTEGER NOT NULL,
  id NOT NULL,
  lacked INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, id)
) WITHOUT ROWID;
CREATE INDEX swiftsync_page_rows_id ON swiftsync_page_rows (id);
CREATE TABLE swiftsync_page_parents (
  run INTEGER NOT NULL,
  parent NOT NULL,
  PRIMARY KEY (run, parent)
) WITHOUT ROWID;
CREATE TABLE swiftsync_rejected (
  source TEXT NOT NULL,
  entity TEXT NOT NULL,
  id NOT NULL,
  code TEXT NOT NULL,
  version INTEGER NOT NULL,
  rejected_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at TEXT,
  PRIMARY KEY (source, id)
);
CREATE INDEX swiftsync_rejected_entity ON swiftsync_rejected (entity);
CREATE TABLE swiftsync_requests (
  sequence INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  fields TEXT NOT NULL,
  path TEXT,
  body TEXT,
  key TEXT,
  sent_at TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  is_uncertain INTEGER NOT NULL DEFAULT 0,
  is_restored INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE swiftsync_etags (
  entity TEXT NOT NULL,
  id NOT NULL,
  etag TEXT NOT NULL,
  PRIMARY KEY (entity, id)
) WITHOUT ROWID;
CREATE TABLE swiftsync_schema (
  format INTEGER NOT NULL,
  triggers INTEGER NOT NULL,
  name TEXT,
  version INTEGER,
  fingerprint TEXT
);
INSERT INTO swiftsync_schema (format, triggers, name, version, fingerprint)
VALUES (1, 1, 'Ledger', 1, '42c3c0d8f6ae6a28a3ff7a9a1388711d3d0e25b2fd5c482eee8174684231494d');
PRAGMA user_version = 1;
