import SwiftSyncValues
import SyncGenSchema

/// Compares SQL of two versions of an entity, regardless of the names of its columns.
struct RenamedNames {
  /// The new names of renamed columns whose values do not change, by the old names in lower case.
  private let names: [String: String]

  init(_ pairing: SchemaPairing, _ members: SchemaPairing.Members) {
    let finder = ColumnSourceFinder(pairing: pairing, members: members)
    let old = pairing.old[members.old]
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
    !SQLToken.names(in: sql).isDisjoint(with: columns.map { $0.lowercased() })
  }

  private enum Token: Equatable {
    /// A name or a keyword in lower case.
    case word(String)
    case other(SQLToken.Kind, String)
  }

  private static func tokens(of sql: String) -> [Token] {
    SQLToken.tokens(of: sql).filter { $0.kind != .comment }.map { token in
      token.isName ? .word(token.text.lowercased()) : .other(token.kind, token.text)
    }
  }
}
