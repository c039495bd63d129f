/// `@Attribute(.unique)` or `#Index<Task>([\.title])`.
struct SwiftMacro: Equatable {
  struct Argument: Equatable {
    let label: String?
    let tokens: [SwiftSourceToken]
  }

  let name: String
  let arguments: [Argument]
  let line: Int

  /// The content of an argument that is a string.
  func string(_ label: String?) -> String? {
    guard let argument = arguments.first(where: { $0.label == label }), argument.tokens.count == 1,
      case .string(let text) = argument.tokens[0].kind
    else { return nil }
    return text
  }

  /// The options, e.g. `unique` for `.unique`, of all arguments without a label or with one.
  func options(_ label: String? = nil) -> [String] {
    arguments.filter { $0.label == label }.compactMap { argument in
      argument.tokens.count >= 2 && argument.tokens[0].isSign(".") ? argument.tokens[1].text : nil
    }
  }

  /// The member of a key path, e.g. `project` for `\Task.project`.
  func member(_ label: String) -> String? {
    arguments.first { $0.label == label }?.tokens.last.flatMap { $0.kind == .word ? $0.text : nil }
  }

  /// The names in each list of key paths, e.g. `[\.title, \.rank]`.
  var lists: [[String]] {
    arguments.compactMap { argument in
      guard argument.tokens.first?.isSign("[") == true else { return nil }
      let inner = argument.tokens.dropFirst().dropLast()
      return SwiftParser.elements(Array(inner)).compactMap { $0.last?.text }
    }
  }
}
