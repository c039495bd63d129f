@testable import sync_client

/// Tasks in the databases of clients and server, in one format.
enum TaskRows {
  /// The columns of a client's row: the identity, and the columns to compare.
  static let ofClient = """
    SELECT id, title, details, estimate, printf('%.2f', sort_index),
      (SELECT group_concat(label_id) FROM
        (SELECT label_id FROM todo_labels WHERE todo_id = tasks.id ORDER BY label_id)),
      priority, project_id, parent_id, number, state, state_label, is_billable, created_at, updated_at
    FROM tasks WHERE deleted_at IS NULL ORDER BY id
    """

  /// The same columns of the server's rows that are not deleted.
  static let ofServer = """
    SELECT id, \(members) FROM rows
    WHERE type = 'Task' AND json_extract(body, '$.deleted_at') IS NULL ORDER BY id
    """

  /// The accepted writes of the server, one by one: position, identity, whether the row was
  /// deleted, and the columns.
  static let versions = "\(allVersions) ORDER BY sequence"

  private static let allVersions = """
    SELECT sequence, id, json_extract(body, '$.deleted_at'), \(members) FROM versions
    """

  /// The accepted writes to one task.
  static func versions(of row: Int) -> String {
    "\(allVersions) WHERE id = '\(Write.id(ofTask: row))' ORDER BY sequence"
  }

  /// The identity and the parent of each row of a client, including deleted ones.
  static let parents = "SELECT id, parent_id FROM tasks WHERE parent_id IS NOT NULL"

  /// The identities of the server's deleted rows.
  static let deleted = """
    SELECT id FROM rows WHERE type = 'Task' AND json_extract(body, '$.deleted_at') IS NOT NULL
    """

  /// The identities of a client's task and of all tasks under it.
  static func subtree(of row: Int) -> String {
    """
    WITH RECURSIVE subtree (id) AS (
      SELECT id FROM tasks WHERE id = '\(Write.id(ofTask: row))' AND deleted_at IS NULL
      UNION SELECT tasks.id FROM tasks JOIN subtree ON tasks.parent_id = subtree.id
      WHERE tasks.deleted_at IS NULL)
    SELECT id FROM subtree
    """
  }

  private static let members = """
    json_extract(body, '$.title'), json_extract(body, '$.description'),
    json_extract(body, '$.estimate'), printf('%.2f', json_extract(body, '$.sort_index')),
    (SELECT group_concat(value) FROM
      (SELECT value FROM json_each(body, '$.label_ids') ORDER BY value)),
    json_extract(body, '$.priority'), json_extract(body, '$.project_id'),
    json_extract(body, '$.parent_id'), json_extract(body, '$.number'),
    json_extract(body, '$."state.id"'), json_extract(body, '$."state.label"'),
    json_extract(body, '$.is_billable'), json_extract(body, '$.created_at'),
    json_extract(body, '$.updated_at')
    """

  /// The fields in the order of the columns, of which the first is the identity.
  static let fields: [Write.Field] = [
    .title, .details, .estimate, .sortIndex, .labels, .priority, .project, .parent,
  ]

  /// The column of a field, after the identity.
  static func column(of field: Write.Field) -> Int { (fields.firstIndex(of: field) ?? 0) + 1 }

  /// The number of the task with this identity.
  static func number(of id: String) -> Int { Int(id.suffix(12)) ?? -1 }
}
