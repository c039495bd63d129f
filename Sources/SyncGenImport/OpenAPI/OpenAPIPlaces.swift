import SyncGenDiagnostics
import SyncGenYAML

/// Names the parts of a document without line breaks, in which positions alone say little.
struct OpenAPIPlaces {
  private struct Part {
    let columns: ClosedRange<Int>
    let name: String
  }

  /// The parts by their columns.
  private let parts: [Part]

  /// Returns nil for a document with lines.
  init?(_ root: YAMLNode) {
    guard root.span.line == root.span.endLine else { return nil }
    let schemas = (root["components"]?["schemas"]?.pairs ?? []).map { ($0.key, $0.value) }
    let operations = (root["paths"]?.pairs ?? []).flatMap { path in
      path.value.pairs.filter { OpenAPIOperations.methods.contains($0.key) }.map { method in
        ("\(method.key.uppercased()) \(path.key)", method.value)
      }
    }
    parts = (schemas + operations).compactMap { name, node in
      let (start, end) = (node.span.column, node.span.endColumn)
      return start <= end ? Part(columns: start...end, name: name) : nil
    }.sorted { $0.columns.lowerBound < $1.columns.lowerBound }
  }

  /// The component or the operation that contains a column.
  func name(at column: Int) -> String? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].columns.lowerBound <= column { low = middle + 1 } else { high = middle }
    }
    guard low > 0, parts[low - 1].columns.contains(column) else { return nil }
    return parts[low - 1].name
  }
}
