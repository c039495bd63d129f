import SyncGenSchema
import SyncGenTemplateEngine

/// The data for the triggers on an entity's table, as exposed to templates.
///
/// The triggers set touched dates, record changes to be pushed, and keep the server's clock of a
/// row whose clock a local write changes. SQL that contains `NEW` and `OLD` is meant for their
/// bodies.
struct RecordingContext: ContextSubject {
  let entity: Entity
  let fields: [RecordedFieldContext]
  let touched: [TouchedColumnContext]

  /// Returns `nil` if nothing of the entity is recorded or touched.
  init?(_ entity: Entity) {
    guard entity.hasTriggers else { return nil }
    self.entity = entity
    fields = RecordedFieldContext.all(of: entity)
    touched = entity.attributes.filter(\.isTouched).map {
      TouchedColumnContext(attribute: $0, entity: entity)
    }
  }

  static let type = ContextType<Self>(
    "recording", "The input of the triggers that record local writes to a table.",
    [
      .text("entity", "The entity's name as an SQL literal.") {
        SQLText.string($0.entity.name.name)
      },
      .object("triggers", "The names of the triggers.") {
        TriggerNamesContext(table: $0.entity.table)
      },
      .flag("isPushed", "Whether local writes are recorded to be pushed.") {
        $0.entity.sync.isPushed
      },
      .flag("hasEntries", "Whether the change queue can have entries of the entity.") {
        $0.hasEntries
      },
      .flag("recordsRows", "Whether inserted rows are recorded, not only changed ones.") {
        $0.recordsRows
      },
      .flag("touchesRows", "Whether a touched date of an inserted row can be null.") {
        $0.touched.contains { !$0.isRequired }
      },
      .objects("fields", "The attributes and to-one relationships that are recorded.") {
        $0.fields
      },
      .objects("fieldGroups", "The same in groups for `printf`.") {
        RecordedFieldGroupContext.groups(of: $0.fields)
      },
      .objects(
        "oldValueGroups",
        "The fields among them whose values before an edit are recorded, in groups for `printf`."
      ) {
        RecordedFieldGroupContext.groups(of: $0.fields.filter { $0.oldValue != nil })
      },
      .text(
        "fieldNames",
        "The names of all of them as an SQL literal, separated and enclosed by "
          + "commas."
      ) {
        SQLText.string(",\($0.fields.map { "\($0.name)," }.joined())")
      },
      .objects("touched", "The columns that every local write sets.") { $0.touched },
      .texts("columns", "The columns whose updates the triggers process.") { $0.sqlColumns },
      .texts("identity", "The columns of the identity.") { $0.sqlIdentity },
      .text("newID", "The identity of `NEW` as in the change queue.") { $0.queued("NEW") },
      .text("oldID", "The identity of `OLD` as in the change queue.") { $0.queued("OLD") },
      .text("isNewEntry", "A condition on the queue for the entry of `NEW`.") {
        $0.isEntry($0.queued("NEW"))
      },
      .text("isOldEntry", "A condition on the queue for the entry of `OLD`.") {
        $0.isEntry($0.queued("OLD"))
      },
      .text("isSameRow", "Whether `NEW` and `OLD` have one identity.") { $0.isSameRow },
      .text("isStored", "A condition on the table for the row with the identity of `NEW`.") {
        $0.sqlIdentity.map { "\($0) = NEW.\($0)" }.joined(separator: " AND ")
      },
      .text("concernsUpdate", "Whether an update of a row has to be processed.") {
        $0.touched.isEmpty ? "\($0.isSameRow) AND \($0.isNews)" : $0.isSameRow
      },
      .text("isNews", "Whether an update changes something on which an entry depends.") {
        $0.isNews
      },
      .text("isEdited", "Whether an update changes a recorded field.") { $0.isEdited },
      .optionalText(
        "isTemporary", "Whether the identity of `NEW` is temporary; null if it never is."
      ) { $0.isTemporary },
      .text("now", "The current time as in the change queue.") { _ in queueTime },
      .text("oldClock", "The clock of `OLD`, or null.") { context in
        context.clock.map { "OLD.\($0)" } ?? "NULL"
      },
      .text("storedClock", "The column of the clock, or null.") { $0.clock ?? "NULL" },
      .text("deletionClock", "The clock that the deletion of `OLD` has, or null.") { context in
        context.touchedClock ?? context.clock.map { "OLD.\($0)" } ?? "NULL"
      },
      .optionalText("touchedClock", "The current time, if every local write sets the clock.") {
        $0.touchedClock
      },
      .optionalText("tombstone", "The column of a kept tombstone.") { $0.tombstone },
      .optionalText("isSoftDeleted", "Whether an update soft-deletes the row.") { context in
        context.mark.map { "\($0.isAbsent("OLD.")) AND \($0.isPresent("NEW."))" }
      },
      .optionalText("isRestored", "Whether an update restores the row.") { context in
        context.mark.map { "\($0.isPresent("OLD.")) AND \($0.isAbsent("NEW."))" }
      },
    ])

  var hasEntries: Bool { entity.hasEntries }

  private var recordsRows: Bool {
    entity.sync.isPushed || touched.contains { $0.sqlColumn == clock }
  }

  var clock: String? { column(of: entity.sync.clock) }

  private var mark: KeptTombstone? { entity.sync.isPushed ? entity.keptTombstone : nil }

  private var tombstone: String? { mark?.column.quoted }

  private var sqlIdentity: [String] { entity.identity.columns.map(entity.sqlColumn) }

  private func queued(_ row: String) -> String {
    let values = sqlIdentity.map { "\(row).\($0)" }
    return values.count == 1 ? values[0] : "json_array(\(values.joined(separator: ", ")))"
  }

  /// The columns that an entry depends on, without the identity: a row with another identity is
  /// another row.
  private var recordedColumns: [String] {
    let columns = fields.flatMap(\.sqlColumns) + [clock, tombstone].compactMap { $0 }
    return columns.enumerated().filter { place, column in
      !columns[..<place].contains(column) && !sqlIdentity.contains(column)
    }.map(\.element)
  }

  /// The columns whose writes set touched dates: any attribute or reference. Entries alone need
  /// fewer.
  private var sqlColumns: [String] {
    guard !touched.isEmpty else { return recordedColumns }
    return entity.columns.filter(\.isMember).map(\.name.quoted).filter {
      !sqlIdentity.contains($0)
    }
  }

  /// The condition for temporary ids, which are recognized by their form.
  private var isTemporary: String? {
    guard entity.sync.isPushed, let index = entity.temporaryAttribute else { return nil }
    let column = "NEW.\(entity.sqlColumn(entity.attributes[index].columns[0]))"
    return switch entity.attributes[index].type {
    case .scalar(.int): "\(column) < 0"
    case .scalar(.uuid): "substr(\(column), 15, 1) = '8'"
    default: "substr(\(column), 1, 4) = 'tmp-'"
    }
  }

  private var touchedClock: String? { touched.first { $0.sqlColumn == clock }?.now }

  private var isSameRow: String {
    sqlIdentity.map { "NEW.\($0) IS OLD.\($0)" }.joined(separator: " AND ")
  }

  /// The unary plus removes the affinity of the identity's column. The queue's `id` has none, and
  /// SQLite uses its index only if the other side has none either.
  private func isEntry(_ id: String) -> String {
    let plus = sqlIdentity.count == 1 ? "+" : ""
    return "entity = \(SQLText.string(entity.name.name)) AND id = \(plus)\(id)"
  }

  /// Columns that the triggers set themselves change with every update, although `NEW` does not
  /// contain the change.
  private var isNews: String {
    let columns = recordedColumns
    return touched.contains { columns.contains($0.sqlColumn) }
      ? "1" : entity.difference(of: columns)
  }

  private var isEdited: String {
    fields.contains(where: \.isTouched)
      ? "1" : entity.difference(of: fields.flatMap(\.sqlColumns))
  }

  private func column(of attribute: Int?) -> String? {
    attribute.map { entity.sqlColumn(entity.attributes[$0].columns[0]) }
  }
}

/// The current time in the form of the queue's `changed_at`.
let queueTime = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

/// An attribute or relationship whose local changes are recorded, as exposed to templates.
struct RecordedFieldContext: ContextSubject {
  let name: String
  /// One column, or two for money.
  let sqlColumns: [String]
  /// The SQL condition that an update changes one of them.
  let difference: String
  /// Whether every local write sets it.
  let isTouched: Bool
  /// The value before an update as a member of a JSON object, in SQL; `nil` for a clock, a touched
  /// date and a tombstone, which the server may set as it likes.
  let oldValue: String?

  static let type = ContextType<Self>(
    "recorded field", "An attribute or relationship whose local changes are recorded.",
    [
      .text("name", "The name in the schema.") { $0.name },
      .text("mark", "The name with a comma after it as an SQL literal: `'title,'`.") {
        SQLText.string("\($0.name),")
      },
      .text("pattern", "The name between commas as an SQL literal: `',title,'`.") {
        SQLText.string(",\($0.name),")
      },
      .texts("columns", "Its columns: one, or two for money.") { $0.sqlColumns },
      .text("isChanged", "Whether an update changes it.") {
        $0.isTouched ? "1" : $0.difference
      },
      .flag("isTouched", "Whether every local write sets it.") { $0.isTouched },
      .optionalText(
        "oldValue",
        "The value before an update in SQL, as a member of a JSON object after a comma; null for "
          + "a clock, a touched date and a tombstone."
      ) { $0.oldValue },
    ])

  static func all(of entity: Entity) -> [RecordedFieldContext] {
    entity.recordedMembers.map { member in
      switch member {
      case .attribute(let index):
        let attribute = entity.attributes[index]
        return RecordedFieldContext(
          attribute.name, entity.columnsRecorded(with: attribute), of: entity,
          isTouched: attribute.isTouched,
          oldValue: entity.isSetByServer(index)
            ? nil : OldValueSQL(attribute, of: entity).member)
      case .reference(let index):
        let relation = entity.relations[index]
        let columns = entity.columns.indices.filter {
          entity.columns[$0].source == .reference(relation: index)
        }
        return RecordedFieldContext(
          relation.name, columns, of: entity, isTouched: false,
          oldValue: OldValueSQL(relation, columns, of: entity).member)
      }
    }
  }

  private init(
    _ name: SwiftIdentifier, _ columns: [Int], of entity: Entity, isTouched: Bool,
    oldValue: String?
  ) {
    self.name = name.name
    sqlColumns = columns.map(entity.sqlColumn)
    difference = entity.difference(of: sqlColumns)
    self.isTouched = isTouched
    self.oldValue = oldValue
  }
}

/// Some recorded fields, as arguments of `printf`, as exposed to templates.
///
/// Joining many strings with `||` copies the result once for each, and most fields do not change.
struct RecordedFieldGroupContext: ContextSubject {
  /// The number of fields in a group: SQLite limits the arguments of a function, in some builds to a
  /// hundred.
  private static let size = 50

  let fields: [RecordedFieldContext]

  static let type = ContextType<Self>(
    "recorded field group", "Some of the recorded fields, as arguments of `printf`.",
    [
      .text("format", "The format as an SQL literal: `'%s%s'`, with a place for each field.") {
        SQLText.string(String(repeating: "%s", count: $0.fields.count))
      },
      .objects("fields", "The fields.") { $0.fields },
    ])

  static func groups(of fields: [RecordedFieldContext]) -> [RecordedFieldGroupContext] {
    stride(from: 0, to: fields.count, by: size).map { first in
      RecordedFieldGroupContext(fields: Array(fields[first..<min(first + size, fields.count)]))
    }
  }
}

/// A date that every local write sets, as exposed to templates.
struct TouchedColumnContext: ContextSubject {
  let sqlColumn: String
  let now: String
  let isRequired: Bool

  init(attribute: Attribute, entity: Entity) {
    sqlColumn = entity.sqlColumn(attribute.columns[0])
    isRequired = !attribute.isOptional
    switch attribute.storage {
    case .seconds: now = "CAST(strftime('%s', 'now') AS INTEGER)"
    case .referenceDate:
      now =
        "(CAST(strftime('%s', 'now') AS INTEGER) - 978307200 + "
        + "CAST(substr(strftime('%f', 'now'), 4) AS INTEGER) / 1000.0)"
    case .text, .blob:
      now = "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')"
    case .integer:
      now =
        "(CAST(strftime('%s', 'now') AS INTEGER) * 1000000 + "
        + "CAST(substr(strftime('%f', 'now'), 4) AS INTEGER) * 1000)"
    }
  }

  static let type = ContextType<Self>(
    "touched column", "The column of a date that every local write sets.",
    [
      .text("column", "The column in SQL.") { $0.sqlColumn },
      .text("now", "The current time in SQL, in the form of the column.") { $0.now },
      .flag("isRequired", "Whether the column is `NOT NULL`.") { $0.isRequired },
    ])
}

/// The names of the triggers on a table as exposed to templates.
struct TriggerNamesContext: ContextSubject {
  let table: SQLIdentifier

  static let type = ContextType<Self>(
    "trigger names", "The names of the triggers on a table in SQL.",
    [
      .text("insert", "After a row is inserted.") { $0.name("insert") },
      .text("replace", "Before a row is inserted in place of another.") { $0.name("replace") },
      .text("update", "After a row is changed.") { $0.name("update") },
      .text("identity", "After the identity of a row is changed.") { $0.name("identity") },
      .text("delete", "After a row is deleted.") { $0.name("delete") },
      .text("link", "After a row of a join table is inserted.") { $0.name("link") },
      .text("relink", "After a row of a join table links others.") { $0.name("relink") },
      .text("move", "After the position of a row of a join table is changed.") { $0.name("move") },
      .text("unlink", "After a row of a join table is deleted.") { $0.name("unlink") },
    ])

  private func name(_ event: String) -> String {
    SQLIdentifier.quoted("swiftsync_\(table.name)_\(event)")
  }
}

extension Entity {
  /// The SQL condition that an update changes any of some columns, in parentheses if it consists of
  /// several comparisons.
  ///
  /// Another spelling of a string is a change, even if the column's collation considers the two
  /// equal.
  func difference(of sqlColumns: [String]) -> String {
    let folded = Set(columns.filter { $0.collation != .binary }.map(\.name.quoted))
    let comparisons = sqlColumns.map {
      "NEW.\($0) IS NOT OLD.\($0)" + (folded.contains($0) ? " COLLATE BINARY" : "")
    }
    if comparisons.isEmpty { return "0" }
    return comparisons.count == 1
      ? comparisons[0] : "(\(comparisons.joined(separator: " OR ")))"
  }
}

extension Entity {
  /// A column's name in SQL.
  func sqlColumn(_ position: Int) -> String { columns[position].name.quoted }
}

extension Column {
  /// Whether it holds an attribute or a reference, rather than a position in a list.
  fileprivate var isMember: Bool {
    if case .position = source { false } else { true }
  }
}

extension Entity {
  /// The columns whose change counts as one of an attribute: a part of a reference is written
  /// together with the other parts.
  fileprivate func columnsRecorded(with attribute: Attribute) -> [Int] {
    for relation in relations {
      guard case .toOne(let reference) = relation.kind, reference.isComposite,
        !Set(reference.parts).isDisjoint(with: attribute.columns)
      else { continue }
      return reference.parts
    }
    return attribute.columns
  }
}
