@_spi(Generated) import SwiftSyncStore

/// Members with one key in payloads, of which each may be null while another is not: the parts of
/// several references, and the currencies of several amounts.
extension EntityPlan {
  /// The columns of the parts of references that are read from the key of a part, which one of them
  /// writes; only the column itself for any other column.
  func columns(sharingKeyOf column: Int) -> [Int] {
    guard !compositeColumns.isEmpty else { return [column] }
    let parts = metadata.partsWithKeys
    guard parts.contains(column), let path = path(of: column) else { return [column] }
    let others = parts.filter { $0 != column && self.path(of: $0) == path }
    return [column] + others.sorted()
  }

  private func path(of column: Int) -> String? {
    metadata.attributes.first { $0.column == column }?.remote.first
  }
}

extension EntityMetadata {
  /// The columns of the parts of references that have keys of their own in payloads.
  fileprivate var partsWithKeys: Set<Int> {
    relations.reduce(into: []) { columns, relation in
      guard case .toOne(let reference) = relation.kind, relation.objects.isEmpty else { return }
      columns.formUnion(reference.parts)
    }
  }

  /// The columns of the currencies that are read from the key of an amount's currency.
  func currencyColumns(sharingKeyOf amount: AttributeMetadata) -> [Int] {
    let others = attributes.filter {
      $0.isAmount && $0.column != amount.column && $0.currency == amount.currency
    }
    return [amount.column + 1] + others.map { $0.column + 1 }
  }
}

extension ExportTree.Leaf {
  /// The first of the columns that is not null.
  static func columns(_ columns: [Int]) -> Self {
    columns.count == 1 ? .column(columns[0]) : .shared(columns)
  }
}
