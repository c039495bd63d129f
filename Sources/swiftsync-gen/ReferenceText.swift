import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenReference

/// Shows the reference of diagnostics in a terminal.
enum ReferenceText {
  static func entry(_ entry: DiagnosticReference.Entry) -> String {
    entry.blocks.reduce("\(entry.code.rawValue)\n") { $0 + "\n" + text(of: $1) }
  }

  /// All codes with their first sentences, in one line each.
  static func list(_ reference: DiagnosticReference) -> String {
    let width = reference.entries.map(\.code.rawValue.count).max() ?? 0
    var (text, group) = ("", "")
    for entry in reference.entries {
      if entry.group != group {
        text += (text.isEmpty ? "" : "\n") + entry.group + "\n"
        group = entry.group
      }
      let code = entry.code.rawValue
      text += "  " + code + String(repeating: " ", count: width + 2 - code.count)
      text += entry.summary + "\n"
    }
    return text
  }

  private static func text(of block: PageBlock) -> String {
    switch block {
    case .paragraph(let text): HelpRenderer.wrapped(text)
    case .list(let elements): elements.map { HelpRenderer.wrapped("- " + $0, indent: 2) }.joined()
    case .example(let lines): lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }
  }
}
