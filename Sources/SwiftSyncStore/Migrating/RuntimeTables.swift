/// The runtime's own tables, whose names begin with `swiftsync_`.
///
/// They belong to the runtime, not to a version of a schema: a later runtime may change them
/// without a new version of any schema. `swiftsync_schema.format` counts their changes, and a store
/// updates them to the format that it knows when it opens a database.
enum RuntimeTables {
  /// The format that this runtime works with.
  static let format = 2

  /// The statements that create the tables, as the macro `createRuntimeTables` of the SQL templates
  /// does. Some tables may exist without a format.
  private static let statements = """
    CREATE TABLE IF NOT EXISTS swiftsync_links (
      relation TEXT NOT NULL,
      child_id NOT NULL,
      parent_id NOT NULL,
      position INTEGER,
      PRIMARY KEY (relation, child_id)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS swiftsync_links_parent_id ON swiftsync_links (relation, parent_id);
    CREATE TABLE IF NOT EXISTS swiftsync_changes (
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
    CREATE UNIQUE INDEX IF NOT EXISTS swiftsync_changes_id ON swiftsync_changes (entity, id);
    CREATE TABLE IF NOT EXISTS swiftsync_applying (is_on INTEGER PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS swiftsync_watermarks (
      source TEXT NOT NULL,
      entity TEXT NOT NULL,
      clock NOT NULL,
      version INTEGER NOT NULL,
      pulled_at TEXT NOT NULL,
      PRIMARY KEY (source, entity)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS swiftsync_temporary (
      entity TEXT NOT NULL,
      id NOT NULL,
      new_id,
      PRIMARY KEY (entity, id)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS swiftsync_temporary_new_id ON swiftsync_temporary (entity, new_id);
    CREATE TABLE IF NOT EXISTS swiftsync_page_runs (
      run INTEGER PRIMARY KEY,
      source TEXT NOT NULL UNIQUE,
      entity TEXT NOT NULL,
      version INTEGER NOT NULL,
      number INTEGER NOT NULL,
      is_withheld INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX IF NOT EXISTS swiftsync_page_runs_entity ON swiftsync_page_runs (entity);
    CREATE TABLE IF NOT EXISTS swiftsync_page_rows (
      run INTEGER NOT NULL,
      id NOT NULL,
      lacked INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (run, id)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS swiftsync_page_rows_id ON swiftsync_page_rows (id);
    CREATE TABLE IF NOT EXISTS swiftsync_page_parents (
      run INTEGER NOT NULL,
      parent NOT NULL,
      PRIMARY KEY (run, parent)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS swiftsync_rejected (
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
    CREATE INDEX IF NOT EXISTS swiftsync_rejected_entity ON swiftsync_rejected (entity);
    CREATE TABLE IF NOT EXISTS swiftsync_requests (
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
    CREATE TABLE IF NOT EXISTS swiftsync_problems (
      number INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      entity TEXT NOT NULL,
      id,
      identity TEXT,
      members TEXT NOT NULL,
      source TEXT NOT NULL,
      message TEXT NOT NULL,
      code TEXT
    );
    CREATE INDEX IF NOT EXISTS swiftsync_problems_id ON swiftsync_problems (entity, id);
    CREATE TABLE IF NOT EXISTS swiftsync_sessions (
      name TEXT PRIMARY KEY,
      succeeded_at TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS swiftsync_etags (
      entity TEXT NOT NULL,
      id NOT NULL,
      etag TEXT NOT NULL,
      PRIMARY KEY (entity, id)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS swiftsync_schema (
      format INTEGER NOT NULL,
      triggers INTEGER NOT NULL,
      name TEXT,
      version INTEGER,
      fingerprint TEXT
    );
    DELETE FROM swiftsync_schema;
    INSERT INTO swiftsync_schema (format, triggers) VALUES (\(format), 0);
    """

  /// Creates the tables in a database that has none of the current format. A transaction must be
  /// open.
  static func install(_ connection: Connection, over current: Int) throws(SyncError) {
    if current < format { try connection.execute(statements) }
  }
}
