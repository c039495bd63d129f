import SyncGenDiagnostics
import SyncGenYAML

extension StatedMapping {
  /// Reads the former name.
  func formerName(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> FormerName? {
    guard let former = pair.value.text(for: "'renamed-from' of \(owner)", into: &bag) else {
      return nil
    }
    if former.value == name {
      bag.add(.renamedFromItself(owner, at: former.span))
      return nil
    }
    return FormerName(
      former.value, at: former.span,
      statement: FormerName.Statement(value: former.value, removal: removal(of: pair)))
  }

  /// The text to delete in order to remove a pair: its lines in a block mapping; in braces, the pair
  /// with the comma that separates it from its neighbor.
  private func removal(of pair: YAMLPair) -> SourceSpan {
    let (key, value) = (pair.keySpan, pair.value.span)
    guard isInBraces else {
      return SourceSpan(
        path: key.path, line: key.line, column: 1, endLine: value.endLine + 1, endColumn: 1)
    }
    let place = pairs.firstIndex { $0.keySpan == key } ?? 0
    if place + 1 < pairs.count {
      let next = pairs[place + 1].keySpan
      return SourceSpan(
        path: key.path, line: key.line, column: key.column, endLine: next.line,
        endColumn: next.column)
    }
    guard place > 0 else {
      return SourceSpan(
        path: key.path, line: key.line, column: key.column, endLine: value.endLine,
        endColumn: value.endColumn)
    }
    let former = pairs[place - 1].value.span
    return SourceSpan(
      path: key.path, line: former.endLine, column: former.endColumn, endLine: value.endLine,
      endColumn: value.endColumn)
  }

  /// Whether the mapping is written as `{ key: value }`.
  private var isInBraces: Bool {
    guard let first = pairs.first?.keySpan else { return false }
    return (first.line, first.column) != (span.line, span.column)
  }
}
