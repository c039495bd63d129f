import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

extension EntityPlan {
  /// A temporary value for a unique column that no other row has, until all rows have their new
  /// values.
  ///
  /// - Parameter mayBeNull: Whether it may be null. It must differ from the new value, or the row
  ///   would not be written again and its check not be evaluated.
  func parkedValue(
    of column: Int, rowID: Int64, mayBeNull: Bool, in arena: ByteArena
  ) -> BoundValue {
    if mayBeNull, !metadata.columns[column].isRequired { return .null }
    if let composite = metadata.columns[column].composite {
      let parts = composite.columns.map {
        parkedValue(of: $0, rowID: rowID, mayBeNull: false, in: arena).stored
      }
      return ListText.json(of: parts).map { .text(arena.copy($0)) } ?? .null
    }
    switch metadata.columns[column].storage {
    case .integer, .seconds: return .integer(Int64.min / 2 &+ rowID)
    case .real:
      // The smallest normal numbers, distinguished by their last bits.
      let bits = UInt64(bitPattern: rowID) & (1 << 52 - 1) | 1 << 52
      return .real(-Double(bitPattern: bits))
    case .text: return .text(arena.copy("\u{1}swiftsync \(rowID)"))
    case .blob: return .blob(arena.copy("\u{1}swiftsync \(rowID)"))
    }
  }
}

extension RowNode {
  /// The values of each unique key when the row is written, next to its stored row if it has one.
  func uniqueValues(beside stored: StoredTable.Row?) -> [[StoredValue]] {
    plan.metadata.uniques.map { unique in
      unique.map { column in
        let value = values[column]
        guard let stored else { return completed.contains(column) ? .null : value.stored }
        return value.kind == .missing ? stored.value(column).stored : value.stored
      }
    }
  }

  /// The values of a unique key in a message: `email "ada@example.com"`.
  func text(ofUnique index: Int, _ values: [StoredValue]) -> String {
    zip(plan.metadata.uniques[index], values).map { "\(path(of: $0)) \($1.quoted)" }
      .joined(separator: ", ")
  }
}

extension StoredValue {
  /// The beginning of the value in a message, with strings in quotation marks.
  fileprivate var quoted: String {
    guard case .text(let text) = self else { return self.text }
    return text.utf8.count > 80 ? "\"\(text.prefix(40))…\"" : "\"\(text)\""
  }
}

/// A one-to-one link that a row of a payload states. Only one row can have it.
struct OneToOneLink: Hashable {
  private let entity: Int
  private let column: Int
  private let target: StoredValue

  static func all(of node: RowNode) -> [OneToOneLink] {
    node.plan.references.compactMap { reference in
      let id = node.values[reference.column]
      guard reference.isOneToOne, id.kind != .missing, id.kind != .null else { return nil }
      return OneToOneLink(entity: node.plan.index, column: reference.column, target: id.stored)
    }
  }
}
