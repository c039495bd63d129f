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
  is_quarantined INTEGER NOT NULL DEFAULT 0
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
CREATE TABLE swiftsync_schema (
  format INTEGER NOT NULL,
  triggers INTEGER NOT NULL,
  name TEXT,
  version INTEGER,
  fingerprint TEXT
);
INSERT INTO swiftsync_schema (format, triggers, name, version, fingerprint)
VALUES (1, 1, 'Ledger', 1, '09da3d5cb2218c67b82b5ef5781e1addaf1af432ff9fbd07424533603332f036');
PRAGMA user_version = 1;
