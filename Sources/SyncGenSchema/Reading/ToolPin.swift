import SyncGenDiagnostics
import SyncGenYAML

/// The version of the tool that a schema states: `1.2` means every `1.2.x`.
enum ToolPin {
  /// Whether this version of the tool may read the schema. If not, nothing else in it is reported: it
  /// may be right for the stated version.
  static func check(
    _ pairs: [YAMLPair], current: String?, into bag: inout DiagnosticBag
  ) -> Bool {
    guard let pair = pairs.first(where: { $0.key == TopKey.tool.rawValue }) else { return true }
    guard let text = pair.value.scalar?.text, let stated = numbers(text), stated.count <= 3 else {
      bag.add(.invalidTool(pair.value))
      return true
    }
    guard let current, let version = numbers(current), !version.starts(with: stated) else {
      return true
    }
    bag.add(.otherTool(text, current: current, at: pair.value.span))
    return false
  }

  private static func numbers(_ text: String) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCII) && $0.allSatisfy(\.isNumber) })
    else { return nil }
    return parts.compactMap { Int($0) }
  }
}
