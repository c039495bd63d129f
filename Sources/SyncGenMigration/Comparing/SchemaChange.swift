package import SyncGenDiagnostics
import SyncGenSchema

/// One difference between two versions, with its description and its effect on a database.
package struct SchemaChange: Hashable, Sendable {
  package enum Weight: String, Hashable, Sendable {
    /// Follows from the two versions alone.
    case lightweight
    /// Requires changes to rows, or deletes them.
    case custom
  }

  /// A statement in the schema's `migrations:` without which the change is refused.
  package struct Permission: Hashable, Sendable {
    package enum Word: String, Hashable, Sendable {
      case drops
      case allowLossy = "allow-lossy"
      case remoteChanged = "remote-changed"
    }

    package let word: Word
    /// `Person.nick`, or `Pet`.
    package let name: String
  }

  /// The effect of the step, e.g. `adds attribute 'Task.title'`.
  package let text: String
  package let weight: Weight
  /// The reason for its weight.
  package let reason: String
  /// Whether a store that CloudKit mirrors supports it: such a schema can only be extended.
  package let suitsCloudKit: Bool
  /// Whether a table is dropped with its rows, which SwiftData also does by itself.
  package let dropsTable: Bool
  /// The effect on rows; `nil` if there is none.
  package let data: String?
  /// The required permission; `nil` if nothing can be lost.
  package let permission: Permission?
  private let statedRisks: Set<MigrationRisk>?
  /// A way to make the change harmless, if there is one.
  package let remedy: String?
  /// Whether only the remedy helps.
  package let isImpossible: Bool
  /// What a diagnostic says instead of `text` and `data`; `nil` if these suffice.
  package let problem: String?
  /// Where the schema is edited, for something that it no longer has.
  package let place: SourceSpan?
  /// Whether it follows from another change, such as a renamed column of an index, and has no
  /// effect of its own. Summaries leave it out.
  package let isImplied: Bool
  /// The span in the new version, or in the old one for a removed element.
  package let span: SourceSpan

  init(
    _ text: String, _ weight: Weight, because reason: String, suitsCloudKit: Bool = true,
    dropsTable: Bool = false, data: String? = nil, permission: Permission? = nil,
    risks: Set<MigrationRisk>? = nil, remedy: String? = nil,
    isImpossible: Bool = false, isImplied: Bool = false,
    problem: String? = nil, place: SourceSpan? = nil,
    at span: SourceSpan
  ) {
    self.text = text
    self.weight = weight
    self.reason = reason
    self.suitsCloudKit = suitsCloudKit
    self.dropsTable = dropsTable
    self.data = data
    self.permission = permission
    statedRisks = risks
    self.remedy = remedy
    self.isImpossible = isImpossible
    self.isImplied = isImplied
    self.problem = problem
    self.place = place
    self.span = span
  }
}

extension SchemaChange {
  /// What the change may do to databases that exist, the gravest first; never empty. Unless it says
  /// something else, a change that needs a permission loses something.
  package var risks: [MigrationRisk] {
    if let statedRisks, !statedRisks.isEmpty { return statedRisks.sorted(by: >) }
    if dropsTable { return [.losesData] }
    return switch permission?.word {
    case .drops, .allowLossy: [.losesData]
    case .remoteChanged, nil: [.none]
    }
  }

  /// The gravest of its risks.
  package var risk: MigrationRisk { risks.first ?? .none }
}

extension SchemaPairing {
  /// What a diagnostic says of something that the new version no longer has.
  func isGone(_ name: String, _ effect: String) -> String {
    "'\(name)' is gone in version \(new.version), so \(effect)"
  }
}

extension SchemaChange.Permission {
  static func drops(_ name: String) -> Self { Self(word: .drops, name: name) }
  static func allowLossy(_ name: String) -> Self { Self(word: .allowLossy, name: name) }
  static func remoteChanged(_ name: String) -> Self { Self(word: .remoteChanged, name: name) }
}
