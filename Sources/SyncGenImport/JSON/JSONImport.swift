import SwiftSyncValues
import SyncGenCore
import SyncGenSchema

/// Reads JSON responses.
package enum JSONImport: SourceReader {
  package static func read(_ paths: [String], _ options: ImportOptions) throws -> ImportedSchema {
    var inference = SchemaInference()
    let prefix = sharedWords(of: paths)
    for path in paths {
      let name = options.entity ?? JSONAnswer.name(of: path, without: prefix)
      try add(JSONAnswer(path, name: name), to: &inference, isStated: options.entity != nil)
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
      throw ImportFailure(
        at: answer.path,
        "found no list of objects with an identity" + candidates(answer.shape))
    }
    inference.add(answer, isStated: isStated)
  }

  /// The number of words with which the names of all files begin, e.g. `shop` in `shop-orders` and
  /// `shop-products`.
  private static func sharedWords(of paths: [String]) -> Int {
    let names = paths.map { JSONAnswer.words(of: $0) }
    guard let first = names.first, names.count > 1 else { return 0 }
    let shared = first.indices.prefix { index in
      names.allSatisfy { $0.count > index + 1 && $0[index] == first[index] }
    }
    return shared.count
  }

  private static func candidates(_ shape: Shape) -> String {
    let names = RowFinder.candidates(shape)
    if names.isEmpty { return "" }
    let listed = names.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    if names.count == 1 { return "; \(listed) is in all objects, but its values repeat" }
    return "; \(listed) are in all objects, but their values repeat"
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

  /// Whether there are several lists, so that it is applied as a document.
  package var isDocument: Bool {
    rows.count > 1 || rows.contains { RowFinder.hasOtherLists(shape, besides: $0) }
  }

  /// - Parameter name: The name of the rows; `nil` for the name of the file.
  package init(_ path: String, name: String? = nil) throws {
    try self.init(FileReader(path), path: path, name: name ?? Self.name(of: path))
  }

  package init(_ bytes: [UInt8], path: String) throws {
    try self.init(FileReader(bytes: bytes, path: path), path: path, name: Self.name(of: path))
  }

  private init(_ reader: FileReader, path: String, name: String) throws {
    shape = Shape()
    let resources = ResourceShapes()
    let count = try AnswerReader(reader, resources).read(into: shape)
    self.resources = resources.isDocument ? resources : nil
    Dictionaries.find(in: shape, key: "")
    self.path = path == "-" ? reader.path : path
    self.name = name
    rows = RowFinder.rows(in: shape, isOne: count == 1, name: name)
  }

  /// The name from a path, e.g. `task` for `tasks-page-2.json`.
  ///
  /// - Parameter prefix: The number of leading words to ignore.
  static func name(of path: String, without prefix: Int = 0) -> String {
    let words = words(of: path).dropFirst(prefix).filter { word in
      !["page", "list", "all", "response"].contains(word) && !word.allSatisfy(\.isNumber)
    }
    let name = Inflection.singular(words.joined(separator: "_"))
    return path == "-" || name.isEmpty ? "item" : name
  }

  static func words(of path: String) -> [String] {
    let file = Path.split(path).name
    let stem = file.firstIndex(of: ".").map { String(file[..<$0]) } ?? file
    return ImportNames.snake(stem, NameStyle()).split(separator: "_").map(String.init)
  }
}
