import SyncGenDiagnostics
import SyncGenYAML

/// Reads `lint:` of a schema or an entity: a level for each rule, `off` with a reason.
enum LintSettingReader {
  static func read(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> [LintSetting] {
    node.pairs(for: "'lint' of \(owner)", into: &bag).compactMap { setting($0, into: &bag) }
  }

  private static func setting(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> LintSetting? {
    let known = [LintRule.standard] + LintRule.allCases.map(\.rawValue)
    guard known.contains(pair.key) else {
      bag.add(.unknownRule(pair.key, known: known, at: pair.keySpan))
      return nil
    }
    guard let text = pair.value.text(for: "rule '\(pair.key)'", into: &bag)?.value else {
      return nil
    }
    let parts = text.split(separator: ":", maxSplits: 1).map { Self.trimmed($0) }
    guard let level = parts.first.flatMap(LintSetting.Level.init), parts.count == 1 || level == .off
    else {
      bag.add(.invalidRule(pair.key, text: text, at: pair.value.span))
      return nil
    }
    let reason = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
    return LintSetting(code: pair.key, level: level, reason: reason, span: pair.keySpan)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { String(start[...$0]) } ?? ""
  }
}
