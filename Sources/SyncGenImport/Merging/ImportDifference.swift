/// A statement of a source that differs from the schema, and that a merge does not add.
package struct ImportDifference: Hashable, Sendable, Encodable {
  package enum Kind: String, Hashable, Sendable, Encodable {
    case type
    case optional
    case `default`
    case limit
    case cases
    case identity
    case relationship
    case deprecated
    case endpoint
    case query
    case header
    case body
    case returns
    /// The schema lacks it, and the command does not add it.
    case new
    /// The source lacks it.
    case gone
  }

  package let kind: Kind
  /// The declaration, such as `Todo.title`, `POST /todos` or `listTodos.sort`.
  package let name: String
  /// The schema file, or one that it includes.
  package let path: String
  /// The line of the declaration, from 1; `nil` if the schema has none.
  package internal(set) var line: Int?
  /// The place in the source; `nil` if it has none.
  package let source: String?
  /// A sentence without a full stop, which begins with the name.
  package let message: String
  /// All values of a list of which the message contains only the first.
  package var values: [String]?

  /// The file and the line in the schema.
  package var place: String { line.map { "\(path):\($0)" } ?? path }

  /// The line of a text report.
  package var text: String { "\(place): \(sentence)" }

  /// The message, with the place in the source.
  package var sentence: String { message + (source.map { " (\($0))" } ?? "") }

  private enum CodingKeys: String, CodingKey { case kind, name, place, source, message, values }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(place, forKey: .place)
    try container.encodeIfPresent(source, forKey: .source)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(values, forKey: .values)
  }
}

extension [ImportDifference] {
  /// The differences in the order of the schema, those without a line at the end.
  var sortedByLine: [ImportDifference] {
    let keys = enumerated().map { ($1.path, $1.line ?? .max, $0) }
    return keys.sorted(by: <).map { self[$0.2] }
  }

  /// - Parameters:
  ///   - lines: The new lines of a file by the old ones, both from 0.
  func moved(in path: String, to lines: [Int]) -> [ImportDifference] {
    map { difference in
      guard difference.path == path, let line = difference.line, lines.indices.contains(line - 1)
      else { return difference }
      var difference = difference
      difference.line = lines[line - 1] + 1
      return difference
    }
  }
}
