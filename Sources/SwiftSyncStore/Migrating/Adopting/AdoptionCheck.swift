import SwiftSyncCoding
import SwiftSyncValues

/// Compares a database of another program with the requirements of a schema version.
///
/// Types may be spelled differently, and there may be more tables, columns, constraints, indexes
/// and triggers.
struct AdoptionCheck {
  /// What a store does with the tables.
  enum Use {
    case writing
    /// Only the columns must match: the constraints and the kind of a table do not matter.
    case reading
  }

  /// What is not as it should be, besides indexes that are missing.
  private(set) var structure: [String] = []
  private(set) var missingIndexes: [TableShapes.Index] = []
  let expected: TableShapes
  let found: TableShapes
  private let use: Use

  init(
    _ expected: TableShapes, on connection: Connection, for use: Use = .writing
  ) throws(SyncError) {
    self.expected = expected
    self.use = use
    found = try TableShapes(connection, only: Set(expected.shapes.keys))
    let lacking = expected.searches.filter { found.shapes[$0.name] == nil }
    // Both tables of a full-text index are created together.
    let ignored = Set(lacking.flatMap { [$0.name, $0.name + "_rows"] })
    for (table, shape) in expected.shapes.compactlySorted(by: { $0.key < $1.key }) {
      if ignored.contains(table), found.shapes[table] == nil { continue }
      structure += problems(of: table, shape).map { "table '\(table)' \($0)" }
    }
    if use == .reading { return }
    missingIndexes = lacking.filter { found.shapes[$0.table] != nil }
    for index in expected.indexes where found.shapes[index.table] != nil {
      let facts = found.facts(of: index)
      if facts.isEmpty {
        missingIndexes.append(index)
      } else if facts != expected.facts(of: index) {
        structure.append("table '\(index.table)' has a different index '\(index.name)'")
      }
    }
  }

  /// All differences.
  var problems: [String] {
    structure + missingIndexes.map { "table '\($0.table)' lacks index '\($0.name)'" }
  }

  /// What is not as it should be in a table, besides indexes that are missing.
  func problems(of table: String) -> [String] {
    expected.shapes[table].map { problems(of: table, $0) } ?? []
  }

  private func problems(of table: String, _ expected: TableStructure) -> [String] {
    guard let found = found.shapes[table] else { return ["is missing"] }
    if use == .reading { return readingProblems(expected, found) }
    if expected.kind == "virtual" { return searchProblems(of: table, found) }
    if found.kind == "view" { return ["is a view, and a store writes to tables only"] }
    if found.kind != "table" { return ["is a virtual table, which has no triggers"] }
    if expected.hasRowIDs, !found.hasRowIDs {
      return ["is WITHOUT ROWID, and a store needs the rowids of its rows"]
    }
    var problems = columnProblems(expected, found)
    let key = expected.primaryKey
    if problems.isEmpty, !found.identifies(by: key) {
      let names = key.compactlySorted().map { "'\($0)'" }.joined(separator: ", ")
      problems.append("needs a primary key or a UNIQUE constraint on \(names)")
    }
    return problems + referenceProblems(expected, found) + checkProblems(of: table)
  }

  private func readingProblems(_ expected: TableStructure, _ found: TableStructure) -> [String] {
    expected.columns.compactlySorted { $0.key < $1.key }.compactMap { name, column in
      guard let other = found.columns[name] else { return "lacks column '\(name)'" }
      let problem =
        typeProblem(of: other, column)
        // SQLite does not report the collation of a view's column.
        ?? (found.kind == "table" ? collationProblem(of: other, column) : nil)
      return problem.map { "has column '\(name)', \($0)" }
    }
  }

  private func searchProblems(of table: String, _ found: TableStructure) -> [String] {
    let isSame =
      found.kind == "virtual"
      && self.found.facts(of: table, beginning: "module ")
        == expected.facts(of: table, beginning: "module ")
    return isSame ? [] : ["is not the full-text index that the schema declares"]
  }

  private func columnProblems(_ expected: TableStructure, _ found: TableStructure) -> [String] {
    var problems: [String] = []
    for (name, column) in expected.columns.compactlySorted(by: { $0.key < $1.key }) {
      guard let other = found.columns[name] else {
        problems.append("lacks column '\(name)'")
        continue
      }
      if let problem = problem(of: other, column) {
        problems.append("has column '\(name)', \(problem)")
      }
    }
    for (name, column) in found.columns.compactlySorted(by: { $0.key < $1.key })
    where expected.columns[name] == nil {
      guard column.neverHoldsNull, column.defaultSQL == nil, !column.isGenerated,
        found.primaryKey != [name]
      else { continue }
      problems.append(
        "has column '\(name)', which the schema does not declare and which needs a value")
    }
    return problems
  }

  /// The reason why a store cannot use a column.
  func problem(of found: ColumnDefinition, _ expected: ColumnDefinition) -> String? {
    if found.isGenerated { return "which is generated: a store cannot write it" }
    if let problem = typeProblem(of: found, expected) { return problem }
    if expected.neverHoldsNull, !found.neverHoldsNull {
      return "which may be null, where the schema requires a value"
    }
    if found.neverHoldsNull, !expected.neverHoldsNull {
      return "which is NOT NULL, where the schema says that it is optional"
    }
    return collationProblem(of: found, expected)
  }

  private func typeProblem(of found: ColumnDefinition, _ expected: ColumnDefinition) -> String? {
    guard let storage = ColumnMetadata.Storage(rawValue: expected.type),
      !storage.isKept(in: found, adopted: true)
    else { return nil }
    let type = found.type.isEmpty ? "without a type" : "which is \(found.type)"
    return "\(type), where the schema says \(storage.rawValue)"
  }

  private func collationProblem(
    of found: ColumnDefinition, _ expected: ColumnDefinition
  ) -> String? {
    // SQLite keeps the spelling of the table's SQL.
    guard found.collation?.uppercased() != expected.collation?.uppercased() else { return nil }
    return "whose collation is \(found.collation ?? "BINARY"), where the schema says "
      + (expected.collation ?? "BINARY")
  }

  private func referenceProblems(_ expected: TableStructure, _ found: TableStructure) -> [String] {
    let missing = expected.references.subtracting(found.references)
    let others = found.references.subtracting(expected.references).filter { reference in
      reference.columns.allSatisfy { expected.columns[$0] != nil }
    }
    let misled = Set(others.map(\.columns)).intersection(missing.map(\.columns))
    var problems: [String] = []
    for reference in missing where !misled.contains(reference.columns) {
      problems.append("lacks the foreign key of \(reference.words), which the schema enforces")
    }
    for reference in others {
      let place = "has a foreign key of \(reference.words)"
      if let stated = missing.first(where: { $0.columns == reference.columns }) {
        problems.append(
          "\(place) to \(reference.target), where the schema says \(stated.target)")
      } else if expected.hasRowIDs {
        problems.append(
          "\(place), which the schema does not state; add 'foreign-key: true'")
      } else {
        problems.append(
          "\(place), which generated join tables do not have; declare an entity for it under "
            + "'through', whose to-ones are 'foreign-key: true'")
      }
    }
    return problems.compactlySorted()
  }

  private func checkProblems(of table: String) -> [String] {
    // One check of the schema may be several constraints in the file.
    let start = "check ("
    let present = Set(
      found.facts(of: table, beginning: start).flatMap { Self.conditions(in: $0, after: start) })
    return expected.facts(of: table, beginning: start).filter { fact in
      !Self.conditions(in: fact, after: start).allSatisfy(present.contains)
    }.compactlySorted().map { "lacks \($0)" }
  }

  private static func conditions(in fact: String, after start: String) -> [String] {
    SQLTokens(String(fact.dropFirst(start.count).dropLast())).conditions
  }
}

extension TableStructure.Reference {
  /// The columns in a message.
  fileprivate var words: String { columns.map { "'\($0)'" }.joined(separator: ", ") }

  /// The target of the reference.
  fileprivate var target: String { "\(table) (\(targets.joined(separator: ", ")))" }
}

extension ColumnDefinition {
  /// Whether no row has a null in it. SQLite permits null in most primary keys, and no store writes
  /// it.
  fileprivate var neverHoldsNull: Bool { isRequired || keyPosition > 0 }
}

extension ColumnMetadata.Storage {
  /// Whether a column stores such values as written.
  ///
  /// - Parameter isAdopted: Whether another program may have declared it. The runtime spells its
  ///   types in only one way.
  func isKept(in column: ColumnDefinition, adopted isAdopted: Bool) -> Bool {
    if !isAdopted { return column.type == declaredType }
    switch self {
    case .integer, .seconds: return column.keeps(.integers)
    case .real: return column.keeps(.numbers)
    case .text: return column.keeps(.texts)
    case .blob: return column.keeps(.bytes)
    }
  }
}
