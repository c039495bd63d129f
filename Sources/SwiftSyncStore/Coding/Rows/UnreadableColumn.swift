import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

extension EntityCoding {
  /// The error that a column holds a value that its member cannot have.
  @inline(never)
  func unreadable(_ column: Int, _ value: BoundValue, _ type: ValueType) -> SyncError {
    let scalar = metadata.attributes.first { $0.column == column }?.scalar
    return .invalidStoredValue(
      entity: metadata.name, column: metadata.columns[column].name,
      expected: scalar?.words(for: type) ?? ValueExpectation.words(for: type),
      found: value.words)
  }
}

extension BoundValue {
  /// The kind and the value, with long strings shortened.
  fileprivate var words: String {
    switch kind {
    case .missing, .null: return "null"
    case .integer: return "the integer \(integer)"
    case .real: return "the number \(real)"
    case .text:
      let text = slice.string
      return "the text '\(text.prefix(40))\(text.count > 40 ? "…" : "")'"
    case .blob: return "a blob"
    }
  }
}
