@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

extension ExportRun {
  /// The fallbacks of a shape that contain identities without rows.
  func nonObjectElements(of row: Statement, _ shape: ExportShape) throws(SyncError) -> [Int] {
    var nonObjectElements: [Int] = []
    for (index, relation) in shape.relations.enumerated() where relation.isFallback {
      if try hasNonObjectElements(relation.plan, of: row, shape) { nonObjectElements.append(index) }
    }
    return nonObjectElements
  }

  private func hasNonObjectElements(
    _ relation: RelationPlan, of row: Statement, _ shape: ExportShape
  ) throws(SyncError) -> Bool {
    if case .children = relation.kind, !hasWaitingLinks { return false }
    guard !relation.isScoping else { return false }
    let query = try take(ExportSQL.hasNonObjectElements(relation))
    defer { giveBack(query) }
    bind(query, relation, row, shape)
    return try query.step()
  }

  /// Writes the value of a relationship's key.
  func write(
    _ relation: ExportRelation, of row: Statement, _ shape: ExportShape
  ) throws(SyncError) {
    switch relation.form {
    case .ids, .fallback:
      try writeIDs(relation.plan, relation.linkage, of: row, shape)
    case .rows(let position):
      let target = plan.shapes[position]
      depth += relation.levels
      defer { depth -= relation.levels }
      try checkDepth(depth, of: relation.plan)
      if relation.isMixed, try hasNonObjectElements(relation.plan, of: row, shape) {
        try writeMixed(relation.plan, target, of: row, shape)
      } else {
        try writeRows(relation.plan, target, of: row, shape)
      }
    }
  }

  private func writeIDs(
    _ relation: RelationPlan, _ linkage: JSONSlice?, of row: Statement, _ shape: ExportShape
  ) throws(SyncError) {
    try writeElements(
      ExportSQL.ids(relation, waiting: waits(relation)), relation, of: row, shape,
      keyColumn: relation.isKeyed ? 0 : nil
    ) { query throws(SyncError) in
      if relation.isKeyed { return output.append(literal: "true") }
      guard let linkage else { return try writeID(query, relation) }
      output.append(linkage)
      try write(
        identifier: query.value(0), Int32(relation.target.idColumn + 1), relation.target)
      output.append(UInt8(ascii: "}"))
    }
  }

  private var hasIndexedLists: Bool {
    plan.options.lists == .indexedObject && plan.options.relations == .nestedAttributes
  }

  private func waits(_ relation: RelationPlan) -> Bool {
    hasWaitingLinks && !relation.isScoping
  }

  private func writeID(_ query: Statement, _ relation: RelationPlan) throws(SyncError) {
    let id = query.value(0)
    if relation.namesByParts { return try writeKey(id, of: relation.target) }
    let target = relation.target
    let field = target.fields[target.idColumn]
    let isWritten: Bool
    switch (ExportValue(field, plan.options.dates?.remote), id.kind) {
    case (.text, .text): isWritten = output.append(string: id.slice)
    case (_, .null): isWritten = output.append(rarer: id, of: field.type, nil)
    default:
      isWritten = output.append(rarer: id, of: field.type, plan.options)
    }
    guard isWritten else {
      throw .invalidStoredValue(
        entity: target.metadata.name, column: target.metadata.columns[target.idColumn].name,
        expected: field.expectation, found: id.kind.words)
    }
  }

  /// Writes a composite identity as an object of its parts.
  private func writeKey(_ id: BoundValue, of target: EntityPlan) throws(SyncError) {
    guard id.kind == .text else { return output.append(literal: "null") }
    let arena = ByteArena()
    guard let parts = ListText.parts(of: id.slice, in: arena),
      parts.count == target.identity.count
    else {
      throw .invalidStoredValue(
        entity: target.metadata.name, column: target.metadata.columns[target.identity[0]].name,
        expected: "an identity of \(target.identity.count) parts", found: id.kind.words)
    }
    let tree = KeyPartTree()
    for (column, part) in zip(target.identity, parts) {
      tree.add(ValuePath.steps(target.partPath(column)) ?? [], column, part)
    }
    try write(tree, of: target)
  }

  private func write(_ tree: KeyPartTree, of target: EntityPlan) throws(SyncError) {
    output.append(UInt8(ascii: "{"))
    for (index, member) in tree.members.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output.append(key: member.key)
      switch member.content {
      case .object(let inner): try write(inner, of: target)
      case .part(let column, let value):
        let field = target.fields[column]
        guard output.append(rarer: value, of: field.type, plan.options) else {
          throw .invalidStoredValue(
            entity: target.metadata.name, column: target.metadata.columns[column].name,
            expected: field.expectation, found: value.kind.words)
        }
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Whether a relationship to one row leads to a stored one.
  func hasRow(
    _ relation: RelationPlan, of row: Statement, _ shape: ExportShape
  ) throws(SyncError) -> Bool {
    let query = try take(ExportSQL.rows(relation))
    defer { giveBack(query) }
    bind(query, relation, row, shape)
    return try query.step()
  }

  private func writeRows(
    _ relation: RelationPlan, _ target: ExportShape, of row: Statement, _ shape: ExportShape
  ) throws(SyncError) {
    try writeElements(
      ExportSQL.rows(relation), relation, of: row, shape, isIndexed: hasIndexedLists,
      keyColumn: relation.isKeyed ? Int32(relation.target.idColumn + 1) : nil
    ) { query throws(SyncError) in try writeNested(query, relation, target) }
  }

  /// Writes rows, with bare identities in place of rows that are not stored.
  private func writeMixed(
    _ relation: RelationPlan, _ target: ExportShape, of row: Statement, _ shape: ExportShape
  ) throws(SyncError) {
    let lookup = try take(ExportSQL(relation.target).named)
    defer { giveBack(lookup) }
    try writeElements(
      ExportSQL.ids(relation, waiting: waits(relation)), relation, of: row, shape,
      isIndexed: hasIndexedLists, keyColumn: relation.isKeyed ? 0 : nil
    ) { query throws(SyncError) in
      lookup.reset()
      lookup.bind(1, query.value(0))
      if try lookup.step() {
        try writeNested(lookup, relation, target)
      } else if relation.isKeyed {
        output.append(literal: "true")
      } else {
        try writeID(query, relation)
      }
    }
  }

  /// Writes the result of a query: a list or, for a relationship to one row, that row or null.
  private func writeElements(
    _ sql: String, _ relation: RelationPlan, of row: Statement, _ shape: ExportShape,
    isIndexed: Bool = false, keyColumn: Int32? = nil,
    _ element: (Statement) throws(SyncError) -> Void
  ) throws(SyncError) {
    let query = try take(sql)
    defer { giveBack(query) }
    bind(query, relation, row, shape)
    if !relation.isSingle {
      if let keyColumn { return try writeKeyed(query, relation, keyColumn, element) }
      return try writeList(query, isIndexed: isIndexed, element)
    }
    if try query.step() { try element(query) } else { output.append(literal: "null") }
  }

  private func writeList(
    _ query: Statement, isIndexed: Bool, _ element: (Statement) throws(SyncError) -> Void
  ) throws(SyncError) {
    output.append(UInt8(ascii: isIndexed ? "{" : "["))
    var count = 0
    while try query.step() {
      if count > 0 { output.append(UInt8(ascii: ",")) }
      if isIndexed { output.append("\"\(count)\":".utf8) }
      count += 1
      try element(query)
      output.flushPiece()
      if output.failure != nil { return }
    }
    output.append(UInt8(ascii: isIndexed ? "}" : "]"))
  }

  /// Writes rows or members as an object, under their identities.
  ///
  /// - Parameter column: The column of the identity in the query.
  private func writeKeyed(
    _ query: Statement, _ relation: RelationPlan, _ column: Int32,
    _ element: (Statement) throws(SyncError) -> Void
  ) throws(SyncError) {
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    while try query.step() {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      try write(
        identifier: query.value(column), Int32(relation.target.idColumn + 1), relation.target)
      output.append(UInt8(ascii: ":"))
      try element(query)
      output.flushPiece()
      if output.failure != nil { return }
    }
    output.append(UInt8(ascii: "}"))
  }

  private func writeNested(
    _ row: Statement, _ relation: RelationPlan, _ target: ExportShape
  ) throws(SyncError) {
    try checkDepth(depth + 1, of: relation)
    try writeNested(row, target)
  }

  /// Checks that a payload may be nested this deeply.
  private func checkDepth(_ depth: Int, of relation: RelationPlan) throws(SyncError) {
    guard depth <= JSONScanner.depthLimit else {
      throw .invalidOption(
        "the rows under '\(relation.metadata.name)' are nested deeper than "
          + "\(JSONScanner.depthLimit) levels; export the relationships as ids")
    }
  }

  /// Binds the identity of the enclosing row and, where required, the name of waiting links.
  private func bind(
    _ query: Statement, _ relation: RelationPlan, _ row: Statement, _ shape: ExportShape
  ) {
    switch relation.kind {
    case .reference(let reference):
      query.bind(1, row.value(Int32(reference.column + 1)))
    case .children(let children):
      query.bind(1, row.value(Int32(shape.plan.keyColumn + 1)))
      if query.parameterCount > 1 { query.bind(2, children.linkName) }
    case .members:
      query.bind(1, row.value(Int32(shape.plan.keyColumn + 1)))
    }
  }
}

/// The parts of an identity by path.
private final class KeyPartTree {
  enum Content {
    case object(KeyPartTree)
    case part(column: Int, BoundValue)
  }

  private(set) var members: [(key: String, content: Content)] = []

  func add(_ path: [PathStep], _ column: Int, _ value: BoundValue) {
    guard case .key(let key)? = path.first else { return }
    guard path.count > 1 else {
      members.append((key, .part(column: column, value)))
      return
    }
    for member in members where member.key == key {
      if case .object(let inner) = member.content {
        return inner.add(Array(path.dropFirst()), column, value)
      }
    }
    let inner = KeyPartTree()
    inner.add(Array(path.dropFirst()), column, value)
    members.append((key, .object(inner)))
  }
}
