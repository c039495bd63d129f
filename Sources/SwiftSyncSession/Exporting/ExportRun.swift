@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// One export, which writes rows from a connection's statements to an output as JSON.
///
/// It runs in a read transaction, so that all rows come from the same state.
final class ExportRun {
  /// A row that is being written.
  private struct Ancestor: Equatable {
    let entity: Int
    let row: StoredValue
  }

  let plan: ExportPlan
  let output: ExportOutput
  /// Whether a list contains a child that is not stored yet.
  let hasWaitingLinks: Bool
  /// The number of open containers.
  var depth = 0
  private let connection: Connection
  /// Queries that are not in use, by SQL. A row may be nested in another one of its kind.
  private var idleQueries: [String: [Statement]] = [:]
  private var ancestors: [Ancestor] = []

  init(_ plan: ExportPlan, on connection: Connection, to output: ExportOutput) throws(SyncError) {
    self.plan = plan
    self.connection = connection
    self.output = output
    let waits = "SELECT 1 FROM swiftsync_links LIMIT 1"
    hasWaitingLinks = try connection.hasLinkTable(plan) ? connection.integer(waits) != nil : false
  }

  /// Writes all rows as a list.
  func writeAll() throws(SyncError) {
    let shape = plan.top
    let query = try take(ExportSQL(shape.plan).all)
    defer { giveBack(query) }
    depth = 1
    output.append(UInt8(ascii: "["))
    var isFirst = true
    while try query.step() {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      try write(query, shape)
      output.flushPiece()
      if output.failure != nil { return }
    }
    output.append(UInt8(ascii: "]"))
  }

  /// Writes the row with an identity, and returns whether there is one.
  func writeRow(_ identity: [StoredValue]) throws(SyncError) -> Bool {
    let shape = plan.top
    let query = try take(ExportSQL(shape.plan).one)
    defer { giveBack(query) }
    for (index, value) in identity.enumerated() { query.bind(Int32(index + 1), value) }
    guard try query.step() else { return false }
    try write(query, shape)
    return true
  }

  // MARK: - Rows

  /// Writes the current row of a query as the exported row. The query returns the columns of
  /// `ExportSQL`.
  func writeTop(_ row: Statement) throws(SyncError) {
    try write(row, plan.top)
  }

  /// Writes the current row of a query.
  @inline(__always)
  private func write(_ row: Statement, _ shape: ExportShape) throws(SyncError) {
    if shape.relations.isEmpty {
      try write(shape.steps, of: row, shape, nonObjectElements: [])
    } else {
      try writeLinked(row, shape)
    }
  }

  /// Writes a row under a relationship. A row that is already being written is reduced to its
  /// identity.
  func writeNested(_ row: Statement, _ shape: ExportShape) throws(SyncError) {
    let ancestor = Ancestor(entity: shape.plan.index, row: row.value(0).stored)
    if ancestors.contains(ancestor), let identity = plan.identityShape(of: shape.plan) {
      return try write(identity.steps, of: row, identity, nonObjectElements: [])
    }
    try write(row, shape)
  }

  private func writeLinked(_ row: Statement, _ shape: ExportShape) throws(SyncError) {
    let nonObjectElements = try shape.hasFallbacks ? nonObjectElements(of: row, shape) : []
    ancestors.append(Ancestor(entity: shape.plan.index, row: row.value(0).stored))
    depth += 1
    defer {
      ancestors.removeLast()
      depth -= 1
    }
    try write(shape.steps, of: row, shape, nonObjectElements: nonObjectElements)
  }

  private func write(
    _ steps: [ExportShape.Step], of row: Statement, _ shape: ExportShape, nonObjectElements: [Int]
  ) throws(SyncError) {
    for step in steps {
      output.append(step.literal)
      switch step.action {
      case .nothing:
        continue
      case .value(let value, let column):
        try write(value, column, of: row, shape)
      case .shared(let columns):
        let stated = columns.first { !row.isNull($0.column) } ?? columns[0]
        try write(stated.value, stated.column, of: row, shape)
      case .amount(let column):
        try write(amount: column, of: row, shape)
      case .identifier(let column):
        try write(identifier: row.value(column), column, shape.plan)
      case .linkage(let start, let column):
        try write(linkage: start, column, of: row, shape)
      case .taggedLinkage(let tag, let id):
        try writeLinkage(tag: tag, id: id, of: row, shape)
      case .relation(let index):
        try write(shape.relations[index], of: row, shape)
      case .either(let value, let column, let steps):
        if row.isNull(column) {
          try write(steps, of: row, shape, nonObjectElements: nonObjectElements)
        } else {
          try write(value, column, of: row, shape)
        }
      case .merged(let index, let steps):
        try write(shape.relations[index], of: row, shape)
        guard output.reopenObject() else { continue }
        try write(steps, of: row, shape, nonObjectElements: nonObjectElements)
        output.append(UInt8(ascii: "}"))
      case .softDeleted(let column, let steps):
        let isSet =
          shape.plan.hasTombstoneFlag ? row.integer(column) == 1 : !row.isNull(column)
        if isSet { try write(steps, of: row, shape, nonObjectElements: nonObjectElements) }
      case .stored(let index, let steps):
        if try hasRow(shape.relations[index].plan, of: row, shape) {
          try write(steps, of: row, shape, nonObjectElements: nonObjectElements)
        }
      case .conditional(let fallbacks, let steps):
        if fallbacks.contains(where: nonObjectElements.contains) {
          try write(steps, of: row, shape, nonObjectElements: nonObjectElements)
        }
      }
    }
  }

  @inline(__always)
  private func write(
    _ value: ExportValue, _ column: Int32, of row: Statement, _ shape: ExportShape
  ) throws(SyncError) {
    let stored = row.value(column)
    switch (value, stored.kind) {
    case (_, .null):
      output.append(literal: "null")
      return
    case (.text, .text):
      if output.append(string: stored.slice) { return }
    case (.integer, .integer):
      output.append(integer: stored.integer)
      return
    case (.bool, .integer):
      stored.integer == 0 ? output.append(literal: "false") : output.append(literal: "true")
      return
    case (.double, .real):
      if output.append(double: stored.real) { return }
    case (.isoDate, .text):
      if output.append(isoDate: stored.slice) { return }
    default:
      break
    }
    try writeRarer(stored, column, shape)
  }

  private func write(
    amount column: Int32, of row: Statement, _ shape: ExportShape
  ) throws(SyncError) {
    let (units, currency) = (row.value(column), row.value(column + 1))
    if units.kind == .null { return output.append(literal: "null") }
    guard units.kind == .integer, currency.kind == .text,
      let digits = CurrencyExponent.of(currency.slice.string)
    else {
      throw .invalidStoredValue(
        entity: shape.plan.metadata.name,
        column: shape.plan.metadata.columns[Int(column)].name,
        expected: "a currency whose number of decimals is known",
        found: currency.stored.text)
    }
    let text = CurrencyExponent.text(minorUnits: units.integer, exponent: digits)
    output.append(text: text)
  }

  private func writeRarer(
    _ stored: BoundValue, _ column: Int32, _ shape: ExportShape
  ) throws(SyncError) {
    let field = shape.plan.fields[Int(column) - 1]
    let isText = stored.kind == .text && ExportValue(field, nil) == .text
    guard !isText,
      output.append(rarer: stored, of: field.type, plan.options)
        || output.append(unknownID: stored, Int(column) - 1, of: shape.plan)
    else {
      throw .invalidStoredValue(
        entity: shape.plan.metadata.name,
        column: shape.plan.metadata.columns[Int(column) - 1].name,
        expected: field.expectation, found: stored.kind.words)
    }
  }

  // MARK: - Queries

  /// Returns an unused query, which must be given back.
  func take(_ sql: String) throws(SyncError) -> Statement {
    if let idle = idleQueries[sql]?.popLast() { return idle }
    return try Statement(sql, on: connection)
  }

  func giveBack(_ query: Statement) {
    query.reset()
    idleQueries[query.sql, default: []].append(query)
  }
}

extension BoundValue.Kind {
  /// The stored value, for messages.
  var words: String {
    switch self {
    case .missing, .null: "null"
    case .integer: "an integer"
    case .real: "a real"
    case .text: "text"
    case .blob: "a blob"
    }
  }
}

extension Connection {
  /// Whether the database contains the table of waiting links, which databases of other programs
  /// lack.
  fileprivate func hasLinkTable(_ plan: ExportPlan) throws(SyncError) -> Bool {
    guard plan.schema.metadata.isReadOnly else { return true }
    return try integer(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'swiftsync_links'") == 1
  }
}
