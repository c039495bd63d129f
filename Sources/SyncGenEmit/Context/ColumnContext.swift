import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// A column as exposed to templates.
struct ColumnContext: ContextSubject {
  private let position: Int
  private let entity: Entity
  private let schema: Schema
  private let definition: ColumnDefinition

  init(position: Int, entity: Entity, schema: Schema) {
    self.position = position
    self.entity = entity
    self.schema = schema
    definition = entity.columnDefinition(position)
  }

  /// Some columns of an entity, by their positions.
  static func all(
    at positions: [Int], of entity: Entity, in schema: Schema
  ) -> [ColumnContext] {
    positions.map { ColumnContext(position: $0, entity: entity, schema: schema) }
  }

  private var column: Column { entity.columns[position] }

  static let type = ContextType<Self>(
    "column", "A column of an entity's table.",
    [
      .text("name", "The name, not quoted.") { $0.definition.name },
      .number("position", "The position in the entity's `columns`, from 0.") { $0.position },
      .text("storage", "`TEXT`, `INTEGER`, `REAL` or `BLOB`.") { $0.definition.type },
      .flag("isRequired", "Whether it is `NOT NULL`.") { $0.definition.isRequired },
      .optionalText("collation", "`NOCASE` if the case of ASCII letters is ignored.") {
        $0.definition.collation
      },
      .flag("isPrimaryKey", "Whether it is the whole primary key.") {
        $0.entity.identity.columns == [$0.position]
      },
      .optionalObject("storedDefault", "The constant default as the runtime writes it.") {
        $0.column.defaultValue.map(StoredValueContext.init)
      },
      .text(
        "kind", "What it contains: `attribute`, `minor`, `currency`, `reference` or `position`."
      ) { $0.sourceKind },
      .text("member", "The name of the attribute or relationship that it belongs to.") {
        $0.member
      },
      .optionalObject("references", "The referenced column, for a reference with a foreign key.") {
        context -> ReferencedColumnContext? in
        guard case .reference(let relation) = context.column.source else { return nil }
        return ReferencedColumnContext(
          relation: context.entity.relations[relation], schema: context.schema)
      },
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .flag("isPlain", "Whether it has no `collation`, no `default` and no `references`.") {
      $0.isPlain
    },
    .text("name", "The name in SQL, quoted if necessary.") {
      $0.column.name.quoted
    },
    .optionalText("default", "The constant default as an SQL literal.") {
      $0.definition.defaultSQL
    },
  ]

  private var isPlain: Bool {
    guard definition.collation == nil, definition.defaultSQL == nil else { return false }
    guard case .reference(let relation) = column.source else { return true }
    guard case .toOne(let reference) = entity.relations[relation].kind else { return true }
    return !reference.hasForeignKey
  }

  private var sourceKind: String {
    switch column.source {
    case .attribute: "attribute"
    case .moneyMinor: "minor"
    case .moneyCurrency: "currency"
    case .reference: "reference"
    case .position: "position"
    }
  }

  private var member: String {
    switch column.source {
    case .attribute(let index), .moneyMinor(let index), .moneyCurrency(let index):
      entity.attributes[index].name.name
    case .reference(let index), .position(let index):
      entity.relations[index].name.name
    }
  }
}

/// The far end of a reference with a foreign key as exposed to templates.
struct ReferencedColumnContext: ContextSubject {
  private let table: SQLIdentifier
  private let column: SQLIdentifier

  /// Returns `nil` for soft references, which SQLite does not know.
  init?(relation: Relation, schema: Schema) {
    guard case .toOne(let reference) = relation.kind, reference.hasForeignKey else { return nil }
    let target = schema[relation.target]
    guard let position = target.identity.columns.first else { return nil }
    table = target.table
    column = target.columns[position].name
  }

  static let type = ContextType<Self>(
    "referenced column", "The column to which a foreign key refers.",
    [
      .text("table", "The table, not quoted.") { $0.table.name },
      .text("column", "The column, not quoted.") { $0.column.name },
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("table", "The table in SQL.") { $0.table.quoted },
    .text("column", "The column in SQL.") { $0.column.quoted },
  ]
}

/// A stored value as exposed to templates.
struct StoredValueContext: ContextSubject {
  let literal: SQLLiteral

  static let type = ContextType<Self>(
    "stored value", "A value as SQLite stores it.",
    [
      .text("kind", "`integer`, `real`, `text` or `blob`.") {
        switch $0.literal {
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "blob"
        }
      },
      .text("json", "The value as JSON; a blob is a list of its bytes.") {
        switch $0.literal {
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let value): JSONString.quotedInSource(value)
        case .blob(let bytes): "[" + bytes.map(String.init).joined(separator: ",") + "]"
        }
      },
      .text("text", "A string as it is; empty for other values.") {
        if case .text(let value) = $0.literal { value } else { "" }
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("value", "The value as a Swift literal.") {
      switch $0.literal {
      case .integer(let value): SwiftText.integer(value)
      case .real(let value): "\(value)"
      case .text(let value): SwiftText.string(value)
      case .blob(let bytes): "[" + bytes.map(String.init).joined(separator: ", ") + "]"
      }
    }
  ]

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("value", "The value as an SQL literal.") { SQLText.literal($0.literal) }
  ]
}
