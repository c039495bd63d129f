@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

extension Linkage {
  /// A resource identifier up to its `id`.
  static func start(of type: String, in arena: ByteArena) -> JSONSlice {
    var text = Array(#"{"type":"#.utf8)
    JSONText.append(string: type, to: &text)
    text += Array(#","id":"#.utf8)
    return arena.copy(text)
  }
}

/// A relationship to one of several entities whose columns are written as one resource identifier.
struct TaggedLinkage {
  let name: String
  let path: String
  /// The columns of the tag and of the identity.
  let columns: [Int]
  /// The attributes in these columns.
  let names: [String]
  let isExported: Bool
}

extension EntityPlan {
  var taggedLinkages: [TaggedLinkage] {
    guard metadata.resourceType != nil else { return [] }
    return zip(taggedReferences, metadata.taggedReferences).compactMap { plan, reference in
      guard let path = reference.objects.first, Linkage.relationship(at: path) != nil,
        let tag = metadata.attributes.first(where: { $0.column == plan.tagColumn }),
        let id = metadata.attributes.first(where: { $0.column == plan.idColumn }),
        tag.remote.first == "\(path).type", id.remote.first == "\(path).id"
      else { return nil }
      return TaggedLinkage(
        name: plan.name, path: path, columns: [plan.tagColumn, plan.idColumn],
        names: [tag.name, id.name], isExported: id.direction.isPushed)
    }
  }
}

extension ExportRun {
  func write(
    linkage start: JSONSlice, _ column: Int32, of row: Statement, _ shape: ExportShape
  ) throws(SyncError) {
    let id = row.value(column)
    guard id.kind != .null else { return output.append(literal: "null") }
    output.append(start)
    try write(identifier: id, column, shape.plan)
    output.append(UInt8(ascii: "}"))
  }

  func writeLinkage(
    tag: Int32, id column: Int32, of row: Statement, _ shape: ExportShape
  ) throws(SyncError) {
    let (tag, id) = (row.value(tag), row.value(column))
    guard id.kind != .null, tag.kind == .text else { return output.append(literal: "null") }
    output.append(literal: #"{"type":"#)
    guard output.append(string: tag.slice) else {
      throw invalid(tag, column, shape.plan)
    }
    output.append(literal: #","id":"#)
    try write(identifier: id, column, shape.plan)
    output.append(UInt8(ascii: "}"))
  }

  /// Writes an identity as text, regardless of its type.
  ///
  /// - Parameter column: The column, from 1.
  func write(
    identifier id: BoundValue, _ column: Int32, _ entity: EntityPlan
  ) throws(SyncError) {
    let field = entity.fields[Int(column) - 1]
    var text: [UInt8] = []
    guard
      JSONText.append(
        id, of: field.type, form: .export(dates: plan.options.dates?.remote), to: &text)
    else {
      if output.append(unknownID: id, Int(column) - 1, of: entity) { return }
      throw invalid(id, column, entity)
    }
    let isText = text.first == UInt8(ascii: "\"") || id.kind == .null
    if !isText { output.append(UInt8(ascii: "\"")) }
    output.append(text)
    if !isText { output.append(UInt8(ascii: "\"")) }
  }

  private func invalid(
    _ value: BoundValue, _ column: Int32, _ entity: EntityPlan
  ) -> SyncError {
    .invalidStoredValue(
      entity: entity.metadata.name, column: entity.metadata.columns[Int(column) - 1].name,
      expected: entity.fields[Int(column) - 1].expectation, found: value.kind.words)
  }
}
