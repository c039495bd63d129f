import SyncGenSchema

/// Compares SQL of two versions of an entity, regardless of the names of its columns.
struct RenamedNames {
  /// The new names of renamed columns whose values do not change, by the old names in lower case.
  private let names: [String: String]

  init(_ pairing: SchemaPairing, _ members: SchemaPairing.Members) {
    let finder = ColumnSourceFinder(pairing: pairing, members: members)
    let old = pairing.old[members.old].columns
    var names: [String: String] = [:]
    for column in pairing.new[members.new].columns {
      let source = finder.source(of: column)
      guard let former = source.oldColumn, source.expression == nil else { continue }
      names[old[former].name.name.lowercased()] = column.name.name.lowercased()
    }
    self.names = names
  }

  /// Whether SQL of the old version has the same meaning as SQL of the new version.
  func isSame(_ old: String, _ new: String) -> Bool {
    Self.tokens(of: old).map { token in
      if case .word(let word) = token { .word(names[word] ?? word) } else { token }
    } == Self.tokens(of: new)
  }

  /// Whether SQL may name one of these columns.
  static func names(_ columns: [String], in sql: String) -> Bool {
    let known = Set(columns.map { $0.lowercased() })
    return tokens(of: sql).contains { token in
      if case .word(let word) = token { known.contains(word) } else { false }
    }
  }

  private enum Token: Equatable {
    /// A name or a keyword in lower case.
    case word(String)
    case text(String)
    case sign(Character)
  }

  private static func tokens(of sql: String) -> [Token] {
    var tokens: [Token] = []
    var word = ""
    var text = ""
    var quote: Character?
    for character in sql + " " {
      if let open = quote {
        guard character == open else {
          text.append(character)
          continue
        }
        tokens.append(open == "'" ? .text(text) : .word(text.lowercased()))
        quote = nil
        text = ""
      } else if character.isLetter || character.isNumber || character == "_" || character == "$" {
        word.append(character)
      } else {
        if !word.isEmpty { tokens.append(.word(word.lowercased())) }
        word = ""
        if "'\"`".contains(character) {
          quote = character
        } else if !character.isWhitespace {
          tokens.append(.sign(character))
        }
      }
    }
    return tokens
  }
}
