package import SwiftSyncValues

/// The result of `ApplyOptions.transform` for a row.
enum TransformedRow {
  /// The JSON text to read.
  case text(JSONSlice)
  case dropped
  /// The error message.
  case failed(String)
}

extension RowParser {
  /// Reads the next object as `transform` returns it; returns `nil` if it is dropped.
  func parse(
    _ scanner: inout JSONScanner, as plan: EntityPlan, at location: RowLocation,
    counting unknown: UnknownKeys? = nil, through transform: @escaping ApplyOptions.Transform
  ) throws(JSONError) -> RowNode? {
    var original = scanner
    let text: JSONSlice
    do {
      text = try scanner.skipValue()
    } catch {
      // Parsed again, to find the place of the error in the row.
      _ = try parse(&original, as: plan, at: location, counting: unknown)
      throw error
    }
    switch transformed(text, of: plan, at: location, through: transform) {
    case .dropped: return nil
    case .text(let text):
      var scanner = JSONScanner(text)
      return try parse(&scanner, as: plan, at: location, counting: unknown)
    case .failed(let message):
      return try withoutTransform { () throws(JSONError) in
        let node = try parse(&original, as: plan, at: location, counting: unknown)
        node.transformFailure = message
        return node
      }
    }
  }

  /// Reads the next nested object as `transform` returns it.
  ///
  /// - Returns: The row; `nil` if it is dropped.
  func parseNested(
    _ scanner: inout JSONScanner, _ reading: RelationReading, at location: RowLocation,
    through transform: @escaping ApplyOptions.Transform
  ) throws(JSONError) -> RowNode? {
    let target = reading.relation.target
    let text = try scanner.skipValue()
    switch transformed(text, of: target, at: location, through: transform) {
    case .dropped: return nil
    case .text(let text):
      var scanner = JSONScanner(text)
      let child = take(target, at: location)
      try parseRow(&scanner, child, reading.unknown)
      return child
    case .failed(let message):
      return try withoutTransform { () throws(JSONError) in
        var scanner = JSONScanner(text)
        let child = take(target, at: location)
        try parseRow(&scanner, child, reading.unknown)
        child.transformFailure = message
        return child
      }
    }
  }

  /// The rows nested in a rejected row are read from the original payload, since only their
  /// identities matter.
  private func withoutTransform(
    _ read: () throws(JSONError) -> RowNode
  ) throws(JSONError) -> RowNode {
    let kept = transform
    transform = nil
    defer { transform = kept }
    return try read()
  }

  private func transformed(
    _ text: JSONSlice, of plan: EntityPlan, at location: RowLocation,
    through transform: ApplyOptions.Transform
  ) -> TransformedRow {
    do {
      var scanner = JSONScanner(text)
      let json = try JSONValue(&scanner, arena)
      let row = ApplyOptions.PayloadRow(entity: plan.metadata.name, json: json, location: location)
      // A literal `nil` next to a JSON value, as in a conditional expression, is JSON's null.
      guard let result = try transform(row), result != .null else { return .dropped }
      return result == json ? .text(text) : try replacement(result)
    } catch {
      return .failed("the transform failed: \(error)")
    }
  }

  /// The text of a row that is read in place of another one.
  private func replacement(_ json: JSONValue) throws(JSONError) -> TransformedRow {
    guard case .object = json else {
      return .failed("the transform returned \(json.kindName), not an object")
    }
    var bytes: [UInt8] = []
    json.append(to: &bytes)
    let text = arena.copy(bytes)
    // The result may be nested deeper than JSON permits; everything else is valid.
    var scanner = JSONScanner(text)
    _ = try scanner.skipValue()
    return .text(text)
  }
}

extension JSONValue {
  /// The name with its article.
  fileprivate var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension ApplyOptions {
  /// A row of a payload before it is read, as passed to `ApplyOptions.transform`.
  public struct PayloadRow: Sendable {
    /// The name of the row's entity in the schema.
    public let entity: String
    /// The row as a JSON object of the payload.
    public let json: JSONValue
    let location: RowLocation

    /// The row's place in the payload, e.g. `[3].items[2]`.
    public var path: String { location.path }
  }
}

/// Inspects the rows of a payload alongside the parser.
package protocol RowInspector: AnyObject {
  /// Records a key of a document that the schema knows, by its path without indexes.
  func see(documentKey path: String)

  /// Inspects the text of a row, which the parser has read without an error.
  func inspect(_ text: JSONSlice, of plan: EntityPlan, at location: RowLocation) throws(JSONError)
}
