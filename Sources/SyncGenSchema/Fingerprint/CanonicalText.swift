import SyncGenDiagnostics

/// Lines of words that read the same back, however odd the names in them are.
struct CanonicalText {
  /// A part of a line.
  enum Part {
    case word(String)
    /// Any text, quoted as in JSON.
    case string(String)
    case numbers([Int])
    case paths([RemotePath])
    case flag(String, Bool)

    fileprivate var text: String {
      switch self {
      case .word(let word): word
      case .string(let value): JSONString.quoted(value)
      case .numbers(let values): "[" + values.map(String.init).joined(separator: ",") + "]"
      case .paths(let paths):
        paths.map { $0.keys.map(JSONString.quoted).joined(separator: ".") }.joined(separator: " ")
      case .flag(let name, let isSet): isSet ? name : ""
      }
    }
  }

  private(set) var text = ""

  mutating func line(_ depth: Int, _ keyword: String, _ parts: Part...) {
    for _ in 0..<depth { text += "  " }
    text += keyword
    for part in parts {
      let part = part.text
      if part.isEmpty { continue }
      text += " "
      text += part
    }
    text += "\n"
  }
}
