import SwiftSyncValues
import SyncGenCommandLine
import SyncGenSchema

/// Reads JSON responses.
package enum JSONImport: SourceReader {
  package static func read(_ paths: [String], _ options: ImportOptions) throws -> ImportedSchema {
    var inference = SchemaInference()
    let names = AnswerNames.names(of: paths)
    for (path, name) in zip(paths, names) {
      let answer = try JSONAnswer(path, name: options.entity ?? name)
      try add(answer, to: &inference, isStated: options.entity != nil)
    }
    return inference.schema()
  }

  package static func read(_ answers: [JSONAnswer]) throws -> ImportedSchema {
    var inference = SchemaInference()
    for answer in answers { try add(answer, to: &inference, isStated: false) }
    return inference.schema()
  }

  private static func add(
    _ answer: JSONAnswer, to inference: inout SchemaInference, isStated: Bool
  ) throws(ImportFailure) {
    guard !answer.rows.isEmpty || answer.resources != nil else {
      throw ImportFailure(at: answer.path, MissingIdentity.message(answer.shape))
    }
    inference.add(answer, isStated: isStated)
  }
}

/// A file with JSON, represented by its shape.
package struct JSONAnswer {
  let shape: Shape
  /// The path in messages.
  let path: String
  package let rows: [FoundRows]
  /// The resource objects of a JSON:API document.
  let resources: ResourceShapes?
  /// The name of the rows in the file, in snake_case.
  package let name: String

  /// The type of the rows of a JSON:API document; `nil` for other responses.
  package var resourceType: String? { resources?.primary.first }

  /// Whether there are several lists, so that the payload is applied as a document. A document
  /// cannot have rows under keys.
  package var isDocument: Bool {
    if rows.contains(where: \.isKeyed) { return false }
    return rows.count > 1 || rows.contains { RowFinder.hasOtherLists(shape, besides: $0) }
  }

  /// - Parameters:
  ///   - name: The name of the rows; `nil` for the name of the file.
  ///   - hasSchema: Whether a schema states the identities, so that a few rows are enough to find a
  ///     list.
  package init(_ path: String, name: String? = nil, hasSchema: Bool = false) throws {
    try self.init(
      FileReader(path), path: path, name: name ?? AnswerNames.name(of: path),
      hasSchema ? 1 : IdentityFinder.leastRows)
  }

  package init(_ bytes: [UInt8], path: String) throws {
    try self.init(
      FileReader(bytes: bytes, path: path), path: path, name: AnswerNames.name(of: path),
      IdentityFinder.leastRows)
  }

  private init(_ reader: FileReader, path: String, name: String, _ leastRows: Int) throws {
    shape = Shape()
    let resources = ResourceShapes()
    let count = try AnswerReader(reader, resources).read(into: shape)
    self.resources = resources.isDocument ? resources : nil
    Dictionaries.find(in: shape, key: "")
    self.path = path == "-" ? reader.path : path
    self.name = name
    rows = RowFinder(leastRows: leastRows).rows(in: shape, isOne: count == 1, name: name)
  }
}
