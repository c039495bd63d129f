import SwiftSyncValues
import SyncGenSchema

/// Creates an entity from a table.
struct SQLiteEntityMaker {
  private let table: SQLiteCatalog.Table
  private let samples: SQLiteSamples
  private let references: [SQLiteReferences.Reference]
  private let identity: [String]
  private let catalog: SQLiteCatalog
  private let checks: SQLiteChecks
  private(set) var remarks: [String] = []
  private var draft: ImportedEntity
  private var enums: [ImportedEnum] = []
  /// The lowercase names of columns that a store of the schema has in another form.
  private var changed: Set<String> = []
  /// The members of the columns, by lowercase column name.
  private var members: [String: String] = [:]
  /// The indexes of which an order is kept, each with its title in messages.
  private var ordered: [(title: String, index: ImportedIndex)] = []

  init(
    _ table: SQLiteCatalog.Table, _ samples: SQLiteSamples,
    _ references: [SQLiteReferences.Reference], identity: [String], _ catalog: SQLiteCatalog
  ) {
    self.table = table
    self.samples = samples
    self.references = references
    self.identity = identity
    self.catalog = catalog
    checks = SQLiteChecks(table)
    draft = ImportedEntity("", identity: [], at: "")
  }

  struct Made {
    fileprivate var draft: ImportedEntity
    fileprivate var drafts: [ImportedEnum]
    let remarks: [String]

    func entity(at place: String) -> ImportedEntity {
      var entity = draft
      entity.place = place
      return entity
    }

    func enums(at place: String) -> [ImportedEnum] {
      drafts.map { draft in
        var model = draft
        model.place = place
        return model
      }
    }
  }

  mutating func make(name: String, targets: [String: String], _ file: SQLiteFile) -> Made {
    draft.name = name
    draft.table = stated(table.name, "the name")
    let money = SQLiteMoney.columns(of: table)
    for column in table.columns {
      if column.isGenerated {
        remarks.append("generated column \(column.name) is not imported")
      } else if let reference = references.first(where: { $0.column == column.name }),
        let target = targets[reference.target.name]
      {
        addRelation(reference, column, target)
      } else if let amount = money.first(where: { $0.minor == column.name }) {
        addMoney(amount, column)
      } else if !money.contains(where: { $0.currency == column.name }), !isPosition(column) {
        addAttribute(column)
      }
    }
    draft.identity = identity.compactMap { members[$0.folded] }
    if table.key.isEmpty {
      let columns = identity.joined(separator: " and ")
      draft.notes = [
        .guessed(
          .identity, "\(columns) \(identity.count == 1 ? "identifies" : "identify") the rows")
      ]
    }
    addIndexes(file)
    addCheck(file)
    addTableRemarks()
    return Made(draft: draft, drafts: enums, remarks: remarks)
  }

  /// A name in SQL, unless the schema cannot state it.
  private mutating func stated(_ name: String, _ kind: String) -> String? {
    if Self.rowNumbers[name.folded] != nil {
      remarks.append(
        "\(kind) \(name) has a name by which SQLite accesses the number of a row, so a store uses "
          + "another name and cannot adopt the table")
      return nil
    }
    if name.isStatedInSchemas { return name }
    remarks.append(
      "\(kind) '\(name)' \(name.isPlain ? "begins with a digit" : Self.otherCharacters), so a store "
        + "uses another name and cannot adopt the table")
    return nil
  }

  private static let otherCharacters =
    "has other characters than ASCII letters, digits and '_'"

  /// The names by which SQLite accesses the number of a row, which no column of a store can have,
  /// with others.
  private static let rowNumbers = [
    "rowid": "row_id", "_rowid_": "row_id", "oid": "object_id",
  ]

  /// The name of a column's attribute.
  private func attributeName(of column: ColumnDefinition) -> String {
    guard var name = Self.rowNumbers[column.name.folded] else { return column.name }
    while table.column(name) != nil { name += "_value" }
    return name
  }

  private mutating func noteType(_ column: ColumnDefinition, _ stored: String) {
    let type = column.type.isEmpty ? "has no type" : "is declared as \(column.type)"
    remarks.append(
      "column \(column.name) \(type), where a store has \(stored), so it cannot adopt the table")
  }

  /// Whether a column contains the order of a list, as in a store of this project.
  private func isPosition(_ column: ColumnDefinition) -> Bool {
    catalog.hasRuntimeTables && !references.isEmpty
      && column == table.columns.first(where: \.isPosition)
  }

  // MARK: Members

  private mutating func addRelation(
    _ reference: SQLiteReferences.Reference, _ column: ColumnDefinition, _ target: String
  ) {
    let isPart = identity.contains { $0.folded == column.name.folded }
    var relation = ImportedRelation(
      reference.name, toOne: target, isOptional: !column.isRequired && !isPart)
    relation.column = stated(column.name, "column")
    if let key = reference.target.key.first.flatMap(reference.target.column) {
      let isText = key.affinity == .text
      if !column.keeps(isText ? .texts : .integers) {
        noteType(column, isText ? "text" : "integers")
      }
    }
    if relation.column == nil { changed.insert(column.name.folded) }
    if let key = reference.key, !reference.isBroken {
      relation.hasForeignKey = true
      relation.onDelete = deleteRule(key, column, isOptional: relation.isOptional)
    }
    if let note = reference.note { relation.notes.append(note) }
    members[column.name.folded] = relation.name
    if column.defaultSQL.map({ SQLiteDefault.read($0, .init(.string)) }) ?? .none != .none {
      remarks.append("column \(column.name): the default \(column.defaultSQL ?? "") is left out")
    }
    draft.relations.append(relation)
  }

  private mutating func deleteRule(
    _ key: SQLiteCatalog.ForeignKey, _ column: ColumnDefinition, isOptional: Bool
  ) -> DeleteRule {
    switch key.onDelete {
    case "CASCADE": return .cascade
    case "SET NULL" where isOptional: return .nullify
    case "NO ACTION", "RESTRICT": return .deny
    default:
      remarks.append("column \(column.name): ON DELETE \(key.onDelete) is read as 'deny'")
      return .deny
    }
  }

  private mutating func addMoney(_ amount: SQLiteMoney, _ column: ColumnDefinition) {
    var attribute = ImportedAttribute(amount.name, .money, isOptional: !column.isRequired)
    attribute.column = amount.name
    attribute.notes = [.guessed(.type, "from \(amount.minor) and \(amount.currency)")]
    members[column.name.folded] = amount.name
    draft.attributes.append(attribute)
  }

  private mutating func addAttribute(_ column: ColumnDefinition) {
    let isPart = identity.contains { $0.folded == column.name.folded }
    let typed = SQLiteColumnTyper(
      column: column, profile: samples.profile(table.name, column.name),
      allowed: isPart ? nil : checks.allowedTexts[column.name.folded],
      isCheckedFlag: checks.flags.contains(column.name.folded),
      isCheckedJSON: checks.json.contains(column.name.folded), isPartOfKey: isPart,
      isOfCoreData: catalog.hasCoreDataTables
    ).result()
    var attribute = ImportedAttribute(
      attributeName(of: column), typed.type, isOptional: !column.isRequired && !isPart)
    attribute.column = stated(column.name, "column")
    if attribute.column == nil { changed.insert(column.name.folded) }
    attribute.remoteDates = typed.dates
    attribute.notes = typed.notes
    attribute.storage = typed.storage
    if !isPart, typed.type == .scalar(.string), typed.cases == nil,
      column.collation?.folded == TextCollation.nocase.rawValue
    {
      attribute.collation = .nocase
    }
    if let cases = typed.cases { attribute.type = .named(addEnum(column, cases, typed)) }
    switch SQLiteDefault.read(column.defaultSQL, typed) {
    case .none: break
    case .value(let value): attribute.defaultValue = value
    case .unsaid:
      remarks.append("column \(column.name): the default \(column.defaultSQL ?? "") is left out")
    }
    if typed.otherStorage == nil, let kind = typed.storedKind,
      !column.keeps(kind)
    {
      noteType(column, kind.rawValue)
    }
    if let form = typed.otherStorage {
      changed.insert(column.name.folded)
      remarks.append("column \(column.name) has \(form)")
    }
    members[column.name.folded] = attribute.name
    draft.attributes.append(attribute)
  }

  private mutating func addEnum(
    _ column: ColumnDefinition, _ cases: [String], _ typed: SQLiteColumnTyper.Result
  ) -> String {
    let name = draft.name + "_" + column.name.snakeName
    var model = ImportedEnum(name, cases.map { .init($0) }, at: "")
    model.rejectsUnknown = typed.isEnumChecked
    enums.append(model)
    return name
  }

  // MARK: Indexes and checks

  private mutating func addIndexes(_ file: SQLiteFile) {
    for index in table.indexes {
      let columns = index.columns.compactMap { $0.flatMap { members[$0.folded] } }
      guard columns.count == index.columns.count else {
        remarks.append("index \(index.name) is left out: it has expressions or generated columns")
        continue
      }
      // A constraint that repeats the identity.
      if index.isConstraint, index.columns.compactMap(\.self) == identity { continue }
      add(index, columns)
    }
  }

  private mutating func add(_ index: SQLiteCatalog.Index, _ columns: [String]) {
    var made = ImportedIndex(columns, isUnique: index.isUnique)
    made.settings.isDescending = !index.descending.contains(false)
    if let condition = index.condition {
      guard canKeep(index.conditionTokens) else {
        remarks.append("index \(index.name) is left out: WHERE \(condition)")
        return
      }
      made.condition = condition
    }
    if index.descending.contains(!made.settings.isDescending) {
      remarks.append("\(index.title): DESC")
    }
    let collations = Set(
      zip(columns, index.collations).filter { $1.folded != collation(of: $0) }.map(\.1))
    if !collations.isEmpty {
      remarks.append("\(index.title): COLLATE \(collations.sorted().joined(separator: ", "))")
    }
    setOrder(of: &made, index)
    let isPlain = columns.count == 1 && made.condition == nil && !made.settings.isDescending
    if isPlain, let at = draft.attributes.firstIndex(where: { $0.name == columns[0] }) {
      draft.attributes[at].isUnique = draft.attributes[at].isUnique || index.isUnique
      draft.attributes[at].isIndexed = true
    } else if !isPlain || index.isUnique {
      // To-one relationships have their own index.
      draft.add(made)
    }
  }

  /// Sets the order that a schema can have: a one-to-one relationship has an ascending index, and
  /// one index has the same members and rows.
  private mutating func setOrder(of made: inout ImportedIndex, _ index: SQLiteCatalog.Index) {
    if made.settings.isDescending, made.condition == nil, isOneToOne(index) {
      remarks.append("\(index.title): DESC")
      made.settings.isDescending = false
    }
    let wanted = (members: made.members, condition: made.condition)
    guard let first = ordered.first(where: { ($0.index.members, $0.index.condition) == wanted })
    else { return ordered.append((index.title, made)) }
    if first.index.settings.isDescending != made.settings.isDescending, !haveRoom(first.index, made)
    {
      remarks.append(
        "\(index.title) is left out: \(first.title) has the same columns in the other order")
      made.settings.isDescending = first.index.settings.isDescending
    }
  }

  /// Whether a schema can have both indexes: a unique attribute may also have a descending index.
  private func haveRoom(_ one: ImportedIndex, _ other: ImportedIndex) -> Bool {
    var descending = IndexSettings()
    descending.isDescending = true
    return one.condition == nil && draft.attributes.contains { [$0.name] == one.members }
      && Set([one.settings, other.settings]) == [IndexSettings(isUnique: true), descending]
  }

  /// Whether an index is of a reference that another row cannot have as well.
  private func isOneToOne(_ index: SQLiteCatalog.Index) -> Bool {
    guard references.contains(where: { [$0.column] == index.columns }) else { return false }
    return table.indexes.contains {
      $0.isUnique && $0.condition == nil && $0.columns == index.columns
    }
  }

  /// The collation by which a store of the schema compares a member.
  private func collation(of member: String) -> String {
    let attribute = draft.attributes.first { $0.name == member }
    return (attribute?.collation ?? .binary).rawValue
  }

  /// Whether a condition has the same meaning in a store of the schema.
  private func canKeep(_ tokens: [SQLToken]) -> Bool {
    tokens.comparedColumns(of: table).isDisjoint(with: changed)
      && tokens.columns(of: table).allSatisfy { members[$0] != nil }
  }

  private mutating func addCheck(_ file: SQLiteFile) {
    var kept: [String] = []
    for check in checks.others {
      let query = "SELECT \(check.sql) FROM \(table.name.quotedInSQL)"
      if canKeep(check.tokens), file.accepts(query) {
        kept.append(check.sql)
      } else {
        remarks.append(
          "the check (\(check.sql)) is left out: a store uses other names or value forms for its "
            + "columns")
      }
    }
    if kept.count > 1 { kept = kept.map { "(\($0))" } }
    if !kept.isEmpty { draft.check = kept.joined(separator: " AND ") }
  }

  private mutating func addTableRemarks() {
    if table.isWithoutRowID {
      remarks.append("WITHOUT ROWID: a store needs rowids, so it cannot adopt the table")
    }
    if table.sql.hasAutoincrement { remarks.append("AUTOINCREMENT") }
    for column in table.columns.sorted(by: { $0.name.folded < $1.name.folded }) {
      guard let collation = column.collation,
        members[column.name.folded].map(self.collation) != collation.folded
      else { continue }
      remarks.append("column \(column.name.folded): COLLATE \(collation)")
    }
    for clause in table.sql.conflictClauses { remarks.append("ON CONFLICT \(clause)") }
  }
}

extension String {
  /// Whether `table` and `column` of a schema can state the name.
  fileprivate var isStatedInSchemas: Bool {
    guard let first = utf8.first, !(48...57).contains(first) else { return false }
    return isPlain
  }

  /// Whether it has only ASCII letters, digits and underscores.
  fileprivate var isPlain: Bool {
    utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || byte == UInt8(ascii: "_")
    }
  }
}

/// Two columns that contain an amount.
struct SQLiteMoney {
  let name: String
  let minor: String
  let currency: String

  static func columns(of table: SQLiteCatalog.Table) -> [SQLiteMoney] {
    table.columns.compactMap { minor in
      guard minor.name.hasSuffix("_minor"), minor.type.folded.contains("int"),
        !minor.isGenerated
      else { return nil }
      let name = String(minor.name.dropLast("_minor".utf8.count))
      guard !name.isEmpty, let currency = table.column(name + "_currency"),
        currency.isRequired == minor.isRequired, !currency.isGenerated
      else { return nil }
      return SQLiteMoney(name: name, minor: minor.name, currency: currency.name)
    }
  }
}
